// Quantities of a trace: times in whole nanoseconds, counts, and the value that says "unknown" for each.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>

namespace plumbline {

using Nanoseconds = std::chrono::nanoseconds;

/// "The file does not say." Never 0: a zero is a measurement.
inline constexpr Nanoseconds unknownTime = Nanoseconds::min();
constexpr bool isKnown(Nanoseconds time) { return time != unknownTime; }

/// A number of tokens, chunks or gaps; negative means unknown.
using Count = std::int32_t;
inline constexpr Count unknownCount = -1;
constexpr bool isKnown(Count count) { return count >= 0; }

/// Seconds as a double; the caller has checked that the time is known.
constexpr double seconds(Nanoseconds time) { return static_cast<double>(time.count()) / 1e9; }
inline Nanoseconds fromSeconds(double value) { return Nanoseconds(std::llround(value * 1e9)); }

/// The difference where both ends are known, else unknown.
constexpr Nanoseconds between(Nanoseconds from, Nanoseconds to) {
    return isKnown(from) && isKnown(to) ? to - from : unknownTime;
}

// Ids that cannot be mixed up. Files, sources and configurations keep theirs in the workspace; rows and runs are
// positions in a Dataset.
enum class FileId : std::int64_t {};
enum class SourceId : std::int64_t {};
enum class ConfigurationId : std::int64_t {};
enum class RunIndex : std::uint32_t {};
enum class RowIndex : std::uint32_t {};

constexpr std::size_t at(RunIndex run) { return static_cast<std::size_t>(run); }
constexpr std::size_t at(RowIndex row) { return static_cast<std::size_t>(row); }

}  // namespace plumbline
