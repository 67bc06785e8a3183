// What the charts say, in the language of whoever reads them.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <string_view>

#include "core/report/format.h"

namespace plumbline::charts {

inline QString tr(const char* text) { return QCoreApplication::translate("Charts", text); }
inline QString words(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline QString number(double value) { return QString::fromStdString(formatNumber(value)); }

}  // namespace plumbline::charts
