// llm-d benchmark reports, schema 0.1 and 0.2: one stage's summary, each figure with its unit (FORMATS/llmd.md).
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// "ms/token" makes milliseconds; what is no unit of time gives nothing.
std::optional<double> secondsPer(const std::string& unit) {
    const auto parsed = parseTimeUnit(unit.substr(0, unit.find('/')));
    if (!parsed) return std::nullopt;
    return std::pow(10.0, 3 * static_cast<int>(*parsed) - 9);
}

/// A latency whose unit is not said or not known is left out: nobody could tell 3 s from 3 ms.
void latency(SourceInfo& source, Reported& reported, std::string_view key, const Json& block) {
    if (const auto factor = secondsPer(stringOf(valueAt(block, {"units"}))))
        reportBlock(reported, key, block, *factor);
    else if (!block.is_null())
        leaveOut(source.context, key, "its unit is not stated, or is none of time");
}

/// "PT2.200S", "PT1H2M3S".
std::optional<double> isoSeconds(std::string_view text) {
    if (!text.starts_with("PT")) return std::nullopt;
    double total = 0;
    for (std::size_t from = 2; from < text.size();) {
        const std::size_t end = text.find_first_of("HMS", from);
        double value = 0;
        if (end == std::string_view::npos || parseDouble(text.substr(from, end - from), value) != NumberKind::number)
            return std::nullopt;
        total += value * (text[end] == 'H' ? 3600 : text[end] == 'M' ? 60 : 1);
        from = end + 1;
    }
    return total;
}

/// Where the two schemas keep the same things.
struct Report {
    const Json *requests, *latency, *throughput, *load;
    std::optional<double> duration;
};

Report reportOf(const Json& document) {
    const Json& aggregate = valueAt(document, {"results", "request_performance", "aggregate"});
    if (aggregate.is_object())
        return {&valueAt(aggregate, {"requests"}), &valueAt(aggregate, {"latency"}),
                &valueAt(aggregate, {"throughput"}), &valueAt(document, {"scenario", "load", "standardized"}),
                isoSeconds(stringOf(valueAt(document, {"run", "time", "duration"})))};
    const Json& metrics = valueAt(document, {"metrics"});
    return {&valueAt(metrics, {"requests"}), &valueAt(metrics, {"latency"}), &valueAt(metrics, {"throughput"}),
            &valueAt(document, {"scenario", "load", "args"}), positiveOf(valueAt(metrics, {"time", "duration"}))};
}

void figures(const Report& report, SourceInfo& source, RunInfo& run) {
    Reported& reported = run.reported;
    latency(source, reported, "ttft_s", valueAt(*report.latency, {"time_to_first_token"}));
    latency(source, reported, "tpot_s", valueAt(*report.latency, {"time_per_output_token"}));
    latency(source, reported, "itl_s", valueAt(*report.latency, {"inter_token_latency"}));
    latency(source, reported, "e2e_s", valueAt(*report.latency, {"request_latency"}));
    for (const auto& [key, flat, block] :
         {std::tuple{"system_output_tokens_per_s", "output_tokens_per_sec", "output_token_rate"},
          std::tuple{"requests_per_s", "requests_per_sec", "request_rate"}}) {
        reportTotal(reported, key, valueAt(*report.throughput, {flat}));
        reportTotal(reported, key, valueAt(*report.throughput, {block, "mean"}));
    }
    reportStatistic(reported, "prompt_tokens", "mean", valueAt(*report.requests, {"input_length", "mean"}));
    reportStatistic(reported, "output_tokens", "mean", valueAt(*report.requests, {"output_length", "mean"}));
    const auto total = wholeOf(valueAt(*report.requests, {"total"}));
    const auto failures = wholeOf(valueAt(*report.requests, {"failures"}));
    auto failed = failures;  // an answer that was cut off is none
    if (const auto incomplete = wholeOf(valueAt(*report.requests, {"incomplete"})))
        failed = failed.value_or(0) + *incomplete;
    run.declaredRequests = total;
    if (total && failed && *failed <= *total) run.declaredCompleted = *total - *failed;
    if (failed) makeSummary(run, failed);
    if (report.duration && *report.duration > 0) run.declaredDuration = toTime(*report.duration, TimeUnit::seconds);
    // That of inference-perf's own stage file: one run, told twice.
    if (const auto end = reported.find("e2e_s.mean"); total && failures && end != reported.end())
        run.fingerprint = fmt::format("stage {} {} {:.6g}", *total, *failures, end->second);
}

/// ".inf", as YAML writes it: no bound on concurrency.
bool isUnbounded(const Json& value) { return isInfinity(stringOf(value)); }

Load loadOf(const Json& load) {
    for (const char* key : {"rate_qps", "qps_values", "request_rate", "rate"})
        if (const auto rate = positiveOf(valueAt(load, {key}))) return {LoadKind::requestRate, *rate};
    for (const char* key : {"concurrency", "max_concurrency"}) {
        const Json& users = valueAt(load, {key});
        if (const auto value = positiveOf(users)) return {LoadKind::concurrency, *value};
        if (isUnbounded(users)) return {LoadKind::unbounded, 0};
    }
    return {};
}

/// Facts that hold for all parts of a system are stated; those that differ from part to part are listed.
class Parts {
public:
    void add(const std::string& key, const Json& value) {
        if (!value.is_null()) m_values[key].insert(value);
    }
    void state(Context& context) const {
        for (const auto& [key, values] : m_values)
            stateFirst(context, key, values.size() == 1 ? *values.begin() : Json(values));
    }

private:
    std::map<std::string, std::set<Json>> m_values;
};

void parallelism(const Json& accelerator, Parts& parts) {
    parts.add("accelerator", valueAt(accelerator, {"model"}));
    for (const auto& [key, fact] : {std::pair{"tp", "tensor_parallel"},
                                    {"pp", "pipeline_parallel"},
                                    {"dp", "data_parallel"},
                                    {"ep", "expert_parallel"}})
        parts.add(fact, valueAt(accelerator, {"parallelism", key}));
}

Json flagsOf(const Json& arguments) {
    Json flags = Json::array();
    if (!arguments.is_object()) return flags;
    for (const auto& [key, value] : arguments.items())
        flags.push_back(value.is_null() ? key : key + "=" + (value.is_string() ? stringOf(value) : value.dump()));
    return publicFlags(flags);
}

double counted(const Json& accelerator, double replicas) {
    return positiveOf(valueAt(accelerator, {"count"})).value_or(0) * replicas;
}

void stateCount(double accelerators, Context& context) {
    if (accelerators > 0) stateFirst(context, "accelerator_count", std::llround(accelerators));
}

/// Schema 0.1: lists of accelerators and engines that belong together.
void hosts(const Json& scenario, Context& context) {
    Parts parts;
    double accelerators = 0;
    for (const Json& each : valueAt(scenario, {"host", "accelerator"})) {
        parallelism(each, parts);
        accelerators += counted(each, 1);
    }
    for (const Json& each : valueAt(scenario, {"platform", "engine"})) {
        parts.add("engine", valueAt(each, {"name"}));
        parts.add("engine_version", valueAt(each, {"version"}));
        parts.add("flags", flagsOf(valueAt(each, {"args"})));
    }
    parts.state(context);
    stateCount(accelerators, context);
    stateFirst(context, "model", valueAt(scenario, {"model", "name"}));
    stateFirst(context, "quantization", valueAt(scenario, {"model", "quantization"}));
}

/// Schema 0.2: a stack of parts, of which the engines count.
void stack(const Json& scenario, Context& context) {
    Parts parts;
    double accelerators = 0;
    for (const Json& each : valueAt(scenario, {"stack"})) {
        const Json& part = valueAt(each, {"standardized"});
        if (valueAt(part, {"kind"}) != "inference_engine") continue;
        const Json& accelerator = valueAt(part, {"accelerator"});
        parallelism(accelerator, parts);
        accelerators += counted(accelerator, positiveOf(valueAt(part, {"replicas"})).value_or(1));
        parts.add("engine", valueAt(part, {"tool"}));
        parts.add("engine_version", valueAt(part, {"tool_version"}));
        parts.add("model", valueAt(part, {"model", "name"}));
        parts.add("replicas", valueAt(part, {"replicas"}));
        parts.add("flags", flagsOf(valueAt(each, {"native", "args"})));
    }
    parts.state(context);
    stateCount(accelerators, context);
}

void workload(const Json& document, Context& context) {
    const Json& load = valueAt(document, {"scenario", "load"});
    const Json& standardized = valueAt(load, {"standardized"});
    // What a figure means is what it means to the tool that measured it.
    stateFirst(context, "note.measured_by", valueAt(load, {"name"}));
    stateFirst(context, "note.measured_by", valueAt(standardized, {"tool"}));
    stateFirst(context, "note.measured_by_version", valueAt(standardized, {"tool_version"}));
    stateFirst(context, "workload.name", valueAt(load, {"type"}));
    stateFirst(context, "workload.input_tokens", valueAt(standardized, {"input_seq_len", "value"}));
    stateFirst(context, "workload.output_tokens", valueAt(standardized, {"output_seq_len", "value"}));
    stateFirst(context, "note.stage", valueAt(standardized, {"stage"}));
    stateFirst(context, "note.date", valueAt(document, {"run", "time", "start"}));
    stateFirst(context, "note.run", valueAt(document, {"run", "uid"}));
    stateFirst(context, "note.description", valueAt(document, {"run", "description"}));
    stateFirst(context, "note.description", valueAt(document, {"scenario", "description"}));
    stateFirst(context, "note.harness", "llm-d benchmark report");
}

std::string take(const Json& document, SourceInfo& source, RunInfo& run) {
    const Report report = reportOf(document);
    if (!report.requests->is_object() && !report.latency->is_object())
        return "It has neither requests nor latencies, so it is no benchmark report.";
    const Json& scenario = valueAt(document, {"scenario"});
    stack(scenario, source.context);
    hosts(scenario, source.context);
    workload(document, source.context);
    run.load = loadOf(*report.load);
    figures(report, source, run);
    auto cap = positiveOf(valueAt(*report.load, {"concurrency"}));
    if (!cap) cap = positiveOf(valueAt(*report.load, {"max_concurrency"}));
    run.load = loadInForce(run.load, cap, run);
    return {};
}

int probe(const Sample& sample) {
    using Shape = Sample::Shape;
    if (sample.shape != Shape::object && sample.shape != Shape::lines && sample.shape != Shape::array) return 0;
    if (!sample.has("version")) return 0;
    const auto holds = [&](std::string_view text) { return sample.head.find(text) != std::string_view::npos; };
    if (sample.has("scenario") && sample.has("metrics")) return 95;
    return sample.has("run") && sample.has("results") && holds("\"request_performance\"") ? 95 : 0;
}

Result<ReadOutcome> read(const ReadInput& input, const Sample&, RowSink& sink) {
    return readSummaryDocuments(input, sink, take);
}

}  // namespace

const Reader llmdReader{
    "llm-d",
    "llm-d benchmark report",
    "version with scenario and metrics (0.1), or with run and results.request_performance (0.2): a summary only",
    {ReaderForm{probe, read}}};

}  // namespace plumbline
