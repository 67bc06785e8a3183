// vLLM result objects for tests: today's keys in today's order, any of them replaced or left out.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plumbline::test {

class VllmText {
public:
    VllmText() = default;
    /// Replaces a key's JSON text, or adds the key at the end.
    VllmText& with(const std::string& key, const std::string& json) {
        for (auto& [known, text] : m_fields)
            if (known == key) return text = json, *this;
        m_fields.emplace_back(key, json);
        return *this;
    }
    VllmText& without(const std::string& key) {
        std::erase_if(m_fields, [&](const auto& field) { return field.first == key; });
        return *this;
    }
    /// Only what a file without --save-detailed holds.
    VllmText& summary() {
        for (const char* key :
             {"input_lens", "output_lens", "ttfts", "itls", "start_times", "generated_texts", "errors"})
            without(key);
        return *this;
    }
    VllmText& reversed() { return m_fields = {m_fields.rbegin(), m_fields.rend()}, *this; }
    std::string compact() const { return text(", ", ": ", "{", "}"); }
    std::string pretty() const { return text(",\n    ", ": ", "{\n    ", "\n}"); }

private:
    std::string text(const char* comma, const char* colon, const char* open, const char* close) const {
        std::string out = open;
        for (const auto& [key, json] : m_fields) {
            if (out.size() > std::string(open).size()) out += comma;
            out.append("\"").append(key).append("\"").append(colon).append(json);
        }
        return out + close;
    }

    std::vector<std::pair<std::string, std::string>> m_fields{{"date", "\"20260725-052642\""},
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
                                                              {"p99.9_e2el_ms", "849.8"}};
};

}  // namespace plumbline::test
