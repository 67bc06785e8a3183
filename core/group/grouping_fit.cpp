#include "core/group/grouping_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace plumbline {
namespace {

constexpr double workloadFactor = 1.8;  // METRICS §6
constexpr std::size_t fewRows = 30;     // METRICS §6: a median of fewer is no proof
constexpr std::array<std::string_view, 3> lengthKeys{"workload.input_tokens", "workload.output_tokens",
                                                     "workload.max_tokens"};

/// What a configuration and its workload are, not what was done to it nor what a person computes from it.
bool tellsApart(std::string_view key) { return !key.starts_with("note.") && key != "bound" && key != "output_checked"; }

/// Empty where it is not known.
std::string knownText(const Context& context, std::string_view key) {
    const auto text = plainFact(context, key);
    return !text || *text == "null" ? std::string() : *text;
}
bool known(const Context& context, std::string_view key) { return !knownText(context, key).empty(); }

/// By the file itself: knowledge that a context adds must not merge.
bool isStated(const Context& context, std::string_view key) {
    const auto found = context.find(key);
    return found != context.end() && found->second.stated && *found->second.stated != "null" &&
           *found->second.stated != "\"\"";
}

bool saysAllThatAPathCould(const Context& context) {
    constexpr std::array<std::string_view, 4> keys{"engine_version", "quantization", "accelerator", "flags"};
    constexpr std::array<std::string_view, 4> degrees{"tensor_parallel", "pipeline_parallel", "data_parallel",
                                                      "expert_parallel"};
    const auto stated = [&](std::string_view key) { return isStated(context, key); };
    return std::all_of(keys.begin(), keys.end(), stated) && std::any_of(degrees.begin(), degrees.end(), stated);
}

/// "8", "8.0" and "\"8\"" are one value: overrides are numbers in one file and text in the next.
std::vector<std::pair<std::string, std::string>> knownFacts(const Context& context) {
    std::vector<std::pair<std::string, std::string>> out;
    for (const auto& [key, fact] : context) {
        if (!tellsApart(key)) continue;
        std::string text = knownText(context, key);
        if (text.empty()) continue;
        const auto number = numberFact(context, key);
        out.emplace_back(key, number ? fmt::format("{}", *number) : std::move(text));
    }
    return out;
}

/// Whether no key that both know has two values; both are in order.
bool factsAgree(const GroupingMember& left, const GroupingMember& right) {
    auto a = left.facts.begin(), b = right.facts.begin();
    while (a != left.facts.end() && b != right.facts.end()) {
        const int order = a->first.compare(b->first);
        if (order == 0 && a->second != b->second) return false;
        if (order <= 0) ++a;
        if (order >= 0) ++b;
    }
    return true;
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

/// Summaries state means over all their requests: no few-rows doubt about what they say.
bool isSmallSample(const GroupingCandidate& c) {
    const bool declared =
        std::any_of(lengthKeys.begin(), lengthKeys.end(), [&](std::string_view key) { return known(c.context, key); });
    return !c.summaryOnly && c.okRows < fewRows && !declared;
}

/// inference-perf lays down one file a stage, and one that sums them up, in the folder of one run.
std::string layedDownRun(const GroupingCandidate& c) {
    const std::size_t slash = c.path.rfind('/');
    const std::string_view name = std::string_view(c.path).substr(slash == std::string::npos ? 0 : slash + 1);
    const bool stage = c.reader == "inference-perf" && (name.starts_with("stage_") || name.starts_with("summary_")) &&
                       name.find("lifecycle_metrics") != std::string_view::npos;
    const bool report = c.reader == "llm-d" && name.starts_with("inference-perf.partial.stage_");
    return stage || report ? "run of " + c.path.substr(0, c.path.size() - name.size()) : std::string();
}

/// Lengths of texts before them: no value can be taken for the next one.
void add(std::string& out, std::string_view text) { out += fmt::format("{}:{};", text.size(), text); }

std::string signatureOf(const GroupingMember& member) {
    const GroupingCandidate& c = member.candidate;
    std::string out;
    for (const std::string* text : {&c.reader, &member.path, &member.group, &member.run, &c.boundary.start,
                                    &c.boundary.first, &c.boundary.end, &c.boundary.tokens, &c.boundary.clock})
        add(out, *text);
    add(out, c.summaryOnly ? "summary" : member.isSmall ? "few" : "");
    add(out, member.isKnown ? "known" : "");
    add(out, member.sumsUp ? "sums up" : "");
    for (const auto& [key, value] : member.facts) {
        add(out, key);
        add(out, value);
    }
    return out;
}

std::string pathReason(const PathWords& a, const PathWords& b, int place) {
    const auto at = static_cast<std::size_t>(place);
    if (at >= a.size() || at >= b.size()) return "the paths differ";
    return fmt::format("the paths differ: {} and {}", a[at].text, b[at].text);
}

}  // namespace

GroupingMember groupingMember(const GroupingCandidate& candidate, const PathScheme& paths) {
    GroupingMember member;
    member.candidate = candidate;
    member.words = paths.words({pathOfRun(candidate.path, candidate.reader), candidate.reader, candidate.numbers});
    member.path = pathKey(member.words);
    member.model = knownText(candidate.context, "model");
    const std::string name = knownText(candidate.context, "name");
    member.name = name.empty() ? noName : "name:" + name;
    if (const std::string group = knownText(candidate.context, "note.group"); !group.empty())
        member.group = candidate.path + '\n' + group;
    member.run = layedDownRun(candidate);
    member.sumsUp = known(candidate.context, "note.sums_up");
    member.isKnown = saysAllThatAPathCould(candidate.context);
    member.isSmall = isSmallSample(candidate);
    member.facts = knownFacts(candidate.context);
    member.signature = signatureOf(member);
    return member;
}

/// A summary tells a mean alone, and a mean is compared with a mean: of skewed lengths the median says another thing.
bool lengthsFarApart(const WorkloadLengths& a, const WorkloadLengths& b) {
    if (a.summaryOnly || b.summaryOnly)
        return farApart(a.meanPrompt, b.meanPrompt) || farApart(a.meanOutput, b.meanOutput);
    return farApart(a.medianPrompt, b.medianPrompt) || farApart(a.medianOutput, b.medianOutput);
}

WorkloadLengths lengthsOf(const GroupingCandidate& c) {
    return {c.summaryOnly, c.medianPrompt, c.medianOutput, c.meanPrompt, c.meanOutput};
}

FitVerdict compareSources(const GroupingMember& left, const GroupingMember& right) {
    const GroupingCandidate& a = left.candidate;
    const GroupingCandidate& b = right.candidate;
    if (!left.group.empty() && !right.group.empty() && a.path == b.path)
        return left.group == right.group ? FitVerdict{Fit::joins, {}} : FitVerdict{};
    if (a.reader != b.reader || !boundariesAgree(a.boundary, b.boundary) || !factsAgree(left, right)) return {};
    const bool oneRun = !left.run.empty() && left.run == right.run;
    if (oneRun && (left.sumsUp || right.sumsUp)) return {Fit::joins, {}};
    const int place = oneRun || (left.isKnown && right.isKnown) ? -1 : differingWord(left.words, right.words);
    if (lengthsFarApart(lengthsOf(a), lengthsOf(b))) {
        if (!left.isSmall && !right.isSmall) return {};
        return {Fit::offered, "fewer than 30 rows and lengths not declared: the workloads may be the same"};
    }
    if (oneRun) return {Fit::joins, {}};
    if (left.model.empty() || right.model.empty())
        return place < 0 ? FitVerdict{Fit::offered, "the model is not known"} : FitVerdict{};
    if (place >= 0) return {Fit::offered, pathReason(left.words, right.words, place)};
    return {Fit::joins, {}};
}

}  // namespace plumbline
