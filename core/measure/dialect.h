// What each harness prints, computed from the raw rows under its own population, window, percentile rule and formulas,
// whatever our verdicts say of them (core/ingest/FORMATS names the rules of each).
#pragma once

#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/measure/window.h"

namespace plumbline {

enum class Dialect : std::uint8_t {
    vllm,
    sglang,
    aiperf,
    guidellmOld,
    guidellm,
    genaiBench,
    inferencePerf,
    llmperf,
    mlperf,
    evalscopeOld,
    evalscope,
    llmeterOld,
    llmeter
};
inline constexpr std::size_t dialectCount = 13;

/// The rules in words, for help, tooltips and the sentences that name a cause. They complete "vLLM ...".
struct DialectEntry {
    std::string_view name;        ///< as --dialect takes it
    std::string_view title;       ///< "vLLM"
    std::string_view population;  ///< "counts every request without an error"
    std::string_view window;      ///< "divides by ..."
    std::string_view percentile;  ///< "takes ..."
    std::string_view tokens;      ///< "counts tokens by ..."
};
std::span<const DialectEntry> dialects();  ///< in the order of the enumeration
const DialectEntry& entry(Dialect dialect);
std::optional<Dialect> parseDialect(std::string_view name);
/// What the reader of evalscope notes as the harness of the versions to 1.1.0, whose summary goes by another rule.
inline constexpr std::string_view evalscopeOldHarness = "evalscope perf to 1.1.0";
/// The dialect of the harness that wrote a source: the one that its context names (note.dialect, which the header of a
/// trace states as "harness"), else by its reader, else by the context's note of the harness. Nothing for a harness
/// that has none here.
std::optional<Dialect> dialectOf(const Dataset& data, std::size_t source);

/// Rows with what the settings make of them; verdicts and places of all rows, and the window of each run, as Figures
/// hold them.
struct MeasuredRows {
    const Dataset& data;
    const Settings& settings;
    std::span<const Verdict> verdicts;
    std::span<const Place> places;
    std::span<const Window> windows;
};

/// By key path of the JSON; null: the rows cannot tell it.
using DialectFigures = std::map<std::string, std::optional<double>, std::less<>>;

/// All that the harness prints, over the rows of these runs together; rates are sums over the sum of the windows.
/// Nothing for runs without rows. A figure that a stop left unfinished is null.
DialectFigures dialectFigures(const MeasuredRows& rows, std::span<const RunIndex> runs, Dialect dialect,
                              std::stop_token stop = {});

}  // namespace plumbline
