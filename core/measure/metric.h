// The metric table: one entry a metric, from which table columns, axes, JSON keys, tooltips and reports all follow.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace plumbline {

struct LevelFigures;

/// Metrics with one value a row; a level holds their distribution.
enum class RowMetric : std::uint8_t { ttft, ttfc, ttfb, tpot, itl, e2e, queue, rate, scheduleDelay, e2eFromScheduled };
inline constexpr std::size_t rowMetricCount = 10;

/// Metrics with one value a level.
enum class LevelMetric : std::uint8_t {
    systemOutputRate,
    perAcceleratorRate,
    requestRate,
    inFlight,
    errorRate,
    outputTokensMean,
    promptTokensMean,
    tokensPerChunk,
    tokensPerRequest,
    goodputRequests,
    goodputTokens,
    attained,
    userFraction,
    aggregateFraction
};
inline constexpr std::size_t levelMetricCount = 14;

struct MetricEntry {
    std::string_view key;      ///< "ttft": as an SLO and the command line name it
    std::string_view jsonKey;  ///< "ttft_s", "system_output_tokens_per_s"
    std::string_view label;    ///< "TTFT"
    std::string_view unit;     ///< shown: "ms", "s", "tokens/s"
    double scale;              ///< from the stored unit (s, 1/s) to the shown one: 1000 for ms
    std::string_view formula;  ///< for tooltips
    bool lowerIsBetter;
};
const MetricEntry& entry(RowMetric metric);
const MetricEntry& entry(LevelMetric metric);
/// A time that a request which fails never reaches: TTFT, times to first content and byte, TPOT, e2e of both kinds.
bool isLatency(RowMetric metric);
std::optional<RowMetric> parseRowMetric(std::string_view key);

/// mean, or the quantile p in (0, 1).
struct Statistic {
    bool mean = true;
    double p = 0;
    bool operator==(const Statistic&) const = default;
};
inline constexpr Statistic meanStatistic{};
constexpr Statistic quantile(double p) { return {false, p}; }
/// "mean", "p99", "p99.9"; parse accepts the same.
std::string text(const Statistic& statistic);
std::optional<Statistic> parseStatistic(std::string_view word);

/// Anything that a level has one number of: an axis, a column, an SLO's left side.
struct Quantity {
    bool ofRows = true;
    RowMetric row = RowMetric::e2e;
    LevelMetric level = LevelMetric::systemOutputRate;
    Statistic statistic;
    bool operator==(const Quantity&) const = default;
};
constexpr Quantity quantityOf(RowMetric metric, Statistic statistic) { return {true, metric, {}, statistic}; }
constexpr Quantity quantityOf(LevelMetric metric) { return {false, {}, metric, {}}; }
const MetricEntry& entry(const Quantity& quantity);
/// "TTFT p99, ms": quantity, statistic and unit, as axis titles and headers say it.
std::string title(const Quantity& quantity);
/// JSON key path: "ttft_s.p99", "system_output_tokens_per_s"; the key of withheld reasons and reported figures.
std::string keyPath(const Quantity& quantity);
/// The level's value in stored units (s, 1/s), or nothing where it is withheld.
std::optional<double> value(const LevelFigures& level, const Quantity& quantity);
/// The reason of a quantile that falls among failed rows: infinite, and no number (METRICS §4).
inline constexpr std::string_view notAttainedText = "not attained";
/// Why it is withheld; empty when it is not, or no reason is known.
std::string withheldReason(const LevelFigures& level, const Quantity& quantity);
/// Withheld because failed rows count as infinitely slow and the statistic lies on one: it is missed, not unknown. Of
/// a quantile that nothing asked for, it cannot be told.
bool notAttained(const LevelFigures& level, const Quantity& quantity);
/// What a user may put on an axis or into a table, in the order of the table above.
std::span<const Quantity> offeredQuantities();

}  // namespace plumbline
