// Counts, rates and in-flight of a level: sums over its runs over the sum of their windows (metrics §4).
#include <fmt/format.h>

#include <algorithm>

#include "core/measure/measure_level.h"

namespace plumbline {

namespace {

std::optional<double> ratio(std::int64_t numerator, std::int64_t denominator) {
    if (denominator <= 0) return std::nullopt;
    return static_cast<double>(numerator) / static_cast<double>(denominator);
}

/// per second, of a count over a time in ns
std::optional<double> perSecond(std::int64_t count, Nanoseconds window) {
    if (window <= Nanoseconds(0)) return std::nullopt;
    return static_cast<double>(count) / seconds(window);
}

struct Windows {
    Nanoseconds total{0};
    bool ofStarts = false, ofDuration = false;
    std::string missing;  ///< why a run has none; empty: all have one
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
        windows.total += window.length;
        (window.basis == WindowBasis::starts ? windows.ofStarts : windows.ofDuration) = true;
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
    fill(level.outputTokens, sums.outputTokens, sums.outputRows, "output_tokens");
    fill(level.promptTokens, sums.promptTokens, sums.promptRows, "prompt_tokens");
}

void addRates(const RunTally& sums, const Windows& windows, LevelFigures& level) {
    level.windowSeconds = seconds(windows.total);
    level.requestRate = perSecond(sums.requests, windows.total);
    level.inFlight = ratio(sums.openTime, windows.total.count());
    level.inFlightBasis = inFlightText(windows);
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
    if (sums.requests > 0 && sums.tokenRows == 0) {
        level.withheld["system_output_tokens_per_s"] =
            fmt::format("output tokens unknown in all {} rows", sums.requests);
    } else {
        level.systemOutputRate = perSecond(sums.tokens, windows.total);
    }
}

RunFigures runFigures(const MeasureInput& input, std::uint32_t run) {
    const RunTally& sums = input.tally.runs[run];
    RunFigures figures;
    figures.run = RunIndex(run);
    figures.measured = sums.rows.measured();
    if (!sums.window.reason.empty()) return figures;
    figures.windowSeconds = seconds(sums.window.length);
    figures.requestRate = perSecond(sums.requests, sums.window.length);
    if (sums.requests == 0 || sums.tokenRows > 0) figures.systemOutputRate = perSecond(sums.tokens, sums.window.length);
    figures.inFlight = ratio(sums.openTime, sums.window.length.count());
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
    level.tokensPerChunk = ratio(sums.chunkedTokens, sums.chunks);
    level.ratePostFirstContent = static_cast<std::size_t>(sums.streamedRates);
    level.rateVisible = static_cast<std::size_t>(sums.visibleRates);
    level.rateEndToEnd = static_cast<std::size_t>(sums.wholeRates);
    return level;
}

}  // namespace plumbline
