// What one line of SGLang's bench_serving says of itself, beside its detail arrays (FORMATS/sglang.md).
#pragma once

#include "core/ingest/harness/serving/vllm_facts.h"

namespace plumbline {

/// How the client measured, by the back end it drove (FORMATS/sglang.md §2).
struct SglangEra {
    bool native = false;  ///< /generate: gaps are spread over tokens by the client
    FirstTokenKind first = FirstTokenKind::answerText;
    TokenSource tokens = TokenSource::unknown;
};

template <class Has>
bool isSglangServing(const Has& has) {
    const bool tensorRt = has("e2els") || has("user_throughput");
    return !tensorRt && (has("total_output_tokens_retokenized") || (has("total_throughput") && has("dataset_name")));
}

/// `textOnly`: some answer gave tokens and no first token, so its reasoning was not seen (sglang issue 23949).
SglangEra sglangEra(const VllmScalars& scalars, bool textOnly);
Load sglangLoad(const VllmScalars& scalars);
Context sglangContext(const VllmScalars& scalars);
/// The number of requests asked is not in a line: only its arrays tell.
RunInfo sglangRun(const VllmScalars& scalars);

}  // namespace plumbline
