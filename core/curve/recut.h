// Chosen levels under other cutoffs than those of the figures at hand, by the way that figures() takes.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "core/curve/figures.h"
#include "core/trace/prepared.h"

namespace plumbline {

/// The two guards of METRICS §2 that a person turns.
struct Cutoffs {
    int minChunks = 0;
    Nanoseconds minInterval{0};
    bool operator==(const Cutoffs&) const = default;
};

/// A level with rows of its own: positions in Figures.
struct RecutLevel {
    std::size_t configuration = 0, level = 0;
};

/// Where many cutoffs are tried on the same rows, most of figures() stays as it is: which rows are in the statistics,
/// windows, names, all that is no distribution. What is measured is the same to the bit.
class Recut {
public:
    /// Keeps references: data, settings and figures outlive it. figures are of these settings.
    Recut(const Dataset& data, const Settings& settings, const Figures& figures, std::stop_token stop = {});

    /// The distributions of these metrics (ITL: n and mean) under the cutoffs, by level as asked for and then by
    /// metric. Empty once a stop was asked for.
    std::vector<std::vector<Distribution>> distributions(const Cutoffs& cutoffs, std::span<const RecutLevel> levels,
                                                         std::span<const RowMetric> metrics) const;
    /// The variant of the guards' columns in force; null: stopped before it was ready.
    const PreparedRows* prepared() const { return m_prepared.get(); }

private:
    const Dataset& m_data;
    const Settings& m_settings;
    const Figures& m_figures;
    std::stop_token m_stop;
    std::shared_ptr<const PreparedRows> m_prepared;
};

/// Whether a metric's values follow the guards at all: those of METRICS §2's table that a buffered row withholds or has
/// in another form.
bool followsCutoffs(RowMetric metric);

}  // namespace plumbline
