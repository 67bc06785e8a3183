#include "core/ingest/refusals.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace plumbline {
namespace {

bool holds(const Sample& sample, std::string_view text) { return sample.head.find(text) != std::string_view::npos; }

/// One kind of file: how it shows, and what is said of it.
struct Kind {
    bool (*is)(const Sample&);
    const char* says;
};

bool isLocustStats(const Sample& sample) {
    return sample.has("Request Count") && sample.has("Failure Count") && sample.has("Median Response Time");
}
bool isLocustHistory(const Sample& sample) {
    return sample.has("User Count") && (sample.has("Total Request Count") || sample.has("Requests/s"));
}
bool isLocustFailures(const Sample& sample) {
    return (sample.has("Method") && sample.has("Name") && sample.has("Error") && sample.has("Occurrences")) ||
           (sample.has("Count") && sample.has("Message") && sample.has("Traceback"));
}
bool isK6Csv(const Sample& sample) { return sample.has("metric_name") && sample.has("metric_value"); }
bool isK6Json(const Sample& sample) {
    const bool point = sample.has("metric") && sample.has("type") && sample.has("data");
    return point || (sample.has("metrics") && holds(sample, "\"http_req_duration\""));
}

bool isInferencePerfServer(const Sample& sample) {
    return sample.has("load_summary") && sample.has("successes") && sample.has("failures");
}
bool isInferencePerfCheck(const Sample& sample) {
    return sample.has("global") && sample.has("reports") && holds(sample, "lifecycle_metrics");
}
bool isInferencePerfConfig(const Sample& sample) { return sample.has("load") && holds(sample, "\"stages\""); }

bool isMlperfSystem(const Sample& sample) {
    return sample.has("accelerators_per_node") && sample.has("system_name") && sample.has("submitter");
}
bool isMlperfAccuracy(const Sample& sample) { return sample.has("seq_id") && sample.has("qsl_idx"); }
std::string_view fileName(const Sample& sample) {
    return std::string_view(sample.path).substr(sample.path.find_last_of('/') + 1);
}
bool isEmptyAccuracy(const Sample& sample) {
    return sample.shape == Sample::Shape::array && sample.keys.empty() &&
           fileName(sample).find("mlperf_log_accuracy") != std::string_view::npos;
}
bool isEmptyTrace(const Sample& sample) {
    const bool empty = sample.shape == Sample::Shape::empty || sample.keys.empty();
    return empty && fileName(sample).find("mlperf_log_trace") != std::string_view::npos;
}
bool isTrace(const Sample& sample) {
    return fileName(sample).find("mlperf_log_trace") != std::string_view::npos ||
           (sample.has("traceEvents") && holds(sample, "\"issue_start_ns\""));
}

/// Values by number of speculative tokens; YAML comes here as JSON, its comments lost.
bool isGoldenAcceptance(const Sample& sample) {
    return holds(sample, "\"thinking_on\"") || holds(sample, "\"thinking_off\"") ||
           holds(sample, "Acceptance Length (AL) reference values");
}

bool isEndpointsDatabase(const Sample& sample) {
    return sample.head.starts_with("SQLite format 3") && holds(sample, "sample_uuid");
}
bool isPrometheus(const Sample& sample) {
    return (sample.has("status") && sample.has("data") && holds(sample, "\"resultType\"")) ||
           (sample.head.starts_with("# HELP ") && holds(sample, "# TYPE "));
}
bool isNvidiaSmi(const Sample& sample) {
    return std::any_of(sample.keys.begin(), sample.keys.end(), [](const std::string& key) {
        return key.starts_with("utilization.gpu") || key.starts_with("power.draw");
    });
}
bool isDcgm(const Sample& sample) { return holds(sample, "DCGM_FI_"); }

constexpr std::array kinds{
    Kind{isLocustStats,
         "It is Locust's table of statistics: times of whole calls, failures among them, without tokens. Give a file "
         "with one line a request, or a summary table."},
    Kind{isLocustHistory,
         "It is Locust's history of a run, without requests or tokens. Give a file with one line a request."},
    Kind{isLocustFailures, "It is Locust's list of failures. Give a file with one line a request."},
    Kind{
        isK6Csv,
        "It is k6's list of metric samples, where what belongs to one request is not said. Give a file with one line a "
        "request."},
    Kind{isK6Json, "It is k6's output, without tokens or first tokens. Give a file with one line a request."},
    Kind{isInferencePerfServer,
         "It is inference-perf's summary of what the servers' metrics said. Give "
         "per_request_lifecycle_metrics.json, or stage_N_lifecycle_metrics.json."},
    Kind{isInferencePerfCheck,
         "It is inference-perf's check of its own reports. Give per_request_lifecycle_metrics.json, or "
         "stage_N_lifecycle_metrics.json."},
    Kind{isInferencePerfConfig,
         "It is the configuration of a run of inference-perf, read with its results. Give "
         "per_request_lifecycle_metrics.json, or stage_N_lifecycle_metrics.json."},
    Kind{isMlperfSystem,
         "It is the description of a system in an MLPerf submission, read with its results. Give "
         "mlperf_log_detail.txt."},
    Kind{isMlperfAccuracy, "It is MLPerf's log of an accuracy run, without times. Give mlperf_log_detail.txt."},
    Kind{isEmptyAccuracy,
         "It is MLPerf's accuracy log of a performance run, which is empty. Give mlperf_log_detail.txt."},
    Kind{isEmptyTrace, "It is a LoadGen trace, which is empty unless tracing was on. Give mlperf_log_detail.txt."},
    Kind{isTrace,
         "It is a LoadGen trace, of which no two versions are alike and which need not be valid JSON. Give "
         "mlperf_log_detail.txt."},
    Kind{isGoldenAcceptance,
         "It holds InferenceX's reference lengths of accepted drafts, and no measured run. Give an aggregate "
         "(agg_*.json) or the client's result."},
    Kind{isEndpointsDatabase,
         "It is MLCommons Endpoints' database of events. Give events.jsonl or result_summary.json."},
    Kind{isPrometheus, "It holds a server's metrics, without requests. Give what the load generator wrote."},
    Kind{isNvidiaSmi, "It is a log of what the GPUs did, without requests. Give what the load generator wrote."},
    Kind{isDcgm, "It is an export of GPU metrics, without requests. Give what the load generator wrote."},
};

}  // namespace

std::string refusalOf(const Sample& sample) {
    for (const Kind& kind : kinds)
        if (kind.is(sample)) return kind.says;
    return {};
}

}  // namespace plumbline
