// The memory-bandwidth bound of decoding, worked in steps (bound.md): typed form, bytes per step constant over batch.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/result.h"

namespace plumbline {

/// Parameters read per step, of one weight format.
struct WeightGroup {
    std::string name;
    double params = 0;
    double bytesPerParam = 0;
    bool operator==(const WeightGroup&) const = default;
};

struct BoundInputs {
    std::vector<WeightGroup> groups;
    double bandwidth = 0;                            ///< bytes/s of one copy
    double batch = 1;                                ///< sequences decoding together, over all copies
    std::optional<double> kvBytesPerToken, context;  ///< bytes, cached tokens per sequence
    double replicas = 1;
    double accept = 1;               ///< accepted tokens a step (speculative decoding)
    std::optional<double> measured;  ///< tokens/s per user
    bool operator==(const BoundInputs&) const = default;
};

struct BoundSpeeds {
    double user = 0, aggregate = 0;  ///< tokens/s
};

struct Bound {
    BoundInputs inputs;
    double weightBytes = 0, kvBytes = 0, stepBytes = 0;
    double memorySeconds = 0, stepSeconds = 0;
    std::optional<double> computeSeconds;
    BoundSpeeds nominal, ceiling;
    std::optional<double> fraction;  ///< measured / nominal
    std::vector<std::string> working;
};

/// Errors: no group, a count or size that is not positive, context without bytes per token or the reverse.
Result<Bound> bound(const BoundInputs& inputs);

/// "experts:88.4e9:0.53125".
Result<WeightGroup> parseWeightGroup(std::string_view text);
/// The "bound" object of a context, typed form: {"groups": [["experts", 88.4e9, 0.53125], ...],
/// "bandwidth_bytes_per_s": ..., "kv_bytes_per_token", "context", "replicas", "accept"}.
Result<BoundInputs> parseBoundJson(std::string_view json);
std::string boundJson(const BoundInputs& inputs);  ///< the same object; parse(json(x)) == x

}  // namespace plumbline
