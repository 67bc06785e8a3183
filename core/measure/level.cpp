#include "core/measure/level.h"

#include <fmt/format.h>

#include <numeric>

namespace plumbline {

std::optional<double> Distribution::at(const Statistic& statistic) const {
    if (statistic.mean) return mean;
    for (std::size_t i = 0; i < standardQuantiles.size(); ++i)
        if (standardQuantiles[i] == statistic.p) return quantiles[i];
    for (const auto& [p, value] : more)
        if (p == statistic.p) return value;
    return std::nullopt;
}

std::size_t RowCounts::measured() const {
    return of(Verdict::streamed) + of(Verdict::shortOutput) + of(Verdict::buffered) + of(Verdict::unobservable);
}

std::size_t RowCounts::sent() const { return total - excluded - warmup - cooldown; }

std::size_t RowCounts::failed() const {
    return of(Verdict::error) + of(Verdict::empty) + of(Verdict::incomplete) + of(Verdict::cancelled) -
           deliberatelyCancelled;
}

namespace {

std::string grouped(std::size_t number) {
    std::string digits = fmt::format("{}", number);
    for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
    return digits;
}

}  // namespace

std::string countText(const LevelFigures& level) {
    if (level.summaryOnly) return "summary only";
    const RowCounts& rows = level.rows;
    std::string out = fmt::format("n = {} of {}", grouped(rows.measured()), grouped(rows.total));
    const auto add = [&out](std::size_t count, std::string_view what) {
        if (count > 0) out += fmt::format(", {} {}", grouped(count), what);
    };
    add(rows.failed(), "failed");
    add(rows.deliberatelyCancelled, "cancelled by the harness");
    add(rows.warmup, "in warm-up");
    add(rows.cooldown, "in cool-down");
    add(rows.excluded, "excluded by review");
    if (const std::size_t stay = level.excludedInRates.rows; stay > 0)
        out += stay == rows.excluded ? ", still in the rates"
                                     : fmt::format(", {} of them still in the rates", grouped(stay));
    return out;
}

}  // namespace plumbline
