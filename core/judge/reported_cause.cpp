#include "core/judge/reported_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr double closeness = 1e-3;
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

bool isRate(std::string_view key) {
    return key == "requests_per_s" || key == "system_output_tokens_per_s" || key == "total_tokens_per_s";
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

ReportedFigure CauseFinder::compare(const std::string& key, double reported) {
    ReportedFigure figure;
    figure.key = key;
    figure.reported = reported;
    figure.ours = ours(key);
    if (m_dialect) figure.dialect = by(m_theirs).figure(key);
    if (figure.ours && *figure.ours != 0) figure.difference = (reported - *figure.ours) / std::abs(*figure.ours);
    if (isClose(figure.ours, reported)) return figure;
    const Explained found = explain(figure);
    figure.cause = found.cause;
    figure.text = found.text.empty() ? "" : begun(found.text, title()) + ".";
    return figure;
}

CauseFinder::Explained CauseFinder::explain(const ReportedFigure& figure) {
    if (isClose(figure.dialect, figure.reported)) return byIngredients(figure);
    for (const auto look : {&CauseFinder::rowsMissing, &CauseFinder::impliedWindow, &CauseFinder::stepToTheEndMarker,
                            &CauseFinder::knownFault, &CauseFinder::otherRule})
        if (Explained found = (this->*look)(figure); found.cause != Cause::none) return found;
    if (!m_dialect) return {Cause::notExplained, "the rules of this harness are not among the dialects known here"};
    const std::string own =
        figure.dialect ? fmt::format("gives {}", figureText(figure.key, *figure.dialect)) : "cannot be told from them";
    return {Cause::notExplained,
            fmt::format("{}'s own rule over these rows {}: no population, window, percentile rule, formula or token "
                        "count that is known here gives {}",
                        title(), own, figureText(figure.key, figure.reported))};
}

CauseFinder::Explained CauseFinder::byIngredients(const ReportedFigure& figure) {
    for (const Ingredient each : ingredients) {
        const Recipe changed = exchanged(m_ours, m_theirs, each);
        if (!(changed == m_ours) && isClose(by(changed).figure(figure.key), figure.reported))
            return {causeOf(each), sentence(each, figure.key)};
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
        if (isClose(value, figure.reported)) break;
    }
    return out;
}

CauseFinder::Explained CauseFinder::rowsMissing(const ReportedFigure& figure) {
    Evaluation& theirs = by(m_theirs);
    const auto declared = m_rows.data.runs[at(m_run.run)].info.declaredCompleted;
    const std::size_t have = theirs.members();
    const auto wanted = static_cast<std::size_t>(declared.value_or(0));
    if (declared && have < wanted)
        return {Cause::rowsMissing, fmt::format("the summary is of {} requests, and {} of them have rows here",
                                                countText(wanted), countText(have))};
    if (declared && have > wanted)
        return {Cause::population, fmt::format("the summary counts {} completed requests, but {} rows are without an "
                                               "error",
                                               countText(wanted), countText(have))};
    const std::string_view series = seriesOf(figure.key);
    const bool timed = series == "e2e_s" || series == "in_flight" || series == "ttft_s";
    const std::size_t with = theirs.count(series == "ttft_s" ? "ttft_s.mean" : "e2e_s.mean");
    if (!m_dialect || !timed || with >= have) return {};
    return {Cause::rowsMissing,
            fmt::format("{} of the {} requests have no {} in the file, though the harness timed them",
                        countText(have - with), countText(have), series == "ttft_s" ? "first token" : "end")};
}

/// Both rates lead to one time, which is no span of the rows: the harness divides by something that it does not state.
CauseFinder::Explained CauseFinder::impliedWindow(const ReportedFigure& figure) {
    const Reported& reported = m_rows.data.runs[at(m_run.run)].info.reported;
    const auto tokens = reported.find("system_output_tokens_per_s"), requests = reported.find("requests_per_s");
    if (!isRate(figure.key) || tokens == reported.end() || requests == reported.end()) return {};
    Evaluation& theirs = by(m_theirs);
    if (tokens->second <= 0 || requests->second <= 0 || !theirs.spanSeconds()) return {};
    const double byTokens = theirs.outputTokens() / tokens->second;
    const double byRequests = static_cast<double>(theirs.count("requests_per_s")) / requests->second;
    if (!isClose(byTokens, byRequests) || isClose(byRequests, theirs.spanSeconds())) return {};
    return {Cause::window, fmt::format("both of {}'s rates divide by {}, a window of its own; by these rows and its "
                                       "usual rule it is {}",
                                       title(), secondsText(byRequests), secondsText(*theirs.spanSeconds()))};
}

/// vLLM's client of 2024 timed a request to its end marker, which may come one decode step after the last text and is
/// in no stored array (formats/a.md §0.4): the figure then lies between both ends.
CauseFinder::Explained CauseFinder::stepToTheEndMarker(const ReportedFigure& figure) {
    const std::string_view series = seriesOf(figure.key);
    if (m_dialect != Dialect::vllm || (series != "tpot_s" && series != "e2e_s") || !figure.dialect) return {};
    const Run& run = m_rows.data.runs[at(m_run.run)];
    if (m_rows.data.sources[run.source].boundary.tokens != name(TokenSource::tokenizer)) return {};
    Recipe later = m_theirs;
    later.formula.stepMore = true;
    const auto most = by(later).figure(figure.key);
    // A step more in some rows, of which the file does not tell, widens their spread by more than one in every row.
    const bool spread = figure.key.ends_with(".std");
    if (!most || figure.reported < *figure.dialect || (!spread && figure.reported > *most * (1 + closeness))) return {};
    return {Cause::formula,
            fmt::format("this vLLM client times a request to its end marker, which the file does not store and which "
                        "comes up to one decode step after the last text: {} to the last text, {} with a step more in "
                        "every row",
                        figureText(figure.key, *figure.dialect), figureText(figure.key, *most))};
}

CauseFinder::Explained CauseFinder::knownFault(const ReportedFigure& figure) {
    const std::string_view series = seriesOf(figure.key);
    const Run& run = m_rows.data.runs[at(m_run.run)];
    const bool perToken = series == "itl_s" || series == "tpot_s";
    const Context& context = m_rows.data.sources[run.source].context;
    if (m_dialect == Dialect::sglang && series == "itl_s" && numberFact(context, "note.accept_length"))
        return {Cause::formula,
                "with speculative decoding SGLang's summary has its ITL per token, while the gaps in the file are per "
                "chunk"};
    const bool anyLine = run.rowCount > 0 && m_rows.data.rows.firstTokenKind[run.firstRow] == FirstTokenKind::anyEvent;
    if (m_dialect == Dialect::inferencePerf && perToken && anyLine)
        return {Cause::formula,
                "inference-perf to 0.4 counts time stamps of lines or events of any kind as tokens, blank and closing "
                "ones too"};
    const bool guidellm = m_dialect == Dialect::guidellm || m_dialect == Dialect::guidellmOld;
    if (guidellm && (isRate(figure.key) || figure.key == "in_flight"))
        return {
            Cause::window,
            fmt::format("{} averages its rates over intervals of time and cuts requests at the ends of its measured "
                        "window, which the rows do not keep",
                        title())};
    return {};
}

/// Another percentile rule, or the other count of tokens.
CauseFinder::Explained CauseFinder::otherRule(const ReportedFigure& figure) {
    constexpr std::array cuts{std::pair{Cut::linear, "interpolates linearly between order statistics"},
                              std::pair{Cut::nearest, "takes the nearest rank"},
                              std::pair{Cut::exclusive, "interpolates with exclusive ranks"},
                              std::pair{Cut::truncated, "takes the value at the index cut to a whole number"}};
    for (const auto& [cut, does] : cuts) {
        Recipe recipe = m_theirs;
        recipe.cut = cut;
        if (recipe == m_theirs || !isClose(by(recipe).figure(figure.key), figure.reported)) continue;
        return {Cause::percentile, fmt::format("the harness {}", does)};
    }
    for (const Counter counter : {Counter::client, Counter::server}) {
        Recipe recipe = m_theirs;
        recipe.counter = counter;
        if (!isClose(by(recipe).figure(figure.key), figure.reported)) continue;
        return {Cause::tokens,
                fmt::format("the figure comes out with the {} count of the output tokens, {}; the rows' own is {}",
                            counter == Counter::client ? "client's" : "server's", numberText(by(recipe).outputTokens()),
                            numberText(by(m_theirs).outputTokens()))};
    }
    return {};
}

}  // namespace plumbline
