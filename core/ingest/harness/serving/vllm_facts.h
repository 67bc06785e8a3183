// What one vLLM result object says of itself, beside its detail arrays.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/trace/context.h"

namespace plumbline {

/// The object's scalar keys as JSON texts.
class VllmScalars {
public:
    void set(const std::string& key, std::string_view json) { m_values[key] = json; }
    bool has(std::string_view key) const { return m_values.contains(key); }
    /// A finite number, or one that is written as a text.
    std::optional<double> number(std::string_view key) const;
    /// The string's contents, or the scalar as it is written; empty for null and for what is not there.
    std::string text(std::string_view key) const;
    std::string backend() const;  ///< endpoint_type where there is one, else backend
    const std::map<std::string, std::string, std::less<>>& all() const { return m_values; }

private:
    std::map<std::string, std::string, std::less<>> m_values;
};

/// How the client of the object's time measured (FORMATS/vllm.md §5).
struct VllmEra {
    bool chat = false;
    bool relative = false;  ///< the Rust client: start times from the benchmark's start
    FirstTokenKind first = FirstTokenKind::anyEvent;
    TokenSource tokens = TokenSource::usage;
};

/// Whether the keys of an object are those of a vLLM serving result, and not of a fork's with other meanings.
template <class Has>
bool isVllmServing(const Has& has) {
    const bool sglang = has("total_output_tokens_retokenized") || (has("total_throughput") && has("dataset_name"));
    const bool tensorRt = has("e2els") || has("user_throughput");
    return has("total_token_throughput") && !sglang && !tensorRt;
}

VllmEra vllmEra(const VllmScalars& scalars);
Load vllmLoad(const VllmScalars& scalars);
Context vllmContext(const VllmScalars& scalars);
TimingBoundary vllmBoundary(const VllmEra& era, bool startsKnown);
/// Without load's rows: summaryOnly is for the caller to say.
RunInfo vllmRun(const VllmScalars& scalars);
/// The sweep's own warm-up (warmup.json), which measures nothing.
bool isVllmWarmup(const VllmScalars& scalars);

}  // namespace plumbline
