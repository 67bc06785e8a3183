// mlperf_log_summary.txt: labelled text, into the keys of the detail log.
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/ingest/harness/mlperf/mlperf.h"

namespace plumbline {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

constexpr std::array<Pair, 20> labels{{{"SUT name", "sut_name"},
                                       {"Scenario", "effective_scenario"},
                                       {"Mode", "effective_test_mode"},
                                       {"Result is", "result_validity"},
                                       {"Completed samples per second", "result_completed_samples_per_sec"},
                                       {"Completed tokens per second", "result_completed_tokens_per_second"},
                                       {"QPS w/ loadgen overhead", "result_qps_with_loadgen_overhead"},
                                       {"Samples per second", "result_samples_per_second"},
                                       {"Tokens per second", "result_tokens_per_second"},
                                       {"Scheduled samples per second", "result_scheduled_samples_per_sec"},
                                       {"Min latency (ns)", "result_min_latency_ns"},
                                       {"Max latency (ns)", "result_max_latency_ns"},
                                       {"Mean latency (ns)", "result_mean_latency_ns"},
                                       {"Min First Token latency (ns)", "result_first_token_min_latency_ns"},
                                       {"Max First Token latency (ns)", "result_first_token_max_latency_ns"},
                                       {"Mean First Token latency (ns)", "result_first_token_mean_latency_ns"},
                                       {"target_qps", "effective_target_qps"},
                                       {"ttft_latency (ns)", "requested_server_ttft_latency"},
                                       {"tpot_latency (ns)", "requested_server_tpot_latency"},
                                       {"min_query_count", "effective_min_query_count"}}};

/// "99.00 percentile first token latency (ns)".
std::string percentileKey(std::string_view label) {
    const std::size_t cut = label.find(" percentile ");
    if (cut == std::string_view::npos) return {};
    const std::string percent(label.substr(0, cut));
    const std::string_view what = label.substr(cut + 12);
    if (what == "latency (ns)") return "result_" + percent + "_percentile_latency_ns";
    if (what == "first token latency (ns)") return "result_first_token_" + percent + "_percentile_latency_ns";
    if (what.starts_with("time to output token") || what.starts_with("time per output token"))
        return "result_time_per_output_token_" + percent + "_percentile_ns";
    return {};
}

/// "Min Time to Output Token (ns)", in other versions "Min Time per Output Token (ns)".
std::string outputTokenKey(std::string_view label) {
    for (const auto& [word, name] : {Pair{"Min", "min"}, {"Max", "max"}, {"Mean", "mean"}})
        for (const std::string_view middle : {" Time to Output Token (ns)", " Time per Output Token (ns)"})
            if (label == std::string(word) + std::string(middle))
                return "result_time_to_output_token_" + std::string(name);
    return {};
}

std::string keyOf(std::string_view label) {
    for (const auto& [text, key] : labels)
        if (label == text) return std::string(key);
    const std::string percentile = percentileKey(label);
    return percentile.empty() ? outputTokenKey(label) : percentile;
}

}  // namespace

void takeLoadGenSummaryLine(std::string_view line, LoadGenValues& values) {
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos) return;
    const std::string key = keyOf(trimmed(line.substr(0, colon)));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (key.empty() || value.empty()) return;
    const bool number = value.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
    values[key] = number ? std::string(value)
                         : nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace plumbline
