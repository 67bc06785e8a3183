#include "core/bound/check.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/bound/numbers.h"

namespace plumbline {
namespace {

bool positive(double value) { return std::isfinite(value) && value > 0; }
bool atLeast(double value, double least) { return std::isfinite(value) && value >= least; }

Unexpected badOption(std::string message, std::string hint = {}) {
    return unexpected(ErrorKind::options, std::move(message), {}, std::move(hint));
}

Result<void> checkGroups(const BoundInputs& inputs) {
    if (inputs.groups.empty())
        return badOption("No weight group is given.", "Give --group NAME:PARAMETERS:BYTES_EACH.");
    for (const WeightGroup& group : inputs.groups) {
        if (!positive(group.params) || !positive(group.bytesPerParam))
            return badOption(
                fmt::format("Group '{}' needs a positive number of parameters and of bytes each.", group.name),
                "For example --group experts:88.4e9:0.53125.");
    }
    return {};
}

Result<void> checkLayers(const BoundInputs& inputs) {
    if (!inputs.cacheElementBytes)
        return badOption("cache format unknown", "Give the format of the KV cache, kv_format, such as bf16.");
    if (inputs.cacheKnownUpTo && *inputs.context > *inputs.cacheKnownUpTo)
        return badOption(fmt::format("Which layers read only their chunk of {} tokens is not known, so the cache "
                                     "cannot be counted for {}.",
                                     paperTyped(*inputs.cacheKnownUpTo), paperTyped(*inputs.context)),
                         "Give the cache's bytes per token, kv_bytes_per_token.");
    return {};
}

Result<void> checkCache(const BoundInputs& inputs) {
    if (inputs.kvBytesPerToken && !inputs.context)
        return badOption("The cache's bytes per token are given without a context.", "Give --context too.");
    if (!inputs.context) return {};
    if (!inputs.kvBytesPerToken && inputs.cache.empty())
        return badOption("A context is given without the cache's bytes per token.", "Give --kv-bytes-per-token too.");
    if (!positive(*inputs.context) || (inputs.kvBytesPerToken && !positive(*inputs.kvBytesPerToken)))
        return badOption("The context and the cache's bytes per token must be positive.");
    return inputs.kvBytesPerToken ? Result<void>() : checkLayers(inputs);
}

Result<void> checkCopies(const BoundInputs& inputs) {
    if (!positive(inputs.bandwidth))
        return badOption("The memory bandwidth is not known.",
                         "Give --bandwidth in bytes/s of one copy, such as 64e12.");
    if (!positive(inputs.batch)) return badOption("The batch must be positive.");
    if (!atLeast(inputs.replicas, 1)) return badOption("Replicas must be at least 1.");
    if (!atLeast(inputs.rKv, 1) || !atLeast(inputs.rAttn, 1))
        return badOption("The multipliers of the cache and of attention must be at least 1.",
                         "1 says that each is read once in a copy.");
    if (inputs.math && !positive(*inputs.math)) return badOption("The rate of the math must be positive.");
    if (inputs.practical && !(positive(*inputs.practical) && *inputs.practical <= 1))
        return badOption("The share of the bandwidth that is reached must be above 0 and at most 1.");
    if (inputs.measured && !positive(*inputs.measured)) return badOption("The measured speed must be positive.");
    return {};
}

Result<void> checkSpeculation(const BoundInputs& inputs) {
    if (!atLeast(inputs.accept, 1))
        return badOption("Accepted tokens a step must be at least 1.",
                         "They count the token that every step yields, too: drafted tokens accepted, plus one.");
    if (!atLeast(inputs.draft, 0)) return badOption("Drafted tokens must be 0 or more.");
    if (!atLeast(inputs.draftBytes, 0)) return badOption("The bytes of the draft model must be 0 or more.");
    if (inputs.draft > 0 && inputs.accept > inputs.draft + 1)
        return badOption(fmt::format("A step that verifies {} drafted tokens yields {} at most, not {}.",
                                     paperTyped(inputs.draft), paperTyped(inputs.draft + 1), paperTyped(inputs.accept)),
                         "Accepted tokens count the one that every step yields, too.");
    return {};
}

}  // namespace

Result<void> checkBound(const BoundInputs& inputs) {
    for (auto* part : {&checkGroups, &checkCopies, &checkSpeculation, &checkCache})
        if (Result<void> fine = part(inputs); !fine) return fine;
    return {};
}

}  // namespace plumbline
