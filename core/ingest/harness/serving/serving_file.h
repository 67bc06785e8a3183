// Results of vLLM's serving benchmark and its relatives (SGLang, TensorRT-LLM): JSON objects, one run each, with
// scalars and, where asked for, parallel arrays with one entry a request. One object, a list of them, or one after
// another.
#pragma once

#include <string>
#include <string_view>

#include "core/ingest/harness/serving/vllm_rows.h"

namespace plumbline {

/// What one object says of its run.
struct ServingRun {
    Context context;
    TimingBoundary boundary;
    RunInfo run;
};

/// What differs between the harnesses of this family.
class ServingHarness {
public:
    virtual ~ServingHarness() = default;
    /// Whether an object with these keys is a result of the harness.
    virtual bool claims(const VllmScalars& scalars) const = 0;
    /// Why another object is rejected: one sentence.
    virtual std::string notClaimed() const = 0;
    /// A result that measures nothing, such as a sweep's warm-up: left out, and said.
    virtual bool isWarmup(const VllmScalars&) const { return false; }
    /// An object inside the result whose scalars are kept, as "key.inner".
    virtual bool isDescription(std::string_view) const { return false; }
    /// summaryOnly is for the caller to say.
    virtual ServingRun describe(const VllmObject& object, Diagnostics& diagnostics) const = 0;
    /// Hands out the rows. False: stopped.
    virtual bool emit(const VllmObject& object, const Load& load, const VllmTarget& target) const = 0;
};

Result<ReadOutcome> readServingFile(const ReadInput& input, RowSink& sink, const ServingHarness& harness);

/// What the arrays say of entry i, for harnesses without start times: counts, error, first token, gaps. The kinds of
/// first token, gaps and counts are the caller's to say. Keeps the row's place and load.
void fillFromArrays(const VllmColumns& columns, std::size_t i, Row& row);

/// A finite number to the nearest whole one; nothing for one that is none.
std::optional<std::int64_t> wholeNumber(std::optional<double> value);

}  // namespace plumbline
