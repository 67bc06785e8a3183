// Why a figure is null, by its key path in the JSON (CLI §3). Nothing is left without a reason.
#include <fmt/format.h>

#include <array>

#include "core/measure/measure_level.h"
#include "core/trace/source_facts.h"

namespace plumbline {

namespace {

/// "12 of 12 rows buffered", "3 of 5 rows buffered, 2 unobservable"; empty when verdicts do not explain it.
std::string byVerdicts(const RowCounts& rows, bool shortToo) {
    const std::array<Verdict, 3> verdicts{Verdict::buffered, Verdict::unobservable, Verdict::shortOutput};
    std::string out;
    std::size_t explained = 0;
    for (const Verdict verdict : verdicts) {
        const std::size_t count = rows.of(verdict);
        if (count == 0 || (verdict == Verdict::shortOutput && !shortToo)) continue;
        explained += count;
        out += out.empty() ? fmt::format("{} of {} rows {}", count, rows.measured(), name(verdict))
                           : fmt::format(", {} {}", count, name(verdict));
    }
    return explained == rows.measured() ? out : std::string();
}

std::string_view unknownField(RowMetric metric) {
    switch (metric) {
        case RowMetric::ttft:
            return "the first token of any channel is unknown";
        case RowMetric::ttfc:
            return "the time of the first visible text is unknown";
        case RowMetric::ttfb:
            return "the time of the first byte is unknown";
        case RowMetric::tpot:
            return "no streamed row has two tokens or more between its first token and a known end";
        case RowMetric::itl:
            return "no gaps between chunks are known";
        case RowMetric::e2e:
            return "the end of the response is unknown, or comes before the first token";
        case RowMetric::queue:
            return "the server reported no queue times";
        case RowMetric::rate:
            return "no row has visible tokens and a known end in order";
        case RowMetric::scheduleDelay:
        case RowMetric::e2eFromScheduled:
            break;
    }
    return "no scheduled times are known";
}

/// What only an answer of text has.
bool isOfText(RowMetric metric) {
    return metric == RowMetric::ttft || metric == RowMetric::ttfc || metric == RowMetric::tpot ||
           metric == RowMetric::itl || metric == RowMetric::rate;
}

std::string reasonFor(const LevelFigures& level, RowMetric metric) {
    const RowCounts& rows = level.rows;
    if (rows.sent() == 0) return "no row is in the statistics";
    if (rows.measured() == 0) return fmt::format("none of {} requests gave an answer", rows.sent());
    if (!level.makesText && isOfText(metric)) return std::string(noTextReason);
    const bool ofStreamed = metric == RowMetric::tpot || metric == RowMetric::itl;
    if (ofStreamed || metric == RowMetric::ttft || metric == RowMetric::ttfc) {
        std::string reason = byVerdicts(rows, ofStreamed);
        if (!reason.empty()) return reason;
    }
    return std::string(unknownField(metric));
}

void explainDistribution(LevelFigures& level, RowMetric metric, const std::string& reason) {
    const Distribution& distribution = level.of(metric);
    const std::string prefix = std::string(entry(metric).jsonKey) + ".";
    const auto own = level.withheld.find(entry(metric).jsonKey);
    static const std::string beyond(notAttainedText);
    const std::string& text = own != level.withheld.end() ? own->second : distribution.infinite > 0 ? beyond : reason;
    const auto explain = [&](const std::string& word, bool isNull) {
        if (isNull) level.withheld.try_emplace(prefix + word, text);
    };
    if (level.summaryOnly) explain("n", !distribution.n);
    explain("mean", !distribution.mean);
    explain("min", !distribution.low);
    explain("max", !distribution.high);
    for (std::size_t i = 0; i < standardQuantiles.size(); ++i)
        explain(plumbline::text(quantile(standardQuantiles[i])), !distribution.quantiles[i]);
}

/// The level's own figures that are null and have no reason yet.
void explainLevelFigures(LevelFigures& level, const std::string& reason) {
    for (std::size_t i = 0; i < levelMetricCount; ++i) {
        const Quantity quantity = quantityOf(static_cast<LevelMetric>(i));
        if (value(level, quantity) || !withheldReason(level, quantity).empty()) continue;
        level.withheld.emplace(keyPath(quantity), reason);
    }
    const auto explain = [&](const char* key, bool isNull) {
        if (isNull) level.withheld.try_emplace(key, reason);
    };
    explain("window_s", !level.windowSeconds);
    explain("output_tokens.total", !level.outputTokens.total);
    explain("prompt_tokens.total", !level.promptTokens.total);
    explain("littles_law.in_flight", !level.littlesLaw.inFlight);
    explain("littles_law.declared", !level.littlesLaw.declared);
}

// Figures that follow from others are withheld for the others' reason.
void inherit(LevelFigures& level, const char* key, bool isNull, const char* from) {
    const auto reason = level.withheld.find(from);
    if (isNull && reason != level.withheld.end()) level.withheld.try_emplace(key, reason->second);
}

void inheritReasons(LevelFigures& level) {
    inherit(level, "per_accelerator_tokens_per_s", !level.perAcceleratorRate, "system_output_tokens_per_s");
    inherit(level, "littles_law.in_flight", !level.littlesLaw.inFlight, "in_flight");
    inherit(level, "littles_law.tokens_per_request", !level.littlesLaw.tokensPerRequest, "system_output_tokens_per_s");
    inherit(level, "littles_law.tokens_per_request", !level.littlesLaw.tokensPerRequest, "e2e_s.mean");
    if (!level.bound) return;
    inherit(level, "bound.user.measured", !level.bound->user.measured, "tpot_s.p50");
    inherit(level, "bound.user.fraction", !level.bound->user.fraction, "tpot_s.p50");
    inherit(level, "bound.aggregate.measured", !level.bound->aggregate.measured, "system_output_tokens_per_s");
    inherit(level, "bound.aggregate.fraction", !level.bound->aggregate.fraction, "system_output_tokens_per_s");
}

void explainGoodput(const Settings& settings, LevelFigures& level) {
    if (settings.slos.empty())
        level.withheld["goodput"] = "no limits are set";
    else if (!level.goodput)
        level.withheld["goodput"] = "no row is in the statistics";
    else if (!level.goodput->ratesKnown)
        for (const char* key : {"goodput.requests_per_s", "goodput.tokens_per_s"})
            inherit(level, key, true, "requests_per_s");
}

}  // namespace

void explainWithheld(const Settings& settings, LevelFigures& level) {
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        const auto metric = static_cast<RowMetric>(i);
        // ITL's percentiles may be left out while its mean is there: then they are not withheld.
        if (metric == RowMetric::itl && level.of(metric).mean && !level.withheld.contains(entry(metric).jsonKey))
            continue;
        explainDistribution(level, metric, reasonFor(level, metric));
    }
    if (!level.tokensPerChunk) {
        const std::string reason = level.makesText ? byVerdicts(level.rows, true) : std::string(noTextReason);
        level.withheld["tokens_per_chunk"] = reason.empty() ? "no streamed row knows its tokens and chunks" : reason;
    }
    for (const Slo& slo : settings.slos)  // a quantile of a limit's own
        if (notAttained(level, quantityOf(slo.metric, slo.statistic)))
            level.withheld.try_emplace(keyPath(quantityOf(slo.metric, slo.statistic)), notAttainedText);
    explainGoodput(settings, level);
    inheritReasons(level);
    if (!level.errorRate) level.withheld["error_rate"] = "no request was sent";
    explainLevelFigures(level, "not known from these rows");
}

void explainSummary(const Context& context, LevelFigures& level) {
    const auto why = [&](std::string_view key, bool isOfText) {
        if (!level.makesText && isOfText) return std::string(noTextReason);
        return leftOutWhy(context, key).value_or("summary only: not reported");
    };
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        const auto metric = static_cast<RowMetric>(i);
        explainDistribution(level, metric, why(entry(metric).jsonKey, isOfText(metric)));
    }
    level.withheld["goodput"] = "summary only: rows are needed";
    for (const auto& [key, isNull] : {std::pair{"error_rate", !level.errorRate},
                                      {"system_output_tokens_per_s", !level.systemOutputRate},
                                      {"output_tokens.total", !level.outputTokens.total},
                                      {"output_tokens.mean", !level.outputTokens.mean},
                                      {"requests_per_s", !level.requestRate},
                                      {"in_flight", !level.inFlight}})
        if (isNull)
            level.withheld.try_emplace(key, why(key, std::string_view(key).find("output") != std::string_view::npos));
    inheritReasons(level);
    explainLevelFigures(level, "summary only: not reported");
}

}  // namespace plumbline
