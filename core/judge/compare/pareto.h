// The Pareto front over the points of curves: who can be beaten on both axes, and who cannot.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/judge/judge.h"

namespace plumbline {

/// off: a comparable point is surely no worse on either axis and better on one. on: no comparable point can be.
/// undecided: the intervals overlap, or there are none.
enum class FrontState : std::uint8_t { on, off, undecided };
std::string_view name(FrontState state);

struct FrontPoint {
    std::size_t configuration = 0, level = 0;  ///< positions in Figures
    double x = 0, y = 0;                       ///< stored units
    FrontState state = FrontState::on;
    bool onByValue = true;  ///< whether the values alone, without their intervals, put it on the front
    std::string text;       ///< why, one sentence
};

struct Front {
    Quantity x, y;
    std::vector<FrontPoint> points;                             ///< by configuration and load
    std::vector<std::string> refused;                           ///< pairs whose points do not beat each other, and why
    std::vector<std::pair<std::size_t, std::string>> withheld;  ///< configurations without a point, and why
    /// Positions in points, each group one front: those of configurations that all match each other at every load they
    /// share. No front goes across a refusal (METRICS §7).
    std::vector<std::vector<std::size_t>> groups;
};

/// Over the lines of all configurations that are shown; better is what each metric calls better. Points of one
/// configuration are comparable. Those of two are where the two match at a load (METRICS §7), but none at a load where
/// they are refused. The judgement is that of the figures.
Front paretoFront(const Settings& settings, const Figures& figures, const Judgement& judgement, const Quantity& x,
                  const Quantity& y);

/// What a report draws fronts over: rates of the system and of each accelerator, against latencies.
std::vector<std::pair<Quantity, Quantity>> reportedFronts();

}  // namespace plumbline
