// One level from its runs (METRICS §4).
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/measure/level.h"
#include "core/measure/streams.h"
#include "core/measure/tally.h"

namespace plumbline {

/// What a level takes from its configuration.
struct LevelContext {
    std::optional<double> accelerators;
    std::optional<BoundInputs> bound;
    std::string noBound;  ///< why there are no inputs
};
LevelContext levelContext(const Context& context);

/// The batch of a level's bound and how it was told.
struct DecodeBatch {
    std::optional<double> sequences;
    std::string basis;
};

/// Which runs are measured together, in the order of runs.
struct LevelPlan {
    Load load;
    std::vector<std::uint32_t> runs;
    bool summaryOnly = false;
};

struct MeasureInput {
    const Dataset& data;
    const PreparedRows& prepared;
    const Settings& settings;
    const Tally& tally;
};

/// Counts and rates: all but distributions and what follows from them.
LevelFigures levelOfRows(const MeasureInput& input, const LevelPlan& plan);
/// The distribution of one metric; of ITL, n and mean alone.
Distribution distributionOf(const MeasureInput& input, const LevelPlan& plan, RowMetric metric, SortedValues& values);
/// ITL's percentiles from the gaps themselves; an error's text goes to the reasons.
void addItlQuantiles(const MeasureInput& input, const LevelPlan& plan, LevelFigures& level, std::stop_token stop);
/// What follows once the distributions are in: withheld TTFT, Little's law, runs' own figures, bound, reasons.
void completeLevel(const MeasureInput& input, const LevelPlan& plan, const LevelContext& context, SortedValues& values,
                   LevelFigures& level);
/// Each row held to each limit; nothing without limits or without rows sent.
std::optional<Goodput> goodputOf(const MeasureInput& input, const LevelPlan& plan);

/// A level that only a summary tells of: the reported values, n unknown.
LevelFigures levelOfSummary(const Dataset& data, const LevelPlan& plan, const LevelContext& context);

// Parts that both kinds of level share.
/// The bound at this batch and the level's mean context, or the reason why there is none.
void addBound(const LevelContext& context, const DecodeBatch& batch, std::optional<double> userMeasured,
              LevelFigures& level);
/// Time-weighted over W, between first token and end.
DecodeBatch decodeBatch(const MeasureInput& input, const LevelPlan& plan);
void addPerAccelerator(const LevelContext& context, LevelFigures& level);
/// tokens per request = system rate x mean e2e / declared concurrency; declared where the load is a concurrency.
void addLittlesLaw(LevelFigures& level);
/// A reason for every key path that is null and has none yet.
void explainWithheld(const Settings& settings, LevelFigures& level);
/// `context` is that of the summary's source: what its reader left out has a reason of its own.
void explainSummary(const Context& context, LevelFigures& level);

}  // namespace plumbline
