// A small whole result of each of SGLang, TensorRT-LLM and GuideLLM.
#pragma once

#include <string>

namespace plumbline::test {

inline const std::string sglangFile =
    R"({"backend": "sglang", "dataset_name": "random", "request_rate": Infinity, "max_concurrency": 2, "server_info": {"model_path": "m", "tp_size": 2, "x": [1, {"y": "]"}]}, "duration": 2.5, "completed": 2, "total_output_tokens_retokenized": 6, "mean_ttft_ms": 375.0, "input_lens": [1, 2], "output_lens": [2, 4], "ttfts": [0.5, 0.25], "itls": [[0.125], [0.1, 0.2, 0.3]], "generated_texts": ["a \"}]", "{["], "errors": ["", "b"]})"
    "\n"
    R"({"backend": "vllm", "dataset_name": "sharegpt", "request_rate": 2.0, "total_output_tokens_retokenized": 9, "duration": 1, "completed": 9, "median_e2e_latency_ms": 3.5})"
    "\n";

inline const std::string servingFile =
    R"({"backend": "openai-chat", "model_id": "m", "duration": 2.5, "completed": 2, "request_rate": "inf", "max_concurrency": 4, "total_token_throughput": 14.4, "user_throughput": 4.5, "energy": {"a": 1}, "input_lens": [10, 20], "output_lens": [2, 3], "ttfts": [-1, 0.25], "itls": [[], [0.001, 0.2, 0.3]], "e2els": [0.7, 0.8], "errors": ["", ""], "mean_ttft_ms": -375.0})";

inline const std::string benchFile =
    R"([{"id": 1, "num_input_tokens": 12, "start_timestamp": 4000000000000000001, "first_token_timestamp": 4000000000250000001, "end_timestamp": 4000000001250000001, "num_output_tokens": 11, "output": "a \"}]"},)"
    "\n"
    R"( {"id": 2, "num_input_tokens": 3, "start_timestamp": 40, "first_token_timestamp": -1, "end_timestamp": 90, "output_tokens": [1, 2, 3]}])";

inline const std::string guideLlmFile =
    R"({"metadata": {"guidellm_version": "0.7.1"}, "benchmarks": [{"type_": "generative_benchmark", "requests": {"successful": [{"request_id": "a", "request_args": "{\"body\":{\"prompt\":\"x \\\"y\",\"max_tokens\":5}}", "info": {"turn_index": 0, "timings": {"request_start": 1700000100.0, "first_token_iteration": 1700000100.25, "token_iterations": 4, "request_end": 1700000102.5}}, "output_tokens": 5}, {"request_id": "b", "output_tokens": 5}], "errored": [], "incomplete": [{"request_id": "c", "output_tokens": 128, "start_time": 1700000100.0, "first_token_time": -1.0}]}, "config": {"id_": "b-2", "strategy": {"type_": "concurrent", "streams": 8}}, "metrics": {"request_latency": {"successful": {"mean": 2.5, "percentiles": {"p99": 3}}}}}]})";

}  // namespace plumbline::test
