// What a level holds: counts, rates, distributions, goodput, bound (METRICS §4).
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/bound/bound.h"
#include "core/measure/classify.h"
#include "core/measure/metric.h"
#include "core/measure/settings.h"

namespace plumbline {

/// Percentiles that every distribution carries.
inline constexpr std::array<double, 7> standardQuantiles{0.25, 0.50, 0.75, 0.90, 0.95, 0.99, 0.999};
constexpr bool isStandardQuantile(double p) {
    return std::find(standardQuantiles.begin(), standardQuantiles.end(), p) != standardQuantiles.end();
}

/// Distribution of a row metric over a level, in s or tokens/s. A summary-only level has the reported values and no n.
struct Distribution {
    std::optional<std::size_t> n;  ///< the infinite ones included
    std::size_t infinite = 0;      ///< failed rows that count as infinitely slow (MeasureSettings::failedAsInfinite)
    std::optional<double> mean, low, high;  ///< low, high: the extremes
    std::array<std::optional<double>, standardQuantiles.size()> quantiles{};
    std::vector<std::pair<double, double>> more;  ///< further quantiles that an SLO asks for: p, value
    std::optional<double> at(const Statistic& statistic) const;
};

/// Rows partition: total = excluded + warmup + cooldown + one verdict each. suspicious is judge's.
struct RowCounts {
    std::size_t total = 0, excluded = 0, warmup = 0, cooldown = 0;
    std::size_t neverHappened = 0;  ///< of the excluded ones: those that are in no rate either
    std::array<std::size_t, verdictCount> verdict{};
    std::size_t deliberatelyCancelled = 0;
    std::size_t bufferedByChunks = 0, bufferedByInterval = 0;
    std::size_t ttftWithheld = 0;  ///< measured rows without a TTFT
    std::size_t of(Verdict v) const { return verdict[static_cast<std::size_t>(v)]; }
    std::size_t measured() const;  ///< streamed + short + buffered + unobservable
    std::size_t sent() const;      ///< total - excluded - warmup - cooldown
    std::size_t failed() const;    ///< error, empty, incomplete, cancelled unless deliberate
};

struct TokenFigures {
    std::optional<double> total, mean;
};

/// Excluded rows that the rates are of all the same: the system did that work (METRICS §4).
struct ExcludedInRates {
    std::size_t rows = 0;
    std::optional<double> outputTokens = 0;  ///< nothing: unknown of some
};

/// [low, high]; the headline is the low end.
struct Interval {
    double low = 0, high = 0;
};

struct Goodput {
    Interval requestsPerSecond, tokensPerSecond, attained;
    bool ratesKnown = true;
};

struct LittlesLaw {
    std::optional<double> declared, inFlight, tokensPerRequest;
    std::optional<double> inFlightBetweenStarts;  ///< in flight from first to last start
};

/// The bound at a level's batch: measured, nominal, ceiling in tokens/s, and measured / nominal.
struct BoundSide {
    std::optional<double> measured, nominal, ceiling, fraction;
};
struct BoundFigures {
    std::optional<double> batch;    ///< sequences decoding together, over all copies
    std::string batchBasis;         ///< "in flight between first token and end", ...
    std::optional<double> context;  ///< cached tokens per sequence; nothing: weights alone are counted
    double replicas = 1;
    BoundSide user, aggregate;
    std::optional<double> aloneCeiling;  ///< tokens/s of one sequence alone, without a cache: no row can have more
    std::vector<std::string> working;    ///< line by line, as on paper
};

/// One run of a level, drawn as a faint point where there are several.
struct RunFigures {
    RunIndex run{};
    std::optional<double> windowSeconds, systemOutputRate, requestRate, inFlight, e2eMean, ttftP50;
    std::size_t measured = 0;
};

struct LevelFigures {
    Load load;
    std::vector<RunFigures> runs;
    bool summaryOnly = false;
    bool makesText = true;  ///< false: the task of all its runs makes none (embedding, rerank, pooling)
    RowCounts rows;
    std::optional<double> errorRate;
    std::optional<double> windowSeconds;  ///< |W| summed over runs
    std::string windowBasis;              ///< "first start to last end", "the harness's duration", ...
    std::optional<double> systemOutputRate, perAcceleratorRate, requestRate, inFlight;
    bool systemOutputRateAtLeast = false;  ///< some N unknown
    bool inFlightAtLeast = false;          ///< some row's times are unknown, and it was open for a while too
    ExcludedInRates excludedInRates;
    std::string inFlightBasis;
    TokenFigures outputTokens, promptTokens;
    std::optional<double> tokensPerChunk;
    std::array<Distribution, rowMetricCount> metrics;
    std::size_t ratePostFirstContent = 0, rateEndToEnd = 0, rateVisible = 0;
    std::optional<Goodput> goodput;  ///< only with SLOs
    LittlesLaw littlesLaw;
    std::optional<BoundFigures> bound;
    Reported reported;
    std::map<std::string, std::string, std::less<>> withheld;  ///< key path to reason
    const Distribution& of(RowMetric metric) const { return metrics[static_cast<std::size_t>(metric)]; }
};

/// "n = 4,089 of 4,096, 7 excluded by review, 6 of them still in the rates".
std::string countText(const LevelFigures& level);

}  // namespace plumbline
