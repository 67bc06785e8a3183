// What a row is under given settings, and what may be said of it (METRICS §2).
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/measure/settings.h"
#include "core/trace/dataset.h"

namespace plumbline {

/// First match wins, in this order.
enum class Verdict : std::uint8_t {
    error,
    cancelled,
    incomplete,
    empty,
    unobservable,
    shortOutput,
    buffered,
    streamed
};
inline constexpr std::size_t verdictCount = 8;
std::string_view name(Verdict verdict);  ///< "short" for shortOutput

/// Which rate stands beside the number.
enum class RateBasis : std::uint8_t { none, postFirstContent, endToEnd, visible };
std::string_view name(RateBasis basis);  ///< "post-first-content", "end-to-end", "visible tokens", ""

/// Out of the statistics before any verdict counts, in this order; in: none of these. What a reviewer excluded was done
/// by the system all the same, and stays in its rates; neverHappened: excluded as no request at all, or as one told
/// twice, and so in nothing (METRICS §4).
enum class Place : std::uint8_t { in, excluded, neverHappened, warmup, cooldown };
inline constexpr std::size_t placeCount = 5;
constexpr bool isExcluded(Place place) { return place == Place::excluded || place == Place::neverHappened; }

/// The verdict of every row. Same length as the rows; deterministic whatever the number of threads.
std::vector<Verdict> classify(const Dataset& data, const MeasureSettings& settings, std::stop_token stop = {});
Verdict classifyRow(const Dataset& data, const MeasureSettings& settings, RowIndex row);

/// Why the rows of an embedding, a rerank or a pooling run show no first token (METRICS §2).
inline constexpr std::string_view noTextReason = "the task makes no text";

/// One row under given settings, for the rows table, the review queue and tooltips. Unknown or withheld: empty, with
/// the reason.
struct RowFigures {
    Verdict verdict = Verdict::streamed;
    Place place = Place::in;
    std::string reason;  ///< "interval 0.001 s < 0.2 s", "2 chunks < 3", "completed, no token", ...
    FirstTokenKind firstKind = FirstTokenKind::unknown;
    std::optional<double> firstTime;    ///< T in s, whatever the verdict
    std::optional<double> interval;     ///< of the guard's test, s
    std::optional<double> trustedRate;  ///< N / G, tokens/s, whatever the verdict: what one would have believed
    std::optional<double> rate;         ///< tokens/s
    RateBasis rateBasis = RateBasis::none;
    std::optional<double> ttft, ttfc, ttfb, tpot, e2e, itlMean, queue;  ///< s
    std::optional<double> tpotFirstChunkCorrected;
    bool endFromLastContent = false;  ///< end unknown: measured to last_content, and said
    bool noVisibleAnswer = false;     ///< reached its cap while reasoning
    std::string withheld;             ///< why TTFT (and what goes with it) is not given; empty when it is
};
RowFigures rowFigures(const Dataset& data, const Settings& settings, RowIndex row);
/// The same where the row's place is known.
RowFigures rowFigures(const Dataset& data, const Settings& settings, RowIndex row, Place place);

/// Place of each row given decisions, phases and the window.
std::vector<Place> places(const Dataset& data, const Settings& settings);

}  // namespace plumbline
