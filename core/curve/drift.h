// Whether a level's rows drift over its window: Mann-Kendall over batch means (METRICS §4).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/curve/figures.h"
#include "core/measure/trend.h"

namespace plumbline {

/// At this p-value and below a trend is taken for one (CLI §6, "drifting").
inline constexpr double driftCertainty = 0.01;

/// One series of batch means: of e2e in order of start, or of the output rate in order of end.
struct DriftTest {
    std::size_t batches = 0, rowsPerBatch = 0;
    std::optional<Trend> trend;    ///< nothing: not judged
    std::optional<double> change;  ///< Sen's slope over the window, as a share of the mean
    std::string notJudged;         ///< why there is no trend
    /// p < 0.01 and the change larger than the threshold, either way.
    bool drifts(double threshold) const;
};

struct Drift {
    RunIndex run{};
    DriftTest e2e, rate;
    bool drifts(double threshold) const { return e2e.drifts(threshold) || rate.drifts(threshold); }
};

/// Every run of the level, in order; nothing for a summary. Batches hold five rows or more and no fewer than are in
/// flight; of fewer than 20 the series is not judged. The rate's ends lie between the first end and the last start:
/// filling up and draining are no drift.
std::vector<Drift> driftsOf(const Dataset& data, const Figures& figures, std::size_t configuration, std::size_t level);

/// "e2e drifts: +12.3% over the window (p = 0.0004, 24 batches of 64 rows)"; or that it does not, or is not judged.
std::string text(const DriftTest& test, std::string_view what, double threshold);

}  // namespace plumbline
