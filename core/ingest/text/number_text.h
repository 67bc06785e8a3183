// Numbers and times from the text of a file, decimal by decimal: an epoch time in nanoseconds does not fit a double.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/trace/time_limits.h"
#include "core/trace/units.h"

namespace plumbline {

enum class TimeUnit : std::uint8_t { nanoseconds, microseconds, milliseconds, seconds };
/// As our own formats write them, in the order of TimeUnit.
inline constexpr std::array<std::string_view, 4> unitNames{"ns", "us", "ms", "s"};

/// "ns", "us", "ms", "s" and the spellings that harnesses use for them; nothing for any other word.
std::optional<TimeUnit> parseTimeUnit(std::string_view word);

/// What stands where a number belongs.
enum class NumberKind : std::uint8_t {
    number,
    fraction,    ///< a number, but no whole one where only whole ones are sensible
    outOfRange,  ///< a number that the type cannot hold
    notFinite,   ///< NaN, Infinity, inf and their like, as Python and C write them
    malformed
};

/// A decimal number of `unit`, rounded to the nearest nanosecond, half away from zero. `out` is set for `number` only.
/// What lies outside of `range` is out of range; as it stands, a sum or a difference of two times fits.
NumberKind parseTime(std::string_view text, TimeUnit unit, Nanoseconds& out, const ClockRange& range = otherClock);
/// A whole number, exact; "105.0" and "1e3" are whole.
NumberKind parseInteger(std::string_view text, std::int64_t& out);
NumberKind parseDouble(std::string_view text, double& out);

/// NaN and infinity as Python, C, JavaScript, YAML and old Windows spell them, in any case and with any sign: "nan",
/// "-nan(ind)", "+Inf", "Infinity", ".inf", "1.#IND", "-1.#INF00".
bool isNotFinite(std::string_view text);
/// Of those, infinity without a minus: a rate that is asked for without a limit.
bool isInfinity(std::string_view text);

/// A time that was read as a double; unknown when it is not finite or does not fit.
Nanoseconds toTime(double value, TimeUnit unit);

}  // namespace plumbline
