// The readers that registry.cpp lists: one a format, each defined beside what it reads.
#pragma once

#include "core/ingest/reader/reader.h"

namespace plumbline {

extern const Reader traceJsonlReader;     ///< trace_jsonl.cpp
extern const Reader traceCsvReader;       ///< trace_csv.cpp
extern const Reader summaryTableReader;   ///< summary_table.cpp
extern const Reader vllmReader;           ///< vllm.cpp
extern const Reader aiperfReader;         ///< aiperf.cpp
extern const Reader sglangReader;         ///< sglang.cpp
extern const Reader guideLlmReader;       ///< guidellm.cpp
extern const Reader trtllmServingReader;  ///< trtllm_serving.cpp
extern const Reader trtllmBenchReader;    ///< trtllm_bench.cpp
extern const Reader genaiBenchReader;     ///< genai_bench.cpp
extern const Reader llmperfReader;        ///< llmperf.cpp
extern const Reader evalscopeReader;      ///< evalscope.cpp
extern const Reader llmeterReader;        ///< llmeter.cpp
extern const Reader hfBenchmarkerReader;  ///< hf_benchmarker.cpp
extern const Reader litellmReader;        ///< litellm.cpp
extern const Reader llmLoadTestReader;    ///< llm_load_test.cpp
extern const Reader inferencePerfReader;  ///< inference_perf.cpp
extern const Reader genaiPerfReader;      ///< genai_perf.cpp
extern const Reader otelReader;           ///< otel.cpp
extern const Reader endpointsReader;      ///< endpoints.cpp
extern const Reader llmOptimizerReader;   ///< llm_optimizer.cpp
extern const Reader mlperfReader;         ///< mlperf.cpp
extern const Reader inferencexReader;     ///< inferencex.cpp
extern const Reader llmdReader;           ///< llmd.cpp
extern const Reader ollamaReader;         ///< ollama.cpp
extern const Reader llamaServerReader;    ///< llama_server.cpp
extern const Reader llamaBenchReader;     ///< llama_bench.cpp
// Reference traffic:
extern const Reader azureTrafficReader;     ///< traffic_azure.cpp
extern const Reader mooncakeTrafficReader;  ///< traffic_mooncake.cpp
extern const Reader qwenTrafficReader;      ///< traffic_qwen.cpp
extern const Reader burstgptTrafficReader;  ///< traffic_burstgpt.cpp
extern const Reader vidurTrafficReader;     ///< traffic_vidur.cpp

/// What is known, but is no result: the sentence that says what it is and what to give instead, or nothing.
std::string refusalOfAiperfFile(const Sample& sample);
std::string refusalOfVllmFile(const Sample& sample);
std::string refusalOfSibling(const Sample& sample);
std::string refusalOfGuideLlmFile(const Sample& sample);

}  // namespace plumbline
