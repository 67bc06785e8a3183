// What a source says of itself: configuration, workload, timing boundary, runs, and the harness's own figures.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/row.h"

namespace plumbline {

/// One fact of a context. Values are JSON texts ("\"fp8\"", "8", "[...]"), so that numbers and lists stay what they
/// are; plainText() strips the quotes for people. The edit, where there is one, is in force and shown as edited.
struct Fact {
    std::optional<std::string> stated;  ///< by the result file
    std::optional<std::string> edited;  ///< by a context file or a person
    const std::string& inForce() const { return edited ? *edited : *stated; }
    bool operator==(const Fact&) const = default;
};

/// Keys are those of the trace format's header: "name", "engine", "engine_version", "model", "model_revision",
/// "tokenizer", "backend", "quantization", "accelerator", "accelerator_count", "tensor_parallel", "flags",
/// "cache_state", "prefix_sharing", "output_checked", "bound", ...; the workload's keys begin with "workload."
/// ("workload.name", "workload.dataset", "workload.input_tokens", "workload.output_tokens", "workload.max_tokens"),
/// and what is no part of a configuration's identity (dates, URLs, seeds, load options) begins with "note.".
using Context = std::map<std::string, Fact, std::less<>>;

/// The JSON text in force, or nothing.
std::optional<std::string> factText(const Context& context, std::string_view key);
/// The same for people: quotes stripped.
std::optional<std::string> plainFact(const Context& context, std::string_view key);
std::optional<double> numberFact(const Context& context, std::string_view key);
/// A JSON text for people: the string's contents, or the text itself.
std::string plainText(std::string_view jsonText);
/// The JSON text of a string.
std::string quoted(std::string_view text);

/// From which event to which event this source's times run; empty means unknown. Words of the trace format.
struct TimingBoundary {
    std::string start, first, end, tokens, clock;
    bool operator==(const TimingBoundary&) const = default;
};

/// A harness's own figures by key path of the JSON ("ttft_s.p99", "system_output_tokens_per_s", "requests_per_s",
/// "e2e_s.mean"), in seconds and tokens/s. Shown beside ours, never drawn as if recomputed.
using Reported = std::map<std::string, double, std::less<>>;

/// One recorded object at one load, or one value of `repeat` (METRICS §4).
struct RunInfo {
    Load load;
    std::int32_t number = 0;                       ///< run or repeat number as stated; 0: not stated
    Nanoseconds declaredDuration = unknownTime;    ///< what the harness timed
    std::optional<std::int64_t> declaredRequests;  ///< what it asked for or counted
    std::optional<std::int64_t> declaredCompleted;
    Nanoseconds declaredStart = unknownTime;  ///< of the run, on the source's clock
    Nanoseconds declaredEnd = unknownTime;
    bool startsCoarse = false;  ///< starts known, but coarser than 1 ms
    bool summaryOnly = false;   ///< no rows, only reported figures
    std::string fingerprint;    ///< equal for a run and a summary of that same run; empty: none
    Reported reported;
};

/// A file, or the rows under one header of ours: its loads and runs stay together (METRICS §6).
struct SourceInfo {
    Context context;
    TimingBoundary boundary;
    std::vector<RunInfo> runs;
    bool warmupRemoved = false;        ///< the harness says that it dropped warm-up rows before writing
    bool traffic = false;              ///< a reference distribution of requests, not a result: no configuration
    Count blockTokens = unknownCount;  ///< prompt tokens a block of Row::blocks stands for
};

}  // namespace plumbline
