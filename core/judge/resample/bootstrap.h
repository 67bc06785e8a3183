// Resampling a level (METRICS §4): by block of time or by row, seeded, on sorted orders and counts.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/measure/intervals.h"
#include "core/measure/settings.h"

namespace plumbline {

/// A small generator with one word of state, the same on every machine (S. Vigna's splitmix64, public domain).
class Generator {
public:
    explicit Generator(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next();
    /// Uniform in [0, bound), bound > 0, without bias.
    std::uint32_t below(std::uint32_t bound);

private:
    std::uint64_t m_state;
};

inline constexpr std::uint64_t bootstrapSeed = 20'260'211;
inline constexpr std::size_t bootstrapResamples = 2000;

/// What is drawn with replacement.
enum class ResampleUnit : std::uint8_t { block, row, rowGroup };
std::string_view name(ResampleUnit unit);  ///< "blocks of time", "rows", "random groups of rows"

/// How often each unit was drawn: `units` draws among `units`.
class Weights {
public:
    Weights(std::size_t units, std::uint64_t seed) : m_weights(units), m_generator(seed) {}
    std::span<const std::uint32_t> draw();

private:
    std::vector<std::uint32_t> m_weights;
    Generator m_generator;
};

/// Values of one metric with the unit that each belongs to, ready for quantiles and means under any weights.
class WeightedValues {
public:
    /// values[i] belongs to unit[i] < units; both of one length, in any order.
    WeightedValues(std::vector<double> values, std::vector<std::uint32_t> unit, std::size_t units);

    bool empty() const { return m_values.empty(); }
    /// Nothing where no value has weight.
    std::optional<double> quantile(std::span<const std::uint32_t> weights, double p, PercentileRule rule) const;
    std::optional<double> mean(std::span<const std::uint32_t> weights) const;

private:
    std::uint64_t countBefore(std::span<const std::uint32_t> weights, std::size_t segment) const;
    double at(std::span<const std::uint32_t> weights, std::uint64_t rank) const;

    std::vector<double> m_values;  ///< ascending
    std::vector<std::uint32_t> m_unit;
    std::size_t m_units;
    std::size_t m_step = 0;                ///< values a segment; 0: no segments
    std::vector<std::uint32_t> m_before;   ///< per segment and unit: values of that unit before the segment
    std::vector<double> m_sums;            ///< per unit
    std::vector<std::uint32_t> m_countOf;  ///< per unit
};

/// The 2.5% and 97.5% quantiles of draws, linear; what is not there is left out, and fewer than half of the draws give
/// no limits; nor do draws that are all alike, for an interval without width tells nothing.
Limits percentileLimits(const std::vector<std::optional<double>>& draws);

}  // namespace plumbline
