#include "core/report/comparison_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/report/text_table.h"

namespace plumbline {
namespace {

/// More pairs than this are for --json and the window.
constexpr std::size_t pairsTold = 10;

using PairLevels = std::vector<const LevelComparison*>;

/// The claims that a reader looks for first; all of them are in --json.
bool isTold(const Claim& claim) {
    const Quantity& quantity = claim.quantity;
    if (!quantity.ofRows) return true;
    return (quantity.row == RowMetric::ttft && quantity.statistic == quantile(0.95)) ||
           (quantity.row == RowMetric::e2e && quantity.statistic == quantile(0.5));
}

std::string claimsText(const PairLevels& levels) {
    std::string out;
    for (const LevelComparison* level : levels) {
        if (!level->matched) continue;
        for (const Claim& claim : level->claims)
            if (isTold(claim)) out += wrapped("- " + claim.text, 2);
        for (const Unclaimed& none : level->unclaimed)
            if (none.notAttainedA || none.notAttainedB) out += wrapped("- " + none.text, 2);
        if (!level->beside.empty()) out += wrapped("  not known beside it: " + level->beside, 2);
    }
    return out;
}

/// The refusal of the first load stands for those of the others.
std::string refusalText(const PairLevels& levels) {
    const auto refused = [](const LevelComparison* level) { return !level->matched; };
    const auto first = std::find_if(levels.begin(), levels.end(), refused);
    if (first == levels.end()) return {};
    const auto more = static_cast<std::size_t>(std::count_if(levels.begin(), levels.end(), refused)) - 1;
    return wrapped("- " + (*first)->refusal +
                       (more > 0 ? fmt::format(" Nor at {} more {}.", more, more == 1 ? "load" : "loads") : ""),
                   2);
}

}  // namespace

std::string comparisonsText(const ReportInput& input) {
    std::map<std::pair<std::size_t, std::size_t>, PairLevels> pairs;
    for (const LevelComparison& each : input.judgement.comparisons.all) pairs[{each.a, each.b}].push_back(&each);
    std::string out;
    std::size_t told = 0;
    for (const auto& [pair, levels] : pairs) {
        if (told++ == pairsTold) break;
        out += claimsText(levels) + refusalText(levels);
    }
    if (pairs.size() > pairsTold) out += fmt::format("and {} more pairs: see --json\n", pairs.size() - pairsTold);
    return out;
}

}  // namespace plumbline
