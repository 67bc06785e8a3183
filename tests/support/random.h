// Pseudo-random whole numbers that are the same on every machine and with every standard library.
#pragma once

#include <array>
#include <cstdint>

namespace plumbline::support {

/// xoshiro256** seeded by splitmix64 (Blackman and Vigna, public domain). The distributions of <random> are not
/// specified to the bit, so the derivations here are our own and of whole numbers only.
class Random {
public:
    explicit Random(std::uint64_t seed);

    std::uint64_t next();
    /// A number from 0 to bound - 1; bound is positive.
    std::uint64_t below(std::uint64_t bound);
    /// A number from low to high, both included.
    std::int64_t between(std::int64_t low, std::int64_t high);

private:
    std::array<std::uint64_t, 4> m_state;
};

}  // namespace plumbline::support
