// Rates, sums and shares by one recipe.
#include <algorithm>

#include "core/measure/evaluation_state.h"
#include "core/measure/window.h"

namespace plumbline {

namespace {

/// From the earliest to the latest of some times.
class Reach {
public:
    void begin(Nanoseconds time) { m_first = isKnown(m_first) ? std::min(m_first, time) : time; }
    void end(Nanoseconds time) { m_last = isKnown(m_last) ? std::max(m_last, time) : time; }
    std::optional<double> seconds() const {
        const Nanoseconds length = between(m_first, m_last);
        return isKnown(length) && length > Nanoseconds(0) ? std::optional(plumbline::seconds(length)) : std::nullopt;
    }

private:
    Nanoseconds m_first = unknownTime, m_last = unknownTime;
};

}  // namespace

/// First start (or scheduled send) to last end, over the population or over all rows.
std::optional<double> Evaluation::State::startToEnd(RunIndex index) const {
    const Columns& columns = rows.data.rows;
    const bool scheduled = recipe.span == Span::lastCompletion;
    const bool everyRow = recipe.span == Span::all || recipe.span == Span::duration;
    const LastEvent last = recipe.formula.last == LastEvent::lastText ? LastEvent::lastText : LastEvent::end;
    Reach reach;
    forEachRow(index, [&](std::size_t row) {
        const Nanoseconds sent = columns.start[row];
        if (!isKnown(sent) || (!everyRow && !each.isMember(row))) return;
        reach.begin(scheduled && isKnown(columns.scheduled[row]) ? columns.scheduled[row] : sent);
        if (const auto end = each.endSeconds(row, last)) reach.end(sent + fromSeconds(*end));
    });
    return reach.seconds();
}

std::optional<double> Evaluation::State::firstToLastSend(RunIndex index) const {
    Reach reach;
    forEachRow(index, [&](std::size_t row) {
        const Nanoseconds sent = rows.data.rows.start[row];
        if (!isKnown(sent) || !each.isMember(row)) return;
        reach.begin(sent);
        reach.end(sent);
    });
    return reach.seconds();
}

std::optional<double> Evaluation::State::spanOf(RunIndex index) const {
    const RunInfo& info = rows.data.runs[at(index)].info;
    const auto duration = isKnown(info.declaredDuration) && info.declaredDuration > Nanoseconds(0)
                              ? std::optional(seconds(info.declaredDuration))
                              : std::nullopt;
    if (recipe.span == Span::window) {
        const Window& window = rows.windows[at(index)];
        return window.reason.empty() ? std::optional(seconds(window.length)) : std::nullopt;
    }
    if (recipe.span == Span::duration) return duration ? duration : startToEnd(index);
    // Sends that are cut to whole seconds tell no window of a few.
    if (recipe.span == Span::sends) return info.startsCoarse ? std::nullopt : startToEnd(index);
    const auto found = startToEnd(index);
    return found ? found : duration;
}

/// What requests are divided by, where it is not what tokens are.
std::optional<double> Evaluation::State::sendSpanOf(RunIndex index) const {
    if (recipe.span != Span::sends) return spanOf(index);
    return rows.data.runs[at(index)].info.startsCoarse ? std::nullopt : firstToLastSend(index);
}

void Sums::Tokens::add(Count output, Count prompt) {
    ++rows;
    tokens += isKnown(output) ? output : 0;
    known += isKnown(output) ? 1U : 0U;
    prompts += isKnown(prompt) ? prompt : 0;
    promptsKnown += isKnown(prompt) ? 1U : 0U;
}

const Sums& Evaluation::State::totalsOf() {
    if (sums) return *sums;
    sums.emplace();
    forEachRow([&](std::size_t row) {
        ++sums->all;
        if (rows.data.rows.status[row] == Status::ok) ++sums->ok;
        const Count tokens = each.tokens(row), prompt = rows.data.rows.promptTokens[row];
        if (each.counts(row)) sums->rates.add(tokens, prompt);
        if (!each.isMember(row)) return;
        sums->members.add(tokens, prompt);
        sums->latency += each.endSeconds(row, LastEvent::end).value_or(0);
    });
    addSpans();
    return *sums;
}

/// Sums over the runs; unknown where one run's is.
void Evaluation::State::addSpans() {
    double tokens = 0, requests = 0;
    bool tokensKnown = !runs.empty(), requestsKnown = !runs.empty();
    for (const RunIndex run : runs) {
        if (recipe.span == Span::window && rows.windows[at(run)].neverHappened) continue;
        const auto length = spanOf(run), sending = sendSpanOf(run);
        tokensKnown = tokensKnown && length && *length > 0;
        requestsKnown = requestsKnown && sending && *sending > 0;
        tokens += length.value_or(0);
        requests += sending.value_or(0);
    }
    if (tokensKnown) sums->seconds = tokens;
    if (requestsKnown) sums->sendSeconds = requests;
}

/// Ours by verdict (METRICS §4), theirs the share of rows with an error.
std::optional<double> Evaluation::State::errorRate() {
    const auto share = [](std::size_t part, std::size_t all) {
        return all > 0 ? std::optional(static_cast<double>(part) / static_cast<double>(all)) : std::nullopt;
    };
    if (recipe.population != Population::verdicts) return share(totalsOf().all - totalsOf().ok, totalsOf().all);
    std::size_t sent = 0, failed = 0;
    forEachRow([&](std::size_t row) {
        if (rows.places[row] != Place::in) return;
        const Verdict verdict = rows.verdicts[row];
        const bool cancelled = verdict == Verdict::cancelled;
        if (cancelled && rows.data.rows.deliberate[row] == 1) return;
        ++sent;
        if (cancelled || verdict == Verdict::error || verdict == Verdict::incomplete || verdict == Verdict::empty)
            ++failed;
    });
    return share(failed, sent);
}

std::optional<double> Evaluation::State::total(std::string_view key) {
    const Sums& of = totalsOf();
    const auto ratio = [](double a, std::optional<double> b) {
        return b && *b > 0 ? std::optional(a / *b) : std::nullopt;
    };
    const auto sum = [](double value, std::size_t known) { return known > 0 ? std::optional(value) : std::nullopt; };
    const Sums::Tokens& members = of.members;
    if (key == "error_rate") return errorRate();
    if (key == "output_tokens.mean") return ratio(members.tokens, static_cast<double>(members.known));
    if (key == "prompt_tokens.mean") return ratio(members.prompts, static_cast<double>(members.promptsKnown));
    if (key == "output_tokens.total") return sum(members.tokens, members.known);
    if (key == "prompt_tokens.total") return sum(members.prompts, members.promptsKnown);
    if (key == "in_flight") return recipe.formula.ours ? std::nullopt : ratio(of.latency, of.seconds);
    // LoadGen: (n - 1) / time of the last completion (FORMATS/mlperf.md §2).
    const double requests = static_cast<double>(of.rates.rows) - (recipe.span == Span::lastCompletion ? 1 : 0);
    if (key == "requests_per_s") return ratio(std::max(0.0, requests), of.sendSeconds);
    if (of.rates.known == 0 && of.rates.rows > 0) return std::nullopt;
    if (key == "system_output_tokens_per_s") return ratio(of.rates.tokens, of.seconds);
    return of.rates.promptsKnown > 0 ? ratio(of.rates.tokens + of.rates.prompts, of.seconds) : std::nullopt;
}

}  // namespace plumbline
