// What can be said against the figures: findings and suspicious rows. The second of the two doors.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/curve/figures.h"

namespace plumbline {

enum class Severity : std::uint8_t { wrong, doubtful, note };
std::string_view name(Severity severity);

using EvidenceValue = std::variant<double, std::string, std::vector<double>>;

struct Finding {
    std::string id;
    Severity severity = Severity::note;
    std::optional<std::size_t> configuration;  ///< position in Figures::configurations
    std::optional<Load> load;
    std::string text;  ///< one sentence with its numbers
    std::vector<std::pair<std::string, EvidenceValue>> evidence;
    std::vector<RowIndex> rows;            ///< evidence rows, where there are any
    std::optional<MeasureSettings> offer;  ///< settings that one click would apply
    std::string offerText;                 ///< "Set the interval to 0.129 s"
};

struct Suspicious {
    RowIndex row{};
    std::string rule;  ///< "rate-ceiling", "out-of-order", "duplicate", ...
    double value = 0, threshold = 0;
    std::string unit;  ///< of both
    std::string text;
};

/// A queue entry: one row's flags together, or one rule that hits more than 20% of a level.
struct ReviewEntry {
    std::vector<std::size_t> flags;  ///< positions in Judgement::suspicious
    std::size_t configuration = 0, level = 0;
    bool wholeRule = false;
    std::string text;
};

struct Judgement {
    std::vector<Finding> findings;                             ///< worst first, then by configuration and load
    std::vector<Suspicious> suspicious;                        ///< by row, then rule
    std::vector<ReviewEntry> queue;                            ///< worst first; decided rows stay, with their decision
    std::vector<std::vector<std::size_t>> suspiciousPerLevel;  ///< rows flagged, by configuration and level
    bool stopped = false;
};

Judgement judge(const Dataset& data, const Settings& settings, const Figures& figures, std::stop_token stop = {},
                const std::function<void(double)>& progress = {});

/// Registries, one entry a rule or a finding: id, severity, when it fires, for help and the docs.
struct CheckEntry {
    std::string_view id;
    Severity severity;
    std::string_view fires;
};
std::span<const CheckEntry> findingRegistry();
std::span<const CheckEntry> ruleRegistry();

}  // namespace plumbline
