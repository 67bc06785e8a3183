// Limits that were met, as JSON and as text (CLI §5).
#include <algorithm>

#include "core/report/json_parts.h"
#include "core/report/limits_text.h"
#include "core/report/text_table.h"

namespace plumbline {

std::vector<LimitMet> limitsMet(const ReportInput& input) {
    std::vector<LimitMet> out = input.imports.limits;
    out.insert(out.end(), input.figures.limits.begin(), input.figures.limits.end());
    if (const std::size_t leftOut = input.judgement.comparisons.leftOut; leftOut > 0)
        out.push_back({SizeLimit::pairs, limitOf(SizeLimit::pairs), leftOut});
    std::stable_sort(out.begin(), out.end(), [](const LimitMet& a, const LimitMet& b) { return a.limit < b.limit; });
    return out;
}

Json limitsJson(const ReportInput& input) {
    Json out = Json::array();
    for (const LimitMet& met : limitsMet(input))
        out.push_back({{"limit", entry(met.limit).name}, {"at", met.at}, {"left_out", met.leftOut}});
    return out;
}

std::string limitsText(const ReportInput& input) {
    std::string out;
    for (const LimitMet& met : limitsMet(input)) out += wrapped(text(met), 4);
    return out;
}

}  // namespace plumbline
