// Two runs of one configuration at one load that do not repeat each other (METRICS §8, "same load twice").
#include <fmt/format.h>

#include <algorithm>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr double sameLength = 1.02;  ///< tokens per request that explain nothing

struct Repeat {
    LevelPlace place;
    RunIndex run{};
    std::optional<double> rate, latency;   ///< output tokens/s, mean e2e in s
    std::optional<double> counted, byLaw;  ///< tokens per request: by its own counts, and by Little's law
};

/// Little's law: tokens per request = rate x mean e2e / concurrency (METRICS §4).
std::optional<double> tokensPerRequest(const Load& load, const Repeat& repeat) {
    if (load.kind != LoadKind::concurrency || load.value <= 0 || !repeat.rate || !repeat.latency) return std::nullopt;
    return *repeat.rate * *repeat.latency / load.value;
}

/// Mean N over the measured rows, all of which must know it; of a summary what it reports.
std::optional<double> countedTokens(const JudgeInput& input, const LevelFigures& level, RunIndex index) {
    if (level.summaryOnly) return level.outputTokens.mean;
    const Run& run = input.data.runs[at(index)];
    double tokens = 0, rows = 0;
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
        const bool isMeasured = (*input.figures.verdicts)[row] >= Verdict::unobservable;
        if ((*input.figures.places)[row] != Place::in || !isMeasured) continue;
        if (!isKnown(input.data.rows.outputTokens[row])) return std::nullopt;
        tokens += input.data.rows.outputTokens[row];
        ++rows;
    }
    return rows > 0 ? std::optional(tokens / rows) : std::nullopt;
}

void addRepeats(const JudgeInput& input, LevelPlace place, std::vector<Repeat>& out) {
    const LevelFigures& level = input.level(place);
    const bool lone = level.runs.size() == 1;
    for (const RunFigures& run : level.runs) {
        Repeat repeat{place, run.run, run.systemOutputRate, run.e2eMean, countedTokens(input, level, run.run), {}};
        if (lone && !repeat.rate) repeat.rate = level.systemOutputRate;
        if (lone && !repeat.latency) repeat.latency = level.of(RowMetric::e2e).mean;
        repeat.byLaw = tokensPerRequest(level.load, repeat);
        out.push_back(repeat);
    }
}

/// The two repeats furthest apart in one figure, the smaller first.
struct Extremes {
    const Repeat* low = nullptr;
    const Repeat* high = nullptr;
    double ratio = 0;  ///< 0: fewer than two repeats have the figure
};

Extremes extremes(const std::vector<Repeat>& repeats, std::optional<double> Repeat::*figure) {
    Extremes out;
    for (const Repeat& each : repeats) {
        if (!(each.*figure) || *(each.*figure) <= 0) continue;
        if (!out.low || *(each.*figure) < *(out.low->*figure)) out.low = &each;
        if (!out.high || *(each.*figure) > *(out.high->*figure)) out.high = &each;
    }
    if (out.low != out.high) out.ratio = *(out.high->*figure) / *(out.low->*figure);
    return out;
}

/// Whether lengths explain it: by what was counted where both sides know it, else by Little's law, and said which. In a
/// run shorter than a few answers the law speaks of the slots that stood empty.
std::string lengthText(const Repeat& a, const Repeat& b) {
    const bool counted = a.counted && b.counted;
    const auto &ours = counted ? a.counted : a.byLaw, &theirs = counted ? b.counted : b.byLaw;
    if (!ours || !theirs || *ours <= 0 || *theirs <= 0) return "output length is unknown";
    const double ratio = std::max(*ours, *theirs) / std::min(*ours, *theirs);
    const std::string tokens = fmt::format("{} and {} tokens per request {}", numberText(*ours), numberText(*theirs),
                                           counted ? "counted" : "by Little's law");
    return ratio <= sameLength ? fmt::format("output length does not explain it ({})", tokens)
                               : fmt::format("output length differs ({})", tokens);
}

/// Prompt keys of a run, sorted; empty where the source has none.
std::vector<Key> promptsOf(const JudgeInput& input, const Repeat& repeat) {
    const Run& run = input.data.runs[at(repeat.run)];
    const auto first = input.data.rows.promptKey.begin() + run.firstRow;
    std::vector<Key> keys(first, first + run.rowCount);
    std::erase(keys, Key{0});
    std::sort(keys.begin(), keys.end());
    return keys;
}

std::string circumstances(const JudgeInput& input, const Repeat& a, const Repeat& b) {
    const std::vector<Key> keysA = promptsOf(input, a), keysB = promptsOf(input, b);
    const bool prompts = !keysA.empty() && !keysB.empty();
    const auto cache = plainFact(input.figures.configurations[a.place.configuration].context, "cache_state");
    if (!prompts && !cache) return "prompts and cache state are unknown";
    const std::string promptText = !prompts         ? "prompts are unknown"
                                   : keysA == keysB ? "prompts are the same"
                                                    : "prompts differ";
    return promptText + (cache ? fmt::format(", the cache is stated to be {}", *cache) : ", cache state is unknown");
}

/// The figure of the two runs in the order in which all of the sentence speaks of them.
std::string apartText(const Repeat& a, const Repeat& b, std::optional<double> Repeat::*figure, const char* what,
                      const char* unit) {
    const double first = *(a.*figure), second = *(b.*figure);
    return fmt::format("{} {:.2f} times ({} and {} {})", what, std::max(first, second) / std::min(first, second),
                       numberText(first), numberText(second), unit);
}

bool isApart(const Repeat& a, const Repeat& b, std::optional<double> Repeat::*figure, double apart) {
    if (!(a.*figure) || !(b.*figure) || *(a.*figure) <= 0 || *(b.*figure) <= 0) return false;
    return std::max(*(a.*figure), *(b.*figure)) > apart * std::min(*(a.*figure), *(b.*figure));
}

void addEvidence(const std::vector<Repeat>& repeats, std::optional<double> Repeat::*figure, const char* key,
                 Finding& finding) {
    std::vector<double> values;
    for (const Repeat& each : repeats)
        if (each.*figure) values.push_back(*(each.*figure));
    if (!values.empty()) finding.evidence.emplace_back(key, values);
}

void judgeLoad(const JudgeInput& input, const std::vector<Repeat>& repeats, Findings& out) {
    const Extremes rate = extremes(repeats, &Repeat::rate), latency = extremes(repeats, &Repeat::latency);
    const double apart = 1 + out.threshold();
    if (rate.ratio <= apart && latency.ratio <= apart) return;
    const Extremes& worst = rate.ratio > apart ? rate : latency;
    const Repeat &a = *worst.low, &b = *worst.high;
    std::string differ =
        isApart(a, b, &Repeat::rate, apart) ? apartText(a, b, &Repeat::rate, "in output rate", "tokens/s") : "";
    if (isApart(a, b, &Repeat::latency, apart))
        differ += (differ.empty() ? "" : " and ") + apartText(a, b, &Repeat::latency, "in mean latency", "s");
    Finding finding = out.at(input, a.place,
                             fmt::format("{} runs at one load differ {}; {}; {}.", repeats.size(), differ,
                                         lengthText(a, b), circumstances(input, a, b)));
    if (rate.ratio > 0) finding.evidence.emplace_back("rate_ratio", rate.ratio);
    if (latency.ratio > 0) finding.evidence.emplace_back("e2e_ratio", latency.ratio);
    addEvidence(repeats, &Repeat::rate, "system_output_tokens_per_s", finding);
    addEvidence(repeats, &Repeat::latency, "e2e_s.mean", finding);
    addEvidence(repeats, &Repeat::counted, "output_tokens.mean", finding);
    addEvidence(repeats, &Repeat::byLaw, "tokens_per_request", finding);
    out.push_back(std::move(finding));
}

}  // namespace

// Levels are in order of load, so repeats of a load, which may be levels of their own, lie side by side.
void findRerunDiffers(const FindingInput& input, Findings& out) {
    std::vector<Repeat> repeats;
    LevelPlace before;
    for (const LevelPlace place : input.levels()) {
        const bool sameLoad = before.known() && before.configuration == place.configuration &&
                              input.level(before).load == input.level(place).load;
        if (!sameLoad) {
            judgeLoad(input, repeats, out);
            repeats.clear();
        }
        if (input.level(place).load.kind != LoadKind::notStated) addRepeats(input, place, repeats);
        before = place;
    }
    judgeLoad(input, repeats, out);
}

}  // namespace plumbline
