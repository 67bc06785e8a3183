#include <fmt/format.h>

#include "core/measure/classify.h"
#include "core/measure/guard.h"
#include "core/measure/places.h"
#include "core/measure/streams.h"

namespace plumbline {

namespace {

std::string times(double value) { return fmt::format("{:.6g} s", value); }

std::string emptyReason(const Derived& derived) {
    return derived.tokens == 0 ? "completed, 0 output tokens" : "completed, no token";
}

std::string unobservableReason(const Columns& rows, std::size_t row, const Derived& derived) {
    if (!derived.makesText && !derived.outOfOrder) return std::string(noTextReason);
    if (!isKnown(derived.first.time)) return "the time of the first token is unknown";
    if (isKnown(derived.guardEnd) && derived.guardEnd < derived.first.time)
        return fmt::format("times out of order: the end, {}, is before the first token, {}",
                           times(seconds(derived.guardEnd)), times(seconds(derived.first.time)));
    if (isKnown(rows.end[row]) && rows.end[row] < Nanoseconds(0))
        return "times out of order: the end is before the start";
    return "times out of order: one is before the start";
}

std::string bufferedReason(const Guard& guard, const Derived& derived) {
    if (isKnown(derived.chunks) && guard.tooFewChunks(derived.chunks))
        return fmt::format("{} chunk{} < {}", derived.chunks, derived.chunks == 1 ? "" : "s", guard.minChunks);
    return fmt::format("interval {} < {}", times(seconds(derived.interval)), times(seconds(guard.minInterval)));
}

std::string streamedReason(const Derived& derived) {
    if (!isKnown(derived.interval)) return "no end is known: no interval to test";
    return isKnown(derived.chunks) ? "" : "chunks unknown: judged by the interval alone";
}

/// Why the row has its verdict.
std::string reasonOf(const Dataset& data, std::size_t row, const Derived& derived, const Guard& guard,
                     Verdict verdict) {
    switch (verdict) {
        case Verdict::error:
        case Verdict::cancelled:
        case Verdict::incomplete:
            return data.strings[data.rows.error[row]];
        case Verdict::empty:
            return emptyReason(derived);
        case Verdict::unobservable:
            return unobservableReason(data.rows, row, derived);
        case Verdict::shortOutput:
            return fmt::format("{} output tokens < {}", derived.tokens, guard.shortBelow);
        case Verdict::buffered:
            return bufferedReason(guard, derived);
        case Verdict::streamed:
            return streamedReason(derived);
    }
    return {};
}

/// Why TTFT is not given.
std::string withheldWhy(const Derived& derived, Verdict verdict) {
    if (!isMeasured(verdict)) return "the request gave no answer";
    if (verdict == Verdict::unobservable)
        return derived.outOfOrder  ? "times out of order"
               : derived.makesText ? "first token unknown"
                                   : std::string(noTextReason);
    if (verdict == Verdict::buffered) return "buffered: the first token may have been held back";
    return derived.answerOnly ? "first token of any channel unknown" : "";
}

class Filler {
public:
    Filler(const Dataset& data, std::size_t row, const Derived& derived, RowFigures& out)
        : m_data(data), m_row(row), m_derived(derived), m_out(out) {}

    void values() {
        const std::uint8_t mask = masksOf(m_out.verdict);
        m_out.ttft = given(RowMetric::ttft, mask);
        m_out.ttfc = given(RowMetric::ttfc, mask);
        m_out.ttfb = given(RowMetric::ttfb, mask);
        m_out.tpot = given(RowMetric::tpot, mask);
        m_out.e2e = given(RowMetric::e2e, mask);
        m_out.queue = given(RowMetric::queue, mask);
        m_out.rate = given(RowMetric::rate, mask);
        if (m_out.rate) m_out.rateBasis = basis();
        if (m_out.verdict == Verdict::streamed) streamedOnly();
    }

    void trusted() {
        const Nanoseconds whole = m_derived.guardTime();
        if (!isKnown(whole) || whole <= Nanoseconds(0) || !isKnown(m_derived.tokens)) return;
        m_out.trustedRate = m_derived.tokens / seconds(whole);
    }

private:
    std::optional<double> given(RowMetric metric, std::uint8_t mask) const {
        for (const StreamFilter& filter : filtersOf(metric))
            if ((filter.mask & mask) != 0) return streamValue(m_data.rows, m_row, m_derived, filter.stream);
        return std::nullopt;
    }

    RateBasis basis() const {
        if (m_out.verdict != Verdict::streamed) return RateBasis::endToEnd;
        return m_derived.answerOnly ? RateBasis::visible : RateBasis::postFirstContent;
    }

    void streamedOnly() {
        const GapSamples samples = gapSamples(m_data.rows, m_row, m_derived);
        if (samples.count > 0) m_out.itlMean = seconds(samples.sum) / static_cast<double>(samples.count);
        const Count inFirst = m_data.rows.firstChunkTokens[m_row];
        const bool corrects = isKnown(inFirst) && inFirst < m_derived.tokens && !m_derived.answerOnly;
        if (corrects && isKnown(m_derived.guardTime()))
            m_out.tpotFirstChunkCorrected = seconds(m_derived.guardTime()) / (m_derived.tokens - inFirst);
    }

    const Dataset& m_data;
    std::size_t m_row;
    const Derived& m_derived;
    RowFigures& m_out;
};

/// All of the answer's tokens were reasoning, or no visible text came before it ended.
bool hasNoVisibleAnswer(const Columns& rows, std::size_t row, const Derived& derived) {
    if (derived.first.kind != FirstTokenKind::reasoningText || isKnown(rows.firstContent[row])) return false;
    return !isKnown(rows.reasoningTokens[row]) || !isKnown(derived.tokens) ||
           rows.reasoningTokens[row] >= derived.tokens;
}

}  // namespace

RowFigures rowFigures(const Dataset& data, const Settings& settings, RowIndex index) {
    return rowFigures(data, settings, index, placeOf(data, settings, index));
}

RowFigures rowFigures(const Dataset& data, const Settings& settings, RowIndex index, Place place) {
    const std::size_t row = at(index);
    const RunTraits run = data.prepared->runs[at(data.rows.run[row])].traits;
    const Derived derived = derive(data.rows, row, run, settings.measure.intervalEnd == IntervalEnd::lastText);
    RowFigures out;
    out.verdict = classifyRow(data, settings.measure, index);
    out.place = place;
    out.reason = reasonOf(data, row, derived, Guard(settings.measure), out.verdict);
    out.firstKind = derived.first.kind;
    if (isKnown(derived.first.time)) out.firstTime = seconds(derived.first.time);
    if (isKnown(derived.interval)) out.interval = seconds(derived.interval);
    Filler filler(data, row, derived, out);
    filler.trusted();
    filler.values();
    out.endFromLastContent = !isKnown(data.rows.end[row]) && isKnown(data.rows.lastContent[row]);
    out.noVisibleAnswer = isMeasured(out.verdict) && hasNoVisibleAnswer(data.rows, row, derived);
    out.withheld = out.ttft ? "" : withheldWhy(derived, out.verdict);
    return out;
}

}  // namespace plumbline
