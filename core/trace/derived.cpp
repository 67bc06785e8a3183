#include "core/trace/derived.h"

namespace plumbline {

namespace {

bool anyNegative(const Columns& rows, std::size_t row) {
    const auto negative = [](Nanoseconds time) { return isKnown(time) && time < Nanoseconds(0); };
    return negative(rows.headers[row]) || negative(rows.firstByte[row]) || negative(rows.firstReasoning[row]) ||
           negative(rows.firstContent[row]) || negative(rows.firstToken[row]) || negative(rows.lastContent[row]) ||
           negative(rows.end[row]);
}

Settled settle(const Columns& rows, std::size_t row, const Derived& derived) {
    switch (rows.status[row]) {
        case Status::error:
            return Settled::error;
        case Status::cancelled:
            return Settled::cancelled;
        case Status::incomplete:
            return Settled::incomplete;
        case Status::ok:
            break;
    }
    const bool hasEnd = isKnown(rows.end[row]) && rows.end[row] > Nanoseconds(0);
    const bool nothingCame = !isKnown(derived.first.time) && !isKnown(rows.lastContent[row]) && !hasEnd;
    const bool isEmpty = derived.tokens == 0 || nothingCame;
    if (isEmpty) return derived.makesText ? Settled::empty : Settled::unobservable;
    if (!isKnown(derived.first.time) || derived.outOfOrder) return Settled::unobservable;
    return Settled::open;
}

/// Where T is the answer's, tokens of reasoning came before it and must not count in an interval after it.
void takeOffReasoning(Derived& derived, Count reasoning, bool runReasons) {
    derived.visible = derived.tokens;
    if (derived.first.kind != FirstTokenKind::answerText) return;
    derived.answerOnly = isKnown(reasoning) ? reasoning > 0 : runReasons;
    derived.tokensBeforeUnknown = derived.answerOnly && !isKnown(reasoning);
    if (derived.answerOnly && isKnown(derived.tokens) && isKnown(reasoning))
        derived.visible = std::max(0, derived.tokens - reasoning);
}

/// A role chunk and one late burst must not pass: the test starts at the chunk after it.
Nanoseconds testedInterval(const Columns& rows, std::size_t row, const Derived& derived) {
    const Nanoseconds whole = derived.guardTime();
    if (!isKnown(whole) || derived.first.kind != FirstTokenKind::anyEvent || !isKnown(rows.gapFirst[row])) return whole;
    return whole - rows.gapFirst[row];
}

std::optional<double> known(Nanoseconds time) {
    return isKnown(time) && time >= Nanoseconds(0) ? std::optional(seconds(time)) : std::nullopt;
}

std::optional<double> perSecond(Count tokens, Nanoseconds time) {
    if (!isKnown(tokens) || !isKnown(time) || time <= Nanoseconds(0)) return std::nullopt;
    return tokens / seconds(time);
}

// METRICS §2: N / G; visible tokens only where T is the answer's; nothing visible, or not known how many: withheld.
std::optional<double> rateAfterFirst(const Derived& derived) {
    if (derived.outOfOrder || derived.tokensBeforeUnknown || derived.visible == 0) return std::nullopt;
    return perSecond(derived.visible, derived.guardTime());
}

std::optional<double> tpot(const Derived& derived) {
    const Nanoseconds time = derived.guardTime();
    if (derived.outOfOrder || derived.tokensBeforeUnknown || derived.visible < 2 || !isKnown(time)) return std::nullopt;
    return seconds(time) / (derived.visible - 1);
}

std::optional<double> contentTime(const Columns& rows, std::size_t row, const Derived& derived) {
    if (derived.outOfOrder) return std::nullopt;
    if (isKnown(rows.firstContent[row])) return known(rows.firstContent[row]);
    return derived.first.kind == FirstTokenKind::answerText ? known(derived.first.time) : std::nullopt;
}

// Both are on the source's clock, so that the difference may be of either sign: a client that runs early is news too.
std::optional<double> scheduleDelay(const Columns& rows, std::size_t row) {
    const Nanoseconds delay = between(rows.scheduled[row], rows.start[row]);
    return isKnown(delay) ? std::optional(seconds(delay)) : std::nullopt;
}

}  // namespace

FirstTime firstTime(const Row& row) {
    return firstTime(row.firstReasoning, row.firstContent, row.firstToken, row.firstTokenKind);
}

// METRICS §2: first_reasoning, else first_token of a kind that is text of any channel, else first_content, else
// first_token.
FirstTime firstTime(Nanoseconds firstReasoning, Nanoseconds firstContent, Nanoseconds firstToken, FirstTokenKind kind) {
    if (isKnown(firstReasoning)) return {firstReasoning, FirstTokenKind::reasoningText};
    const bool ofAnyChannel =
        kind == FirstTokenKind::anyText || kind == FirstTokenKind::reasoningText || kind == FirstTokenKind::engine;
    if (isKnown(firstToken) && ofAnyChannel) return {firstToken, kind};
    if (isKnown(firstContent)) return {firstContent, FirstTokenKind::answerText};
    if (isKnown(firstToken)) return {firstToken, kind};
    return {};
}

Derived derive(const Columns& rows, std::size_t row, RunTraits run, bool lastText) {
    Derived derived;
    const Nanoseconds end = rows.end[row], lastContent = rows.lastContent[row];
    derived.first =
        firstTime(rows.firstReasoning[row], rows.firstContent[row], rows.firstToken[row], rows.firstTokenKind[row]);
    derived.wholeEnd = isKnown(end) ? end : lastContent;
    derived.guardEnd = lastText && isKnown(lastContent) ? lastContent : derived.wholeEnd;
    derived.tokens = rows.outputTokens[row];
    derived.chunks = rows.chunks[row];
    derived.outOfOrder = anyNegative(rows, row) || (isKnown(derived.first.time) && isKnown(derived.guardEnd) &&
                                                    std::min(derived.guardEnd, derived.wholeEnd) < derived.first.time);
    derived.roleChunk = rows.firstTokenKind[row] == FirstTokenKind::anyEvent && rows.gapBasis[row] == GapBasis::chunk &&
                        rows.gapCount[row] > 0 && rows.chunks[row] == rows.gapCount[row];
    takeOffReasoning(derived, rows.reasoningTokens[row], run.reasons);
    derived.interval = testedInterval(rows, row, derived);
    derived.makesText = run.makesText;
    derived.settled = settle(rows, row, derived);
    return derived;
}

std::optional<double> streamValue(const Columns& rows, std::size_t row, const Derived& derived, Stream stream) {
    const auto ordered = [&derived](Nanoseconds time) { return derived.outOfOrder ? std::nullopt : known(time); };
    switch (stream) {
        case Stream::ttft:
            return derived.answerOnly ? std::nullopt : ordered(derived.first.time);
        case Stream::ttfc:
            return contentTime(rows, row, derived);
        case Stream::ttfb:
            return known(rows.firstByte[row]);
        case Stream::tpot:
            return tpot(derived);
        case Stream::e2e:
            return ordered(derived.wholeEnd);
        case Stream::queue:
            return known(rows.queue[row]);
        case Stream::rateStreamed:
            return rateAfterFirst(derived);
        case Stream::rateWhole:
            // 0 tokens of a task that makes no text are no rate of 0.
            return derived.outOfOrder || derived.tokens == 0 ? std::nullopt
                                                             : perSecond(derived.tokens, derived.wholeEnd);
        case Stream::scheduleDelay:
            return scheduleDelay(rows, row);
        case Stream::e2eFromScheduled: {
            const Nanoseconds delay = between(rows.scheduled[row], rows.start[row]);
            if (!isKnown(delay) || !isKnown(derived.wholeEnd) || derived.outOfOrder) return std::nullopt;
            return seconds(delay + derived.wholeEnd);
        }
    }
    return std::nullopt;
}

GapSamples gapSamples(const Columns& rows, std::size_t row, const Derived& derived) {
    if (!isKnown(rows.gapCount[row]) || !isKnown(rows.gapSum[row]) || derived.outOfOrder) return {};
    if (!derived.roleChunk) return {rows.gapCount[row], rows.gapSum[row]};
    const Nanoseconds role = isKnown(rows.gapFirst[row]) ? rows.gapFirst[row] : Nanoseconds(0);
    return {rows.gapCount[row] - 1, rows.gapSum[row] - role};
}

bool anyReasoning(const Columns& rows, std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row)
        if (rows.reasoningTokens[row] > 0 || isKnown(rows.firstReasoning[row])) return true;
    return false;
}

}  // namespace plumbline
