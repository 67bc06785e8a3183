// Numbers and texts as cells show them; the rules are core/report/format.h's.
#pragma once

#include <QString>
#include <optional>

#include "core/trace/units.h"

namespace plumbline {

/// In shown units; em dash for nothing.
QString cellNumber(const std::optional<double>& value, double scale = 1);
QString cellCount(std::uint64_t value);
QString cellCount(Count value);  ///< em dash for unknown
/// A start on its source's clock: a UTC time of an epoch clock, else seconds.
QString cellStart(Nanoseconds start, bool epoch);
/// A tooltip that shows the text as it is, also where it looks like markup: files put none into the window.
QString plainTip(const QString& text);
/// The part of a path that tells it apart, for narrow places.
QString shortPath(const QString& path);

}  // namespace plumbline
