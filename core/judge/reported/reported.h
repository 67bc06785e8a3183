// Their number, our number: each figure that a harness prints of a run, beside ours and beside the same rows under its
// own dialect, and why they differ.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/curve/figures.h"
#include "core/measure/dialect.h"

namespace plumbline {

/// none: within 0.1%, or there is nothing of ours to differ from.
enum class Cause : std::uint8_t {
    none,
    population,
    window,
    percentile,
    formula,
    tokens,
    rowsMissing,
    rounding,
    notExplained
};
std::string_view name(Cause cause);  ///< "population", "percentile rule", "token source", ...; "" for none

/// In s, tokens/s and the like, by key path of the JSON.
struct ReportedFigure {
    std::string key;
    double reported = 0;
    std::optional<double> ours;        ///< nothing: withheld, or not told of this run
    std::optional<double> dialect;     ///< under the harness's own dialect
    std::optional<double> difference;  ///< (reported - ours) / |ours|
    std::optional<double> step;        ///< that it is rounded to multiples of, where the harness's figures show it
    Cause cause = Cause::none;
    std::string text;  ///< one sentence that names the cause; empty for none
};

/// (reported - by its own dialect) / |by its own dialect|; 0 where its own dialect's figure rounds to what is reported.
std::optional<double> apartFromDialect(const ReportedFigure& figure);

struct ReportedRun {
    RunIndex run{};
    std::optional<Dialect> dialect;       ///< of the harness that wrote it
    std::vector<ReportedFigure> figures;  ///< rates and totals, then distributions; mean before percentiles
};

/// By configuration and level: the level's runs that have both rows and a summary.
using ReportedDifferences = std::vector<std::vector<std::vector<ReportedRun>>>;

/// A level's runs that have both rows and a summary; figures that no recipe knows are left out. Nothing for a level of
/// summaries alone. Stopped: what was compared until then.
std::vector<ReportedRun> reportedAtLevel(const Dataset& data, const Settings& settings, const Figures& figures,
                                         std::size_t configuration, std::size_t level, std::stop_token stop = {});

/// The same of every level. The Judgement holds it: nobody else needs to work it out again.
ReportedDifferences reportedDifferences(const Dataset& data, const Settings& settings, const Figures& figures,
                                        std::stop_token stop = {});

/// All that the dialect prints of a level's rows, its runs taken together (core/measure/dialect.h).
DialectFigures dialectAtLevel(const Dataset& data, const Settings& settings, const Figures& figures,
                              std::size_t configuration, std::size_t level, Dialect dialect, std::stop_token stop = {});

/// "TTFT p99", "System output rate": a key path for people.
std::string figureName(std::string_view keyPath);
/// "412 ms", "803 tokens/s": a value of it with its unit.
std::string figureText(std::string_view keyPath, double value);
/// Its unit alone, and the factor from the stored unit to it.
struct FigureUnit {
    std::string unit;
    double scale = 1;
};
FigureUnit figureUnit(std::string_view keyPath);

}  // namespace plumbline
