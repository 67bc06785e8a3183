// What follows from one row alone, whatever the cutoffs (METRICS §2). Only `--interval-end` has a say: two variants.
#pragma once

#include <optional>

#include "core/trace/dataset.h"

namespace plumbline {

/// T and its kind; unknown where no first event is known.
struct FirstTime {
    Nanoseconds time = unknownTime;
    FirstTokenKind kind = FirstTokenKind::unknown;
};
FirstTime firstTime(const Row& row);
FirstTime firstTime(Nanoseconds firstReasoning, Nanoseconds firstContent, Nanoseconds firstToken, FirstTokenKind kind);

/// The verdicts that no cutoff changes, in the order of METRICS §2; open: short, buffered or streamed.
enum class Settled : std::uint8_t { error, cancelled, incomplete, empty, unobservable, open };

/// Times and counts of a row as the guards and the metrics take them.
struct Derived {
    FirstTime first;
    Nanoseconds guardEnd = unknownTime;  ///< where G ends: end, or last_content with lastText; the other where unknown
    Nanoseconds wholeEnd = unknownTime;  ///< end, else last_content
    Nanoseconds interval = unknownTime;  ///< of the guard's test; unknown: no interval rule
    Count tokens = unknownCount;         ///< N
    Count visible = unknownCount;        ///< N, less the reasoning tokens that were made before T
    Count chunks = unknownCount;
    bool roleChunk = false;  ///< the row proves that its first chunk is an empty role chunk: gaps[0] is no ITL
    bool outOfOrder = false;
    bool makesText = true;
    bool answerOnly = false;           ///< T is the answer's first token, after reasoning tokens: TTFT is not known
    bool tokensBeforeUnknown = false;  ///< answerOnly, and how many tokens came before T is not known
    Settled settled = Settled::open;
    Nanoseconds guardTime() const { return between(first.time, guardEnd); }  ///< G
};
/// What the rows of a run have in common.
struct RunTraits {
    bool reasons = false;   ///< some row made reasoning tokens
    bool makesText = true;  ///< its task does (core/trace/source_facts.h)
};
Derived derive(const Columns& rows, std::size_t row, RunTraits run, bool lastText);

/// Values of a row, in s or tokens/s, that a distribution may hold. rateStreamed is N / G, rateWhole N / end.
enum class Stream : std::uint8_t {
    ttft,
    ttfc,
    ttfb,
    tpot,
    e2e,
    queue,
    rateStreamed,
    rateWhole,
    scheduleDelay,
    e2eFromScheduled
};
inline constexpr std::size_t streamCount = 10;

/// The value, verdict apart: what the row would give if it were streamed. Nothing: unknown, or withheld whatever the
/// verdict.
std::optional<double> streamValue(const Columns& rows, std::size_t row, const Derived& derived, Stream stream);

/// Gaps that are ITL samples: how many and their sum. Unknown gaps: none.
struct GapSamples {
    std::int64_t count = 0;
    Nanoseconds sum{0};
};
GapSamples gapSamples(const Columns& rows, std::size_t row, const Derived& derived);

/// Whether any row of [first, last) made reasoning tokens.
bool anyReasoning(const Columns& rows, std::size_t first, std::size_t last);

}  // namespace plumbline
