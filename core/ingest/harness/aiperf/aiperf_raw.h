// A request as AIPerf writes it, and what it means as a row (FORMATS/aiperf.md §8, METRICS §1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/trace/row.h"

namespace plumbline {

/// What the reader of lines collects, in whatever order the keys stand. Absolute times are on the epoch clock.
struct AiperfRaw {
    Nanoseconds requestStart = unknownTime, timestamp = unknownTime, ack = unknownTime, requestEnd = unknownTime;
    Nanoseconds creditIssued = unknownTime, cancelled = unknownTime, firstByte = unknownTime;
    Nanoseconds ttft = unknownTime, firstAnswer = unknownTime, latency = unknownTime;
    Count answerTokens = unknownCount, allTokens = unknownCount, usageCompletion = unknownCount;
    Count reasoning = unknownCount, usageReasoning = unknownCount;
    Count prompt = unknownCount, usagePrompt = unknownCount, errorPrompt = unknownCount, cached = unknownCount;
    Count asked = unknownCount;
    Count turn = unknownCount;
    std::string conversation;
    std::optional<bool> wasCancelled;
    bool hasMetadata = false, hasError = false;
    std::int64_t errorCode = 0;
    std::string errorType, errorMessage;
};

/// Completes `row`, which holds id, session, phase and gaps already. `counted` is who counted the output tokens;
/// unknown where no summary says so.
void toRow(const AiperfRaw& raw, TokenSource counted, Row& row);

}  // namespace plumbline
