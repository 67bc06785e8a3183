// What a load generator could know of one request, and of the run it belongs to: the input of every writer.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::support {

using Nanoseconds = std::chrono::nanoseconds;
using MaybeTime = std::optional<Nanoseconds>;
using MaybeCount = std::optional<int>;

enum class Outcome : std::uint8_t { ok, error, cancelled, incomplete };

/// Times are offsets from start; nothing means that the harness does not know it.
struct SimulatedRequest {
    std::string id;
    int concurrency = 0;
    Nanoseconds start{0};  ///< on the run's clock
    MaybeTime scheduled;   ///< on the run's clock too
    MaybeTime headers, firstByte, roleChunk, firstReasoning, firstContent;
    MaybeTime firstToken;  ///< the harness's own first-token event, of firstTokenKind
    std::string firstTokenKind;
    std::vector<Nanoseconds> chunkTimes;  ///< of the chunks that carried text; empty where only their number is known
    MaybeCount chunks;
    MaybeTime lastContent, end, queue;

    MaybeCount promptTokens, cachedTokens, outputTokens, reasoningTokens, otherOutputTokens, firstChunkTokens,
        maxTokens;
    std::string finish;
    Outcome outcome = Outcome::ok;
    std::string error;
    std::optional<bool> deliberate;    ///< a cancel that was meant
    std::string promptKey, prefixKey;  ///< empty: unknown
    std::string session;
    MaybeCount turn, repeat;
    bool warmup = false;
};

/// Ended well and brought text.
inline bool answered(const SimulatedRequest& request) {
    return request.outcome == Outcome::ok && !request.chunkTimes.empty();
}

/// Texts that are empty, and counts that are 0, are left out of what is written.
struct RunDescription {
    std::string configuration, engine, engineVersion, model, modelRevision, quantization, accelerator;
    int acceleratorCount = 0, tensorParallel = 0;
    std::vector<std::string> flags;
    std::string cacheState;
    std::optional<bool> outputChecked;
    std::string bound;  ///< the inputs of the bound, a JSON object
    std::string workload, dataset;
    std::string firstTokenKind;  ///< of the timing boundary
    std::string clock = "epoch";
    std::string end = "closed";  ///< of the timing boundary
    Nanoseconds startedAt{0};    ///< epoch time of the first start, for formats whose rows use another clock
    int requests = 0;            ///< asked for, where a file may hold another number
    int concurrency = 0;         ///< for the formats that hold one load a file
    int promptTokens = 0, outputTokens = 0;  ///< lengths that the harness was told to ask for
};

}  // namespace plumbline::support
