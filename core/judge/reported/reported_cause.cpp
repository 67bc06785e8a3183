#include "core/judge/reported/reported_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/words.h"
#include "core/measure/window.h"

namespace plumbline {
namespace {

/// What an ingredient must move to be named beside others.
constexpr double notable = 1e-4;

bool isWithin(std::optional<double> a, std::optional<double> b, double tolerance) {
    if (!a || !b) return a.has_value() == b.has_value();
    return std::abs(*a - *b) <= tolerance * std::max(std::abs(*a), std::abs(*b));
}

Cause causeOf(Ingredient ingredient) {
    switch (ingredient) {
        case Ingredient::population:
            return Cause::population;
        case Ingredient::window:
            return Cause::window;
        case Ingredient::percentile:
            return Cause::percentile;
        case Ingredient::formula:
            return Cause::formula;
        case Ingredient::tokens:
            break;
    }
    return Cause::tokens;
}

/// "0.1 ms": a power of ten, with no more digits than it has.
std::string stepText(const ReportedFigure& figure) {
    const FigureUnit unit = figureUnit(figure.key);
    return fmt::format("{:g}{}{}", figure.step.value_or(0) * unit.scale, unit.unit.empty() ? "" : " ", unit.unit);
}

/// A sentence begins with a capital, a harness with the letter that it is written with.
std::string begun(std::string text, const std::string& title) {
    if (!text.empty() && !text.starts_with(title) && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

}  // namespace

bool isClose(std::optional<double> a, std::optional<double> b) { return a && b && isWithin(a, b, closeness); }

CauseFinder::CauseFinder(const MeasuredRows& rows, const LevelFigures& level, const RunFigures& run,
                         std::optional<Dialect> dialect, std::stop_token stop)
    : m_rows(rows),
      m_level(level),
      m_run(run),
      m_dialect(dialect),
      m_ours(ourRecipe(rows.settings.measure)),
      m_theirs(dialect ? recipeOf(*dialect, true) : m_ours),
      m_stop(std::move(stop)) {}

Evaluation& CauseFinder::by(const Recipe& recipe) {
    for (Evaluation& each : m_evaluations)
        if (each.recipe() == recipe) return each;
    return m_evaluations.emplace_back(m_rows, std::vector{m_run.run}, recipe, m_stop);
}

std::optional<double> CauseFinder::ours(const std::string& key) {
    return key == "in_flight" ? m_run.inFlight : by(m_ours).figure(key);
}

/// A rate over a duration that was worked back from it.
bool CauseFinder::isCircular(const std::string& key) const {
    const bool isRate = key == "requests_per_s" || key == "system_output_tokens_per_s" || key == "total_tokens_per_s";
    return isRate && m_rows.windows[at(m_run.run)].fromRate;
}

ReportedFigure CauseFinder::compare(const std::string& key, double reported) {
    ReportedFigure figure;
    figure.key = key;
    figure.reported = reported;
    if (isCircular(key)) return figure;
    figure.ours = ours(key);
    figure.step = roundingStep(m_rows.data.runs[at(m_run.run)].info.reported, key);
    if (m_dialect) figure.dialect = by(m_theirs).figure(key);
    if (figure.ours && *figure.ours != 0) figure.difference = (reported - *figure.ours) / std::abs(*figure.ours);
    if (isClose(figure.ours, reported)) return figure;
    const Explained found = explain(figure);
    figure.cause = found.cause;
    figure.text = found.text.empty() ? "" : begun(found.text, title()) + ".";
    return figure;
}

CauseFinder::Explained CauseFinder::explain(const ReportedFigure& figure) {
    if (gives(figure.dialect, figure)) return gives(figure.ours, figure) ? rounding(figure) : byIngredients(figure);
    for (const auto look :
         {&CauseFinder::rowsMissing, &CauseFinder::coarseSends, &CauseFinder::otherSpan, &CauseFinder::impliedWindow,
          &CauseFinder::stepToTheEndMarker, &CauseFinder::knownFault, &CauseFinder::otherRule})
        if (Explained found = (this->*look)(figure); found.cause != Cause::none) return found;
    if (gives(figure.ours, figure)) return rounding(figure);
    if (!m_dialect) return {Cause::notExplained, "the rules of this harness are not among the dialects known here"};
    const std::string own =
        figure.dialect ? fmt::format("gives {}", figureText(figure.key, *figure.dialect)) : "cannot be told from them";
    return {Cause::notExplained,
            fmt::format("{}'s own rule over these rows {}: no population, window, percentile rule, formula or token "
                        "count that is known here gives {}",
                        title(), own, figureText(figure.key, figure.reported))};
}

CauseFinder::Explained CauseFinder::rounding(const ReportedFigure& figure) const {
    return {Cause::rounding, fmt::format("{} rounds its figures of this kind to {}, and ours, {}, rounds to the same",
                                         title(), stepText(figure), figureText(figure.key, *figure.ours))};
}

CauseFinder::Explained CauseFinder::byIngredients(const ReportedFigure& figure) {
    const std::string rounded =
        isClose(figure.dialect, figure.reported) ? "" : fmt::format("; and it is rounded to {}", stepText(figure));
    for (const Ingredient each : ingredients) {
        const Recipe changed = exchanged(m_ours, m_theirs, each);
        if (!(changed == m_ours) && gives(by(changed).figure(figure.key), figure))
            return {causeOf(each), sentence(each, figure.key) + rounded};
    }
    Recipe recipe = m_ours;
    std::optional<double> before = figure.ours;
    Explained out;
    for (const Ingredient each : ingredients) {
        const Recipe next = exchanged(recipe, m_theirs, each);
        if (next == recipe) continue;
        const auto value = by(next).figure(figure.key);
        if (!isWithin(value, before, notable)) {
            if (out.cause == Cause::none) out.cause = causeOf(each);
            out.text += (out.text.empty() ? "" : "; and ") + sentence(each, figure.key);
        }
        recipe = next;
        before = value;
        if (gives(value, figure)) break;
    }
    out.text += rounded;
    return out;
}

}  // namespace plumbline
