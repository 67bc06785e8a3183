// All that a person can turn: small comparable values. Undo is the old Settings.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/measure/metric.h"
#include "core/trace/dataset.h"
#include "core/trace/result.h"

namespace plumbline {

enum class IntervalEnd : std::uint8_t { end, lastText };
/// linear: Hyndman-Fan 7 (numpy); nearest: rank ceil(p n); exclusive: type 6, clamped to the extremes.
enum class PercentileRule : std::uint8_t { linear, nearest, exclusive };

struct MeasureSettings {  // each member with its entry in setting_table.h, which says all that is said of it
    int minChunks = 3;
    Nanoseconds minInterval{200'000'000};
    int shortTokens = 3;
    bool shortAsBuffered = false;  ///< --short-outputs as-buffered: the verdict "short" is off
    IntervalEnd intervalEnd = IntervalEnd::end;
    double maxRate = 10'000;  ///< tokens/s; the rate-ceiling rule
    Nanoseconds warmup{0};
    bool warmupAuto = false;  ///< MSER-5 on TTFT cuts each run's beginning, and `warmup` is not looked at
    Nanoseconds cooldown{0};
    PercentileRule percentile = PercentileRule::linear;
    bool failedAsInfinite = false;  ///< a failed row is infinitely slow in latency percentiles, which take nearest rank
    bool operator==(const MeasureSettings&) const = default;
};

/// The rule in force for a metric: nearest rank for latencies once failed rows stand among them at infinity.
PercentileRule percentileRule(const MeasureSettings& settings, RowMetric metric);

enum class Comparison : std::uint8_t { less, lessOrEqual, greater, greaterOrEqual };
struct ComparisonWord {
    Comparison op;
    std::string_view word;
};
/// As people write them; the longer words first, for those who scan a text.
inline constexpr std::array<ComparisonWord, 4> comparisonWords{{{Comparison::lessOrEqual, "<="},
                                                                {Comparison::greaterOrEqual, ">="},
                                                                {Comparison::less, "<"},
                                                                {Comparison::greater, ">"}}};
std::string_view wordOf(Comparison op);

/// `e2e mean < 40s`. limit is in s, or tokens/s for rate; unit is how the person wrote it.
struct Slo {
    RowMetric metric = RowMetric::e2e;
    Statistic statistic;
    Comparison op = Comparison::less;
    double limit = 0;
    std::string unit = "s";  ///< "us", "ms", "s", or "" for a rate
    bool operator==(const Slo&) const = default;
};
/// Errors say what is wrong with the text and show a right one.
Result<Slo> parseSlo(std::string_view text);
/// The power of ten from a unit of time to seconds; nothing for other words.
std::optional<int> timeExponent(std::string_view unit);
std::string text(const Slo& slo);  ///< parseSlo(text(s)) == s
bool meets(const Slo& slo, double value);

/// Which sources are one configuration. Decided once at import, changed only by a person.
struct Grouping {
    struct Configuration {
        ConfigurationId id{};
        std::optional<std::string> name;  ///< given by a person; else named by what differs
        std::vector<SourceId> sources;
        bool operator==(const Configuration&) const = default;
    };
    std::vector<Configuration> configurations;  ///< in the order of first file; a source is in at most one
    /// Loads typed by a person, by source and position of the run in it.
    std::map<std::pair<SourceId, std::uint32_t>, Load> typedLoads;
    bool operator==(const Grouping&) const = default;
};

enum class DecisionKind : std::uint8_t { keep, exclude, note };

/// A reviewer's word on one row. Finds its row by file SHA-256 + record, else by request id + start.
struct Decision {
    std::string fileSha256;
    std::uint64_t record = 0;
    std::string id;
    Nanoseconds start = unknownTime;
    DecisionKind kind = DecisionKind::keep;
    std::string reason;  ///< the rule that flagged it, or empty
    std::string note;
    std::string reviewer;
    std::string at;  ///< ISO 8601, UTC
    /// Of an excluded row: nobody ever sent it (a fault of the file), so that it leaves the rates too (METRICS §4).
    bool neverHappened = false;
    bool operator==(const Decision&) const = default;
};

/// Edits of a configuration's context by a person: key to JSON text.
using ContextEdits = std::map<ConfigurationId, std::map<std::string, std::string>>;

/// The shared parts are immutable: a change makes a new one, so that Settings stays cheap to copy and compare.
struct Settings {
    MeasureSettings measure;
    std::vector<Slo> slos;
    std::shared_ptr<const Grouping> grouping;                ///< never null once loaded
    std::shared_ptr<const std::vector<Decision>> decisions;  ///< at most one a row; null: none
    ContextEdits edits;
    std::vector<ConfigurationId> hidden;  ///< unchecked in the tree: measured, not drawn
    /// A person's own thresholds of findings and of suspicious rules, by id, in the unit of the registry's entry.
    std::map<std::string, double, std::less<>> thresholds;
    bool isHidden(ConfigurationId id) const;
    friend bool operator==(const Settings& a, const Settings& b);  ///< by content
};

// Settings as one JSON document each way (measure, slos, edits, hidden; grouping and decisions have tables of their
// own).
std::string settingsJson(const Settings& settings);
Result<Settings> parseSettingsJson(std::string_view json);

}  // namespace plumbline
