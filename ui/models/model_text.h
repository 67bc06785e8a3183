// The texts of tables and of what stands in their cells, for translation.
#pragma once

#include <QCoreApplication>

namespace plumbline::models {

inline QString tr(const char* text) { return QCoreApplication::translate("Models", text); }

}  // namespace plumbline::models
