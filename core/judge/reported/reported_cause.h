// Why a reported figure differs from ours: found by recomputing it under one changed ingredient at a time. Private to
// this room.
#pragma once

#include <deque>
#include <string>

#include "core/judge/reported/reported.h"
#include "core/measure/recipe.h"

namespace plumbline {

/// Figures of one run: reported, ours, under the harness's dialect, and what tells them apart.
class CauseFinder {
public:
    CauseFinder(const MeasuredRows& rows, const LevelFigures& level, const RunFigures& run,
                std::optional<Dialect> dialect, std::stop_token stop);
    ReportedFigure compare(const std::string& key, double reported);

private:
    struct Explained {
        Cause cause = Cause::none;
        std::string text;
    };
    Evaluation& by(const Recipe& recipe);
    std::optional<double> ours(const std::string& key);
    bool isCircular(const std::string& key) const;
    Explained explain(const ReportedFigure& figure);
    /// The dialect gives what is reported: by which of its ingredients?
    Explained byIngredients(const ReportedFigure& figure);
    Explained rounding(const ReportedFigure& figure) const;
    // It does not: what else is known of the run and of the harness.
    Explained rowsMissing(const ReportedFigure& figure);
    Explained coarseSends(const ReportedFigure& figure);
    Explained otherSpan(const ReportedFigure& figure);
    Explained impliedWindow(const ReportedFigure& figure);
    Explained knownFault(const ReportedFigure& figure);
    Explained stepToTheEndMarker(const ReportedFigure& figure);
    Explained otherRule(const ReportedFigure& figure);

    // One sentence an ingredient, without its full stop.
    std::string sentence(Ingredient ingredient, const std::string& key);
    std::string populationText(const std::string& key);
    std::string windowText(const std::string& key);
    std::string percentileText(const std::string& key);
    std::string formulaText(const std::string& key) const;
    std::string_view tpotText() const;
    std::string tokensText();
    std::string title() const { return m_dialect ? std::string(entry(*m_dialect).title) : "the harness"; }

    const MeasuredRows& m_rows;
    const LevelFigures& m_level;
    const RunFigures& m_run;
    std::optional<Dialect> m_dialect;
    Recipe m_ours, m_theirs;
    std::deque<Evaluation> m_evaluations;
    std::stop_token m_stop;
};

inline constexpr double closeness = 1e-3;
/// Within 0.1% of each other.
bool isClose(std::optional<double> a, std::optional<double> b);
/// Whether the value, rounded to the step, is what is reported. Never without a step.
bool rounds(double value, double reported, std::optional<double> step);
/// Close to what is reported, or rounded to it.
bool gives(std::optional<double> value, const ReportedFigure& figure);

/// The power of ten that a harness's figures of one kind are all multiples of: the percentiles of one metric, all
/// means, all totals. Nothing for fewer than three of a kind, where they are not rounded, and for a figure that such
/// rounding moves by more than 5%: then nearly any value would round to it.
std::optional<double> roundingStep(const Reported& reported, std::string_view key);

}  // namespace plumbline
