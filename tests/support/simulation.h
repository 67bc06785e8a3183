// A small language-model server with continuous batching, and clients that keep it under a closed-loop load.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/request.h"

namespace plumbline::support {

/// All simulated times are whole multiples of this, which keeps the digits of sample files few.
inline constexpr Nanoseconds timeGrain{10'000};

/// A step of the server takes base + perSequence x sequences decoding + prefillPerToken x prompt tokens read in it.
struct ServerModel {
    Nanoseconds stepBase{10'000'000};
    Nanoseconds stepPerSequence{50'000};
    Nanoseconds prefillPerToken{30'000};
    int batchLimit = 256;               ///< sequences that run at once; the others queue
    int prefillBudget = 2048;           ///< prompt tokens a step: longer prompts are read in pieces
    int jitterPermille = 30;            ///< of a step, either way
    Nanoseconds network{200'000};       ///< one way
    std::vector<int> tokensPerStep{1};  ///< repeated over the decoding steps of a sequence; above 1: speculation
};

struct RequestSpec {
    int promptTokens = 0, cachedTokens = 0, outputTokens = 0, reasoningTokens = 0, maxTokens = 0;
    std::string promptKey, prefixKey;
};

/// Each of `concurrency` clients sends the next request when its last one has ended; they begin `ramp` apart.
struct ClosedLoop {
    int concurrency = 1;
    Nanoseconds firstStart{0};
    std::uint64_t seed = 1;
    Nanoseconds ramp{0};
};

/// One request a spec, in order of start. The same arguments give the same requests to the nanosecond. No specs, no
/// requests; concurrency, batch limit, budget and token counts are positive.
std::vector<SimulatedRequest> simulate(const ServerModel& model, const std::vector<RequestSpec>& specs,
                                       const ClosedLoop& load);

struct Range {
    int low = 1, high = 1;
};
/// Requests with lengths drawn evenly from ranges and keys that tell them apart ("<keyPrefix>0007").
std::vector<RequestSpec> makeSpecs(int count, Range promptTokens, Range outputTokens, const std::string& keyPrefix,
                                   std::uint64_t seed);

}  // namespace plumbline::support
