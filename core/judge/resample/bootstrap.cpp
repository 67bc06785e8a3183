#include "core/judge/resample/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/measure/quantiles.h"

namespace plumbline {

namespace {

/// Segments pay where there are many more values than units.
constexpr std::size_t segments = 256;

}  // namespace

std::uint64_t Generator::next() {
    m_state += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = m_state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

std::uint32_t Generator::below(std::uint32_t bound) {
    const std::uint32_t unfair = (0U - bound) % bound;  // 2^32 mod bound
    for (;;) {
        const std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) >= unfair) return static_cast<std::uint32_t>(product >> 32);
    }
}

std::string_view name(ResampleUnit unit) {
    switch (unit) {
        case ResampleUnit::block:
            return "blocks of time";
        case ResampleUnit::rowGroup:
            return "random groups of rows";
        case ResampleUnit::row:
            break;
    }
    return "rows";
}

std::span<const std::uint32_t> Weights::draw() {
    std::fill(m_weights.begin(), m_weights.end(), 0U);
    const auto units = static_cast<std::uint32_t>(m_weights.size());
    for (std::uint32_t i = 0; i < units; ++i) ++m_weights[m_generator.below(units)];
    return m_weights;
}

WeightedValues::WeightedValues(std::vector<double> values, std::vector<std::uint32_t> unit, std::size_t units)
    : m_units(units), m_sums(units), m_countOf(units) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] != values[b] ? values[a] < values[b] : a < b; });
    for (const std::size_t i : order) {
        m_values.push_back(values[i]);
        m_unit.push_back(unit[i]);
        m_sums[unit[i]] += values[i];
        ++m_countOf[unit[i]];
    }
    if (m_values.size() < segments * units / 16 || m_values.size() < 4 * segments) return;
    m_step = (m_values.size() + segments - 1) / segments;
    std::vector<std::uint32_t> counts(units);
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        if (i % m_step == 0) m_before.insert(m_before.end(), counts.begin(), counts.end());
        ++counts[m_unit[i]];
    }
}

std::uint64_t WeightedValues::countBefore(std::span<const std::uint32_t> weights, std::size_t segment) const {
    std::uint64_t count = 0;
    const std::uint32_t* before = m_before.data() + segment * m_units;
    for (std::size_t unit = 0; unit < m_units; ++unit) count += std::uint64_t{weights[unit]} * before[unit];
    return count;
}

/// The value of the given rank, from 0, when each value stands as often as its unit was drawn.
double WeightedValues::at(std::span<const std::uint32_t> weights, std::uint64_t rank) const {
    std::size_t begin = 0;
    std::uint64_t passed = 0;
    if (m_step > 0) {
        std::size_t low = 0, high = m_before.size() / m_units;  // the last segment with countBefore <= rank
        while (high - low > 1) {
            const std::size_t middle = (low + high) / 2;
            (countBefore(weights, middle) <= rank ? low : high) = middle;
        }
        begin = low * m_step;
        passed = countBefore(weights, low);
    }
    for (std::size_t i = begin; i < m_values.size(); ++i) {
        passed += weights[m_unit[i]];
        if (passed > rank) return m_values[i];
    }
    return m_values.back();
}

std::optional<double> WeightedValues::quantile(std::span<const std::uint32_t> weights, double p,
                                               PercentileRule rule) const {
    std::uint64_t count = 0;
    for (std::size_t unit = 0; unit < m_units; ++unit) count += std::uint64_t{weights[unit]} * m_countOf[unit];
    if (count == 0) return std::nullopt;
    const Rank rank = rankOf(count, p, rule);
    const double low = at(weights, rank.lower);
    return rank.weight == 0 ? low : low + rank.weight * (at(weights, rank.upper) - low);
}

std::optional<double> WeightedValues::mean(std::span<const std::uint32_t> weights) const {
    double sum = 0;
    std::uint64_t count = 0;
    for (std::size_t unit = 0; unit < m_units; ++unit) {
        if (weights[unit] == 0) continue;  // none of an infinite sum is nothing, not NaN
        sum += weights[unit] * m_sums[unit];
        count += std::uint64_t{weights[unit]} * m_countOf[unit];
    }
    if (count == 0) return std::nullopt;
    return sum / static_cast<double>(count);
}

// Draws are infinite where a statistic is not attained; of two such the difference is not a number, and is left out.
Limits percentileLimits(const std::vector<std::optional<double>>& draws) {
    std::vector<double> values;
    for (const auto& draw : draws)
        if (draw && !std::isnan(*draw)) values.push_back(*draw);
    if (values.empty() || values.size() * 2 < draws.size()) return {};
    std::sort(values.begin(), values.end());
    if (values.front() == values.back()) return {};
    const auto limit = [&values](double p) {
        const auto found = quantileOf(values, p, PercentileRule::linear);
        return found && std::isfinite(*found) ? found : std::nullopt;
    };
    return {limit(tail), limit(1 - tail)};
}

}  // namespace plumbline
