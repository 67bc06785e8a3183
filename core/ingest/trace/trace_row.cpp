#include "core/ingest/trace/trace_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <list>

#include "core/ingest/text/field_map.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/trace/unknown_keys.h"
#include "core/trace/run_limits.h"

namespace plumbline {
namespace {

enum class Kind : std::uint8_t {
    time,
    gaps,
    count,
    text,
    key,
    load,
    firstTokenKind,
    gapBasis,
    tokenSource,
    status,
    phase,
    deliberate,
    repeat,
    header
};

/// `number` tells fields apart, whatever unit their key names; one of the members is set, as the kind says.
struct Field {
    Kind kind;
    unsigned number = 0;
    TimeUnit unit = TimeUnit::nanoseconds;
    Nanoseconds Row::*time = nullptr;
    Count Row::*count = nullptr;
    std::string Row::*text = nullptr;
    Key Row::*key = nullptr;
};

struct NamedField {
    std::string_view name;
    Field field;
};

Field timeField(Nanoseconds Row::*member) { return {.kind = Kind::time, .time = member}; }
Field countField(Count Row::*member) { return {.kind = Kind::count, .count = member}; }
Field textField(std::string Row::*member) { return {.kind = Kind::text, .text = member}; }
Field keyField(Key Row::*member) { return {.kind = Kind::key, .key = member}; }

const auto& fieldList() {
    static const std::array list{
        NamedField{"plumbline", {.kind = Kind::header}},
        NamedField{"id", textField(&Row::id)},
        NamedField{"load", {.kind = Kind::load}},
        NamedField{"scheduled", timeField(&Row::scheduled)},
        NamedField{"start", timeField(&Row::start)},
        NamedField{"headers", timeField(&Row::headers)},
        NamedField{"first_byte", timeField(&Row::firstByte)},
        NamedField{"first_reasoning", timeField(&Row::firstReasoning)},
        NamedField{"first_content", timeField(&Row::firstContent)},
        NamedField{"first_token", timeField(&Row::firstToken)},
        NamedField{"first_token_kind", {.kind = Kind::firstTokenKind}},
        NamedField{"last_content", timeField(&Row::lastContent)},
        NamedField{"end", timeField(&Row::end)},
        NamedField{"chunks", countField(&Row::chunks)},
        NamedField{"gaps", {.kind = Kind::gaps}},
        NamedField{"gap_basis", {.kind = Kind::gapBasis}},
        NamedField{"prompt_tokens", countField(&Row::promptTokens)},
        NamedField{"cached_tokens", countField(&Row::cachedTokens)},
        NamedField{"output_tokens", countField(&Row::outputTokens)},
        NamedField{"reasoning_tokens", countField(&Row::reasoningTokens)},
        NamedField{"token_source", {.kind = Kind::tokenSource}},
        NamedField{"other_output_tokens", countField(&Row::otherOutputTokens)},
        NamedField{"first_chunk_tokens", countField(&Row::firstChunkTokens)},
        NamedField{"max_tokens", countField(&Row::maxTokens)},
        NamedField{"finish", textField(&Row::finish)},
        NamedField{"queue", timeField(&Row::queue)},
        NamedField{"status", {.kind = Kind::status}},
        NamedField{"deliberate", {.kind = Kind::deliberate}},
        NamedField{"error", textField(&Row::error)},
        NamedField{"prompt_key", keyField(&Row::promptKey)},
        NamedField{"prefix_key", keyField(&Row::prefixKey)},
        NamedField{"session", textField(&Row::session)},
        NamedField{"turn", countField(&Row::turn)},
        NamedField{"phase", {.kind = Kind::phase}},
        NamedField{"repeat", {.kind = Kind::repeat}},
    };
    return list;
}

using Fields = FieldMap<Field>::Known;

/// Every key of the format: times once for each unit.
const Fields& fieldsByKey() {
    static std::list<std::string> keys;  // what the map's views look at
    static const Fields map = [] {
        Fields out;
        unsigned number = 0;
        for (const auto& [name, field] : fieldList()) {
            Field one = field;
            one.number = number++;
            if (one.kind != Kind::time && one.kind != Kind::gaps)
                out.emplace(name, one);
            else
                for (const auto* suffix : {"_ns", "_us", "_ms", "_s"}) {
                    one.unit = *parseTimeUnit(suffix + 1);
                    out.emplace(keys.emplace_back(std::string(name) + suffix), one);
                }
        }
        return out;
    }();
    return map;
}

}  // namespace

struct TraceRowReader::State {
    explicit State(Diagnostics& diagnostics) : json(diagnostics), map(fieldsByKey()) {}

    void field(std::string_view key, JsonRead::Value& value);
    void read(const Field& field, JsonRead::Value& value);
    void load(JsonRead::Value& value);
    void loadValue(LoadKind kind, JsonRead::Value& value);
    void status(JsonRead::Value& value);
    void repeat(JsonRead::Value& value);
    template <class Word>
    void word(JsonRead::Value& value, std::optional<Word> (*parse)(std::string_view), Word& out, Word otherwise);

    JsonRead json;
    FieldMap<Field> map;
    SeenFields seen;
    UnknownKeys unknown;
    Row row;
    bool isHeader = false, any = false;
    std::string why;
};

void TraceRowReader::State::field(std::string_view key, JsonRead::Value& value) {
    const Field* const field = map.find(key);
    if (field == nullptr) {
        unknown.note(key);
        return json.walk(value);
    }
    if (seen.again(field->number)) json.repeatedKey(key);
    any = true;
    read(*field, value);
}

void TraceRowReader::State::read(const Field& field, JsonRead::Value& value) {
    switch (field.kind) {
        case Kind::time:
            // Which clock a start is of is known when its header is; offsets are judged with those of all readers.
            row.*field.time = json.time(value, field.unit, anyClock);
            return;
        case Kind::gaps:
            row.gapsKnown = json.times(value, field.unit, row.gaps);
            return;
        case Kind::count:
            row.*field.count = json.count(value);
            return;
        case Kind::text:
            row.*field.text = json.text(value).value_or(std::string_view());
            return;
        case Kind::key: {
            const auto text = json.text(value);
            row.*field.key = text && !text->empty() ? internKey(*text) : 0;
            return;
        }
        case Kind::load:
            return load(value);
        case Kind::firstTokenKind:
            return word(value, &parseFirstTokenKind, row.firstTokenKind, FirstTokenKind::unknown);
        case Kind::gapBasis:
            return word(value, &parseGapBasis, row.gapBasis, GapBasis::unknown);
        case Kind::tokenSource:
            return word(value, &parseTokenSource, row.tokenSource, TokenSource::unknown);
        case Kind::status:
            return status(value);
        case Kind::phase:
            return word(value, &parsePhase, row.phase, Phase::measured);
        case Kind::deliberate:
            row.deliberate = json.flag(value);
            return;
        case Kind::repeat:
            return repeat(value);
        case Kind::header:
            isHeader = true;
            return json.walk(value);
    }
}

template <class Word>
void TraceRowReader::State::word(JsonRead::Value& value, std::optional<Word> (*parse)(std::string_view), Word& out,
                                 Word otherwise) {
    out = otherwise;
    const auto text = json.text(value);
    if (!text || text->empty()) return;
    const auto known = parse(*text);
    if (known)
        out = *known;
    else
        json.note("unknown-word", fmt::format("'{}' is no word of the trace format, so it is unknown", *text));
}

/// A status that nobody knows would make of a failure a success, or the other way round.
void TraceRowReader::State::status(JsonRead::Value& value) {
    const auto text = json.text(value);
    row.status = Status::ok;
    if (!text) return;
    const auto known = parseStatus(*text);
    if (known)
        row.status = *known;
    else
        why = fmt::format("The status '{}' is none of ok, error, cancelled, incomplete.", *text);
}

void TraceRowReader::State::repeat(JsonRead::Value& value) {
    const Count count = json.count(value);
    row.repeat = isKnown(count) ? count : 0;
}

void TraceRowReader::State::load(JsonRead::Value& value) {
    row.load = {};
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "concurrency")
            loadValue(LoadKind::concurrency, inner);
        else if (key == "request_rate")
            loadValue(LoadKind::requestRate, inner);
        else if (key != "unbounded")
            json.walk(inner);
        else if (json.flag(inner).value_or(false))
            row.load = {LoadKind::unbounded, 0};
    });
}

void TraceRowReader::State::loadValue(LoadKind kind, JsonRead::Value& value) {
    const auto number = json.number(value);
    if (!number) return;
    if (isLoadValue(*number))
        row.load = {kind, *number};
    else
        json.note("out-of-range", *number > 0 ? "a load above 1,000,000,000, so it is not stated"
                                              : "a load of nothing or less, so it is not stated");
}

TraceRowReader::TraceRowReader(Diagnostics& diagnostics) : m_state(std::make_unique<State>(diagnostics)) {}
TraceRowReader::~TraceRowReader() = default;

Row& TraceRowReader::row() { return m_state->row; }

TraceLine TraceRowReader::read(const Record& record) {
    State& state = *m_state;
    clear(state.row);
    state.row.line = record.line;
    state.row.byte = record.byte;
    state.isHeader = state.any = false;
    state.seen.clear();
    state.unknown.forgetRecord();
    state.map.restart();
    state.why.clear();
    const bool whole = state.json.record(
        record.text, record.line, [&](std::string_view key, JsonRead::Value& value) { state.field(key, value); });
    if (!whole)
        state.why = state.json.reason();
    else if (state.isHeader)
        return TraceLine::header;
    else if (!state.any)
        state.why = "It has none of the fields of a trace.";
    if (!state.why.empty()) return TraceLine::broken;
    state.unknown.keepRecord(record.line);
    return TraceLine::row;
}

std::string TraceRowReader::reason() const { return m_state->why; }
void TraceRowReader::tellUnknownKeys(std::vector<Diagnostic>& to) const { m_state->unknown.tell(to); }

void clear(Row& row) {
    Row empty;
    for (std::string Row::*text : {&Row::id, &Row::finish, &Row::error, &Row::session}) {
        (empty.*text).swap(row.*text);
        (empty.*text).clear();
    }
    empty.gaps.swap(row.gaps);
    empty.gaps.clear();
    row = std::move(empty);
}

bool isTraceField(std::string_view key) { return fieldsByKey().contains(key); }

std::vector<std::string_view> traceFieldKeys() {
    std::vector<std::string_view> out;
    for (const auto& [key, field] : fieldsByKey()) out.push_back(key);
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace plumbline
