// What an AIPerf summary says of the run besides its figures: input_config, telemetry, versions.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "core/ingest/harness/aiperf/aiperf_summary.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// The value at a path of keys; null where one of them is missing.
const Json& at(const Json& from, std::initializer_list<const char*> keys) {
    static const Json nothing;
    const Json* value = &from;
    for (const char* key : keys) {
        const auto found = value->is_object() ? value->find(key) : value->end();
        if (!value->is_object() || found == value->end()) return nothing;
        value = &*found;
    }
    return *value;
}

std::string jsonText(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

void state(Context& context, std::string_view key, const Json& value) {
    const bool says = !value.is_null() && !((value.is_string() || value.is_structured()) && value.empty());
    if (says) context[std::string(key)].stated = jsonText(value);
}

/// The first of the values that says something.
void stateFirst(Context& context, std::string_view key, std::initializer_list<const Json*> values) {
    for (const Json* value : values) {
        state(context, key, *value);
        if (context.contains(key)) return;
    }
}

std::optional<double> positive(const Json& value) {
    if (!value.is_number()) return std::nullopt;
    const double number = value.get<double>();
    return std::isfinite(number) && number > 0 ? std::optional(number) : std::nullopt;
}

std::string joined(const std::set<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : " + ") + name;
    return out;
}

void model(const Json& names, Context& context) {
    std::string all;
    if (names.is_array())
        for (const Json& name : names)
            if (name.is_string()) all += (all.empty() ? "" : ", ") + name.get<std::string>();
    if (!all.empty()) state(context, "model", all);
}

/// Several exporters may list the same device, so devices are told apart by what they are, not by where they are
/// listed.
void accelerators(const Json& endpoints, Context& context) {
    std::set<std::string> names;
    std::set<std::tuple<std::string, std::string, std::string>> devices;
    if (!endpoints.is_object()) return;
    for (const Json& endpoint : endpoints) {
        const Json& gpus = at(endpoint, {"gpus"});
        if (!gpus.is_object()) continue;
        for (const Json& gpu : gpus) {
            const Json& name = at(gpu, {"gpu_name"});
            if (!name.is_string()) continue;
            names.insert(name.get<std::string>());
            devices.emplace(name.get<std::string>(), jsonText(at(gpu, {"gpu_uuid"})), jsonText(at(gpu, {"gpu_index"})));
        }
    }
    if (devices.empty()) return;
    state(context, "accelerator", joined(names));
    state(context, "accelerator_count", devices.size());
}

void workload(const Json& document, Context& context) {
    const Json& input = at(document, {"input_config", "input"});
    const Json& prompts = at(input, {"prompt", "input_tokens", "mean"});
    const Json synthetic = "synthetic";
    const bool isSynthetic = positive(prompts).has_value() && at(input, {"file"}).is_null();
    static const Json nothing;
    stateFirst(context, "workload.dataset",
               {&at(document, {"metadata", "dataset", "hf_dataset_name"}), &at(input, {"public_dataset"}),
                &at(input, {"file"}), &at(input, {"custom_dataset_type"}), isSynthetic ? &synthetic : &nothing});
    stateFirst(context, "workload.name",
               {&at(document, {"metadata", "scenario"}), &at(document, {"input_config", "scenario"})});
    if (isSynthetic) state(context, "workload.input_tokens", prompts);
    if (positive(at(input, {"prompt", "output_tokens", "mean"})))
        state(context, "workload.output_tokens", at(input, {"prompt", "output_tokens", "mean"}));
}

void notes(const Json& document, Context& context) {
    const Json& config = at(document, {"input_config"});
    const Json& version = at(document, {"aiperf_version"});
    state(context, "note.harness",
          version.is_string() ? "AIPerf " + version.get<std::string>() : std::string("AIPerf"));
    state(context, "note.date", at(document, {"start_time"}));
    stateFirst(context, "note.benchmark_id", {&at(document, {"benchmark_id"}), &at(config, {"benchmark_id"})});
    stateFirst(context, "note.url", {&at(config, {"endpoint", "url"}), &at(config, {"endpoint", "urls"})});
    stateFirst(context, "note.seed", {&at(config, {"input", "random_seed"}), &at(config, {"random_seed"})});
    for (const char* option : {"concurrency", "request_rate", "arrival_pattern", "request_rate_mode",
                               "benchmark_duration", "warmup_request_count", "request_cancellation_rate"})
        state(context, std::string("note.") + option, at(config, {"loadgen", option}));
}

/// A rate with a cap on concurrency beside it is a rate (METRICS §1), unless the rate is said to be ignored.
Load loadOf(const Json& loadgen) {
    const auto rate = positive(at(loadgen, {"request_rate"}));
    const auto concurrency = positive(at(loadgen, {"concurrency"}));
    const bool burst = at(loadgen, {"arrival_pattern"}) == "concurrency_burst" ||
                       at(loadgen, {"request_rate_mode"}) == "concurrency_burst";
    if (concurrency && (burst || !rate)) return {LoadKind::concurrency, *concurrency};
    if (rate) return {LoadKind::requestRate, *rate};
    return {};
}

}  // namespace

void describeAiperfRun(const Json& document, AiperfSummary& summary) {
    const Json& config = at(document, {"input_config"});
    const Json& loadgen = at(config, {"loadgen"});
    Context& context = summary.context;
    model(at(config, {"endpoint", "model_names"}), context);
    state(context, "backend", at(config, {"endpoint", "type"}));
    state(context, "streaming", at(config, {"endpoint", "streaming"}));
    state(context, "tokenizer", at(config, {"tokenizer", "name"}));
    state(context, "extra_inputs", at(config, {"input", "extra"}));
    accelerators(at(document, {"telemetry_data", "endpoints"}), context);
    workload(document, context);
    notes(document, context);
    summary.run.load = loadOf(loadgen);
    const Json& serverTokens = at(config, {"endpoint", "use_server_token_count"});
    summary.serverTokens = serverTokens.is_boolean() && serverTokens.get<bool>();
    const Json& warmup = at(document, {"warmup_metrics"});  // measured apart from what the figures count
    summary.warmupAsked = positive(at(loadgen, {"warmup_request_count"})).has_value() ||
                          positive(at(loadgen, {"warmup_duration"})).has_value() ||
                          (warmup.is_object() && !warmup.empty());
    if (const auto asked = positive(at(loadgen, {"request_count"})))
        summary.run.declaredRequests = std::llround(*asked);
    const Json& trial = at(document, {"run_info", "trial"});
    if (trial.is_number_integer() && trial.get<std::int64_t>() > 0 && trial.get<std::int64_t>() < 1'000'000)
        summary.run.number = trial.get<std::int32_t>();
}

}  // namespace plumbline
