// Why a figure differs though its dialect does not give it either: what else is known of the run and of the harness.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/judge/reported/reported_cause.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

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

}  // namespace

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

}  // namespace plumbline
