#include "core/judge/checklist.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr double alike = 0.02;                 ///< completions and mean N (METRICS §7)
constexpr Nanoseconds arrivalStep{1'000'000};  ///< schedules that differ by less are one

CheckItem same(std::string_view name) { return {name, Sameness::same, {}, false, false}; }
CheckItem different(std::string_view name, std::string words) {
    return {name, Sameness::different, std::move(words), false, false};
}
CheckItem unknown(std::string_view name, std::string words) {
    return {name, Sameness::unknown, std::move(words), false, false};
}

/// Two texts of contexts: unknown where one is missing.
CheckItem ofTexts(std::string_view name, const std::optional<std::string>& a, const std::optional<std::string>& b) {
    if (a && b) return *a == *b ? same(name) : different(name, fmt::format("{} and {}", *a, *b));
    if (!a && !b) return unknown(name, "stated for neither");
    return unknown(name, fmt::format("{} for one, not stated for the other", a ? *a : *b));
}

/// The first of several keys in which two contexts are known to differ; same only where all are known and agree.
CheckItem ofFacts(std::string_view name, const Context& a, const Context& b, std::span<const std::string_view> keys) {
    CheckItem item = same(name);
    for (const std::string_view key : keys) {
        CheckItem each = ofTexts(name, plainFact(a, key), plainFact(b, key));
        if (each.sameness == Sameness::different) return each;
        if (each.sameness == Sameness::unknown && item.sameness == Sameness::same) item = std::move(each);
    }
    return item;
}

/// What is stated of the workload and differs; empty where nothing does.
std::string statedDifference(const Context& a, const Context& b) {
    for (const auto& [key, fact] : a) {
        if (!key.starts_with("workload.")) continue;
        const auto first = plainFact(a, key), second = plainFact(b, key);
        if (first && second && *first != *second) return fmt::format("{}: {} and {}", key.substr(9), *first, *second);
    }
    return {};
}

/// Where single prompts are not known on both sides: other lengths in the middle are another workload all the same.
CheckItem workloadOfTypical(std::size_t a, std::size_t b, TypicalTokens& typical) {
    if (std::string said = typical.difference(a, b); !said.empty()) return different("workload", std::move(said));
    const std::string prompts = typical.prompts(a, b);
    return unknown("workload", fmt::format("neither prompt keys nor all prompt lengths are known on both sides{}{}",
                                           prompts.empty() ? "" : "; ", prompts));
}

CheckItem workloadOfPrompts(const WorkAsked& a, const WorkAsked& b) {
    if (a.keysKnown && b.keysKnown)
        return a.keys == b.keys ? same("workload") : different("workload", "the prompts asked are others");
    return a.promptTokens == b.promptTokens ? same("workload") : different("workload", std::string(otherLengths));
}

CheckItem arrivals(const Load& load, const WorkAsked& a, const WorkAsked& b) {
    if (load.kind == LoadKind::concurrency) return same("arrivals");  // a closed loop: answers make the arrivals
    if (!a.arrivalsKnown || !b.arrivalsKnown) return unknown("arrivals", "arrival times are not known on both sides");
    const auto near = [](Nanoseconds x, Nanoseconds y) { return x - y <= arrivalStep && y - x <= arrivalStep; };
    if (std::equal(a.arrivals.begin(), a.arrivals.end(), b.arrivals.begin(), b.arrivals.end(), near))
        return same("arrivals");
    return different("arrivals", "requests were sent at other times");
}

CheckItem within(std::string_view name, std::optional<double> a, std::optional<double> b, std::string_view what) {
    if (!a || !b) return unknown(name, fmt::format("{} are not known on both sides", what));
    const double larger = std::max(*a, *b);
    if (larger == 0 || std::abs(*a - *b) <= alike * larger) return same(name);
    return different(name, fmt::format("{} and {} {}", numberText(*a), numberText(*b), what));
}

/// Of a summary by its own count, else by the latencies that it knows.
std::optional<double> completionsOf(const JudgeInput& input, LevelPlace place) {
    const LevelFigures& level = input.level(place);
    if (!level.summaryOnly) return static_cast<double>(level.rows.measured());
    for (const RunIndex run : input.runsOf(place))
        if (const auto declared = input.data.runs[at(run)].info.declaredCompleted)
            return static_cast<double>(*declared);
    if (const auto n = level.of(RowMetric::e2e).n) return static_cast<double>(*n);
    return std::nullopt;
}

CheckItem boundary(const TimingBoundary& a, const TimingBoundary& b) {
    CheckItem item = same("timing_boundary");
    for (const auto& [what, first, second] :
         {std::tuple{"start", &a.start, &b.start}, {"first token", &a.first, &b.first}, {"end", &a.end, &b.end}}) {
        if (first->empty() || second->empty()) {
            if (item.sameness == Sameness::same) item = unknown("timing_boundary", fmt::format("{} unknown", what));
        } else if (*first != *second) {
            return different("timing_boundary", fmt::format("{}: {} and {}", what, *first, *second));
        }
    }
    return item;
}

CheckItem quality(const Context& a, const Context& b) {
    const auto first = plainFact(a, "output_checked"), second = plainFact(b, "output_checked");
    if (first == "true" && second == "true") return same("output_quality");
    return unknown("output_quality", "nobody says that the answers of both were checked");
}

CheckItem warmup(const WorkAsked& a, const WorkAsked& b) {
    if (a.warmupLeftOut == b.warmupLeftOut) return same("warm_up");
    return different("warm_up", "a warm-up is left out on one side only");
}

CheckItem required(CheckItem item) {
    item.required = true;
    return item;
}
CheckItem compared(CheckItem item) {
    item.mayDiffer = true;
    return item;
}

std::optional<std::string> wordOrNothing(const std::string& word) {
    return word.empty() ? std::nullopt : std::optional(word);
}

}  // namespace

WorkAsked askedAt(const JudgeInput& input, LevelPlace place) {
    const Columns& rows = input.data.rows;
    WorkAsked out;
    std::vector<Nanoseconds> starts, scheduled;
    for (const RunIndex run : input.runsOf(place))
        if (input.data.sources[input.data.runs[at(run)].source].warmupRemoved) out.warmupLeftOut = true;
    input.forEachRow(place, [&](std::size_t row) {
        const Place in = (*input.figures.places)[row];
        if (in == Place::warmup) out.warmupLeftOut = true;
        if (in != Place::in) return;
        ++out.rows;
        if (rows.promptKey[row] != 0) out.keys.emplace_back(rows.promptKey[row], rows.turn[row]);
        if (isKnown(rows.promptTokens[row])) out.promptTokens.push_back(rows.promptTokens[row]);
        if (isKnown(rows.start[row])) starts.push_back(rows.start[row]);
        if (isKnown(rows.scheduled[row])) scheduled.push_back(rows.scheduled[row]);
    });
    out.keysKnown = out.rows > 0 && out.keys.size() == out.rows;
    out.promptsKnown = out.rows > 0 && out.promptTokens.size() == out.rows;
    out.scheduled = scheduled.size() == out.rows;
    out.arrivals = out.scheduled ? std::move(scheduled) : std::move(starts);
    out.arrivalsKnown = out.rows > 0 && out.arrivals.size() == out.rows;
    std::sort(out.keys.begin(), out.keys.end());
    std::sort(out.promptTokens.begin(), out.promptTokens.end());
    std::sort(out.arrivals.begin(), out.arrivals.end());
    const Nanoseconds first = out.arrivals.empty() ? Nanoseconds{0} : out.arrivals.front();
    for (Nanoseconds& each : out.arrivals) each -= first;
    return out;
}

std::vector<CheckItem> checklist(const JudgeInput& input, LevelPlace a, LevelPlace b, const WorkAsked& askedA,
                                 const WorkAsked& askedB, TypicalTokens& typical) {
    static constexpr std::array<std::string_view, 1> quantization{"quantization"}, cache{"cache_state"};
    static constexpr std::array<std::string_view, 2> model{"model", "model_revision"};
    static constexpr std::array<std::string_view, 2> engine{"engine", "engine_version"};
    static constexpr std::array<std::string_view, 2> accelerators{"accelerator", "accelerator_count"};
    const ConfigurationFigures &first = input.figures.configurations[a.configuration],
                               &second = input.figures.configurations[b.configuration];
    const LevelFigures &levelA = input.level(a), &levelB = input.level(b);
    const Context &ours = first.context, &theirs = second.context;
    const std::string stated = statedDifference(ours, theirs);
    const bool arePromptsKnown = (askedA.keysKnown && askedB.keysKnown) || (askedA.promptsKnown && askedB.promptsKnown);
    return {
        required(!stated.empty()   ? different("workload", stated)
                 : arePromptsKnown ? workloadOfPrompts(askedA, askedB)
                                   : workloadOfTypical(a.configuration, b.configuration, typical)),
        arrivals(levelA.load, askedA, askedB),
        required(within("completions", completionsOf(input, a), completionsOf(input, b), "completions")),
        required(
            within("output_tokens", levelA.outputTokens.mean, levelB.outputTokens.mean, "output tokens a request")),
        required(boundary(first.boundary, second.boundary)),
        required(ofTexts("token_source", wordOrNothing(first.boundary.tokens), wordOrNothing(second.boundary.tokens))),
        compared(quality(ours, theirs)),
        required(ofFacts("quantization", ours, theirs, quantization)),
        ofFacts("model_revision", ours, theirs, model),
        compared(ofFacts("engine", ours, theirs, engine)),
        compared(ofFacts("accelerators", ours, theirs, accelerators)),
        ofFacts("cache_state", ours, theirs, cache),
        required(same("load")),
        warmup(askedA, askedB)};
}

}  // namespace plumbline
