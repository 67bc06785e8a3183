#include "core/bound/bound.h"

#include <algorithm>
#include <cmath>

#include "core/bound/check.h"
#include "core/bound/working.h"

namespace plumbline {
namespace {

/// Tokens that go through the model in a step of one copy: the draft's are routed and computed, too (BOUND §5).
double tokensOfStep(const BoundInputs& inputs) { return batchOfCopy(inputs) * (inputs.draft + 1); }

double readTimes(const BoundInputs& inputs, const WeightGroup& group) {
    return group.name == "attention" ? inputs.rAttn : 1;
}

/// `experts` of a routed group are read.
double bytesOf(const BoundInputs& inputs, const WeightGroup& group, double experts) {
    return readTimes(inputs, group) * group.params * experts * group.bytesPerParam;
}

double cacheBytes(const BoundInputs& inputs) {
    if (!inputs.context) return 0;
    double each = 0;
    if (inputs.kvBytesPerToken) {
        each = *inputs.context * *inputs.kvBytesPerToken;
    } else {
        for (const CacheLayers& layers : inputs.cache)
            each += elementsRead(layers, *inputs.context) * *inputs.cacheElementBytes;
    }
    return inputs.rKv * batchOfCopy(inputs) * each;
}

void addWeights(Bound& out) {
    for (const WeightGroup& group : out.inputs.groups) {
        const double tokens = tokensOfStep(out.inputs);
        const double experts = group.experts ? distinctExperts(*group.experts, tokens) : 1;
        const double bytes = bytesOf(out.inputs, group, experts);
        out.groups.push_back({group.params * experts, bytes, std::nullopt});
        if (group.experts) out.groups.back().distinctExperts = experts;
        out.weightBytes += bytes;
    }
}

// BOUND §4: 2 FLOP a parameter and token in linear layers; attention adds what the cached tokens cost.
void addCompute(Bound& out) {
    const double tokens = tokensOfStep(out.inputs);
    for (const WeightGroup& group : out.inputs.groups)
        out.linearFlop += 2 * group.params * (group.experts ? group.experts->perToken : 1) * tokens;
    if (out.inputs.context)
        for (const CacheLayers& layers : out.inputs.cache)
            out.attentionFlop += attentionFlop(layers, *out.inputs.context) * tokens;
    if (out.inputs.math) out.computeSeconds = (out.linearFlop + out.attentionFlop) / *out.inputs.math;
}

/// The fewest bytes that a step can read: every token picks the same experts.
double fewestBytes(const Bound& bound) {
    double bytes = bound.kvBytes + bound.inputs.draftBytes;
    for (const WeightGroup& group : bound.inputs.groups)
        bytes += bytesOf(bound.inputs, group, group.experts ? group.experts->perToken : 1);
    return bytes;
}

BoundSpeeds speedsOf(const BoundInputs& inputs, double stepSeconds) {
    const double user = inputs.accept / stepSeconds;
    return {user, inputs.batch * user};
}

double stepOf(const Bound& bound, double bytes, double bandwidth) {
    return std::max(bytes / bandwidth, bound.computeSeconds.value_or(0));
}

}  // namespace

double distinctExperts(const Experts& experts, double tokens) {
    if (tokens <= 1) return experts.perToken;
    return -experts.total * std::expm1(tokens * std::log1p(-experts.perToken / experts.total));
}

double crossoverBatch(double bytesPerParam, double flopRate, double bandwidth) {
    return bytesPerParam * flopRate / (2 * bandwidth);
}

double batchOfCopy(const BoundInputs& inputs) { return std::max(1.0, inputs.batch / inputs.replicas); }

Result<Bound> bound(const BoundInputs& inputs) {
    if (Result<void> fine = checkBound(inputs); !fine) return Unexpected{fine.error()};
    Bound out;
    out.inputs = inputs;
    addWeights(out);
    addCompute(out);
    out.kvBytes = cacheBytes(inputs);
    out.stepBytes = out.weightBytes + out.kvBytes + inputs.draftBytes;
    out.memorySeconds = out.stepBytes / inputs.bandwidth;
    out.stepSeconds = stepOf(out, out.stepBytes, inputs.bandwidth);
    out.nominal = speedsOf(inputs, out.stepSeconds);
    out.ceiling = speedsOf(inputs, stepOf(out, fewestBytes(out), inputs.bandwidth));
    if (inputs.practical)
        out.practical = speedsOf(inputs, stepOf(out, out.stepBytes, *inputs.practical * inputs.bandwidth));
    if (inputs.measured) out.fraction = *inputs.measured / out.nominal.user;
    out.working = workingOf(out);
    return out;
}

}  // namespace plumbline
