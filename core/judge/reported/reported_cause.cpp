#include "core/judge/reported/reported_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

bool isRate(std::string_view key) {
    return key == "requests_per_s" || key == "system_output_tokens_per_s" || key == "total_tokens_per_s";
}

/// s, of all rows of a run whose start is known.
struct Sends {
    double toLastSend = 0, toLastEnd = 0;
    bool known = false;
};

Sends sendsOf(const Columns& rows, const Run& run) {
    Nanoseconds first = unknownTime, last = unknownTime, end = unknownTime;
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
        const Nanoseconds sent = rows.start[row];
        if (!isKnown(sent)) continue;
        const Nanoseconds length = isKnown(rows.end[row]) ? rows.end[row] : rows.lastContent[row];
        first = isKnown(first) ? std::min(first, sent) : sent;
        last = isKnown(last) ? std::max(last, sent) : sent;
        const Nanoseconds ended = isKnown(length) ? sent + length : sent;
        end = isKnown(end) ? std::max(end, ended) : ended;
    }
    if (!isKnown(first)) return {};
    return {seconds(last - first), seconds(end - first), true};
}

std::string ourLength(std::optional<double> length) { return length ? ", " + secondsText(*length) : ""; }

const char* rule(Cut cut) {
    switch (cut) {
        case Cut::nearest:
            return "takes the nearest rank";
        case Cut::exclusive:
            return "interpolates with exclusive ranks";
        default:
            return "interpolates linearly";
    }
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

CauseFinder::Explained CauseFinder::rowsMissing(const ReportedFigure& figure) {
    Evaluation& theirs = by(m_theirs);
    const RunInfo& info = m_rows.data.runs[at(m_run.run)].info;
    const bool everyRow = m_theirs.population == Population::everyRow;
    const auto declared = everyRow ? info.declaredRequests : info.declaredCompleted;
    const std::size_t have = theirs.members();
    const auto wanted = static_cast<std::size_t>(declared.value_or(0));
    if (declared && have < wanted)
        return {Cause::rowsMissing, fmt::format("the summary is of {} requests, and {} of them have rows here",
                                                countText(wanted), countText(have))};
    if (declared && have > wanted)
        return {Cause::population,
                fmt::format("the summary counts {} {}requests, but {} rows are {}", countText(wanted),
                            everyRow ? "" : "completed ", countText(have), everyRow ? "here" : "without an error")};
    const std::string_view series = seriesOf(figure.key);
    const bool timed = series == "e2e_s" || series == "in_flight" || series == "ttft_s";
    const std::size_t with = theirs.count(series == "ttft_s" ? "ttft_s.mean" : "e2e_s.mean");
    if (!m_dialect || !timed || with >= have) return {};
    return {Cause::rowsMissing,
            fmt::format("{} of the {} requests have no {} in the file, though the harness timed them",
                        countText(have - with), countText(have), series == "ttft_s" ? "first token" : "end")};
}

/// Sends that the file cuts to whole seconds tell the time between two of them to a second each way.
CauseFinder::Explained CauseFinder::coarseSends(const ReportedFigure& figure) {
    const Run& run = m_rows.data.runs[at(m_run.run)];
    const bool requests = figure.key == "requests_per_s";
    if (m_theirs.span != Span::sends || !run.info.startsCoarse || !isRate(figure.key) || figure.reported <= 0)
        return {};
    const Sends sends = sendsOf(m_rows.data.rows, run);
    const double cut = requests ? sends.toLastSend : sends.toLastEnd;
    const double sum = requests ? static_cast<double>(by(m_theirs).count(figure.key)) : by(m_theirs).outputTokens();
    const double implied = sum / figure.reported;
    if (!sends.known || figure.key == "total_tokens_per_s" || std::abs(implied - cut) >= 1) return {};
    return {Cause::window,
            fmt::format(
                "{} divides {}, failed ones too, by the time from its first send to its {}: {} by its own "
                "figure; the file cuts its sends to whole seconds, which leaves {} to {}; ours divides by {}{}",
                title(), requests ? countText(by(m_theirs).members()) + " requests" : "the tokens of all requests",
                requests ? "last" : "end", secondsText(implied), secondsText(std::max(0.0, cut - 1)),
                secondsText(cut + 1), m_level.windowBasis.empty() ? "a window that is not known" : m_level.windowBasis,
                ourLength(by(m_ours).spanSeconds(figure.key)))};
}

/// The same rows over another time: a rule of another version, or figures made again after loading.
CauseFinder::Explained CauseFinder::otherSpan(const ReportedFigure& figure) {
    constexpr std::array spans{
        std::pair{Span::duration, "the duration that the harness states"},
        std::pair{Span::completed, "the time from the first start to the last end of its requests"},
        std::pair{Span::all, "the time from the first start to the last end of all requests"}};
    if (!m_dialect || !isRate(figure.key)) return {};
    for (const auto& [span, words] : spans) {
        Recipe recipe = m_theirs;
        recipe.span = span;
        if (recipe == m_theirs || !gives(by(recipe).figure(figure.key), figure)) continue;
        return {Cause::window,
                fmt::format("the figure is over {}, {}; {} usually divides by {}", words,
                            secondsText(*by(recipe).spanSeconds(figure.key)), title(), entry(*m_dialect).window)};
    }
    return {};
}

/// Both rates lead to one time, which is no span of the rows: the harness divides by something that it does not state.
CauseFinder::Explained CauseFinder::impliedWindow(const ReportedFigure& figure) {
    const Reported& reported = m_rows.data.runs[at(m_run.run)].info.reported;
    const auto tokens = reported.find("system_output_tokens_per_s"), requests = reported.find("requests_per_s");
    if (!isRate(figure.key) || tokens == reported.end() || requests == reported.end()) return {};
    Evaluation& theirs = by(m_theirs);
    if (tokens->second <= 0 || requests->second <= 0 || !theirs.spanSeconds(figure.key)) return {};
    const double byTokens = theirs.outputTokens() / tokens->second;
    const double byRequests = static_cast<double>(theirs.count("requests_per_s")) / requests->second;
    if (!isClose(byTokens, byRequests) || isClose(byRequests, theirs.spanSeconds(figure.key))) return {};
    return {Cause::window, fmt::format("both of {}'s rates divide by {}, a window of its own; by these rows and its "
                                       "usual rule it is {}",
                                       title(), secondsText(byRequests), secondsText(*theirs.spanSeconds(figure.key)))};
}

/// vLLM's client of 2024 timed a request to its end marker, which may come one decode step after the last text and is
/// in no stored array (FORMATS/shared.md §4): the figure then lies between both ends.
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
        if (recipe == m_theirs || !gives(by(recipe).figure(figure.key), figure)) continue;
        return {Cause::percentile, fmt::format("the harness {}", does)};
    }
    for (const Counter counter : {Counter::client, Counter::server}) {
        Recipe recipe = m_theirs;
        recipe.counter = counter;
        if (!gives(by(recipe).figure(figure.key), figure)) continue;
        return {Cause::tokens,
                fmt::format("the figure comes out with the {} count of the output tokens, {}; the rows' own is {}",
                            counter == Counter::client ? "client's" : "server's", numberText(by(recipe).outputTokens()),
                            numberText(by(m_theirs).outputTokens()))};
    }
    return {};
}

std::string CauseFinder::sentence(Ingredient ingredient, const std::string& key) {
    switch (ingredient) {
        case Ingredient::population:
            return populationText(key);
        case Ingredient::window:
            return windowText(key);
        case Ingredient::percentile:
            return percentileText(key);
        case Ingredient::formula:
            return formulaText(key);
        case Ingredient::tokens:
            break;
    }
    return tokensText();
}

std::string CauseFinder::populationText(const std::string& key) {
    Evaluation &theirs = by(m_theirs), &own = by(m_ours);
    const std::size_t zeros = theirs.zeros(key), many = own.count(key);
    const bool total = seriesOf(key).size() == key.size() || key.find("tokens.") != std::string::npos;
    const char* const things = total ? "requests" : seriesOf(key) == "itl_s" ? "gaps" : "values";
    std::string out =
        fmt::format("{} {}, {} {}", title(), entry(*m_dialect).population, countText(theirs.count(key)), things);
    if (zeros > 0) out += fmt::format(", {} of them a 0 for a first token that never came", countText(zeros));
    if (many > 0) return out + fmt::format("; ours is over {}", countText(many));
    const auto reason = m_level.withheld.find(key);
    return out + (reason == m_level.withheld.end() ? std::string("; ours has none")
                                                   : fmt::format("; ours is withheld: {}", reason->second));
}

std::string CauseFinder::windowText(const std::string& key) {
    const auto theirs = by(m_theirs).spanSeconds(key), own = by(m_ours).spanSeconds(key);
    const std::string length = theirs ? ", " + secondsText(*theirs) : "";
    if (!own)
        return fmt::format("{} divides by {}{}; our window is not known", title(), entry(*m_dialect).window, length);
    return fmt::format("{} divides by {}{}; ours is {}, {}", title(), entry(*m_dialect).window, length,
                       m_level.windowBasis, secondsText(*own));
}

std::string CauseFinder::percentileText(const std::string& key) {
    return fmt::format("{} {}; ours {}, over {} values", title(), entry(*m_dialect).percentile, rule(m_ours.cut),
                       countText(by(m_ours).count(key)));
}

std::string CauseFinder::formulaText(const std::string& key) const {
    const Formula& formula = m_theirs.formula;
    if (key.ends_with(".std") && formula.sampleSpread)
        return fmt::format("{} takes the standard deviation over n - 1; ours is over n", title());
    const std::string_view series = seriesOf(key);
    if (formula.fromScheduled)
        return fmt::format("{}'s times run from the scheduled send; ours from the send itself", title());
    std::string_view does = "ends its times at another event than ours";
    if (series == "itl_s")
        does = formula.closingGap
                   ? "counts the gaps after the role chunk and before the closing usage event, which carry "
                     "no text, as ITLs; ours leaves them out"
                   : "counts the gap after the role chunk, which carries no text, as an ITL; ours leaves "
                     "it out";
    if (series == "in_flight")
        does = "divides the sum of latencies by its window; ours is the time average of open requests";
    if (series == "rate_tokens_per_s")
        does = "takes (tokens - 1) / (end - first token); ours is tokens / (end - first token)";
    if (series == "time_per_output_token_s")
        does = formula.waitInTokenTime ? "takes (last token - start) / tokens, which is no figure of ours"
                                       : "takes (last token - first token) / tokens, which is no figure of ours";
    if (series == "llmperf_request_output_throughput")
        does = "divides each request's tokens by its whole latency, which is no figure of ours";
    if (series == "ttft_s" || series == "ttfc_s")
        does = "takes its own first-token event; ours is the first token of any channel";
    if (series == "tpot_s") does = tpotText();
    return fmt::format("{} {}", title(), does);
}

std::string_view CauseFinder::tpotText() const {
    if (m_theirs.formula.singleTokenIsZero) return "gives an answer of one token a TPOT of 0; ours gives it none";
    if (m_theirs.formula.tokenWeights)
        return "weights the TPOT of each request by its tokens; ours counts requests alike";
    if (m_theirs.formula.last != LastEvent::end) return "ends its TPOT at the last token; ours ends with the response";
    return "takes all tokens after its own first event; ours those after the first token that was seen";
}

std::string CauseFinder::tokensText() {
    return fmt::format("{} counts tokens by {}, {}; ours are {}", title(), entry(*m_dialect).tokens,
                       numberText(by(m_theirs).outputTokens()), numberText(by(m_ours).outputTokens()));
}

}  // namespace plumbline
