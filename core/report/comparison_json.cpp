// Intervals beside their figures, and comparisons (CLI §3.3, §3.4).
#include <fmt/format.h>

#include "core/report/json_parts.h"

namespace plumbline {
namespace {

Json namesOf(const LevelComparison& pair, Sameness sameness) {
    Json out = Json::array();
    for (const CheckItem& item : pair.checks)
        if (item.sameness == sameness) out.push_back(item.name);
    return out;
}

Json wordsOf(const LevelComparison& pair) {
    Json out = Json::object();
    for (const CheckItem& item : pair.checks)
        if (!item.words.empty()) out[std::string(item.name)] = item.words;
    return out;
}

Json claimJson(const Claim& claim) {
    const MetricEntry& metric = entry(claim.quantity);
    Json shift = Json::array();
    for (const double each : claim.shift) shift.push_back(numberJson(each));
    return {{"metric", claim.quantity.ofRows ? metric.key : metric.jsonKey},
            {"statistic", claim.quantity.ofRows ? Json(text(claim.quantity.statistic)) : Json(nullptr)},
            {"a", numberJson(claim.a)},
            {"b", numberJson(claim.b)},
            {"difference", numberJson(claim.difference)},
            {"ratio", numberJson(claim.ratio)},
            {"low", numberJson(claim.interval.low)},
            {"high", numberJson(claim.interval.high)},
            {"no_interval", textJson(claim.noInterval)},
            {"runs", claim.runs},
            {"decided", claim.decided()},
            {"open_end", textJson(claim.openEnd)},
            {"p_a_less_b", numberJson(claim.probability)},
            {"decile_shift", shift},
            {"text", claim.text}};
}

Json unclaimedJson(const Unclaimed& none) {
    const MetricEntry& metric = entry(none.quantity);
    return {{"metric", none.quantity.ofRows ? metric.key : metric.jsonKey},
            {"statistic", none.quantity.ofRows ? Json(text(none.quantity.statistic)) : Json(nullptr)},
            {"a", numberJson(none.a)},
            {"b", numberJson(none.b)},
            {"a_not_attained", none.notAttainedA},
            {"b_not_attained", none.notAttainedB},
            {"text", none.text}};
}

Json comparisonJson(const ReportInput& input, const LevelComparison& pair) {
    const auto& names = input.figures.configurations;
    Json claims = Json::array();
    for (const Claim& claim : pair.claims) claims.push_back(claimJson(claim));
    Json unclaimed = Json::array();
    for (const Unclaimed& none : pair.unclaimed) unclaimed.push_back(unclaimedJson(none));
    return {{"a", names[pair.a].name},
            {"b", names[pair.b].name},
            {"load", loadJson(pair.load)},
            {"matched", pair.matched},
            {"same", namesOf(pair, Sameness::same)},
            {"different", namesOf(pair, Sameness::different)},
            {"unknown", namesOf(pair, Sameness::unknown)},
            {"words", wordsOf(pair)},
            {"claims", claims},
            {"unclaimed", unclaimed},
            {"refusal", textJson(pair.refusal)},
            {"resampling", textJson(pair.resampling)}};
}

/// "p99_low" and "p99_high" into the block of a metric; why there is none beside it.
void addLimits(const Distribution& distribution, const LevelIntervals& intervals, RowMetric metric, Json& level) {
    const std::string key(entry(metric).jsonKey);
    for (std::size_t i = 0; i < standardQuantiles.size(); ++i) {
        if (!distribution.quantiles[i]) continue;
        const Limits& limits = intervals.of(metric, i);
        const std::string name = text(quantile(standardQuantiles[i]));
        for (const auto& [end, value] : {std::pair{"_low", limits.low}, {"_high", limits.high}}) {
            level[key][name + end] = numberJson(value);
            if (value) continue;
            level["withheld"][key + "." + name + end] =
                fmt::format("n = {}{}: no {} limit", distribution.n.value_or(0),
                            distribution.infinite > 0 ? fmt::format(", {} failed", distribution.infinite) : "",
                            end[1] == 'l' ? "lower" : "upper");
        }
    }
}

/// "mean_low" and "mean_high" into the block of a metric.
void addMeanLimits(const Distribution& distribution, const LevelIntervals& intervals, RowMetric metric, Json& level) {
    if (!distribution.mean) return;
    const std::string key(entry(metric).jsonKey);
    const Limits limits = limitsOf(intervals, quantityOf(metric, meanStatistic));
    for (const auto& [end, value] : {std::pair{"mean_low", limits.low}, {"mean_high", limits.high}}) {
        level[key][end] = numberJson(value);
        if (!value) level["withheld"][key + "." + end] = intervals.noMean[static_cast<std::size_t>(metric)];
    }
}

/// "system_output_tokens_per_s_low" and so on beside the rates, and into the block of goodput.
void addRateLimits(const LevelFigures& level, const LevelIntervals& intervals, Json& out) {
    for (std::size_t i = 0; i < levelMetricCount; ++i) {
        const auto metric = static_cast<LevelMetric>(i);
        const RateSpread* spread = intervals.spreadOf(metric);
        if ((!spread && metric != LevelMetric::attained) || !value(level, quantityOf(metric))) continue;
        const Limits& limits = intervals.of(metric);
        const std::string key(entry(metric).jsonKey);
        const std::size_t dot = key.find('.');
        Json& block = dot == std::string::npos ? out : out[key.substr(0, dot)];
        const std::string name = dot == std::string::npos ? key : key.substr(dot + 1);
        for (const auto& [end, limit] : {std::pair{"_low", limits.low}, {"_high", limits.high}}) {
            block[name + end] = numberJson(limit);
            if (!limit) out["withheld"][key + end] = spread ? spread->why : "no request to tell it from";
        }
    }
}

}  // namespace

void addIntervals(const LevelFigures& level, const LevelIntervals& intervals, Json& out) {
    if (intervals.errorRate.low) out["error_rate_low"] = numberJson(intervals.errorRate.low);
    if (intervals.errorRate.high) out["error_rate_high"] = numberJson(intervals.errorRate.high);
    addRateLimits(level, intervals, out);
    if (level.summaryOnly) return;
    for (std::size_t i = 0; i < rowMetricCount; ++i)
        if (const auto metric = static_cast<RowMetric>(i); metric != RowMetric::itl) {
            addMeanLimits(level.of(metric), intervals, metric, out);
            addLimits(level.of(metric), intervals, metric, out);
        }
}

Json comparisonsJson(const ReportInput& input) {
    Json out = Json::array();
    for (const LevelComparison& pair : input.judgement.comparisons.all) out.push_back(comparisonJson(input, pair));
    return out;
}

}  // namespace plumbline
