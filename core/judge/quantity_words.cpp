#include "core/judge/quantity_words.h"

#include <fmt/format.h>

#include <cmath>

#include "core/judge/words.h"
#include "core/measure/intervals.h"
#include "core/measure/level.h"

namespace plumbline {
namespace {

constexpr double nearlyAll = 0.95;  // as withheld-ttft has it

std::string tooFew(const LevelFigures& level, const Quantity& quantity, std::string_view which,
                   std::optional<std::size_t> RankLimits::*end) {
    if (!quantity.ofRows || quantity.statistic.mean) return {};
    const auto n = level.of(quantity.row).n;
    if (!n || *n == 0 || rankLimits(*n, quantity.statistic.p).*end) return {};
    return fmt::format("{} rows are too few for {} limit of {}", countText(*n), which, text(quantity.statistic));
}

}  // namespace

std::string quantityName(const Quantity& quantity) {
    const MetricEntry& metric = entry(quantity);
    return quantity.ofRows ? fmt::format("{} {}", metric.label, text(quantity.statistic)) : std::string(metric.label);
}

std::string shownText(const Quantity& quantity, double value) {
    if (std::isinf(value)) return std::string(notAttainedText);
    const MetricEntry& metric = entry(quantity);
    return fmt::format("{} {}", numberText(value * metric.scale), metric.unit);
}

std::string signedText(const Quantity& quantity, double difference) {
    return fmt::format("{}{}", difference < 0 ? "-" : "+", shownText(quantity, std::abs(difference)));
}

std::string noUpperLimit(const LevelFigures& level, const Quantity& quantity) {
    return tooFew(level, quantity, "an upper", &RankLimits::upper);
}

std::string noLowerLimit(const LevelFigures& level, const Quantity& quantity) {
    return tooFew(level, quantity, "a lower", &RankLimits::lower);
}

std::string partOfRowsText(const std::string& name, const LevelFigures& level, const Quantity& quantity) {
    if (!quantity.ofRows || quantity.row == RowMetric::itl || level.summaryOnly) return {};
    const std::size_t known = level.of(quantity.row).n.value_or(0), measured = level.rows.measured();
    if (static_cast<double>(known) >= nearlyAll * static_cast<double>(measured)) return {};
    return fmt::format(" {} is known of only {} of {}.", entry(quantity.row).label, shareText(known, measured, "rows"),
                       name);
}

}  // namespace plumbline
