// One level of a configuration (CLI §3.3).
#include <algorithm>

#include "core/report/json_parts.h"

namespace plumbline {
namespace {

Json rowsJson(const RowCounts& rows, std::size_t suspicious) {
    return {{"total", rows.total},
            {"measured", rows.measured()},
            {"streamed", rows.of(Verdict::streamed)},
            {"short", rows.of(Verdict::shortOutput)},
            {"buffered", rows.of(Verdict::buffered)},
            {"unobservable", rows.of(Verdict::unobservable)},
            {"error", rows.of(Verdict::error)},
            {"empty", rows.of(Verdict::empty)},
            {"cancelled", rows.of(Verdict::cancelled)},
            {"incomplete", rows.of(Verdict::incomplete)},
            {"warmup", rows.warmup},
            {"cooldown", rows.cooldown},
            {"excluded", rows.excluded},
            {"suspicious", suspicious}};
}

Json distributionJson(const Distribution& distribution) {
    Json out = {{"n", distribution.n ? Json(*distribution.n) : Json(nullptr)}, {"mean", numberJson(distribution.mean)}};
    for (std::size_t i = 0; i < standardQuantiles.size(); ++i)
        out[text(quantile(standardQuantiles[i]))] = numberJson(distribution.quantiles[i]);
    for (const auto& [p, value] : distribution.more) out[text(quantile(p))] = numberJson(value);
    if (distribution.infinite > 0) out["failed_as_infinite"] = distribution.infinite;
    out["min"] = numberJson(distribution.low);
    out["max"] = numberJson(distribution.high);
    return out;
}

Json rateJson(const LevelFigures& level) {
    Json out = distributionJson(level.of(RowMetric::rate));
    const bool counted = out["n"].is_number();
    out["post_first_content"] = counted ? Json(level.ratePostFirstContent) : Json(nullptr);
    out["end_to_end"] = counted ? Json(level.rateEndToEnd) : Json(nullptr);
    out["visible"] = counted ? Json(level.rateVisible) : Json(nullptr);
    return out;
}

Json intervalJson(const Interval& interval, bool known) {
    if (!known) return nullptr;
    return Json::array({numberJson(interval.low), numberJson(interval.high)});
}

Json goodputJson(const Goodput& goodput) {
    return {{"requests_per_s", intervalJson(goodput.requestsPerSecond, goodput.ratesKnown)},
            {"tokens_per_s", intervalJson(goodput.tokensPerSecond, goodput.ratesKnown)},
            {"attained", intervalJson(goodput.attained, true)}};
}

Json lawJson(const LittlesLaw& law) {
    return {{"declared", numberJson(law.declared)},
            {"in_flight", numberJson(law.inFlight)},
            {"in_flight_between_starts", numberJson(law.inFlightBetweenStarts)},
            {"tokens_per_request", numberJson(law.tokensPerRequest)}};
}

Json sideJson(const BoundSide& side) {
    return {{"measured", numberJson(side.measured)},
            {"nominal", numberJson(side.nominal)},
            {"ceiling", numberJson(side.ceiling)},
            {"fraction", numberJson(side.fraction)}};
}

Json boundJson(const std::optional<BoundFigures>& bound) {
    if (!bound) return nullptr;
    return {{"batch", numberJson(bound->batch)},
            {"batch_basis", textJson(bound->batchBasis)},
            {"context_tokens", numberJson(bound->context)},
            {"replicas", numberJson(bound->replicas)},
            {"user", sideJson(bound->user)},
            {"aggregate", sideJson(bound->aggregate)},
            {"working", bound->working}};
}

Json tokensJson(const TokenFigures& tokens) {
    return {{"total", tokens.total ? wholeJson(*tokens.total) : Json(nullptr)}, {"mean", numberJson(tokens.mean)}};
}

template <class Map>
Json mapJson(const Map& map) {
    Json out = Json::object();
    for (const auto& [key, value] : map) out[key] = value;
    return out;
}

/// What of the excluded rows the rates are of all the same.
Json excludedInRatesJson(const ExcludedInRates& excluded) {
    return {{"rows", excluded.rows},
            {"output_tokens", excluded.outputTokens ? wholeJson(*excluded.outputTokens) : Json(nullptr)}};
}

void addRates(const LevelFigures& level, Json& out) {
    out["error_rate"] = numberJson(level.errorRate);
    out["window_s"] = numberJson(level.windowSeconds);
    if (!level.windowBasis.empty()) out["window_basis"] = level.windowBasis;
    out["system_output_tokens_per_s"] = numberJson(level.systemOutputRate);
    out["system_output_at_least"] = level.systemOutputRateAtLeast;
    out["per_accelerator_tokens_per_s"] = numberJson(level.perAcceleratorRate);
    out["requests_per_s"] = numberJson(level.requestRate);
    out["in_flight"] = numberJson(level.inFlight);
    if (!level.inFlightBasis.empty()) out["in_flight_basis"] = level.inFlightBasis;
    out["in_flight_at_least"] = level.inFlightAtLeast;
    out["output_tokens"] = tokensJson(level.outputTokens);
    out["prompt_tokens"] = tokensJson(level.promptTokens);
    out["tokens_per_chunk"] = numberJson(level.tokensPerChunk);
}

/// Nulls of keys that only the document has, told for the reason of the figure beside them.
void explainOwnNulls(const LevelFigures& level, Json& withheld) {
    if (!level.of(RowMetric::rate).n)
        for (const char* key : {"post_first_content", "end_to_end", "visible"})
            withheld[std::string("rate_tokens_per_s.") + key] = "summary only: not reported";
    if (!level.littlesLaw.inFlightBetweenStarts)
        withheld["littles_law.in_flight_between_starts"] =
            level.summaryOnly ? "summary only: not reported" : "no two starts apart are known";
}

/// A quantile that a limit alone asked for and that is not attained is null too, beside its reason.
void addUnattained(const LevelFigures& level, Json& out) {
    for (const auto& [path, reason] : level.withheld) {
        const std::size_t dot = path.find('.');
        if (reason != notAttainedText || dot == std::string::npos) continue;
        const auto block = out.find(path.substr(0, dot));
        if (block != out.end() && block->is_object()) block->emplace(path.substr(dot + 1), nullptr);
    }
}

}  // namespace

Json levelJson(const LevelFigures& level, std::size_t suspicious) {
    Json out = {{"load", loadJson(level.load)},
                {"runs", level.runs.size()},
                {"summary_only", level.summaryOnly},
                {"rows", rowsJson(level.rows, suspicious)},
                {"excluded_in_rates", excludedInRatesJson(level.excludedInRates)}};
    addRates(level, out);
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        const auto metric = static_cast<RowMetric>(i);
        out[std::string(entry(metric).jsonKey)] =
            metric == RowMetric::rate ? rateJson(level) : distributionJson(level.of(metric));
    }
    addUnattained(level, out);
    if (level.goodput) out["goodput"] = goodputJson(*level.goodput);
    out["littles_law"] = lawJson(level.littlesLaw);
    out["bound"] = boundJson(level.bound);
    out["reported"] = mapJson(level.reported);
    out["withheld"] = mapJson(level.withheld);
    explainOwnNulls(level, out["withheld"]);
    return out;
}

}  // namespace plumbline
