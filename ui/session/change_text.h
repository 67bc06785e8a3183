// A change of Settings in words, for the list of changes and for Undo: "interval 0.2 s → 0.5 s".
#pragma once

#include <QString>

#include "core/measure/settings.h"

namespace plumbline {

struct ChangeText {
    QString text;
    QString key;  ///< the one setting that was turned; empty when it was more, or something that is not turned
};

ChangeText changeText(const Settings& before, const Settings& after);

}  // namespace plumbline
