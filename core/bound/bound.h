// The memory-bandwidth bound of decoding by batch, worked in steps (BOUND). What a step reads comes as typed groups,
// or from the catalog (catalog_bound.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bound/cache.h"
#include "core/trace/result.h"

namespace plumbline {

/// A step reads those that some token of it picked; each token picks `perToken` of `total`.
struct Experts {
    double total = 0, perToken = 0;
    bool operator==(const Experts&) const = default;
};

/// Parameters read per step, of one weight format. Of routed experts: of one expert, in all of its layers.
struct WeightGroup {
    std::string name;
    double params = 0;
    double bytesPerParam = 0;
    std::optional<Experts> experts = std::nullopt;
    std::string format = {};  ///< the catalog's id, where bytesPerParam is a format's
    bool operator==(const WeightGroup&) const = default;
};

/// What of the inputs the catalog said, kept with the result: a fraction without it cannot be compared (BOUND §6).
struct BoundOrigin {
    std::string model, accelerator, kvFormat;
    std::optional<double> count;
    std::string bandwidthSource, mathSource;
    std::vector<std::string> lines;  ///< first in the working
    bool operator==(const BoundOrigin&) const = default;
};

struct BoundInputs {
    std::vector<WeightGroup> groups;
    double bandwidth = 0;                            ///< bytes/s of one copy
    double batch = 1;                                ///< sequences decoding together, over all copies
    std::optional<double> kvBytesPerToken, context;  ///< bytes, cached tokens per sequence
    double replicas = 1;
    double accept = 1;                ///< tokens a step and sequence yield (speculative decoding)
    std::optional<double> measured;   ///< tokens/s per user
    double draft = 0;                 ///< drafted tokens that a step verifies besides
    double rKv = 1, rAttn = 1;        ///< times that the cache, and the group "attention", are read in a copy
    double draftBytes = 0;            ///< of the draft model, once a step
    std::optional<double> math;       ///< FLOP/s of one copy
    std::optional<double> practical;  ///< share of the bandwidth that is reached: a second line, never the bound
    std::vector<CacheLayers> cache;   ///< what is read of it follows; kvBytesPerToken takes its place
    std::optional<double> cacheElementBytes;
    std::optional<double> cacheKnownUpTo;  ///< tokens of context beyond which `cache` does not tell
    BoundOrigin origin;
    bool operator==(const BoundInputs&) const = default;
};

struct BoundSpeeds {
    double user = 0, aggregate = 0;  ///< tokens/s
};

/// What a group adds to a step.
struct GroupBytes {
    double params = 0, bytes = 0;
    std::optional<double> distinctExperts;
};

struct Bound {
    BoundInputs inputs;
    std::vector<GroupBytes> groups;  ///< of inputs.groups
    double weightBytes = 0, kvBytes = 0, stepBytes = 0;
    double memorySeconds = 0, stepSeconds = 0;
    double linearFlop = 0, attentionFlop = 0;  ///< of a step
    std::optional<double> computeSeconds;      ///< nothing: the math's rate is not known
    BoundSpeeds nominal;                       ///< experts picked at random; a system whose tokens agree may pass it
    BoundSpeeds ceiling;                       ///< all tokens pick the same experts: nothing passes it
    std::optional<BoundSpeeds> practical;
    std::optional<double> fraction;  ///< measured / nominal
    std::vector<std::string> working;
};

/// Errors: no group, a count or size that is not positive, context without what a cached token takes or the reverse.
Result<Bound> bound(const BoundInputs& inputs);

/// Mean number of distinct experts that `tokens` (at least 1) tokens pick, each `perToken` of `total` at random.
double distinctExperts(const Experts& experts, double tokens);
/// Tokens of a step from which on its math takes longer than streaming weights of this width (BOUND §4).
double crossoverBatch(double bytesPerParam, double flopRate, double bandwidth);
/// Sequences of one copy. A copy that serves a part of a sequence on average still reads its weights once a step.
double batchOfCopy(const BoundInputs& inputs);

/// "experts:88.4e9:0.53125".
Result<WeightGroup> parseWeightGroup(std::string_view text);
/// The "bound" object of a context, typed form: {"groups": [["experts", 88.4e9, 0.53125], ...],
/// "bandwidth_bytes_per_s": ..., "kv_bytes_per_token", "context", "replicas", "accept", ...}. parseBoundStatement gives
/// typed inputs back.
std::string boundJson(const BoundInputs& inputs);

}  // namespace plumbline
