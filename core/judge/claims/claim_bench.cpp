#include "core/judge/claims/claim_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/judge/claims/claim_words.h"
#include "core/judge/quantity_words.h"
#include "core/judge/words.h"
#include "core/measure/quantiles.h"

namespace plumbline {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// An end between two draws of which one is infinite is the outer of the two.
double endAt(const std::vector<double>& sorted, double p) {
    const Rank rank = rankOf(sorted.size(), p, PercentileRule::linear);
    const double low = sorted[rank.lower], high = sorted[rank.upper];
    if (std::isfinite(low) && std::isfinite(high)) return low + rank.weight * (high - low);
    if (rank.weight == 0) return low;
    return p < 0.5 ? low : high;
}

}  // namespace

ClaimBench::ClaimBench(const ClaimData& given, const std::vector<Quantity>& quantities, std::stop_token stop)
    : data(given),
      input(given.data, given.settings, given.figures, stop),
      values(input),
      resampler(values, quantities),
      pairs{values, resampler, given.judgement.intervals} {}

std::vector<std::size_t> candidates(const ClaimData& data, const ClaimWho& who) {
    const auto& all = data.figures.configurations;
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const auto& hidden = data.settings.hidden;
            std::find(hidden.begin(), hidden.end(), all[i].id) == hidden.end())
            shown.push_back(i);
    if (!who.isGiven()) return shown;
    const auto which = [&](const auto& fits) {
        std::vector<std::size_t> out;
        std::copy_if(shown.begin(), shown.end(), std::back_inserter(out), [&](std::size_t i) { return fits(i); });
        return out;
    };
    if (who.id) return which([&](std::size_t i) { return all[i].id == *who.id; });
    const std::string word = lowered(who.word);
    if (auto exact = which([&](std::size_t i) { return all[i].name == who.word; }); !exact.empty()) return exact;
    if (auto alike = which([&](std::size_t i) { return lowered(all[i].name) == word; }); !alike.empty()) return alike;
    if (auto numbered = which([&](std::size_t i) { return fmt::format("[{}]", i + 1) == word; }); !numbered.empty())
        return numbered;
    if (auto begun = which([&](std::size_t i) { return lowered(all[i].name).starts_with(word); }); !begun.empty())
        return begun;
    return which([&](std::size_t i) { return word.size() == 1 && word[0] - 'a' == static_cast<int>(i); });
}

std::optional<double> valueOrInfinite(const ClaimBench& bench, LevelPlace place, const Quantity& quantity) {
    const LevelFigures& level = bench.level(place);
    if (const auto known = value(level, quantity)) return known;
    const bool isQuantile = quantity.ofRows && !quantity.statistic.mean && quantity.row != RowMetric::itl;
    if (isQuantile && !level.summaryOnly) {
        const std::vector<double> sorted = bench.values.sorted(place, quantity.row);
        const PercentileRule rule = percentileRule(bench.data.settings.measure, quantity.row);
        return quantileOf(sorted, quantity.statistic.p, rule);
    }
    return notAttained(level, quantity) ? std::optional(infinity) : std::nullopt;
}

Evidence evidenceOf(ClaimBench& bench, LevelPlace place, const Quantity& quantity) {
    const LevelIntervals& known = bench.data.judgement.intervals[place.configuration][place.level];
    return evidenceOf(bench.values, known, place, quantity);
}

Limits drawnLimits(const std::vector<std::optional<double>>& draws) {
    std::vector<double> values;
    for (const auto& draw : draws)
        if (draw && !std::isnan(*draw)) values.push_back(*draw);
    if (values.empty() || values.size() * 2 < draws.size()) return {};
    std::sort(values.begin(), values.end());
    if (std::isfinite(values.front()) && values.front() == values.back()) return {};
    return {endAt(values, tail), endAt(values, 1 - tail)};
}

std::string limitsText(const Quantity& quantity, const Limits& limits, bool isDifference) {
    const auto said = [&](double value) {
        return isDifference ? signedText(quantity, value) : shownText(quantity, value);
    };
    const bool low = limits.low && std::isfinite(*limits.low), high = limits.high && std::isfinite(*limits.high);
    if (low && high) return fmt::format("95% interval {} to {}", said(*limits.low), said(*limits.high));
    if (low) return fmt::format("at 95% no less than {}, with no upper limit", said(*limits.low));
    if (high) return fmt::format("at 95% no more than {}, with no lower limit", said(*limits.high));
    return {};
}

std::string limitsText(const Limits& ratio) {
    const bool low = ratio.low && std::isfinite(*ratio.low), high = ratio.high && std::isfinite(*ratio.high);
    if (low && high)
        return fmt::format("95% interval of the ratio {} to {}", numberText(*ratio.low), numberText(*ratio.high));
    if (low) return fmt::format("at 95% a ratio of no less than {}", numberText(*ratio.low));
    if (high) return fmt::format("at 95% a ratio of no more than {}", numberText(*ratio.high));
    return {};
}

ClaimState together(const std::vector<ClaimAt>& parts) {
    const auto is = [](ClaimState state) { return [state](const ClaimAt& part) { return part.state == state; }; };
    if (std::any_of(parts.begin(), parts.end(), is(ClaimState::notSupported))) return ClaimState::notSupported;
    if (parts.empty() || std::any_of(parts.begin(), parts.end(), is(ClaimState::notDecidable)))
        return ClaimState::notDecidable;
    const bool some = std::any_of(parts.begin(), parts.end(), is(ClaimState::inTheseRuns));
    return some ? ClaimState::inTheseRuns : ClaimState::supported;
}

namespace {

template <class Takes>
std::string loadsWhere(const std::vector<ClaimAt>& parts, Takes takes) {
    constexpr std::size_t mostNamed = 12;
    std::vector<std::string> loads;
    for (const ClaimAt& part : parts)
        if (takes(part.state) && part.load) loads.push_back(text(*part.load));
    if (loads.size() > mostNamed) {
        loads[mostNamed - 1] = fmt::format("{} more loads", countText(loads.size() - mostNamed + 1));
        loads.resize(mostNamed);
    }
    std::string out;
    for (std::size_t i = 0; i < loads.size(); ++i)
        out += (i == 0 ? "" : i + 1 == loads.size() ? " and " : ", ") + loads[i];
    return out;
}

}  // namespace

std::string loadsIn(const std::vector<ClaimAt>& parts, ClaimState state) {
    return loadsWhere(parts, [state](ClaimState each) { return each == state; });
}

std::string supportedLoads(const std::vector<ClaimAt>& parts) {
    const std::string loads = loadsWhere(parts, isSupported);
    return loads.empty() || loadsIn(parts, ClaimState::inTheseRuns).empty() ? loads : loads + ", in these runs";
}

std::string togetherText(const std::vector<ClaimAt>& parts) {
    if (parts.size() == 1) return parts.front().text;
    std::string out;
    for (const ClaimState state :
         {ClaimState::supported, ClaimState::inTheseRuns, ClaimState::notSupported, ClaimState::notDecidable})
        if (const std::string loads = loadsIn(parts, state); !loads.empty())
            out += fmt::format("{}{} at {}", out.empty() ? "" : ", ", words(state), loads);
    if (out.empty()) return out;
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
    const ClaimState worst = together(parts);
    const auto first =
        std::find_if(parts.begin(), parts.end(), [worst](const ClaimAt& part) { return part.state == worst; });
    return out + ". " + first->text;
}

bool claimsLower(const ClaimForm& form, const Quantity& quantity) {
    if (form.sense == ClaimSense::lower || form.sense == ClaimSense::higher) return form.sense == ClaimSense::lower;
    return (form.sense == ClaimSense::better) == entry(quantity).lowerIsBetter;
}

void leaveOpen(ClaimState& state, std::string& text, const std::string& few) {
    if (few.empty()) return;
    text += few;
    if (state == ClaimState::notDecidable) return;
    text += fmt::format(" Of those it is {}; what the others would give is not known.", words(state));
    state = ClaimState::notDecidable;
}

}  // namespace plumbline
