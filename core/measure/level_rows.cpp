// Counts, rates and in-flight of a level: sums over its runs over the sum of their windows (METRICS §4).
#include <fmt/format.h>

#include <algorithm>

#include "core/measure/measure_level.h"

namespace plumbline {

namespace {

std::optional<double> ratio(WideNanoseconds numerator, WideNanoseconds denominator) {
    if (denominator <= 0) return std::nullopt;
    return static_cast<double>(numerator) / static_cast<double>(denominator);
}

/// per second, of a count over a time in ns
std::optional<double> perSecond(std::int64_t count, WideNanoseconds window) {
    if (window <= 0) return std::nullopt;
    return static_cast<double>(count) / secondsOf(window);
}

struct Windows {
    WideNanoseconds total = 0;  ///< ns
    bool ofStarts = false, ofDuration = false;
    bool fromRate = false;  ///< some
    std::string missing;    ///< why a run has none; empty: all have one
};

Windows windowsOf(const MeasureInput& input, const LevelPlan& plan) {
    Windows windows;
    std::size_t without = 0;
    for (const std::uint32_t run : plan.runs) {
        const Window& window = input.tally.runs[run].window;
        if (window.neverHappened) continue;
        if (!window.reason.empty()) {
            ++without;
            windows.missing = window.reason;
            continue;
        }
        windows.total += window.length.count();
        (window.basis == WindowBasis::starts ? windows.ofStarts : windows.ofDuration) = true;
        windows.fromRate = windows.fromRate || window.fromRate;
    }
    if (without > 0 && plan.runs.size() > 1)
        windows.missing = fmt::format("{} of {} runs: {}", without, plan.runs.size(), windows.missing);
    return windows;
}

/// What the rule of MSER-5 came to over a level's runs.
struct AutoWarmups {
    Nanoseconds least = Nanoseconds::max(), most{0};
    std::size_t runs = 0, atEdge = 0, tooFew = 0;
};

AutoWarmups autoWarmups(const MeasureInput& input, const LevelPlan& plan) {
    AutoWarmups out;
    for (const std::uint32_t run : plan.runs) {
        if (input.tally.runs[run].window.basis != WindowBasis::starts) continue;
        const AutoWarmup& rule = input.data.prepared->runs[run].warmup;
        ++out.runs;
        out.atEdge += rule.outcome == AutoWarmup::Outcome::atEdge ? 1 : 0;
        out.tooFew += rule.outcome == AutoWarmup::Outcome::tooFew ? 1 : 0;
        out.least = std::min(out.least, rule.cut);
        out.most = std::max(out.most, rule.cut);
    }
    return out;
}

/// " + warm-up of 1 to 2.5 s (MSER-5 on TTFT)"; empty where it cuts nothing.
std::string autoText(const AutoWarmups& warmups) {
    if (warmups.most == Nanoseconds(0)) return {};
    const std::string from = warmups.least < warmups.most ? fmt::format("{:.6g} to ", seconds(warmups.least)) : "";
    return fmt::format(" + warm-up of {}{:.6g} s (MSER-5 on TTFT)", from, seconds(warmups.most));
}

/// "; MSER-5 on TTFT cuts nothing in 1 of 2 runs: ...": why a run stays as it is.
std::string autoNotes(const AutoWarmups& warmups) {
    std::string out;
    const auto add = [&](std::size_t count, std::string_view why) {
        if (count == 0) return;
        const std::string where = warmups.runs > 1 ? fmt::format(" in {} of {} runs", count, warmups.runs) : "";
        out += fmt::format("; MSER-5 on TTFT cuts nothing{}: {}", where, why);
    };
    add(warmups.atEdge, "its best cut lies at the edge of the half that is searched, and is not trusted");
    add(warmups.tooFew, "fewer than 50 rows know a TTFT");
    if (out.empty() && warmups.most == Nanoseconds(0)) out = "; MSER-5 on TTFT finds no warm-up to cut";
    return out;
}

/// What was cut off W, and by which rule.
std::string basisText(const MeasureInput& input, const LevelPlan& plan, const Windows& windows) {
    if (windows.ofStarts && windows.ofDuration) return "first start to last end, and the harness's duration";
    if (windows.fromRate) return std::string(fromRateBasis);
    if (windows.ofDuration) return "the harness's duration";
    const MeasureSettings& settings = input.settings.measure;
    std::string begin, end, notes;
    if (settings.warmupAuto) {
        const AutoWarmups warmups = autoWarmups(input, plan);
        begin = autoText(warmups);
        notes = autoNotes(warmups);
    } else if (settings.warmup > Nanoseconds(0)) {
        begin = fmt::format(" + warm-up of {:.6g} s (by hand)", seconds(settings.warmup));
    }
    if (settings.cooldown > Nanoseconds(0))
        end = fmt::format(" - cool-down of {:.6g} s (by hand)", seconds(settings.cooldown));
    return fmt::format("first start{} to last end{}{}", begin, end, notes);
}

std::string inFlightText(const Windows& windows) {
    if (windows.ofStarts && windows.ofDuration) return "time average, and sum of e2e / duration";
    return windows.ofDuration ? "sum of e2e / duration" : "time average of open requests";
}

void withhold(LevelFigures& level, const std::string& reason) {
    for (const char* key : {"window_s", "system_output_tokens_per_s", "requests_per_s", "in_flight"})
        level.withheld[key] = reason;
}

void addTokens(const RunTally& sums, LevelFigures& level) {
    const auto measured = static_cast<std::int64_t>(level.rows.measured());
    const auto fill = [&](TokenFigures& figures, std::int64_t tokens, std::int64_t known, const std::string& key) {
        figures.mean = ratio(tokens, known);
        if (known == measured && known > 0) figures.total = static_cast<double>(tokens);
        const std::string reason =
            measured == 0 ? "no row was measured"
                          : fmt::format("token count unknown in {} of {} rows", measured - known, measured);
        if (!figures.total) level.withheld[key + ".total"] = reason;
        if (!figures.mean) level.withheld[key + ".mean"] = reason;
    };
    if (level.makesText) {
        fill(level.outputTokens, sums.outputTokens, sums.outputRows, "output_tokens");
    } else {
        for (const char* key : {"output_tokens.total", "output_tokens.mean"}) level.withheld[key] = noTextReason;
    }
    fill(level.promptTokens, sums.promptTokens, sums.promptRows, "prompt_tokens");
}

void addInFlight(const RunTally& sums, const Windows& windows, LevelFigures& level) {
    if (sums.timed == 0) {
        level.withheld["in_flight"] = "no response's end is known";
        return;
    }
    level.inFlight = ratio(sums.openTime, windows.total);
    level.inFlightAtLeast = sums.untimed > 0;
    level.inFlightBasis = inFlightText(windows);
}

/// What the harnesses counted over all of these runs, where each counted as many requests as were measured here.
std::optional<double> harnessTokens(const MeasureInput& input, const LevelPlan& plan) {
    double total = 0;
    for (const std::uint32_t run : plan.runs) {
        const RunInfo& info = input.data.runs[run].info;
        const RunTally& sums = input.tally.runs[run];
        const auto tokens = info.reported.find("output_tokens.total");
        const bool whole = info.declaredCompleted == static_cast<std::int64_t>(sums.rows.measured()) &&
                           sums.rows.excluded == 0 && !sums.window.trimmed;
        if (!whole || tokens == info.reported.end()) return std::nullopt;
        total += tokens->second;
    }
    return total;
}

/// No row counts its tokens: the harness's own total is all there is, and is said to be.
void takeHarnessTokens(const MeasureInput& input, const LevelPlan& plan, const Windows& windows, LevelFigures& level) {
    const auto total = harnessTokens(input, plan);
    if (!level.makesText) {
        level.withheld["system_output_tokens_per_s"] = noTextReason;
    } else if (!total) {
        level.withheld["system_output_tokens_per_s"] =
            fmt::format("output tokens unknown in all {} rows", level.rows.measured());
    } else {
        level.outputTokens = {total, *total / static_cast<double>(level.rows.measured())};
        level.systemOutputRate = *total / secondsOf(windows.total);
        level.systemOutputRateAtLeast = false;
        level.windowBasis += "; output tokens: the harness's total, for no row has a count";
    }
}

/// A rate over a time that a rate of the harness's own made would only give that rate back.
void dropCircularRates(LevelFigures& level) {
    level.requestRate.reset();
    level.systemOutputRate.reset();
    level.systemOutputRateAtLeast = false;
    for (const char* key : {"requests_per_s", "system_output_tokens_per_s"})
        level.withheld[key] = "the file has no duration";
}

void addRates(const RunTally& sums, const Windows& windows, LevelFigures& level) {
    level.windowSeconds = secondsOf(windows.total);
    level.requestRate = perSecond(sums.requests, windows.total);
    addInFlight(sums, windows, level);
    if (windows.ofStarts && !windows.ofDuration)
        level.littlesLaw.inFlightBetweenStarts = ratio(sums.openBetweenStarts, sums.betweenStarts);
    level.systemOutputRateAtLeast = sums.tokenRows < sums.requests || sums.unplaced > 0;
    level.excludedInRates.rows = static_cast<std::size_t>(sums.excluded);
    level.excludedInRates.outputTokens = std::nullopt;
    if (sums.excludedTokenRows == sums.excluded)
        level.excludedInRates.outputTokens = static_cast<double>(sums.excludedTokens);
    else
        level.withheld["excluded_in_rates.output_tokens"] =
            fmt::format("token count unknown in {} of {} rows", sums.excluded - sums.excludedTokenRows, sums.excluded);
    if (sums.unplaced > 0)
        level.windowBasis += fmt::format("; {} measured rows have no start time and are in no rate", sums.unplaced);
    const bool countless = sums.requests > 0 && (sums.tokenRows == 0 || !level.makesText);
    if (!countless) level.systemOutputRate = perSecond(sums.tokens, windows.total);
}

RunFigures runFigures(const MeasureInput& input, std::uint32_t run) {
    const RunTally& sums = input.tally.runs[run];
    RunFigures figures;
    figures.run = RunIndex(run);
    figures.measured = sums.rows.measured();
    if (!sums.window.reason.empty()) return figures;
    figures.windowSeconds = seconds(sums.window.length);
    if (sums.timed > 0) figures.inFlight = ratio(sums.openTime, sums.window.length.count());
    if (sums.window.fromRate) return figures;
    figures.requestRate = perSecond(sums.requests, sums.window.length.count());
    const bool countless = sums.tokenRows == 0 || !input.data.prepared->runs[run].traits.makesText;
    if (sums.requests == 0 || !countless) figures.systemOutputRate = perSecond(sums.tokens, sums.window.length.count());
    return figures;
}

}  // namespace

LevelFigures levelOfRows(const MeasureInput& input, const LevelPlan& plan) {
    LevelFigures level;
    level.load = plan.load;
    RunTally sums;
    for (const std::uint32_t run : plan.runs) {
        sums.add(input.tally.runs[run]);
        level.runs.push_back(runFigures(input, run));
    }
    if (plan.runs.size() == 1) level.reported = input.data.runs[plan.runs.front()].info.reported;
    level.rows = sums.rows;
    level.makesText = std::any_of(plan.runs.begin(), plan.runs.end(),
                                  [&](std::uint32_t run) { return input.data.prepared->runs[run].traits.makesText; });
    level.errorRate = ratio(static_cast<std::int64_t>(sums.rows.failed()),
                            static_cast<std::int64_t>(sums.rows.sent() - sums.rows.deliberatelyCancelled));
    const Windows windows = windowsOf(input, plan);
    if (windows.missing.empty()) level.windowBasis = basisText(input, plan, windows);
    if (!windows.missing.empty())
        withhold(level, windows.missing);
    else if (level.rows.sent() == 0 && sums.excluded == 0)
        withhold(level, "no row is in the statistics");
    else
        addRates(sums, windows, level);
    addTokens(sums, level);
    if (windows.missing.empty() && sums.requests > 0 && (sums.tokenRows == 0 || !level.makesText))
        takeHarnessTokens(input, plan, windows, level);
    if (windows.fromRate) dropCircularRates(level);
    level.tokensPerChunk = ratio(sums.chunkedTokens, sums.chunks);
    level.ratePostFirstContent = static_cast<std::size_t>(sums.streamedRates);
    level.rateVisible = static_cast<std::size_t>(sums.visibleRates);
    level.rateEndToEnd = static_cast<std::size_t>(sums.wholeRates);
    return level;
}

}  // namespace plumbline
