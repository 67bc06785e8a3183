#include <unordered_map>
#include <utility>

#include "core/ingest/harness/guidellm/guidellm.h"
#include "core/ingest/text/field_map.h"
#include "core/ingest/text/json_nesting.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

/// Moments on the clock of the epoch, and counts, as the file gives them; -1 and 0 stand for none.
struct Raw {
    Nanoseconds start = unknownTime, resolveStart = unknownTime, targeted = unknownTime, firstByte = unknownTime,
                firstToken = unknownTime, firstOutput = unknownTime, lastToken = unknownTime, end = unknownTime,
                resolveEnd = unknownTime;
    Count totalIn = unknownCount, totalOut = unknownCount;
    bool reasoned = false;
    bool object = false;
};

enum class Kind : std::uint8_t {
    time,
    count,
    total,
    id,
    session,
    error,
    prompt,
    request,
    reasoning,
    timings,
    info,
    inputMetrics,
    outputMetrics
};

/// Where the value of a key goes.
struct Field {
    Kind kind;
    Nanoseconds Raw::*time = nullptr;
    Count Row::*count = nullptr;
    Count Raw::*total = nullptr;
};
constexpr Field to(Nanoseconds Raw::*time) { return {Kind::time, time}; }
constexpr Field to(Count Row::*count) { return {Kind::count, nullptr, count}; }
constexpr Field to(Count Raw::*total) { return {Kind::total, nullptr, nullptr, total}; }

using Names = FieldMap<Field>::Known;
const Names rowNames{{"request_id", {Kind::id}},
                     {"prompt", {Kind::prompt}},
                     {"request_args", {Kind::request}},
                     {"prompt_tokens", to(&Row::promptTokens)},
                     {"output_tokens", to(&Row::outputTokens)},
                     {"start_time", to(&Raw::start)},
                     {"end_time", to(&Raw::end)},
                     {"first_token_time", to(&Raw::firstToken)},
                     {"last_token_time", to(&Raw::lastToken)},
                     {"error", {Kind::error}},
                     {"scheduler_info", {Kind::timings}},
                     {"info", {Kind::info}},
                     {"input_metrics", {Kind::inputMetrics}},
                     {"output_metrics", {Kind::outputMetrics}},
                     {"reasoning_output", {Kind::reasoning}}};
const Names infoNames{{"timings", {Kind::timings}},
                      {"error", {Kind::error}},
                      {"conversation_id", {Kind::session}},
                      {"turn_index", to(&Row::turn)}};
const Names timingNames{{"targeted_start", to(&Raw::targeted)},
                        {"targeted_start_time", to(&Raw::targeted)},
                        {"resolve_start", to(&Raw::resolveStart)},
                        {"request_start", to(&Raw::start)},
                        {"first_request_iteration", to(&Raw::firstByte)},
                        {"first_token_iteration", to(&Raw::firstToken)},
                        {"first_output_token_iteration", to(&Raw::firstOutput)},
                        {"last_token_iteration", to(&Raw::lastToken)},
                        {"token_iterations", to(&Row::chunks)},
                        {"request_end", to(&Raw::end)},
                        {"resolve_end", to(&Raw::resolveEnd)}};
const Names inputNames{{"cached_tokens", to(&Row::cachedTokens)}, {"total_tokens", to(&Raw::totalIn)}};
const Names outputNames{{"total_tokens", to(&Raw::totalOut)}};

/// What follows "key": in a JSON text, up to the end of that value; empty when it is not there. A key inside a string
/// is not found: its quotes are escaped there.
std::string_view member(std::string_view json, std::string_view quotedKey) {
    const std::size_t found = json.find(quotedKey);
    if (found == std::string_view::npos) return {};
    const std::size_t from = json.find_first_not_of(" \t\r\n", found + quotedKey.size());
    if (from == std::string_view::npos) return {};
    const std::string_view rest = json.substr(from);
    if (rest.front() == '[' || rest.front() == '{') {
        Nesting nesting;
        const NestingStop stop = scanNesting(rest.substr(1), nesting);
        return stop.closedAt == NestingStop::none ? std::string_view() : rest.substr(0, stop.closedAt + 2);
    }
    if (rest.front() != '"') return rest.substr(0, rest.find_first_of(",}] \r\n"));
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == '\\')
            ++i;
        else if (rest[i] == '"')
            return rest.substr(0, i + 1);
    }
    return {};
}

}  // namespace

struct GuideLlmRowReader::State {
    explicit State(Diagnostics& found)
        : diagnostics(found),
          json(found),
          fields(rowNames),
          info(infoNames),
          timings(timingNames),
          in(inputNames),
          out(outputNames) {}

    void take(const Field* field, JsonRead::Value& value);
    void takeInside(FieldMap<Field>& names, JsonRead::Value& value);
    void takeText(Kind kind, std::string_view text);
    void takeRequest(std::string_view request);
    void takeTime(Nanoseconds& into, JsonRead::Value& value);
    void complete(Status status, const GuideLlmReading& reading);
    void times(const GuideLlmReading& reading);
    void tokens(const GuideLlmReading& reading);
    Phase phase(const GuideLlmReading& reading) const;
    Nanoseconds end() const { return isKnown(raw.end) ? raw.end : raw.resolveEnd; }

    Diagnostics& diagnostics;
    JsonRead json;
    FieldMap<Field> fields, info, timings, in, out;
    Row row;
    Raw raw;
};

void GuideLlmRowReader::State::takeTime(Nanoseconds& into, JsonRead::Value& value) {
    const Nanoseconds time = json.time(value, TimeUnit::seconds);
    if (isKnown(time) && time > Nanoseconds::zero()) into = time;
}

void GuideLlmRowReader::State::takeInside(FieldMap<Field>& names, JsonRead::Value& value) {
    names.restart();
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) { take(names.find(key), inner); });
}

/// The prompt's hash and the limit; the text itself is not kept.
void GuideLlmRowReader::State::takeRequest(std::string_view request) {
    for (const std::string_view key : {"\"messages\":", "\"prompt\":", "\"input\":"}) {
        const std::string_view asked = member(request, key);
        if (asked.empty()) continue;
        row.promptKey = internKey(asked);
        break;
    }
    for (const std::string_view key : {"\"max_completion_tokens\":", "\"max_tokens\":"}) {
        std::int64_t limit = 0;
        if (parseInteger(member(request, key), limit) != NumberKind::number || limit <= 0 || limit > 1'000'000'000)
            continue;
        row.maxTokens = static_cast<Count>(limit);
        return;
    }
}

void GuideLlmRowReader::State::take(const Field* field, JsonRead::Value& value) {
    if (!field) return json.walk(value);
    switch (field->kind) {
        case Kind::time:
            return takeTime(raw.*field->time, value);
        case Kind::count:
            row.*field->count = json.count(value);
            return;
        case Kind::total:
            raw.*field->total = json.count(value);
            return;
        case Kind::timings:
            return takeInside(timings, value);
        case Kind::info:
            return takeInside(info, value);
        case Kind::inputMetrics:
            return takeInside(in, value);
        case Kind::outputMetrics:
            return takeInside(out, value);
        default:
            return takeText(field->kind, json.text(value).value_or(std::string_view()));
    }
}

void GuideLlmRowReader::State::takeText(Kind kind, std::string_view text) {
    if (text.empty()) return;
    switch (kind) {
        case Kind::id:
            row.id = text;
            return;
        case Kind::session:
            row.session = text;
            return;
        case Kind::error:
            row.error = excerpt(text);
            return;
        case Kind::prompt:
            row.promptKey = internKey(text);
            return;
        case Kind::request:
            return takeRequest(text);
        case Kind::reasoning:
            raw.reasoned = true;
            return;
        default:
            return;
    }
}

void GuideLlmRowReader::State::times(const GuideLlmReading& reading) {
    row.start = isKnown(raw.start) ? raw.start : raw.resolveStart;
    if (reading.openLoop) row.scheduled = raw.targeted;
    row.firstByte = between(row.start, raw.firstByte);
    row.firstToken = between(row.start, raw.firstToken);
    if (isKnown(row.firstToken))
        row.firstTokenKind = reading.anyText ? FirstTokenKind::anyText : FirstTokenKind::answerText;
    row.firstContent = between(row.start, raw.firstOutput);
    const bool reasoningFirst = raw.reasoned && (!isKnown(raw.firstOutput) || raw.firstToken < raw.firstOutput);
    if (reading.anyText && reasoningFirst) row.firstReasoning = row.firstToken;
    row.lastContent = between(row.start, raw.lastToken);
    row.end = between(row.start, end());
}

/// Of a request that was cut off, the count is the number of chunks where some came, and else what was asked for
/// (FORMATS/guidellm.md §2).
void GuideLlmRowReader::State::tokens(const GuideLlmReading& reading) {
    if (!isKnown(row.outputTokens)) row.outputTokens = raw.totalOut;
    if (!isKnown(row.promptTokens)) row.promptTokens = raw.totalIn;
    if (row.chunks == 0 && row.outputTokens > 0) row.chunks = unknownCount;  // not streamed
    if (!isKnown(row.outputTokens)) return;
    const bool cutOff = row.status != Status::ok;
    const bool got = isKnown(row.firstToken);
    row.tokenSource = TokenSource::usage;
    if (reading.askedFor || (cutOff && !got && row.outputTokens > 0)) row.tokenSource = TokenSource::requested;
    if (!reading.askedFor && cutOff && got && (reading.old || row.outputTokens == row.chunks))
        row.tokenSource = TokenSource::chunks;
    if (row.tokenSource != TokenSource::requested || reading.askedFor) return;
    diagnostics.note("tokens-asked-for", 0, [&] {
        return "Request " + row.id +
               " was cut off before its first token; the output tokens beside it are those that were asked for.";
    });
}

/// A request belongs to the measured window when it ends after its start and starts before its end.
Phase GuideLlmRowReader::State::phase(const GuideLlmReading& reading) const {
    const Nanoseconds ended = end();
    if (isKnown(reading.measureStart) && isKnown(ended) && ended <= reading.measureStart) return Phase::warmup;
    if (isKnown(reading.measureEnd) && isKnown(row.start) && row.start >= reading.measureEnd) return Phase::cooldown;
    return Phase::measured;
}

void GuideLlmRowReader::State::complete(Status status, const GuideLlmReading& reading) {
    row.status = status;
    row.load = reading.load;
    times(reading);
    tokens(reading);
    row.phase = phase(reading);
}

GuideLlmRowReader::GuideLlmRowReader(Diagnostics& diagnostics) : m_state(std::make_unique<State>(diagnostics)) {}
GuideLlmRowReader::~GuideLlmRowReader() = default;

bool GuideLlmRowReader::read(std::string_view text, Status status, const GuideLlmReading& reading) {
    State& state = *m_state;
    state.row = {};
    state.raw = {};
    state.fields.restart();
    const bool whole = state.json.element(text, 0, [&](JsonRead::Value& value) {
        state.raw.object = state.json.fields(
            value, [&](std::string_view key, JsonRead::Value& field) { state.take(state.fields.find(key), field); });
    });
    if (!whole || !state.raw.object) return false;
    state.complete(status, reading);
    return true;
}

Row& GuideLlmRowReader::row() { return m_state->row; }

std::string GuideLlmRowReader::reason() const {
    return m_state->json.failed() ? m_state->json.reason() : "An entry of the list is no object.";
}

}  // namespace plumbline
