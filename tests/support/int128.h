// 128-bit integers: products of nanoseconds and counts pass 64 bits, and doubles may differ from machine to machine.
#pragma once

#include <cstdint>

namespace plumbline::support {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

/// numerator / denominator to the nearest whole number, halves away from zero; the denominator is positive.
constexpr std::int64_t nearest(Int128 numerator, Int128 denominator) {
    const Int128 half = denominator / 2;
    return static_cast<std::int64_t>((numerator < 0 ? numerator - half : numerator + half) / denominator);
}

}  // namespace plumbline::support
