// What an evaluation has worked out so far. Private to this room: evaluation.cpp makes distributions, totals.cpp rates
// and sums.
#pragma once

#include <array>
#include <map>

#include "core/measure/recipe_rows.h"
#include "core/measure/samples.h"

namespace plumbline {

/// Figures that are no statistic of a distribution.
inline constexpr std::array<std::string_view, 9> totalKeys{
    "requests_per_s",     "system_output_tokens_per_s", "total_tokens_per_s", "output_tokens.total",
    "output_tokens.mean", "prompt_tokens.total",        "prompt_tokens.mean", "in_flight",
    "error_rate"};
bool isTotal(std::string_view keyPath);

/// Sums over rows, and the time that rates divide by.
struct Sums {
    struct Tokens {
        std::size_t rows = 0, known = 0, promptsKnown = 0;
        double tokens = 0, prompts = 0;
        void add(Count output, Count prompt);
    };
    Tokens rates;    ///< of the rows that rates are of
    Tokens members;  ///< of the population
    std::size_t all = 0, ok = 0;
    double latency = 0;
    std::optional<double> seconds, sendSeconds;  ///< that tokens, and that requests are divided by
};

struct Evaluation::State {
    State(const MeasuredRows& given, std::vector<RunIndex>&& of, const Recipe& by, std::stop_token asked)
        : rows(given), runs(std::move(of)), recipe(by), stop(std::move(asked)), each(rows, recipe) {}

    MeasuredRows rows;
    std::vector<RunIndex> runs;
    Recipe recipe;
    std::stop_token stop;
    RowRecipe each;
    std::map<Series, Samples> samples;
    std::optional<Sums> sums;

    template <class F>
    void forEachRow(F f) const {
        for (const RunIndex run : runs) forEachRow(run, f);
    }
    template <class F>
    void forEachRow(RunIndex index, F f) const {
        const Run& run = rows.data.runs[at(index)];
        for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) f(row);
    }

    const Samples& samplesOf(Series series);
    const Sums& totalsOf();
    std::optional<double> statistic(Series series, std::string_view word);
    std::optional<double> total(std::string_view key);

private:
    Samples gaps() const;
    std::optional<double> startToEnd(RunIndex index) const;
    std::optional<double> firstToLastSend(RunIndex index) const;
    std::optional<double> spanOf(RunIndex index) const;
    std::optional<double> sendSpanOf(RunIndex index) const;
    void addSpans();
    std::optional<double> errorRate();
};

}  // namespace plumbline
