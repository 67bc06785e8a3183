// The pass over the rows that follows a cutoff: verdicts, places, and per run all that is a sum. Sums are of whole
// numbers, so that the order in which threads add does not matter.
#pragma once

#include <array>
#include <span>
#include <stop_token>
#include <vector>

#include "core/measure/level.h"
#include "core/measure/window.h"
#include "core/trace/time_limits.h"

namespace plumbline {

/// What a row gives its values to; a byte a row.
enum InDistribution : std::uint8_t { ofMeasured = 1, ofStreamed = 2, ofLatency = 4, ofWhole = 8 };
constexpr std::uint8_t masksOf(Verdict verdict) {
    switch (verdict) {
        case Verdict::unobservable:
        case Verdict::buffered:
            return ofMeasured | ofWhole;
        case Verdict::shortOutput:
            return ofMeasured | ofWhole | ofLatency;
        case Verdict::streamed:
            return ofMeasured | ofStreamed | ofLatency;
        default:
            return 0;
    }
}

struct RunTally {
    Window window;
    RowCounts rows;
    // Rows that ended in W, or all where nothing is trimmed:
    std::int64_t tokens = 0, tokenRows = 0, requests = 0;
    std::int64_t excluded = 0, excludedTokens = 0, excludedTokenRows = 0;  ///< of them what review excluded
    std::int64_t unplaced = 0;  ///< measured rows without a start in a run that has starts: in no rate
    // Rows in the distributions:
    std::int64_t outputTokens = 0, outputRows = 0, promptTokens = 0, promptRows = 0;
    std::int64_t chunkedTokens = 0, chunks = 0;                        ///< of streamed rows that know both
    std::int64_t gapCount = 0;                                         ///< ITL samples
    WideNanoseconds gapSum = 0;                                        ///< their ns
    std::int64_t streamedRates = 0, visibleRates = 0, wholeRates = 0;  ///< rows by the rate they have
    std::int64_t timed = 0, untimed = 0;  ///< measured-phase rows that openTime holds, and those it cannot
    // Of times, each wider than a sum of any rows:
    WideNanoseconds openTime = 0;           ///< ns that requests were open in W, all of them
    WideNanoseconds openBetweenStarts = 0;  ///< the same from W's begin to the last start in it
    WideNanoseconds betweenStarts = 0;      ///< ns of that span
    WideNanoseconds decodeTime = 0;   ///< ns in W between first token and end; a row that hides its first token: all
    std::int64_t decodeWhole = 0;     ///< rows that hide it, and were open in W
    void add(const RunTally& other);  ///< sums; the windows stay apart
};

struct Tally {
    std::vector<Verdict> verdicts;
    std::vector<Place> places;
    std::vector<std::uint8_t> masks;  ///< InDistribution
    std::vector<RunTally> runs;
    std::size_t decisionsMissing = 0, decisionsAmbiguous = 0;
    bool stopped = false;
};
Tally tally(const Dataset& data, const PreparedRows& prepared, const Settings& settings, std::stop_token stop);
/// The same of these runs alone, for other guards under which everything else stays: `places` are those of all rows,
/// and what is no row of these runs is left empty.
Tally tally(const Dataset& data, const PreparedRows& prepared, const Settings& settings,
            const std::vector<Place>& places, std::span<const std::uint32_t> runs, std::stop_token stop);

}  // namespace plumbline
