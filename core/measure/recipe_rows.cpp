#include "core/measure/recipe_rows.h"

#include <array>

#include "core/measure/guard.h"
#include "core/measure/streams.h"
#include "core/measure/window.h"

namespace plumbline {

namespace {

std::optional<double> known(Nanoseconds time) { return isKnown(time) ? std::optional(seconds(time)) : std::nullopt; }

std::uint8_t maskOf(Series series) {
    switch (series) {
        case Series::itl:
        case Series::tokenTime:
            return ofStreamed;
        case Series::rate:
            return ofStreamed | ofWhole;
        case Series::requestThroughput:
            return ofMeasured;
        default:
            return filtersOf(static_cast<RowMetric>(series)).front().mask;
    }
}

}  // namespace

std::string_view keyOf(Series series) {
    if (series == Series::tokenTime) return "time_per_output_token_s";
    if (series == Series::requestThroughput) return "llmperf_request_output_throughput";
    return entry(static_cast<RowMetric>(series)).jsonKey;
}

std::optional<Series> parseSeries(std::string_view key) {
    for (std::size_t i = 0; i < seriesCount; ++i)
        if (keyOf(static_cast<Series>(i)) == key) return static_cast<Series>(i);
    return std::nullopt;
}

bool RowRecipe::isMember(std::size_t row) const {
    if (m_recipe.population == Population::verdicts)
        return m_rows.places[row] == Place::in && isMeasured(m_rows.verdicts[row]);
    if (m_recipe.population == Population::everyRow) return true;
    if (columns().status[row] != Status::ok) return false;
    return m_recipe.population == Population::withoutError || columns().phase[row] == Phase::measured;
}

bool RowRecipe::holds(std::size_t row, Series series) const {
    if (m_recipe.population == Population::verdicts)
        return m_rows.places[row] == Place::in && (masksOf(m_rows.verdicts[row]) & maskOf(series)) != 0;
    const bool firstToken = series == Series::ttft || series == Series::tpot;
    if (m_recipe.twoTimes && firstToken && isKnown(columns().chunks[row]) && columns().chunks[row] < 2) return false;
    return isMember(row);
}

// METRICS §4, as the level's own rates: measured verdicts that ended in W, wherever they started.
bool RowRecipe::counts(std::size_t row) const {
    if (m_recipe.population != Population::verdicts) return isMember(row);
    if (!isMeasured(m_rows.verdicts[row]) || m_rows.places[row] == Place::neverHappened) return false;
    if (columns().phase[row] != Phase::measured) return false;
    const Window& window = m_rows.windows[at(columns().run[row])];
    if (window.basis != WindowBasis::starts) return true;
    const Nanoseconds start = columns().start[row];
    if (!isKnown(start)) return false;
    if (!window.trimmed) return true;
    const Nanoseconds end = isKnown(columns().end[row]) ? columns().end[row] : columns().lastContent[row];
    return isKnown(end) && window.holds(start + end);
}

Derived RowRecipe::derived(std::size_t row) const {
    const bool lastText = m_rows.settings.measure.intervalEnd == IntervalEnd::lastText;
    return derive(columns(), row, m_rows.data.prepared->runs[at(columns().run[row])].traits, lastText);
}

/// The first token's event as the formula wants it, as far as the row tells events apart.
std::optional<double> RowRecipe::firstSeconds(std::size_t row) const {
    const Columns& rows = columns();
    const Nanoseconds own = rows.firstToken[row], content = rows.firstContent[row];
    const FirstTime any = firstTime(rows.firstReasoning[row], content, own, rows.firstTokenKind[row]);
    std::optional<double> first;
    switch (m_recipe.formula.first) {
        case FirstEvent::own:
            first = known(isKnown(own) ? own : any.time);
            break;
        case FirstEvent::anyText:
            first = known(any.time);
            break;
        case FirstEvent::answerText:
            if (isKnown(content) || !isKnown(rows.firstReasoning[row])) first = known(isKnown(content) ? content : own);
            break;
    }
    return !first && m_recipe.missingIsZero ? std::optional(0.0) : first;
}

std::optional<double> RowRecipe::endSeconds(std::size_t row, LastEvent last) const {
    const Nanoseconds end = columns().end[row], text = columns().lastContent[row];
    const bool wantsText = last == LastEvent::lastText;
    auto found = known(wantsText ? (isKnown(text) ? text : end) : (isKnown(end) ? end : text));
    const Count gaps = columns().gapCount[row];
    if (found && m_recipe.formula.stepMore && gaps > 0) *found += seconds(columns().gapSum[row]) / gaps;
    return found;
}

/// Start after schedule, where times run from the schedule; 0 where none is known.
double RowRecipe::delay(std::size_t row) const {
    if (!m_recipe.formula.fromScheduled) return 0;
    return known(between(columns().scheduled[row], columns().start[row])).value_or(0);
}

Count RowRecipe::tokens(std::size_t row) const {
    const Count stored = columns().outputTokens[row], other = columns().otherOutputTokens[row];
    if (!isKnown(other)) return stored;
    const TokenSource source = columns().tokenSource[row];
    const bool swap = (m_recipe.counter == Counter::client && source == TokenSource::usage) ||
                      (m_recipe.counter == Counter::server && source == TokenSource::tokenizer);
    return swap ? other : stored;
}

std::optional<double> RowRecipe::tpot(std::size_t row) const {
    const Formula& formula = m_recipe.formula;
    const Count n = tokens(row);
    if (formula.singleTokenIsZero && isKnown(n) && n < 2) return 0;
    const LastEvent last = formula.last == LastEvent::end ? LastEvent::end : LastEvent::lastText;
    const auto first = firstSeconds(row), end = endSeconds(row, last);
    if (n < 2 || !first || !end) return std::nullopt;
    return (*end - *first) / (n - 1);
}

/// GuideLLM: (last token - first)/N to 0.3, (last token - start)/N from 0.4 on (FORMATS/shared.md §6).
std::optional<double> RowRecipe::tokenTime(std::size_t row) const {
    const Count n = tokens(row);
    const auto first = firstSeconds(row), end = endSeconds(row, LastEvent::lastText);
    if (n < 1 || !first || !end) return std::nullopt;
    return (*end - (m_recipe.formula.waitInTokenTime ? 0 : *first)) / n;
}

std::optional<double> RowRecipe::ourValue(std::size_t row, Series series) const {
    if (series == Series::tokenTime || series == Series::requestThroughput || series == Series::itl)
        return std::nullopt;
    const auto metric = static_cast<RowMetric>(series);
    const bool whole = series == Series::rate && (masksOf(m_rows.verdicts[row]) & ofWhole) != 0;
    const auto filters = filtersOf(metric);
    return streamValue(columns(), row, derived(row), whole ? filters.back().stream : filters.front().stream);
}

std::optional<double> RowRecipe::value(std::size_t row, Series series) const {
    if (m_recipe.formula.ours) {
        const auto found = ourValue(row, series);
        return !found && series == Series::ttft && m_recipe.missingIsZero ? std::optional(0.0) : found;
    }
    const auto late = [&](std::optional<double> time) { return time ? std::optional(*time + delay(row)) : time; };
    switch (series) {
        case Series::ttft:
            return late(firstSeconds(row));
        case Series::e2e:
            return late(
                endSeconds(row, m_recipe.formula.last == LastEvent::lastText ? LastEvent::lastText : LastEvent::end));
        case Series::tpot:
            return tpot(row);
        case Series::rate: {
            const auto time = tpot(row);
            return time && *time > 0 ? std::optional(1 / *time) : std::nullopt;
        }
        case Series::tokenTime:
            return tokenTime(row);
        case Series::requestThroughput: {
            const auto end = endSeconds(row, LastEvent::end);
            const Count units = isKnown(columns().chunks[row]) ? columns().chunks[row] : tokens(row);
            return end && *end > 0 && isKnown(units) ? std::optional(units / *end) : std::nullopt;
        }
        default:
            return ourValue(row, series);
    }
}

double RowRecipe::weight(std::size_t row, Series series) const {
    if (!m_recipe.formula.tokenWeights) return 1;
    if (series == Series::tpot) return tokens(row) - 1;
    return series == Series::tokenTime ? tokens(row) : 1;
}

std::optional<double> RowRecipe::closingGap(std::size_t row) const {
    if (m_recipe.formula.ours || !m_recipe.formula.closingGap) return std::nullopt;
    const auto first = firstSeconds(row), end = known(columns().end[row]);
    if (!first || !end) return std::nullopt;
    const double gap = *end - *first - seconds(columns().gapSum[row]);
    return gap > 0 ? std::optional(gap) : std::nullopt;
}

std::size_t RowRecipe::skippedGaps(std::size_t row) const {
    if (!m_recipe.formula.ours && m_recipe.formula.roleGap) return 0;
    return derive(columns(), row, {}, false).roleChunk ? 1 : 0;
}

}  // namespace plumbline
