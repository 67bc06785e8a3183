#include "core/bound/bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline {
namespace {

bool positive(double value) { return std::isfinite(value) && value > 0; }

Unexpected badOption(std::string message, std::string hint) {
    return unexpected(ErrorKind::options, std::move(message), {}, std::move(hint));
}

Result<void> checkGroups(const std::vector<WeightGroup>& groups) {
    if (groups.empty()) return badOption("No weight group is given.", "Give --group NAME:PARAMETERS:BYTES_EACH.");
    for (const WeightGroup& group : groups) {
        if (!positive(group.params) || !positive(group.bytesPerParam))
            return badOption(
                fmt::format("Group '{}' needs a positive number of parameters and of bytes each.", group.name),
                "For example --group experts:88.4e9:0.53125.");
    }
    return {};
}

Result<void> checkCache(const BoundInputs& inputs) {
    if (inputs.context && !inputs.kvBytesPerToken)
        return badOption("A context is given without the cache's bytes per token.", "Give --kv-bytes-per-token too.");
    if (inputs.kvBytesPerToken && !inputs.context)
        return badOption("The cache's bytes per token are given without a context.", "Give --context too.");
    if (inputs.context && (!positive(*inputs.context) || !positive(*inputs.kvBytesPerToken)))
        return badOption("The context and the cache's bytes per token must be positive.", {});
    return {};
}

Result<void> checkRates(const BoundInputs& inputs) {
    if (!positive(inputs.bandwidth))
        return badOption("The memory bandwidth is not known.",
                         "Give --bandwidth in bytes/s of one copy, such as 64e12.");
    if (!positive(inputs.batch)) return badOption("The batch must be positive.", {});
    if (!positive(inputs.replicas) || inputs.replicas < 1) return badOption("Replicas must be at least 1.", {});
    if (!positive(inputs.accept) || inputs.accept < 1)
        return badOption("Accepted tokens a step must be at least 1.",
                         "They count the token that every step yields, too: drafted tokens accepted, plus one.");
    if (inputs.measured && !positive(*inputs.measured)) return badOption("The measured speed must be positive.", {});
    return {};
}

Result<void> check(const BoundInputs& inputs) {
    for (auto* step : {+[](const BoundInputs& i) { return checkGroups(i.groups); }, &checkRates, &checkCache}) {
        if (Result<void> fine = step(inputs); !fine) return fine;
    }
    return {};
}

/// Sequences of one copy. A copy that serves a part of a sequence on average still reads its weights once a step.
double batchOfCopy(const BoundInputs& inputs) { return std::max(1.0, inputs.batch / inputs.replicas); }

/// Five significant digits, a tie upward as on paper: 62.5625 is 62.563, where printf says 62.562.
std::string figure(double value) {
    const double nudged = value * (1 + 4 * std::numeric_limits<double>::epsilon());
    if (value >= 1e15 || (value != 0 && value < 1e-4)) return fmt::format("{:.4e}", nudged);
    std::string digits = value >= 1e4 ? fmt::format("{:.0f}", nudged) : fmt::format("{:#.5g}", nudged);
    if (digits.ends_with('.')) digits.pop_back();
    for (std::size_t dot = std::min(digits.find('.'), digits.size()); dot > 3; dot -= 3) digits.insert(dot - 3, ",");
    return digits;
}

/// The same without zeros that say nothing, for what was typed in: 1, 0.53125, 8,192.
std::string typed(double value) {
    std::string digits = figure(value);
    if (digits.find('.') == std::string::npos || digits.find('e') != std::string::npos) return digits;
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.')) digits.pop_back();
    return digits;
}

std::string bytesText(double bytes) {
    if (bytes >= 1e12) return figure(bytes / 1e12) + " TB";
    return bytes >= 1e9 ? figure(bytes / 1e9) + " GB" : figure(bytes / 1e6) + " MB";
}

void writeWeights(const Bound& bound, std::vector<std::string>& lines) {
    std::string sum;
    for (const WeightGroup& group : bound.inputs.groups) {
        const std::string bytes = bytesText(group.params * group.bytesPerParam);
        lines.push_back(fmt::format("{}: {} G parameters x {} B = {}", group.name, figure(group.params / 1e9),
                                    typed(group.bytesPerParam), bytes));
        sum += (sum.empty() ? "" : " + ") + bytes;
    }
    if (bound.inputs.groups.size() > 1)
        lines.push_back(fmt::format("weights: {} = {}", sum, bytesText(bound.weightBytes)));
}

void writeStep(const Bound& bound, std::vector<std::string>& lines) {
    const BoundInputs& in = bound.inputs;
    if (in.replicas > 1)
        lines.push_back(fmt::format("batch of one copy: {} / {} copies, at least 1 = {}", typed(in.batch),
                                    typed(in.replicas), typed(batchOfCopy(in))));
    if (in.context)
        lines.push_back(fmt::format("KV cache: {} sequences x {} tokens x {} B = {}", typed(batchOfCopy(in)),
                                    typed(*in.context), typed(*in.kvBytesPerToken), bytesText(bound.kvBytes)));
    lines.push_back(in.context ? fmt::format("a step reads: {} + {} = {}", bytesText(bound.weightBytes),
                                             bytesText(bound.kvBytes), bytesText(bound.stepBytes))
                               : fmt::format("a step reads: {}", bytesText(bound.stepBytes)));
    lines.push_back(fmt::format("step: {} / {}/s = {} ms", bytesText(bound.stepBytes), bytesText(in.bandwidth),
                                figure(bound.stepSeconds * 1e3)));
}

void writeSpeeds(const Bound& bound, std::vector<std::string>& lines) {
    const BoundInputs& in = bound.inputs;
    const std::string tokens = in.accept == 1 ? "1 token" : typed(in.accept) + " tokens";
    lines.push_back(fmt::format("per user, at most: {} / {} ms = {} tokens/s", tokens, figure(bound.stepSeconds * 1e3),
                                figure(bound.nominal.user)));
    lines.push_back(fmt::format("all users, at most: {} x {} = {} tokens/s", typed(in.batch),
                                figure(bound.nominal.user), figure(bound.nominal.aggregate)));
    if (bound.fraction)
        lines.push_back(fmt::format("measured: {} / {} = {}%", typed(*in.measured), figure(bound.nominal.user),
                                    figure(*bound.fraction * 100)));
}

}  // namespace

Result<Bound> bound(const BoundInputs& inputs) {
    if (Result<void> fine = check(inputs); !fine) return Unexpected{fine.error()};
    Bound out;
    out.inputs = inputs;
    for (const WeightGroup& group : inputs.groups) out.weightBytes += group.params * group.bytesPerParam;
    if (inputs.context) out.kvBytes = batchOfCopy(inputs) * *inputs.context * *inputs.kvBytesPerToken;
    out.stepBytes = out.weightBytes + out.kvBytes;
    out.memorySeconds = out.stepBytes / inputs.bandwidth;
    out.stepSeconds = out.memorySeconds;
    out.nominal.user = inputs.accept / out.stepSeconds;
    out.nominal.aggregate = inputs.batch * out.nominal.user;
    // Typed bytes a step are the fewest there are: no larger batch adds experts, so the ceiling is the bound itself.
    out.ceiling = out.nominal;
    if (inputs.measured) out.fraction = *inputs.measured / out.nominal.user;
    writeWeights(out, out.working);
    writeStep(out, out.working);
    writeSpeeds(out, out.working);
    return out;
}

}  // namespace plumbline
