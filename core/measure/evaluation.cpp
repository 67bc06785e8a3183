// Distributions by one recipe, and the door to its figures.
#include <algorithm>

#include "core/measure/evaluation_state.h"

namespace plumbline {

Samples Evaluation::State::gaps() const {
    Samples out;
    std::vector<RowIndex> wanted;
    forEachRow([&](std::size_t row) {
        if (each.holds(row, Series::itl) && rows.data.rows.gapCount[row] > 0)
            wanted.push_back(RowIndex(static_cast<std::uint32_t>(row)));
    });
    if (!rows.data.gaps || wanted.empty()) return out;
    const auto take = [&](std::size_t position, std::span<const Nanoseconds> list) {
        const std::size_t row = at(wanted[position]);
        const std::size_t skipped = std::min(each.skippedGaps(row), list.size());
        for (const Nanoseconds gap : list.subspan(skipped)) out.values.push_back(seconds(gap));
        if (const auto closing = each.closingGap(row)) out.values.push_back(*closing);
    };
    const auto read = rows.data.gaps->visit(wanted, take, stop);
    if (!read || stop.stop_requested()) return {};
    return out;
}

const Samples& Evaluation::State::samplesOf(Series series) {
    const auto [place, isNew] = samples.try_emplace(series);
    Samples& out = place->second;
    if (!isNew) return out;
    if (series == Series::itl) return out = gaps();
    const bool weighted =
        recipe.formula.tokenWeights && !recipe.formula.ours && (series == Series::tpot || series == Series::tokenTime);
    forEachRow([&](std::size_t row) {
        if (!each.holds(row, series)) return;
        const auto value = each.value(row, series);
        if (!value) return;
        out.values.push_back(*value);
        if (weighted) out.weights.push_back(each.weight(row, series));
        if (series == Series::ttft && recipe.missingIsZero && *value == 0) ++out.zeros;
    });
    return out;
}

std::optional<double> Evaluation::State::statistic(Series series, std::string_view word) {
    samplesOf(series);
    return statisticOf(samples[series], word, recipe.cut, recipe.formula.sampleSpread && !recipe.formula.ours);
}

Evaluation::Evaluation(const MeasuredRows& rows, std::vector<RunIndex> runs, const Recipe& recipe, std::stop_token stop)
    : m_state(std::make_unique<State>(rows, std::move(runs), recipe, std::move(stop))) {}
Evaluation::~Evaluation() = default;
Evaluation::Evaluation(Evaluation&&) noexcept = default;

std::optional<double> Evaluation::figure(std::string_view keyPath) {
    if (isTotal(keyPath)) return m_state->total(keyPath);
    const auto series = parseSeries(seriesOf(keyPath));
    if (!series || !isComparable(keyPath)) return std::nullopt;
    return m_state->statistic(*series, keyPath.substr(seriesOf(keyPath).size() + 1));
}

std::size_t Evaluation::count(std::string_view keyPath) {
    const auto series = parseSeries(seriesOf(keyPath));
    return series ? m_state->samplesOf(*series).values.size() : m_state->totalsOf().rates.rows;
}

std::size_t Evaluation::zeros(std::string_view keyPath) {
    const auto series = parseSeries(seriesOf(keyPath));
    return series ? m_state->samplesOf(*series).zeros : 0;
}

std::size_t Evaluation::members() const { return m_state->totalsOf().members.rows; }
std::optional<double> Evaluation::spanSeconds(std::string_view keyPath) const {
    const Sums& sums = m_state->totalsOf();
    return keyPath == "requests_per_s" ? sums.sendSeconds : sums.seconds;
}
double Evaluation::outputTokens() const { return m_state->totalsOf().rates.tokens; }
const Recipe& Evaluation::recipe() const { return m_state->recipe; }

bool isTotal(std::string_view keyPath) {
    return std::find(totalKeys.begin(), totalKeys.end(), keyPath) != totalKeys.end();
}

std::string_view seriesOf(std::string_view keyPath) {
    return isTotal(keyPath) ? keyPath : keyPath.substr(0, keyPath.find('.'));
}

bool isComparable(std::string_view keyPath) {
    if (isTotal(keyPath)) return true;
    const std::string_view series = seriesOf(keyPath);
    if (series.size() + 1 >= keyPath.size() || !parseSeries(series)) return false;
    const std::string_view word = keyPath.substr(series.size() + 1);
    if (word == "std" || word == "min" || word == "max") return true;
    const auto statistic = parseStatistic(word);
    return statistic && (statistic->mean || (statistic->p >= 0 && statistic->p <= 1));
}

}  // namespace plumbline
