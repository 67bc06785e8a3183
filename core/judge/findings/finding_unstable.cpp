#include <fmt/format.h>

#include <array>

#include "core/judge/registry.h"
#include "core/judge/words.h"
#include "core/measure/intervals.h"

namespace plumbline {
namespace {

/// "TTFT p95 and p99 (n = 40)": percentiles that are shown and have no upper limit; empty where all have one.
std::string unstableIn(const LevelFigures& level, RowMetric metric) {
    const std::size_t n = level.of(metric).n.value_or(0);
    std::string out;
    for (const double p : {0.5, 0.95, 0.99})
        if (n > 0 && !rankLimits(n, p).upper) out += (out.empty() ? "" : ", ") + text(quantile(p));
    return out.empty() ? out : fmt::format("{} {} (n = {})", entry(metric).label, out, countText(n));
}

}  // namespace

void findPercentileUnstable(const FindingInput& input, Findings& out) {
    for (const LevelPlace place : input.levels()) {
        const LevelFigures& level = input.level(place);
        if (level.summaryOnly) continue;
        std::string list;
        for (const RowMetric metric : {RowMetric::ttft, RowMetric::tpot, RowMetric::e2e})
            if (const std::string each = unstableIn(level, metric); !each.empty())
                list += (list.empty() ? "" : "; ") + each;
        if (list.empty()) continue;
        Finding finding =
            out.at(input, place, fmt::format("Too few rows for an upper limit at 95%: {}. Read \"at least\".", list));
        finding.evidence = {{"measured", static_cast<double>(level.rows.measured())}};
        out.push_back(std::move(finding));
    }
}

}  // namespace plumbline
