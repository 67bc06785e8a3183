// The bound at a level: its batch, its context length, and the measured figures beside it (BOUND §6).
#include <fmt/format.h>

#include "core/measure/bound_context.h"
#include "core/measure/measure_level.h"

namespace plumbline {

namespace {

BoundSide side(std::optional<double> measured, double nominal, double ceiling) {
    BoundSide out{measured, nominal, ceiling, std::nullopt};
    if (measured && nominal > 0) out.fraction = *measured / nominal;
    return out;
}

/// Mean over the decode of a typical request: all of the prompt and half of the output.
std::optional<double> contextOf(const LevelFigures& level) {
    const auto prompt = level.promptTokens.mean, output = level.outputTokens.mean;
    if (!prompt || !output || *prompt + *output <= 0) return std::nullopt;
    return *prompt + *output / 2;
}

/// What the cache holds is looked for where the inputs know what a token takes and no context is given.
void addContext(const LevelFigures& level, BoundInputs& inputs) {
    const bool cached = inputs.kvBytesPerToken || !inputs.cache.empty();
    if (cached && !inputs.context) inputs.context = contextOf(level);
}

std::optional<double> ceilingAlone(BoundInputs inputs) {
    inputs.batch = 1;
    inputs.context.reset();
    inputs.kvBytesPerToken.reset();
    inputs.measured.reset();
    const auto worked = bound(inputs);
    return worked ? std::optional(worked->ceiling.user) : std::nullopt;
}

BoundFigures figuresOf(const Bound& worked, const DecodeBatch& batch, std::optional<double> systemRate) {
    BoundFigures out;
    out.batch = batch.sequences;
    out.batchBasis = batch.basis;
    out.context = worked.inputs.context;
    out.replicas = worked.inputs.replicas;
    out.user = side(worked.inputs.measured, worked.nominal.user, worked.ceiling.user);
    out.aggregate = side(systemRate, worked.nominal.aggregate, worked.ceiling.aggregate);
    out.aloneCeiling = ceilingAlone(worked.inputs);
    out.working = worked.working;
    return out;
}

}  // namespace

void fillFromConfiguration(const Context& context, CatalogBound& form) {
    const auto fill = [&context](std::string& text, std::string_view key) {
        if (text.empty()) text = plainFact(context, key).value_or("");
    };
    fill(form.model, "model");
    // A bandwidth that is given needs no accelerator, and the configuration's may be in no catalog.
    if (!form.bandwidth) fill(form.accelerator, "accelerator");
    if (!form.count) form.count = numberFact(context, "accelerator_count");
}

Result<BoundInputs> boundOf(const Context& context) {
    const auto json = factText(context, "bound");
    if (!json) return unexpected(ErrorKind::refused, "the context states no inputs of a bound");
    auto statement = parseBoundStatement(*json);
    if (!statement) return Unexpected{statement.error()};
    if (auto* typed = std::get_if<BoundInputs>(&*statement)) return std::move(*typed);
    auto& form = std::get<CatalogBound>(*statement);
    fillFromConfiguration(context, form);
    return resolve(form, catalog(), NamedAs::keys);
}

DecodeBatch decodeBatch(const MeasureInput& input, const LevelPlan& plan) {
    RunTally sums;
    WideNanoseconds window = 0;
    for (const std::uint32_t run : plan.runs) {
        const RunTally& each = input.tally.runs[run];
        if (!each.window.reason.empty()) return {};
        sums.add(each);
        window += each.window.length.count();
    }
    if (window <= 0 || sums.decodeTime <= 0) return {};
    DecodeBatch out{static_cast<double>(sums.decodeTime) / static_cast<double>(window),
                    "in flight between first token and end"};
    if (sums.decodeWhole > 0)
        out.basis += fmt::format("; {} rows without a first token to trust count from their start", sums.decodeWhole);
    return out;
}

void addBound(const LevelContext& context, const DecodeBatch& batch, std::optional<double> userMeasured,
              LevelFigures& level) {
    if (!context.bound || !batch.sequences) {
        level.withheld["bound"] =
            context.bound ? "the batch is unknown: no requests in flight are known" : context.noBound;
        return;
    }
    BoundInputs inputs = *context.bound;
    inputs.batch = *batch.sequences;
    inputs.measured = userMeasured;
    addContext(level, inputs);
    const auto worked = bound(inputs);
    if (!worked) {
        level.withheld["bound"] = worked.error().text();
        return;
    }
    level.bound = figuresOf(*worked, batch, level.systemOutputRate);
    const bool alone = inputs.cache.empty() && !inputs.kvBytesPerToken;
    if (!inputs.context)
        level.withheld["bound.context_tokens"] = alone
                                                     ? "the inputs tell nothing of the cache: weights alone are counted"
                                                     : "prompt or output tokens are unknown: weights alone are counted";
}

}  // namespace plumbline
