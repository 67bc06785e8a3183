#include "core/ingest/harness/aiperf/aiperf_raw.h"

#include <fmt/format.h>

#include <initializer_list>

namespace plumbline {
namespace {

constexpr int clientCancelled = 499;

Count firstKnown(std::initializer_list<Count> counts) {
    for (const Count one : counts)
        if (isKnown(one)) return one;
    return unknownCount;
}

void times(const AiperfRaw& raw, Row& row) {
    row.start = isKnown(raw.requestStart) ? raw.requestStart : raw.timestamp;
    row.scheduled = raw.creditIssued;
    row.headers = between(row.start, raw.ack);
    // http_req_sending + http_req_waiting would only be near it, and may come out after the first token: left unknown.
    row.firstByte = between(row.start, raw.firstByte);
    row.firstToken = raw.ttft;
    row.firstTokenKind = isKnown(raw.ttft) ? FirstTokenKind::anyText : FirstTokenKind::unknown;
    row.firstContent = raw.firstAnswer;
    row.end = row.lastContent = raw.latency;
    if (isKnown(row.end)) return;
    row.end = between(row.start, isKnown(raw.requestEnd) ? raw.requestEnd : raw.cancelled);
    // Some versions give an errored record its start as its end.
    if (row.status != Status::ok && row.end == Nanoseconds(0)) row.end = unknownTime;
}

/// The gaps lie between events with text, so there is one more of those; with one event there is no list at all.
void chunks(const AiperfRaw& raw, Row& row) {
    const bool single = !row.gapsKnown && isKnown(raw.ttft) && raw.ttft == raw.latency;
    if (single) row.gapsKnown = true;
    if (!row.gapsKnown) return;
    row.gapBasis = GapBasis::chunk;
    row.chunks = static_cast<Count>(row.gaps.size()) + 1;
}

void tokens(const AiperfRaw& raw, TokenSource counted, Row& row) {
    row.promptTokens = firstKnown({raw.usagePrompt, raw.prompt, raw.errorPrompt});
    row.cachedTokens = raw.cached;
    row.maxTokens = raw.asked;
    row.reasoningTokens = firstKnown({raw.reasoning, raw.usageReasoning});
    row.outputTokens = firstKnown({raw.allTokens, raw.usageCompletion});
    if (isKnown(raw.allTokens)) {
        // Without usage in the file nobody but the client's tokenizer can have counted.
        row.tokenSource =
            counted != TokenSource::unknown || isKnown(raw.usageCompletion) ? counted : TokenSource::tokenizer;
        if (row.tokenSource == TokenSource::tokenizer) row.otherOutputTokens = raw.usageCompletion;
    } else if (isKnown(raw.usageCompletion)) {
        row.tokenSource = TokenSource::usage;
    }
    // The first text is known to be reasoning where the answer began later, or never: its count is left out when zero.
    const bool answerLater = isKnown(raw.firstAnswer) && raw.firstAnswer > raw.ttft;
    const bool noAnswer = !isKnown(raw.firstAnswer) && !isKnown(raw.answerTokens) && isKnown(raw.allTokens);
    if (row.reasoningTokens > 0 && isKnown(raw.ttft) && (answerLater || noAnswer)) row.firstReasoning = raw.ttft;
}

void outcome(const AiperfRaw& raw, Row& row) {
    const bool flagged = raw.wasCancelled.value_or(false);
    if (!flagged && !raw.hasError) return;
    row.status = flagged || raw.errorCode == clientCancelled ? Status::cancelled : Status::error;
    // AIPerf raises RequestCancellationError only where its own option cancels.
    if (row.status == Status::cancelled && (flagged || raw.errorType == "RequestCancellationError"))
        row.deliberate = true;
    row.error = raw.errorType;
    if (!raw.errorMessage.empty()) row.error += (row.error.empty() ? "" : ": ") + raw.errorMessage;
    if (raw.errorCode != 0) row.error = fmt::format("{} {}", raw.errorCode, row.error);
}

/// A turn of a conversation is one prompt, whoever asks it and however often.
Key promptKey(const AiperfRaw& raw) {
    if (raw.conversation.empty()) return 0;
    return internKey(isKnown(raw.turn) ? fmt::format("{}#{}", raw.conversation, raw.turn) : raw.conversation);
}

}  // namespace

void toRow(const AiperfRaw& raw, TokenSource counted, Row& row) {
    outcome(raw, row);
    times(raw, row);
    chunks(raw, row);
    tokens(raw, counted, row);
    row.turn = raw.turn;
    row.promptKey = promptKey(raw);
}

}  // namespace plumbline
