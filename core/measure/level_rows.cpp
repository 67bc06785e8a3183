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

std::string basisText(const Windows& windows, bool trimmed) {
    if (windows.ofStarts && windows.ofDuration) return "first start to last end, and the harness's duration";
    if (windows.ofDuration) return "the harness's duration";
    return trimmed ? "first start + warm-up to last end - cool-down" : "first start to last end";
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
    level.systemOutputRateAtLeast = sums.tokenRows < sums.requests;
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
    const MeasureSettings& settings = input.settings.measure;
    level.windowBasis = basisText(windows, settings.warmup > Nanoseconds(0) || settings.cooldown > Nanoseconds(0));
    windows.missing.empty() ? addRates(sums, windows, level) : withhold(level, windows.missing);
    addTokens(sums, level);
    level.tokensPerChunk = ratio(sums.chunkedTokens, sums.chunks);
    level.ratePostFirstContent = static_cast<std::size_t>(sums.streamedRates);
    level.rateVisible = static_cast<std::size_t>(sums.visibleRates);
    level.rateEndToEnd = static_cast<std::size_t>(sums.wholeRates);
    return level;
}

}  // namespace plumbline
