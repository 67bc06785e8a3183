#include "core/ingest/grouping_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace plumbline {
namespace {

constexpr double workloadFactor = 1.8;  // metrics §6
constexpr std::size_t fewRows = 30;     // metrics §6: a median of fewer is no proof
constexpr std::array<std::string_view, 3> lengthKeys{"workload.input_tokens", "workload.output_tokens",
                                                     "workload.max_tokens"};

/// What a configuration is, not what was done to it nor what a person computes from it.
bool isIdentity(std::string_view key) {
    constexpr std::array<std::string_view, 3> apart{"bound", "output_checked", "prefix_sharing"};
    return !key.starts_with("note.") && !key.starts_with("workload.") &&
           std::find(apart.begin(), apart.end(), key) == apart.end();
}
bool isWorkload(std::string_view key) { return key.starts_with("workload.") || key == "prefix_sharing"; }

/// "8", "8.0" and "\"8\"" are one value: overrides are numbers in one file and text in the next.
bool sameValue(const Context& a, const Context& b, std::string_view key) {
    const auto left = numberFact(a, key), right = numberFact(b, key);
    if (left && right) return *left == *right;
    return plainFact(a, key) == plainFact(b, key);
}

/// Empty where it is not known.
std::string knownText(const Context& context, std::string_view key) {
    const auto text = plainFact(context, key);
    return !text || *text == "null" ? std::string() : *text;
}
bool known(const Context& context, std::string_view key) { return !knownText(context, key).empty(); }

/// The first key, of those known on both sides and taken by `wanted`, whose values differ; empty: none.
std::string_view differingKey(const Context& a, const Context& b, bool (*wanted)(std::string_view)) {
    for (const auto& [key, fact] : a)
        if (wanted(key) && b.contains(key) && known(a, key) && known(b, key) && !sameValue(a, b, key)) return key;
    return {};
}

bool differ(const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && a != b; }

bool boundariesAgree(const TimingBoundary& a, const TimingBoundary& b) {
    return !differ(a.start, b.start) && !differ(a.first, b.first) && !differ(a.end, b.end) &&
           !differ(a.tokens, b.tokens) && !differ(a.clock, b.clock);
}

bool farApart(std::optional<double> a, std::optional<double> b) {
    if (!a || !b || *a < 0 || *b < 0) return false;
    const double low = std::min(*a, *b), high = std::max(*a, *b);
    return high > 0 && high >= workloadFactor * low;
}

bool lengthsDeclared(const Context& context) {
    return std::any_of(lengthKeys.begin(), lengthKeys.end(), [&](std::string_view key) { return known(context, key); });
}

/// Summaries state means over all their requests: no few-rows doubt about what they say.
bool isSmallSample(const GroupingCandidate& c) {
    return !c.summaryOnly && c.okRows < fewRows && !lengthsDeclared(c.context);
}

/// Harnesses that write one folder a run; vLLM's sweep writes one a combination (run=0.json, run=1.json, summary.json).
bool folderPerRun(const GroupingCandidate& c) {
    if (c.reader == "aiperf" || c.reader == "evalscope" || c.reader == "llmeter") return true;
    const std::size_t slash = c.path.rfind('/');
    if (c.reader != "vllm" || slash == std::string::npos) return false;
    const std::string_view folders = std::string_view(c.path).substr(0, slash);
    return folders.substr(folders.rfind('/') + 1).starts_with("SERVE-");
}

/// Lengths of texts before them: no value can be taken for the next one.
void add(std::string& out, std::string_view text) { out += fmt::format("{}:{};", text.size(), text); }

std::string signatureOf(const GroupingMember& member) {
    const GroupingCandidate& c = member.candidate;
    std::string out;
    for (const std::string* text : {&c.reader, &member.path, &member.group, &c.boundary.start, &c.boundary.first,
                                    &c.boundary.end, &c.boundary.tokens, &c.boundary.clock})
        add(out, *text);
    add(out, c.summaryOnly ? "summary" : isSmallSample(c) ? "few" : "");
    for (const auto& [key, fact] : c.context) {
        if (!isIdentity(key) && !isWorkload(key)) continue;
        add(out, key);
        add(out, knownText(c.context, key));
    }
    return out;
}

}  // namespace

GroupingMember groupingMember(const GroupingCandidate& candidate) {
    GroupingMember member{candidate, groupingPath(candidate.path, folderPerRun(candidate)), {}, {}, {}, {}, {}};
    member.model = knownText(candidate.context, "model");
    member.accelerator = knownText(candidate.context, "accelerator");
    const std::string name = knownText(candidate.context, "name");
    member.name = name.empty() ? noName : "name:" + name;
    if (const std::string group = knownText(candidate.context, "note.group"); !group.empty())
        member.group = candidate.path + '\n' + group;
    member.signature = signatureOf(member);
    return member;
}

/// A summary tells a mean alone, and a mean is compared with a mean: of skewed lengths the median says another thing.
bool lengthsFarApart(const GroupingCandidate& a, const GroupingCandidate& b) {
    if (a.summaryOnly || b.summaryOnly)
        return farApart(a.meanPrompt, b.meanPrompt) || farApart(a.meanOutput, b.meanOutput);
    return farApart(a.medianPrompt, b.medianPrompt) || farApart(a.medianOutput, b.medianOutput);
}

FitVerdict compareSources(const GroupingMember& left, const GroupingMember& right) {
    const GroupingCandidate& a = left.candidate;
    const GroupingCandidate& b = right.candidate;
    if (!left.group.empty() && !right.group.empty() && a.path == b.path)
        return left.group == right.group ? FitVerdict{Fit::joins, {}} : FitVerdict{};
    if (a.reader != b.reader || !boundariesAgree(a.boundary, b.boundary)) return {};
    if (!differingKey(a.context, b.context, isIdentity).empty()) return {};
    if (!differingKey(a.context, b.context, isWorkload).empty()) return {};
    if (lengthsFarApart(a, b)) {
        if (!isSmallSample(a) && !isSmallSample(b)) return {};
        return {Fit::offered, "fewer than 30 rows and lengths not declared: the workloads may be the same"};
    }
    if (left.model.empty() || right.model.empty())
        return left.path == right.path ? FitVerdict{Fit::offered, "the model is not known"} : FitVerdict{};
    const bool accelerators = !left.accelerator.empty() && !right.accelerator.empty();
    if (!accelerators && left.path != right.path) return {Fit::offered, "accelerators unknown and the paths differ"};
    return {Fit::joins, {}};
}

}  // namespace plumbline
