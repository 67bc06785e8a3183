#include "core/measure/metric.h"

#include <fmt/format.h>

#include <array>

#include "core/measure/decimal.h"
#include "core/measure/level.h"

namespace plumbline {

namespace {

// Formulas: METRICS §2 for rows, METRICS §4 for levels.
constexpr std::array<MetricEntry, rowMetricCount> rowEntries{{
    {"ttft", "ttft_s", "TTFT", "ms", 1e3, "time from start to the first token of any channel", true},
    {"ttfc", "ttfc_s", "Time to first content", "ms", 1e3, "time from start to the first visible text", true},
    {"ttfb", "ttfb_s", "Time to first byte", "ms", 1e3, "time from start to the first byte of the body", true},
    {"tpot", "tpot_s", "TPOT", "ms", 1e3, "(end - first token) / (output tokens - 1)", true},
    {"itl", "itl_s", "ITL", "ms", 1e3, "gaps between chunks, pooled over the rows", true},
    {"e2e", "e2e_s", "E2E latency", "s", 1, "time from start to the end of the response", true},
    {"queue", "queue_s", "Queue time", "ms", 1e3, "wait that the server reported", true},
    {"rate", "rate_tokens_per_s", "Rate per user", "tokens/s", 1,
     "output tokens / (end - first token) where streamed, output tokens / end where not", false},
    {"schedule_delay", "schedule_delay_s", "Schedule delay", "ms", 1e3, "start - scheduled", true},
    {"e2e_from_scheduled", "e2e_from_scheduled_s", "E2E from scheduled", "s", 1, "start + end - scheduled", true},
}};

constexpr std::array<MetricEntry, levelMetricCount> levelEntries{{
    {"system_output_rate", "system_output_tokens_per_s", "System output rate", "tokens/s", 1,
     "output tokens of requests that ended in the window / window", false},
    {"per_accelerator_rate", "per_accelerator_tokens_per_s", "Output rate per accelerator", "tokens/s", 1,
     "system output rate / accelerators", false},
    {"request_rate", "requests_per_s", "Request rate", "requests/s", 1, "requests that ended in the window / window",
     false},
    {"in_flight", "in_flight", "In flight", "requests", 1, "time average of open requests over the window", false},
    {"error_rate", "error_rate", "Error rate", "%", 100, "failed / (sent - deliberately cancelled)", true},
    {"output_tokens", "output_tokens.mean", "Output tokens, mean", "tokens", 1, "mean over the measured rows", false},
    {"prompt_tokens", "prompt_tokens.mean", "Prompt tokens, mean", "tokens", 1, "mean over the measured rows", false},
    {"tokens_per_chunk", "tokens_per_chunk", "Tokens per chunk", "tokens", 1, "output tokens / chunks", false},
    {"tokens_per_request", "littles_law.tokens_per_request", "Tokens per request by Little's law", "tokens", 1,
     "system output rate x mean e2e / declared concurrency", false},
    {"goodput_requests", "goodput.requests_per_s", "Goodput", "requests/s", 1,
     "requests that meet every limit / window", false},
    {"goodput_tokens", "goodput.tokens_per_s", "Goodput, tokens", "tokens/s", 1,
     "output tokens of requests that meet every limit / window", false},
    {"attained", "goodput.attained", "SLO attained", "%", 100, "requests that meet every limit / sent", false},
    {"user_fraction", "bound.user.fraction", "Fraction of the bound, per user", "%", 100,
     "median of (output tokens - 1) / (end - first token) / nominal", false},
    {"aggregate_fraction", "bound.aggregate.fraction", "Fraction of the bound, aggregate", "%", 100,
     "system output rate / nominal", false},
}};

constexpr std::array<Statistic, 5> offeredStatistics{meanStatistic, quantile(0.5), quantile(0.9), quantile(0.95),
                                                     quantile(0.99)};
constexpr std::size_t offeredCount = rowMetricCount * offeredStatistics.size() + levelMetricCount;

constexpr std::array<Quantity, offeredCount> makeOffered() {
    std::array<Quantity, offeredCount> out{};
    std::size_t next = 0;
    for (std::size_t row = 0; row < rowMetricCount; ++row)
        for (const Statistic& statistic : offeredStatistics)
            out[next++] = quantityOf(static_cast<RowMetric>(row), statistic);
    for (std::size_t level = 0; level < levelMetricCount; ++level)
        out[next++] = quantityOf(static_cast<LevelMetric>(level));
    return out;
}
constexpr auto offered = makeOffered();

std::optional<double> lowEnd(const LevelFigures& level, Interval Goodput::*part, bool isRate) {
    if (!level.goodput || (isRate && !level.goodput->ratesKnown)) return std::nullopt;
    return ((*level.goodput).*part).low;
}

std::optional<double> value(const LevelFigures& level, LevelMetric metric) {
    switch (metric) {
        case LevelMetric::systemOutputRate:
            return level.systemOutputRate;
        case LevelMetric::perAcceleratorRate:
            return level.perAcceleratorRate;
        case LevelMetric::requestRate:
            return level.requestRate;
        case LevelMetric::inFlight:
            return level.inFlight;
        case LevelMetric::errorRate:
            return level.errorRate;
        case LevelMetric::outputTokensMean:
            return level.outputTokens.mean;
        case LevelMetric::promptTokensMean:
            return level.promptTokens.mean;
        case LevelMetric::tokensPerChunk:
            return level.tokensPerChunk;
        case LevelMetric::tokensPerRequest:
            return level.littlesLaw.tokensPerRequest;
        case LevelMetric::goodputRequests:
            return lowEnd(level, &Goodput::requestsPerSecond, true);
        case LevelMetric::goodputTokens:
            return lowEnd(level, &Goodput::tokensPerSecond, true);
        case LevelMetric::attained:
            return lowEnd(level, &Goodput::attained, false);
        case LevelMetric::userFraction:
            return level.bound ? level.bound->user.fraction : std::nullopt;
        case LevelMetric::aggregateFraction:
            return level.bound ? level.bound->aggregate.fraction : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

const MetricEntry& entry(RowMetric metric) { return rowEntries[static_cast<std::size_t>(metric)]; }
const MetricEntry& entry(LevelMetric metric) { return levelEntries[static_cast<std::size_t>(metric)]; }
const MetricEntry& entry(const Quantity& quantity) {
    return quantity.ofRows ? entry(quantity.row) : entry(quantity.level);
}

bool isLatency(RowMetric metric) {
    switch (metric) {
        case RowMetric::ttft:
        case RowMetric::ttfc:
        case RowMetric::ttfb:
        case RowMetric::tpot:
        case RowMetric::e2e:
        case RowMetric::e2eFromScheduled:
            return true;
        default:
            return false;
    }
}

std::optional<RowMetric> parseRowMetric(std::string_view key) {
    for (std::size_t i = 0; i < rowMetricCount; ++i)
        if (rowEntries[i].key == key) return static_cast<RowMetric>(i);
    return std::nullopt;
}

std::string text(const Statistic& statistic) {
    return statistic.mean ? std::string("mean") : fmt::format("p{}", scaledText(statistic.p, 2));
}

std::optional<Statistic> parseStatistic(std::string_view word) {
    if (word == "mean") return meanStatistic;
    if (word.size() < 2 || word.front() != 'p') return std::nullopt;
    if (word.find_first_not_of("0123456789.", 1) != std::string_view::npos) return std::nullopt;
    const auto p = parseScaled(word.substr(1), -2);
    if (!p || *p <= 0 || *p >= 1) return std::nullopt;
    return quantile(*p);
}

std::string title(const Quantity& quantity) {
    const MetricEntry& metric = entry(quantity);
    std::string out(metric.label);
    if (quantity.ofRows) out += fmt::format(" {}", text(quantity.statistic));
    if (!metric.unit.empty()) out += fmt::format(", {}", metric.unit);
    return out;
}

std::string keyPath(const Quantity& quantity) {
    const std::string_view key = entry(quantity).jsonKey;
    return quantity.ofRows ? fmt::format("{}.{}", key, text(quantity.statistic)) : std::string(key);
}

std::optional<double> value(const LevelFigures& level, const Quantity& quantity) {
    return quantity.ofRows ? level.of(quantity.row).at(quantity.statistic) : value(level, quantity.level);
}

// A reason may stand at the whole block: "bound" for "bound.user.fraction".
std::string withheldReason(const LevelFigures& level, const Quantity& quantity) {
    if (value(level, quantity)) return {};
    std::string path = keyPath(quantity);
    while (true) {
        if (const auto found = level.withheld.find(path); found != level.withheld.end()) return found->second;
        const std::size_t dot = path.rfind('.');
        if (dot == std::string::npos) return {};
        path.resize(dot);
    }
}

bool notAttained(const LevelFigures& level, const Quantity& quantity) {
    return quantity.ofRows && level.of(quantity.row).infinite > 0 && !value(level, quantity);
}

std::span<const Quantity> offeredQuantities() { return offered; }

}  // namespace plumbline
