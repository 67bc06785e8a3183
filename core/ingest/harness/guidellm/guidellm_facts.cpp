// What a benchmark of GuideLLM says besides its requests: load, configuration, workload, figures (FORMATS/guidellm.md).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/ingest/harness/guidellm/guidellm.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;
using Path = std::initializer_list<const char*>;

/// The value at a path of keys; null where one of them is missing.
const Json& at(const Json& from, Path keys) {
    static const Json nothing;
    const Json* value = &from;
    for (const char* key : keys) {
        if (!value->is_object()) return nothing;
        const auto found = value->find(key);
        if (found == value->end()) return nothing;
        value = &*found;
    }
    return *value;
}

std::string jsonText(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool says(const Json& value) {
    return !value.is_null() && !((value.is_string() || value.is_structured()) && value.empty());
}

void stateFirst(Context& context, const std::string& key, std::initializer_list<const Json*> values) {
    for (const Json* value : values) {
        if (!says(*value)) continue;
        context[key].stated = jsonText(*value);
        return;
    }
}

std::optional<double> number(const Json& value) {
    if (!value.is_number()) return std::nullopt;
    const double out = value.get<double>();
    return std::isfinite(out) ? std::optional(out) : std::nullopt;
}

std::optional<std::int64_t> whole(const Json& value) {
    const auto out = number(value);
    return out && *out >= 0 && *out < 9e15 ? std::optional(std::llround(*out)) : std::nullopt;
}

/// Seconds of the epoch, by their decimals: the window's ends are compared with those of requests. -1 and 0 stand for
/// none.
Nanoseconds moment(const Json& value) {
    Nanoseconds out = unknownTime;
    const bool known = value.is_number() && parseTime(value.dump(), TimeUnit::seconds, out) == NumberKind::number;
    return known && out > Nanoseconds::zero() ? out : unknownTime;
}

std::string text(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

/// "0.8.0.dev18" to 0.8, as 8; -1 when it is no version.
int minorVersion(const std::string& version) {
    double major = 0, minor = 0;
    const std::size_t dot = version.find('.');
    if (dot == std::string::npos || parseDouble(version.substr(0, dot), major) != NumberKind::number) return -1;
    const std::size_t end = version.find_first_not_of("0123456789", dot + 1);
    if (parseDouble(version.substr(dot + 1, end - dot - 1), minor) != NumberKind::number) return -1;
    return major > 0 ? 1000 : static_cast<int>(std::min(minor, 999.0));
}

bool countsReasoning(const Json& report) {
    const int minor = minorVersion(text(at(report, {"metadata", "guidellm_version"})));
    return minor >= 0 ? minor >= 7 : number(at(report, {"metadata", "version"})).value_or(0) >= 2;
}

const Json& strategyOf(const Json& benchmark) {
    const Json& newer = at(benchmark, {"config", "strategy"});
    return newer.is_null() ? at(benchmark, {"args", "strategy"}) : newer;
}

std::string kindOf(const Json& strategy) {
    const std::string type = text(at(strategy, {"type_"}));
    return type.empty() ? text(at(strategy, {"kind"})) : type;
}

/// max_concurrency is a cap, not the level.
Load loadOf(const Json& strategy) {
    const std::string kind = kindOf(strategy);
    const auto streams = number(at(strategy, {"streams"}));
    const auto rate = number(at(strategy, {"rate"}));
    if (kind == "synchronous") return {LoadKind::concurrency, 1};
    if (kind == "concurrent" && streams && *streams > 0) return {LoadKind::concurrency, *streams};
    if (kind == "throughput") return {LoadKind::unbounded, 0};
    const bool paced = kind == "constant" || kind == "poisson" || kind == "async";
    return paced && rate && *rate > 0 ? Load{LoadKind::requestRate, *rate} : Load{};
}

struct ReportMetric {
    const char *theirs, *ours;
    double factor;
    bool distribution;
};
/// Their inter-token latency is our TPOT, weighted by tokens. Their time per output token is neither: to 0.3 it leaves
/// out the first token's wait, from 0.4 on it holds it.
constexpr std::array reportMetrics{ReportMetric{"request_latency", "e2e_s", 1, true},
                                   ReportMetric{"time_to_first_token_ms", "ttft_s", 1e-3, true},
                                   ReportMetric{"inter_token_latency_ms", "tpot_s", 1e-3, true},
                                   ReportMetric{"time_per_output_token_ms", "time_per_output_token_s", 1e-3, true},
                                   ReportMetric{"output_tokens_per_second", "system_output_tokens_per_s", 1, false},
                                   ReportMetric{"requests_per_second", "requests_per_s", 1, false},
                                   ReportMetric{"request_concurrency", "in_flight", 1, false}};

/// "p001" is the tenth of a percent, "p999" 99.9%.
std::string percentile(const std::string& key) {
    if (key == "p001") return "p0.1";
    if (key == "p999") return "p99.9";
    double percent = 0;
    const bool known = key.starts_with('p') && parseDouble(key.substr(1), percent) == NumberKind::number;
    return known && percent >= 0 && percent <= 100 ? fmt::format("p{:g}", percent) : std::string();
}

void reportDistribution(const Json& block, const ReportMetric& metric, Reported& out) {
    Reported values;
    constexpr std::pair<const char*, const char*> statistics[]{
        {"mean", "mean"}, {"std_dev", "std"}, {"min", "min"}, {"max", "max"}};
    for (const auto& [theirs, ours] : statistics)
        if (const auto value = number(at(block, {theirs}))) values[ours] = *value;
    if (const Json& quantiles = at(block, {"percentiles"}); quantiles.is_object())
        for (const auto& [key, value] : quantiles.items())
            if (const std::string which = percentile(key); !which.empty() && number(value))
                values[which] = *number(value);
    if (const auto median = number(at(block, {"median"}))) values["p50"] = *median;
    // What is missing enters as 0.0: a metric that is 0 throughout was not measured.
    const bool measured = std::any_of(values.begin(), values.end(), [](const auto& each) { return each.second != 0; });
    if (!measured) return;
    for (const auto& [which, value] : values) out[fmt::format("{}.{}", metric.ours, which)] = value * metric.factor;
}

/// The block of successful requests: the others hold what was cut off.
Reported reportedOf(const Json& benchmark) {
    Reported out;
    const Json& all = at(benchmark, {"metrics"});
    for (const ReportMetric& metric : reportMetrics) {
        const Json& block = at(all, {metric.theirs, "successful"});
        const auto mean = number(at(block, {"mean"}));
        if (metric.distribution)
            reportDistribution(block, metric, out);
        else if (mean && *mean > 0)
            out[metric.ours] = *mean;
    }
    constexpr std::pair<const char*, const char*> counts[]{{"prompt_token_count", "prompt_tokens"},
                                                           {"output_token_count", "output_tokens"}};
    for (const auto& [theirs, ours] : counts) {
        const Json& block = at(all, {theirs, "successful"});
        if (const auto mean = number(at(block, {"mean"})); mean && *mean > 0) out[std::string(ours) + ".mean"] = *mean;
        if (const auto sum = number(at(block, {"total_sum"})); sum && *sum > 0)
            out[std::string(ours) + ".total"] = *sum;
    }
    return out;
}

/// "prompt_tokens=198,output_tokens=105" states its lengths, and so does the object of report version 2.
void stateLengths(const std::string& data, Context& context) {
    for (const auto& [key, fact] :
         {std::pair{"prompt_tokens=", "workload.input_tokens"}, {"output_tokens=", "workload.output_tokens"}}) {
        const std::size_t found = data.find(key);
        if (found == std::string::npos) continue;
        const std::size_t from = found + std::string_view(key).size();
        const std::string value = data.substr(from, data.find_first_not_of("0123456789", from) - from);
        if (!value.empty()) context[fact].stated = value;
    }
}

void workload(const Json& report, const Json& benchmark, Context& context) {
    const Json* data = nullptr;
    for (const Json* each : {&at(benchmark, {"request_loader", "data"}), &at(benchmark, {"config", "requests", "data"}),
                             &at(report, {"args", "data"}), &at(report, {"config", "spec", "data"})})
        if (!data && says(*each)) data = each;
    if (!data) return;
    const Json& first = data->is_array() && data->size() == 1 ? data->front() : *data;
    if (!first.is_object()) {
        context["workload.dataset"].stated = jsonText(first);
        return stateLengths(first.is_string() ? first.get<std::string>() : jsonText(first), context);
    }
    stateFirst(context, "workload.dataset",
               {&at(first, {"source"}), &at(first, {"path"}), &at(first, {"name"}), &at(first, {"kind"})});
    stateFirst(context, "workload.input_tokens", {&at(first, {"prompt_tokens"})});
    stateFirst(context, "workload.output_tokens", {&at(first, {"output_tokens"})});
    if (number(at(first, {"turns"})).value_or(1) > 1) stateFirst(context, "workload.turns", {&at(first, {"turns"})});
    stateFirst(context, "workload.prefix_buckets", {&at(first, {"prefix_buckets"})});
}

/// Labels and extras are the user's own words for the run.
void labels(const Json& given, const std::string& prefix, Context& context) {
    if (!given.is_object()) return;
    for (const auto& [key, value] : given.items())
        if (says(value) && !value.is_structured()) context[prefix + key].stated = jsonText(value);
}

Context contextOf(const Json& report, const Json& benchmark) {
    Context context;
    const Json& args = at(report, {"args"});
    const Json& spec = at(report, {"config", "spec"});
    const Json& worker = at(benchmark, {"worker"});
    const Json& backend = at(benchmark, {"config", "backend"});
    stateFirst(context, "model",
               {&at(backend, {"model"}), &at(worker, {"backend_model"}), &at(spec, {"backend", "model"}),
                &at(args, {"backend_kwargs", "model"}), &at(args, {"model"})});
    stateFirst(
        context, "tokenizer",
        {&at(benchmark, {"request_loader", "processor"}), &at(args, {"processor"}), &at(spec, {"tokenizer", "model"})});
    stateFirst(context, "backend",
               {&at(worker, {"backend_type"}), &at(backend, {"kind"}), &at(spec, {"backend", "kind"}),
                &at(args, {"backend"})});
    stateFirst(context, "request_format",
               {&at(backend, {"request_format"}), &at(spec, {"backend", "request_format"}),
                &at(args, {"backend_kwargs", "request_format"})});
    workload(report, benchmark, context);
    labels(at(report, {"config", "metadata", "labels"}), "label.", context);
    labels(at(benchmark, {"extras"}), "extra.", context);
    const std::string version = text(at(report, {"metadata", "guidellm_version"}));
    context["note.harness"].stated = plumbline::quoted(version.empty() ? "GuideLLM" : "GuideLLM " + version);
    stateFirst(context, "note.url", {&at(backend, {"target"}), &at(worker, {"backend_target"})});
    stateFirst(context, "note.seed", {&at(args, {"random_seed"}), &at(spec, {"seed", "value"})});
    stateFirst(context, "note.start_time", {&at(benchmark, {"start_time"})});
    stateFirst(context, "note.strategy", {&at(strategyOf(benchmark), {"type_"}), &at(strategyOf(benchmark), {"kind"})});
    stateFirst(context, "note.max_concurrency", {&at(strategyOf(benchmark), {"max_concurrency"})});
    return context;
}

/// The old lists lack warm-up and cool-down requests, which only run_stats counts; the new ones hold all.
void counts(const Json& benchmark, bool old, RunInfo& run) {
    const Json& made = at(benchmark, {"scheduler_metrics", "requests_made"});
    const Json& totals = at(benchmark, {"request_totals"});
    const Json& counted = old ? (says(totals) ? totals : at(benchmark, {"run_stats", "requests_made"}))
                              : (says(made) ? made : at(benchmark, {"metrics", "request_totals"}));
    run.declaredRequests = whole(at(counted, {"total"}));
    run.declaredCompleted = whole(at(counted, {"successful"}));
}

bool warmupLeftOut(const Json& benchmark, bool old) {
    if (!old) return false;
    const auto made = number(at(benchmark, {"run_stats", "requests_made", "total"}));
    const auto kept = number(at(benchmark, {"request_totals", "total"}));
    if (made && kept && *kept < *made) return true;
    return says(at(benchmark, {"args", "warmup_number"})) || says(at(benchmark, {"args", "warmup_duration"}));
}

RunInfo runOf(const Json& benchmark, bool old) {
    RunInfo run;
    run.load = loadOf(strategyOf(benchmark));
    if (const auto duration = number(at(benchmark, {"duration"})); duration && *duration > 0)
        run.declaredDuration = toTime(*duration, TimeUnit::seconds);
    const Json& scheduler = at(benchmark, {old ? "run_stats" : "scheduler_metrics"});
    run.declaredStart = moment(at(scheduler, {"start_time"}));
    run.declaredEnd = moment(at(scheduler, {"end_time"}));
    counts(benchmark, old, run);
    const std::string id = text(at(benchmark, {"config", "id_"})), oldId = text(at(benchmark, {"id_"}));
    if (const std::string& known = id.empty() ? oldId : id; !known.empty()) run.fingerprint = "guidellm:" + known;
    run.reported = reportedOf(benchmark);
    return run;
}

void noteOddities(const Json& benchmark, const GuideLlmBenchmark& out, Diagnostics& diagnostics) {
    if (number(at(benchmark, {"cooldown_duration"})).value_or(0) < 0)
        diagnostics.note("window-past-last-request", 0, [] {
            return std::string("The measured window ends after the last request, so the harness's rates are too low.");
        });
    if (out.reading.askedFor)
        diagnostics.note("tokens-asked-for", 0, [] {
            return std::string(
                "Counts of the request were preferred over the server's: the output tokens are those "
                "that were asked for.");
        });
}

}  // namespace

GuideLlmBenchmark describeGuideLlm(const Json& report, const Json& benchmark, Diagnostics& diagnostics) {
    GuideLlmBenchmark out;
    GuideLlmReading& reading = out.reading;
    reading.old = at(benchmark, {"config"}).is_null() && at(benchmark, {"scheduler_metrics"}).is_null();
    reading.anyText = countsReasoning(report);
    const Json& prefers = at(benchmark, {"config", "prefer_response_metrics"});
    reading.askedFor = prefers.is_boolean() && !prefers.get<bool>();
    reading.measureStart = moment(at(benchmark, {"scheduler_metrics", "measure_start_time"}));
    reading.measureEnd = moment(at(benchmark, {"scheduler_metrics", "measure_end_time"}));
    out.run = runOf(benchmark, reading.old);
    reading.load = out.run.load;
    reading.openLoop = reading.load.kind == LoadKind::requestRate || kindOf(strategyOf(benchmark)) == "trace";
    out.context = contextOf(report, benchmark);
    out.warmupRemoved = warmupLeftOut(benchmark, reading.old);
    out.boundary = {"sent", std::string(name(reading.anyText ? FirstTokenKind::anyText : FirstTokenKind::answerText)),
                    reading.old ? "end-marker" : "closed",
                    std::string(name(reading.askedFor ? TokenSource::requested : TokenSource::usage)), "epoch"};
    noteOddities(benchmark, out, diagnostics);
    return out;
}

void leaveOutGuideLlm(Context& context) {
    leaveOut(context, "itl_s",
             "GuideLLM's inter-token latency is one mean a request, over its tokens: it is TPOT here");
}

}  // namespace plumbline
