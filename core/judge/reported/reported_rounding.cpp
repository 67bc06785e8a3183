// Figures that a harness printed with few decimals.
#include <algorithm>
#include <cmath>

#include "core/judge/reported/reported_cause.h"

namespace plumbline {
namespace {

constexpr int mostDecimals = 7;
constexpr double mostMoved = 0.05;
constexpr int fewestFigures = 3;  // one or two may have few decimals by chance

/// Decimals that write the value in full, where few do.
std::optional<int> decimalsOf(double value) {
    double scaled = value;
    for (int decimals = 0; decimals <= mostDecimals; ++decimals, scaled *= 10)
        if (std::abs(scaled - std::round(scaled)) < 1e-6) return decimals;
    return std::nullopt;
}

/// Figures of one kind are printed alike.
std::string_view kindOf(std::string_view key) {
    const std::string_view series = seriesOf(key);
    if (series.size() == key.size()) return "total";
    return key.ends_with(".mean") || key.ends_with(".std") ? "mean" : series;
}

}  // namespace

std::optional<double> roundingStep(const Reported& reported, std::string_view key) {
    const auto found = reported.find(key);
    if (found == reported.end() || key == "error_rate") return std::nullopt;  // a share is worked out when it is read
    int most = 0, figures = 0;
    for (const auto& [other, value] : reported) {
        if (!isComparable(other) || other == "error_rate" || kindOf(other) != kindOf(key)) continue;
        const auto decimals = decimalsOf(value);
        if (!decimals) return std::nullopt;
        most = std::max(most, *decimals);
        ++figures;
    }
    const double step = std::pow(10, -most);
    if (figures < fewestFigures) return std::nullopt;
    return step / 2 <= mostMoved * std::abs(found->second) ? std::optional(step) : std::nullopt;
}

bool rounds(double value, double reported, std::optional<double> step) {
    constexpr double slack = 1 + 1e-6;  // the step is no binary fraction
    return step && std::abs(value - reported) <= *step / 2 * slack;
}

bool gives(std::optional<double> value, const ReportedFigure& figure) {
    return isClose(value, figure.reported) || (value && rounds(*value, figure.reported, figure.step));
}

}  // namespace plumbline
