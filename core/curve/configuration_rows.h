// The rows of a configuration that are in its statistics and got an answer. Private to this room.
#pragma once

#include <cstddef>

#include "core/curve/figures.h"

namespace plumbline {

/// Calls run(positions [first, last) in rows) for each run of each level, once.
template <class F>
void forEachRun(const Dataset& data, const ConfigurationFigures& configuration, F run) {
    for (const LevelFigures& level : configuration.levels) {
        std::size_t before = data.runs.size();
        for (const RunFigures& each : level.runs) {
            if (at(each.run) == before) continue;  // a run with several repeats
            before = at(each.run);
            const std::size_t first = data.runs[before].firstRow;
            run(first, first + data.runs[before].rowCount);
        }
    }
}

inline bool isMeasured(const Figures& figures, std::size_t row) {
    return (*figures.places)[row] == Place::in && (*figures.verdicts)[row] >= Verdict::unobservable;
}

template <class F>
void forEachMeasuredRow(const Dataset& data, const Figures& figures, std::size_t configuration, F f) {
    if (!figures.places || !figures.verdicts) return;
    forEachRun(data, figures.configurations[configuration], [&](std::size_t first, std::size_t last) {
        for (std::size_t row = first; row < last; ++row)
            if (isMeasured(figures, row)) f(row);
    });
}

}  // namespace plumbline
