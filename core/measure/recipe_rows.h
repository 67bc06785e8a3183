// What a recipe takes of each row. Private to this room.
#pragma once

#include "core/measure/recipe.h"
#include "core/trace/derived.h"

namespace plumbline {

/// Distributions that a recipe can make: ours, and two that only harnesses have.
enum class Series : std::uint8_t {
    ttft,
    ttfc,
    ttfb,
    tpot,
    itl,
    e2e,
    queue,
    rate,
    scheduleDelay,
    e2eFromScheduled,
    tokenTime,         ///< GuideLLM's time per output token
    requestThroughput  ///< LLMPerf's: tokens of a request / e2e
};
inline constexpr std::size_t seriesCount = 12;
static_assert(static_cast<std::size_t>(Series::e2eFromScheduled) + 1 == rowMetricCount);
std::string_view keyOf(Series series);
std::optional<Series> parseSeries(std::string_view key);

/// One row by one recipe.
class RowRecipe {
public:
    RowRecipe(const MeasuredRows& rows, const Recipe& recipe) : m_rows(rows), m_recipe(recipe) {}

    /// Whether a row gives the series its value, should it have one.
    bool holds(std::size_t row, Series series) const;
    /// Whether a row counts for rates and totals. Of ours the rows that ended in the window.
    bool counts(std::size_t row) const;
    bool isMember(std::size_t row) const;
    /// s or tokens/s; nothing where the row cannot tell. Not of ITL.
    std::optional<double> value(std::size_t row, Series series) const;
    double weight(std::size_t row, Series series) const;
    Count tokens(std::size_t row) const;
    /// Gaps at the head of the list that are no samples: a role chunk's.
    std::size_t skippedGaps(std::size_t row) const;
    /// s, from the last chunk of the list to the end, for a recipe that has it as a gap; the row has a list.
    std::optional<double> closingGap(std::size_t row) const;
    std::optional<double> firstSeconds(std::size_t row) const;
    std::optional<double> endSeconds(std::size_t row, LastEvent last) const;

private:
    std::optional<double> ourValue(std::size_t row, Series series) const;
    std::optional<double> tpot(std::size_t row) const;
    std::optional<double> tokenTime(std::size_t row) const;
    double delay(std::size_t row) const;
    Derived derived(std::size_t row) const;
    const Columns& columns() const { return m_rows.data.rows; }

    const MeasuredRows& m_rows;
    const Recipe& m_recipe;
};

}  // namespace plumbline
