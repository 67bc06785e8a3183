#include "core/ingest/text/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/trace/ascii.h"

namespace plumbline {
namespace {

constexpr std::array<std::uint64_t, 10> powers{1,       10,        100,        1'000,       10'000,
                                               100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

/// Decimals of one unit that make a nanosecond.
constexpr int decimals(TimeUnit unit) { return 3 * static_cast<int>(unit); }

/// Goes over digits eight at a time: a double written in full has more decimals than a nanosecond needs.
const char* skipDigits(const char* p, const char* end) {
    constexpr std::uint64_t high = 0xF0F0F0F0F0F0F0F0, threes = 0x3030303030303030, six = 0x0606060606060606;
    for (std::uint64_t eight = 0; end - p >= 8; p += 8) {
        std::memcpy(&eight, p, 8);
        if ((eight & high) != threes || ((eight + six) & high) != threes) break;  // '0' to '9' are 0x30 to 0x39
    }
    while (p != end && isDigit(*p)) ++p;
    return p;
}

/// A JSON number (RFC 8259 §6) without its value: from_chars alone would take "nan", "1." and ".5" as well.
bool isNumber(std::string_view text) {
    std::size_t i = !text.empty() && text[0] == '-' ? 1 : 0;
    const auto digits = [&] {
        const std::size_t from = i;
        while (i < text.size() && isDigit(text[i])) ++i;
        return i - from;
    };
    const std::size_t first = i;
    const std::size_t whole = digits();
    if (whole == 0 || (whole > 1 && text[first] == '0')) return false;
    if (i < text.size() && text[i] == '.' && (++i, digits() == 0)) return false;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
        if (digits() == 0) return false;
    }
    return i == text.size();
}

NumberKind kindOf(std::string_view text) {
    if (isNumber(text)) return NumberKind::number;
    return isNotFinite(text) ? NumberKind::notFinite : NumberKind::malformed;
}

/// The decimal number scaled by 10^places and rounded. False for exponents, too many digits and malformed texts: the
/// caller then takes the long way.
bool fixedPoint(std::string_view text, int places, std::int64_t& out) {
    const char* p = text.data();
    const char* const end = p + text.size();
    const bool negative = p != end && *p == '-';
    if (negative) ++p;
    const char* const first = p;
    std::uint64_t value = 0;
    while (p != end && isDigit(*p)) value = value * 10 + static_cast<std::uint64_t>(*p++ - '0');
    const auto whole = p - first;
    if (whole == 0 || whole > 18 + (places == 0) || (whole > 1 && *first == '0')) return false;
    std::uint64_t fraction = 0;
    bool up = false;
    int kept = 0;
    if (p != end && *p == '.') {
        if (++p == end || !isDigit(*p)) return false;
        while (kept < places && p != end && isDigit(*p))
            fraction = fraction * 10 + static_cast<std::uint64_t>(*p++ - '0'), ++kept;
        up = p != end && *p >= '5' && *p <= '9';
        p = skipDigits(p, end);
    }
    if (p != end) return false;
    fraction *= powers[static_cast<std::size_t>(places - kept)];
    std::uint64_t scaled = 0;
    if (__builtin_mul_overflow(value, powers[static_cast<std::size_t>(places)], &scaled)) return false;
    scaled += fraction + (up ? 1 : 0);
    if (scaled > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return false;
    out = negative ? -static_cast<std::int64_t>(scaled) : static_cast<std::int64_t>(scaled);
    return true;
}

bool fits(double value) { return value > -9.2e18 && value < 9.2e18; }

/// Of a double, as exact as it is; unknown where it does not fit 64 bits.
Nanoseconds scaledTime(double value, TimeUnit unit) {
    const double scaled = value * static_cast<double>(powers[static_cast<std::size_t>(decimals(unit))]);
    return std::isfinite(scaled) && fits(scaled) ? Nanoseconds(std::llround(scaled)) : unknownTime;
}

}  // namespace

std::optional<TimeUnit> parseTimeUnit(std::string_view word) {
    if (word == "ns" || word == "nanoseconds") return TimeUnit::nanoseconds;
    if (word == "us" || word == "\u00b5s" || word == "microseconds") return TimeUnit::microseconds;
    if (word == "ms" || word == "milliseconds") return TimeUnit::milliseconds;
    if (word == "s" || word == "sec" || word == "seconds") return TimeUnit::seconds;
    return std::nullopt;
}

bool isNotFinite(std::string_view text) {
    constexpr std::size_t longest = 16;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    if (text.empty() || text.size() > longest) return false;
    std::array<char, longest> lower{};
    std::transform(text.begin(), text.end(), lower.begin(), lowerOf);
    std::string_view word(lower.data(), text.size());
    if (word.starts_with("1.#")) {
        word.remove_prefix(3);
        while (word.ends_with('0')) word.remove_suffix(1);
        return word == "ind" || word == "inf" || word == "qnan" || word == "snan";
    }
    if (word.starts_with('.')) word.remove_prefix(1);
    return word == "nan" || word == "inf" || word == "infinity" || (word.starts_with("nan(") && word.ends_with(')'));
}

bool isInfinity(std::string_view text) {
    return isNotFinite(text) && !text.starts_with('-') && lowered(text).find("inf") != std::string::npos;
}

NumberKind parseTime(std::string_view text, TimeUnit unit, Nanoseconds& out, const ClockRange& range) {
    std::int64_t exact = 0;
    if (fixedPoint(text, decimals(unit), exact)) {
        if (!range.holds(Nanoseconds(exact))) return NumberKind::outOfRange;
        out = Nanoseconds(exact);
        return NumberKind::number;
    }
    double value = 0;
    const NumberKind kind = parseDouble(text, value);
    if (kind != NumberKind::number) return kind;
    const Nanoseconds time = scaledTime(value, unit);
    if (!range.holds(time)) return NumberKind::outOfRange;
    out = time;
    return NumberKind::number;
}

NumberKind parseInteger(std::string_view text, std::int64_t& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error == std::errc() && end == text.data() + text.size() && isNumber(text)) return NumberKind::number;
    double value = 0;
    const NumberKind kind = parseDouble(text, value);
    if (kind != NumberKind::number) return kind;
    if (!fits(value)) return NumberKind::outOfRange;
    if (value != std::trunc(value)) return NumberKind::fraction;
    out = static_cast<std::int64_t>(value);
    return NumberKind::number;
}

NumberKind parseDouble(std::string_view text, double& out) {
    const NumberKind kind = kindOf(text);
    if (kind != NumberKind::number) return kind;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range || !std::isfinite(value)) return NumberKind::outOfRange;
    out = value;
    return NumberKind::number;
}

Nanoseconds toTime(double value, TimeUnit unit) {
    const Nanoseconds time = scaledTime(value, unit);
    return otherClock.holds(time) ? time : unknownTime;
}

}  // namespace plumbline
