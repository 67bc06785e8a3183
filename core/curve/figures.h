// Everything that follows the slider: verdicts, levels, curves, crossings, bound fractions. One of the two doors.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/measure/level.h"
#include "core/measure/naming.h"
#include "core/measure/window.h"
#include "core/trace/size_limits.h"

namespace plumbline {

enum class CrossingState : std::uint8_t { crossed, notReached, alreadyMissed, withheld };
std::string_view name(CrossingState state);  ///< "crossed", "not_reached", "already_missed", "withheld"

struct Crossing {
    std::size_t slo = 0;  ///< position in Settings::slos
    CrossingState state = CrossingState::withheld;
    std::optional<std::pair<double, double>> between;  ///< loads of the bracket
    std::optional<double> load;  ///< none where the quantity is not attained at one end: the bracket alone is known
    std::optional<double> systemOutputRate;
    double fraction = 0;               ///< of the way from the lower load to the upper
    std::size_t lower = 0, upper = 0;  ///< positions in levels
    bool monotonic = true;             ///< the limit is passed once only
};

struct Saturation {
    std::optional<double> elasticity;
    bool stillScaling = false;
};

struct ConfigurationFigures {
    ConfigurationId id{};
    std::string name;
    Dimensions dimensions;             ///< what differs among the configurations, each with a value or unknown
    std::vector<std::size_t> sources;  ///< positions in Dataset::sources
    Context context;                   ///< in force: edits applied
    TimingBoundary boundary;
    std::vector<LevelFigures> levels;  ///< by kind of load, then value
    std::vector<std::size_t> line;     ///< positions of the levels the curve goes through, in order of load
    std::vector<Crossing> crossings;   ///< one an SLO
    Saturation saturation;
};

struct Figures {
    std::vector<ConfigurationFigures> configurations;  ///< in the order of first file
    std::shared_ptr<const std::vector<Verdict>> verdicts;
    std::shared_ptr<const std::vector<Place>> places;
    std::shared_ptr<const std::vector<Window>> windows;  ///< by run
    bool withItl = false;                                ///< ITL percentiles are in (they need the gaps)
    bool stopped = false;                                ///< the stop was asked for; nothing else in here counts
    std::size_t totalRows = 0, excludedRows = 0;
    std::size_t decisionsMissing = 0, decisionsAmbiguous = 0;  ///< review decisions that find no row, or several
    std::vector<LimitMet> limits;                              ///< of configurations and levels: what has no figures
    std::vector<ConfigurationFigures> unmeasured;  ///< above them: who they are and where they come from, no levels
};

enum class Itl : std::uint8_t { include, leaveOut };

/// Same to the bit for the same input. leaveOut skips what needs the gaps in the workspace, for a hand on the slider;
/// ITL's mean and n are in either way.
Figures figures(const Dataset& data, const Settings& settings, std::stop_token stop = {}, Itl itl = Itl::include);

}  // namespace plumbline
