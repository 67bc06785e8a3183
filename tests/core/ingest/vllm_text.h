// vLLM result objects for tests: today's keys in today's order, any of them replaced or left out.
#pragma once

#include "tests/core/ingest/json_text.h"

namespace plumbline::test {

class VllmText : public JsonText {
public:
    VllmText(const JsonText& text) : JsonText(text) {}
    VllmText()
        : JsonText({{"date", "\"20260725-052642\""},
                    {"endpoint_type", "\"openai\""},
                    {"backend", "\"openai\""},
                    {"label", "null"},
                    {"model_id", "\"acme/tiny-1b\""},
                    {"tokenizer_id", "\"acme/tiny\""},
                    {"num_prompts", "2"},
                    {"request_rate", "\"inf\""},
                    {"burstiness", "1.0"},
                    {"max_concurrency", "4"},
                    {"duration", "2.5"},
                    {"completed", "2"},
                    {"failed", "0"},
                    {"total_input_tokens", "30"},
                    {"total_output_tokens", "6"},
                    {"request_throughput", "0.8"},
                    {"request_goodput", "null"},
                    {"output_throughput", "2.4"},
                    {"total_token_throughput", "14.4"},
                    {"input_lens", "[10, 20]"},
                    {"output_lens", "[2, 4]"},
                    {"ttfts", "[0.5, 0.25]"},
                    {"itls", "[[0.125], [0.1, 0.2, 0.3]]"},
                    {"start_times", "[1000.5, 1000.75]"},
                    {"generated_texts", "[\"a \\\"}]\", \"{[\"]"},
                    {"errors", "[\"\", \"\"]"},
                    {"max_output_tokens_per_s", "6.0"},
                    {"max_concurrent_requests", "9"},
                    {"mean_ttft_ms", "375.0"},
                    {"median_ttft_ms", "375.0"},
                    {"std_ttft_ms", "125.0"},
                    {"p99_ttft_ms", "497.5"},
                    {"mean_e2el_ms", "737.5"},
                    {"p99.9_e2el_ms", "849.8"}}) {}
};

}  // namespace plumbline::test
