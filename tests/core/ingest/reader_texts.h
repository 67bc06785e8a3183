// A small whole file of each of several readers.
#pragma once

namespace plumbline::test {

inline constexpr const char* inferencePerf =
    R"([{"start_time": 0.5, "end_time": 2.5, "request": "r", "response": "x", "info": {"response_metrics":
    {"output_tokens": 3, "chunk_times": [0.75, 1.5], "server_usage": {"completion_tokens": 4}}, "input_tokens": 7},
    "error": null}, {"start_time": 1.5, "end_time": 3, "info": {"output_tokens": 2, "output_token_times": [2, 2.5]},
    "error": {"error_type": "TimeoutError", "error_msg": "late"}}])";

inline constexpr const char* stage =
    R"({"load_summary": {"count": 3, "requested_rate": 2.5}, "successes": {"count": 3, "latency": {"request_latency":
    {"mean": 1.5, "p99": 2}}, "throughput": {"output_tokens_per_sec": 12.5}}, "failures": {"count": 0}})";

inline constexpr const char* genaiPerf =
    R"({"experiments": [{"experiment": {"mode": "concurrency", "value": 8}, "requests": [{"timestamp": 1760000000000000000,
    "request_inputs": {"payload": "{}"}, "response_timestamps": [1760000000100000000, 1760000000200000000],
    "response_outputs": [{"response": "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"},
    {"response": "data: [DONE]\n\n"}]}]}], "service_kind": "openai"})";

inline constexpr const char* otel =
    R"({"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"spans": [{"startTimeUnixNano": "1790000001000000000",
    "endTimeUnixNano": "1790000003000000000", "attributes": [{"key": "gen_ai.latency.e2e", "value": {"doubleValue": 2}},
    {"key": "gen_ai.usage.completion_tokens", "value": {"intValue": "8"}}], "status": {"code": 2}}]}]}]})";

inline constexpr const char* endpoints =
    R"({"event_type": "sample.issued", "timestamp_ns": 5, "sample_uuid": "a", "data": {"prompt": "p"}}
{"event_type": "sample.recv_first", "timestamp_ns": 9, "sample_uuid": "a", "data": "x"}
{"event_type": "error.client", "timestamp_ns": 9, "sample_uuid": "a", "data": {"kind": "k"}}
{"event_type": "sample.complete", "timestamp_ns": 20, "sample_uuid": "a", "data": null}
)";

inline constexpr const char* llmOptimizer =
    R"({"config": {"client_args": {"max_concurrency": 4}, "server_cmd_args": ["--tp=4"]}, "results": {"completed": 9,
    "duration": 10.0, "mean_ttft_ms": 125.0, "output_throughput": 900.0}, "cmd": "vllm serve m", "metadata": {"gpu_count": 4}})";

inline constexpr const char* mlperf =
    R"(:::MLLOG {"key": "effective_scenario", "value": "Server", "metadata": {"is_error": false}}
:::MLLOG {"key": "result_mean_latency_ns", "value": 2000000000, "metadata": {"is_error": false}}
:::MLLOG {"key": "result_completed_tokens_per_second", "value": 35.5, "metadata": {"is_error": true}}
)";

inline constexpr const char* inferencex =
    R"([{"hw": "b200", "conc": 64, "tp": 4, "output_tput_per_gpu": 100.0, "median_ttft": 0.25, "p99_intvty": 20.0}])";

inline constexpr const char* llmd =
    R"({"version": "0.1", "scenario": {"host": {"accelerator": [{"model": "H100", "count": 8, "parallelism": {"tp": 8}}]},
    "load": {"args": {"qps_values": 1.5}}}, "metrics": {"requests": {"total": 32, "failures": 2}, "latency":
    {"time_to_first_token": {"units": "ms", "mean": 800}}, "throughput": {"requests_per_sec": 1.02}}})";

}  // namespace plumbline::test
