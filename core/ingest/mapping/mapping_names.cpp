#include "core/ingest/mapping/mapping_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/trace/ascii.h"

namespace plumbline {
namespace {

struct Known {
    std::string_view words;
    NamedFor is;
};

/// Names that harnesses and people give; the first of a field that a file has is proposed.
constexpr std::array known{
    Known{"id", {"id"}},
    Known{"request_id", {"id"}},
    Known{"req_id", {"id"}},
    Known{"uuid", {"id"}},
    Known{"concurrency", {"load.concurrency"}},
    Known{"users", {"load.concurrency"}},
    Known{"num_users", {"load.concurrency"}},
    Known{"clients", {"load.concurrency"}},
    Known{"max_concurrency", {"load.concurrency"}},
    Known{"request_rate", {"load.request_rate"}},
    Known{"rps", {"load.request_rate"}},
    Known{"qps", {"load.request_rate"}},
    Known{"scheduled", {"scheduled", true}},
    Known{"scheduled_at", {"scheduled", true}},
    Known{"start", {"start", true}},
    Known{"start_time", {"start", true}},
    Known{"started_at", {"start", true}},
    Known{"timestamp", {"start", true}},
    Known{"sent_at", {"start", true}},
    Known{"send_time", {"start", true}},
    Known{"request_start", {"start", true}},
    Known{"time_start", {"start", true}},
    Known{"ts", {"start", true}},
    Known{"t", {"start", true}},
    Known{"ttfb", {"first_byte"}},
    Known{"time_to_first_byte", {"first_byte"}},
    Known{"first_byte", {"first_byte"}},
    Known{"ttft", {"first_token"}},
    Known{"time_to_first_token", {"first_token"}},
    Known{"first_token_latency", {"first_token"}},
    Known{"first_token", {"first_token"}},
    Known{"first_token_time", {"first_token"}},
    Known{"first_token_at", {"first_token", true}},
    Known{"end", {"end"}},
    Known{"latency", {"end"}},
    Known{"total", {"end"}},
    Known{"total_time", {"end"}},
    Known{"total_latency", {"end"}},
    Known{"duration", {"end"}},
    Known{"e2e", {"end"}},
    Known{"e2e_latency", {"end"}},
    Known{"e2el", {"end"}},
    Known{"end_to_end_latency", {"end"}},
    Known{"elapsed", {"end"}},
    Known{"elapsed_time", {"end"}},
    Known{"response_time", {"end"}},
    Known{"request_latency", {"end"}},
    Known{"end_time", {"end", true}},
    Known{"ended_at", {"end", true}},
    Known{"finished_at", {"end", true}},
    Known{"completed_at", {"end", true}},
    Known{"request_end", {"end", true}},
    Known{"time_end", {"end", true}},
    Known{"queue", {"queue"}},
    Known{"queue_time", {"queue"}},
    Known{"queued", {"queue"}},
    Known{"chunks", {"chunks"}},
    Known{"num_chunks", {"chunks"}},
    Known{"itl", {"gaps"}},
    Known{"itls", {"gaps"}},
    Known{"inter_token_latencies", {"gaps"}},
    Known{"gaps", {"gaps"}},
    Known{"prompt_tokens", {"prompt_tokens"}},
    Known{"input_tokens", {"prompt_tokens"}},
    Known{"n_in", {"prompt_tokens"}},
    Known{"prompt_len", {"prompt_tokens"}},
    Known{"input_len", {"prompt_tokens"}},
    Known{"num_input_tokens", {"prompt_tokens"}},
    Known{"tokens_in", {"prompt_tokens"}},
    Known{"cached_tokens", {"cached_tokens"}},
    Known{"output_tokens", {"output_tokens"}},
    Known{"completion_tokens", {"output_tokens"}},
    Known{"n_out", {"output_tokens"}},
    Known{"output_len", {"output_tokens"}},
    Known{"num_output_tokens", {"output_tokens"}},
    Known{"tokens_out", {"output_tokens"}},
    Known{"generated_tokens", {"output_tokens"}},
    Known{"tokens_generated", {"output_tokens"}},
    Known{"reasoning_tokens", {"reasoning_tokens"}},
    Known{"max_tokens", {"max_tokens"}},
    Known{"finish_reason", {"finish"}},
    Known{"finish", {"finish"}},
    Known{"status", {"status"}},
    Known{"ok", {"status"}},
    Known{"success", {"status"}},
    Known{"status_code", {"status"}},
    Known{"http_status", {"status"}},
    Known{"error", {"error"}},
    Known{"error_message", {"error"}},
    Known{"phase", {"phase"}},
    Known{"run", {"repeat"}},
    Known{"repeat", {"repeat"}},
    Known{"session", {"session"}},
    Known{"session_id", {"session"}},
    Known{"turn", {"turn"}},
};

bool isWord(char c) { return isLetter(c) || isDigit(c); }

/// "Total Time (ms)", "totalTimeMs": "total_time_ms".
std::string snakeCase(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool begins = isUpper(c) && i > 0 && isWord(text[i - 1]) && !isUpper(text[i - 1]);
        if ((begins || !isWord(c)) && !out.empty() && out.back() != '_') out += '_';
        if (isWord(c)) out += lowerOf(c);
    }
    while (out.ends_with('_')) out.pop_back();
    return out;
}

}  // namespace

ColumnName columnName(std::string_view column) {
    std::string words = snakeCase(column.substr(column.find_last_of('.') + 1));
    constexpr std::array<std::pair<std::string_view, TimeUnit>, 13> units{{
        {"_ns", TimeUnit::nanoseconds},
        {"_us", TimeUnit::microseconds},
        {"_ms", TimeUnit::milliseconds},
        {"_s", TimeUnit::seconds},
        {"_sec", TimeUnit::seconds},
        {"_secs", TimeUnit::seconds},
        {"_seconds", TimeUnit::seconds},
        {"_msec", TimeUnit::milliseconds},
        {"_millis", TimeUnit::milliseconds},
        {"_milliseconds", TimeUnit::milliseconds},
        {"_microseconds", TimeUnit::microseconds},
        {"_nanos", TimeUnit::nanoseconds},
        {"_nanoseconds", TimeUnit::nanoseconds},
    }};
    for (const auto& [suffix, unit] : units)
        if (words.ends_with(suffix)) {
            words.resize(words.size() - suffix.size());
            if (words.ends_with("_in")) words.resize(words.size() - 3);
            return {std::move(words), unit};
        }
    return {std::move(words), std::nullopt};
}

NamedFor fieldNamed(std::string_view words) {
    const auto found = std::find_if(known.begin(), known.end(), [&](const Known& one) { return one.words == words; });
    return found == known.end() ? NamedFor{} : found->is;
}

}  // namespace plumbline
