// The guards of METRICS §2 over prepared columns: what the cutoffs decide.
#pragma once

#include "core/measure/classify.h"
#include "core/trace/prepared.h"

namespace plumbline {

/// The settings that the guards read, as plain numbers.
struct Guard {
    Count minChunks, shortBelow;
    Nanoseconds minInterval;
    explicit Guard(const MeasureSettings& settings)
        : minChunks(settings.minChunks),
          shortBelow(settings.shortAsBuffered ? 0 : settings.shortTokens),
          minInterval(settings.minInterval) {}
    bool tooFewChunks(Count chunks) const { return chunks < minChunks; }
};

/// Without branches: a million rows in a millisecond.
inline Verdict judged(const Guard& guard, Settled settled, Count tokens, Count chunks, Nanoseconds interval) {
    const bool isShort = tokens < guard.shortBelow;
    const bool isBuffered = guard.tooFewChunks(chunks) | (interval < guard.minInterval);
    const auto open = static_cast<std::uint8_t>(isShort      ? Verdict::shortOutput
                                                : isBuffered ? Verdict::buffered
                                                             : Verdict::streamed);
    return static_cast<Verdict>(settled == Settled::open ? open : static_cast<std::uint8_t>(settled));
}
static_assert(static_cast<int>(Settled::error) == static_cast<int>(Verdict::error) &&
              static_cast<int>(Settled::unobservable) == static_cast<int>(Verdict::unobservable));

/// Failed, as the error rate counts it (METRICS §4): a cancel that the harness meant is no failure. deliberate: as in
/// Columns.
constexpr bool isFailed(Verdict verdict, std::int8_t deliberate) {
    return verdict < Verdict::unobservable && !(verdict == Verdict::cancelled && deliberate == 1);
}
constexpr bool isMeasured(Verdict verdict) { return verdict >= Verdict::unobservable; }

}  // namespace plumbline
