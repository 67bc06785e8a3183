#include "core/ingest/harness/aiperf/aiperf_row.h"

#include <fmt/format.h>

#include <array>

#include "core/ingest/harness/aiperf/aiperf_raw.h"
#include "core/ingest/text/field_map.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/trace/trace_row.h"

namespace plumbline {
namespace {

enum class Kind : std::uint8_t { absolute, time, gaps, count, id, session, conversation, phase, cancelled };

struct Field {
    Kind kind;
    unsigned number = 0;
    Nanoseconds AiperfRaw::*time = nullptr;
    Count AiperfRaw::*count = nullptr;
};
using Fields = FieldMap<Field>::Known;

Field absolute(unsigned number, Nanoseconds AiperfRaw::*member) { return {Kind::absolute, number, member, nullptr}; }
Field time(unsigned number, Nanoseconds AiperfRaw::*member) { return {Kind::time, number, member, nullptr}; }
Field count(unsigned number, Count AiperfRaw::*member) { return {Kind::count, number, nullptr, member}; }

const Fields& metadataFields() {
    static const Fields fields{
        {"x_request_id", {Kind::id, 0}},
        {"x_correlation_id", {Kind::session, 1}},
        {"conversation_id", {Kind::conversation, 2}},
        {"turn_index", count(3, &AiperfRaw::turn)},
        {"credit_issued_ns", absolute(4, &AiperfRaw::creditIssued)},
        {"request_start_ns", absolute(5, &AiperfRaw::requestStart)},
        {"timestamp_ns", absolute(6, &AiperfRaw::timestamp)},  // the start, in the layout of early October 2025
        {"request_ack_ns", absolute(7, &AiperfRaw::ack)},
        {"request_end_ns", absolute(8, &AiperfRaw::requestEnd)},
        {"cancellation_time_ns", absolute(9, &AiperfRaw::cancelled)},
        {"benchmark_phase", {Kind::phase, 10}},
        {"credit_phase", {Kind::phase, 10}},
        {"was_cancelled", {Kind::cancelled, 11}},
    };
    return fields;
}

const Fields& metricFields() {
    static const Fields fields{
        {"time_to_first_token", time(0, &AiperfRaw::ttft)},
        {"ttft", time(0, &AiperfRaw::ttft)},
        {"time_to_first_output_token", time(1, &AiperfRaw::firstAnswer)},
        {"request_latency", time(2, &AiperfRaw::latency)},
        {"inter_chunk_latency", {Kind::gaps, 3}},
        {"input_sequence_length", count(4, &AiperfRaw::prompt)},
        {"output_sequence_length", count(5, &AiperfRaw::allTokens)},
        {"output_token_count", count(6, &AiperfRaw::answerTokens)},
        {"reasoning_token_count", count(7, &AiperfRaw::reasoning)},
        {"usage_prompt_tokens", count(8, &AiperfRaw::usagePrompt)},
        {"usage_completion_tokens", count(9, &AiperfRaw::usageCompletion)},
        {"usage_reasoning_tokens", count(10, &AiperfRaw::usageReasoning)},
        {"usage_prompt_cache_read_tokens", count(11, &AiperfRaw::cached)},
        {"error_isl", count(12, &AiperfRaw::errorPrompt)},
        {"requested_osl", count(13, &AiperfRaw::asked)},
    };
    return fields;
}

constexpr std::size_t metricCount = 14;
}  // namespace

struct AiperfRowReader::State {
    State(Diagnostics& diagnostics, TokenSource source)
        : json(diagnostics), metadataMap(metadataFields()), metricMap(metricFields()), counted(source) {
        units.fill(TimeUnit::milliseconds);
    }

    bool parse(const Record& record);
    void topLevel(std::string_view key, JsonRead::Value& value);
    void metadata(std::string_view key, JsonRead::Value& value);
    void metric(std::string_view tag, JsonRead::Value& value);
    void metricValue(const Field& field, JsonRead::Value& value);
    void metricUnit(const Field& field, JsonRead::Value& value);
    void error(JsonRead::Value& value);
    void traceData(JsonRead::Value& value);
    void phase(JsonRead::Value& value);

    JsonRead json;
    FieldMap<Field> metadataMap, metricMap;
    TokenSource counted;
    SeenFields seenTop, seenMetadata, seenMetrics;
    std::array<TimeUnit, metricCount> units{};  ///< of each time metric, as the rows so far had them
    bool unitChanged = false;
    AiperfRaw raw;
    Row row;
    std::string why;
};

bool AiperfRowReader::State::parse(const Record& record) {
    raw = {};
    clear(row);
    row.line = record.line;
    row.byte = record.byte;
    why.clear();
    seenTop.clear();
    unitChanged = false;
    const bool whole = json.record(record.text, record.line,
                                   [&](std::string_view key, JsonRead::Value& value) { topLevel(key, value); });
    if (!whole)
        why = json.reason();
    else if (!raw.hasMetadata)
        why = "It has no metadata, so it is no request of AIPerf.";
    return why.empty();
}

void AiperfRowReader::State::topLevel(std::string_view key, JsonRead::Value& value) {
    constexpr std::array<std::string_view, 4> known{"metadata", "metrics", "error", "trace_data"};
    for (unsigned i = 0; i < known.size(); ++i)
        if (key == known[i] && seenTop.again(i)) json.repeatedKey(key);
    if (key == "metadata") {
        metadataMap.restart();
        seenMetadata.clear();
        raw.hasMetadata =
            json.fields(value, [&](std::string_view name, JsonRead::Value& inner) { metadata(name, inner); });
    } else if (key == "metrics") {
        metricMap.restart();
        seenMetrics.clear();
        json.fields(value, [&](std::string_view tag, JsonRead::Value& inner) { metric(tag, inner); });
    } else if (key == "error") {
        error(value);
    } else if (key == "trace_data") {
        traceData(value);
    } else {
        json.walk(value);
    }
}

void AiperfRowReader::State::metadata(std::string_view key, JsonRead::Value& value) {
    const Field* const field = metadataMap.find(key);
    if (field == nullptr) return json.walk(value);
    if (seenMetadata.again(field->number)) json.repeatedKey(key);
    switch (field->kind) {
        case Kind::absolute:
            raw.*field->time = json.time(value, TimeUnit::nanoseconds);
            return;
        case Kind::count:
            raw.*field->count = json.count(value);
            return;
        case Kind::id:
            row.id = json.text(value).value_or(std::string_view());
            return;
        case Kind::session:
            row.session = json.text(value).value_or(std::string_view());
            return;
        case Kind::conversation:
            raw.conversation = json.text(value).value_or(std::string_view());
            return;
        case Kind::phase:
            return phase(value);
        case Kind::cancelled:
            raw.wasCancelled = json.flag(value);
            return;
        default:
            return json.walk(value);
    }
}

void AiperfRowReader::State::phase(JsonRead::Value& value) {
    const auto word = json.text(value);
    row.phase = Phase::measured;
    if (word == "warmup")
        row.phase = Phase::warmup;
    else if (word == "cooldown")
        row.phase = Phase::cooldown;
    else if (word && word != "profiling")
        json.note("unknown-word", fmt::format("the phase '{}' is not known, so it is taken as measured", *word));
}

void AiperfRowReader::State::metric(std::string_view tag, JsonRead::Value& value) {
    const Field* const field = metricMap.find(tag);
    if (field == nullptr) return json.walk(value);
    if (seenMetrics.again(field->number)) json.repeatedKey(tag);
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        json.setKey(tag);
        if (key == "value")
            metricValue(*field, inner);
        else if (key == "unit")
            metricUnit(*field, inner);
        else
            json.walk(inner);
    });
}

void AiperfRowReader::State::metricValue(const Field& field, JsonRead::Value& value) {
    const TimeUnit unit = units[field.number];
    if (field.kind == Kind::time)
        raw.*field.time = json.time(value, unit);
    else if (field.kind == Kind::gaps)
        row.gapsKnown = json.times(value, unit, row.gaps);
    else
        raw.*field.count = json.count(value);
}

/// The unit may stand after the value: the value is then read in the unit of the rows before, and where this one has
/// another the record is read again. Units do not change within a file, so that happens once.
void AiperfRowReader::State::metricUnit(const Field& field, JsonRead::Value& value) {
    const auto word = json.text(value);
    if (field.kind == Kind::count || !word) return;
    const auto unit = parseTimeUnit(*word);
    if (!unit) return json.note("unknown-unit", fmt::format("the unit '{}' is not known, so it is taken as ms", *word));
    unitChanged = unitChanged || *unit != units[field.number];
    units[field.number] = *unit;
}

void AiperfRowReader::State::error(JsonRead::Value& value) {
    raw.hasError = false;
    if (json.isNull(value)) return json.walk(value);
    raw.hasError = true;
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "code")
            raw.errorCode = json.integer(inner).value_or(0);
        else if (key == "type")
            raw.errorType = json.text(inner).value_or(std::string_view());
        else if (key == "message")
            raw.errorMessage = json.text(inner).value_or(std::string_view());
        else
            json.walk(inner);
    });
}

void AiperfRowReader::State::traceData(JsonRead::Value& value) {
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "response_receive_start_ns")
            raw.firstByte = json.time(inner, TimeUnit::nanoseconds);
        else
            json.walk(inner);
    });
}

AiperfRowReader::AiperfRowReader(Diagnostics& diagnostics, TokenSource counted)
    : m_state(std::make_unique<State>(diagnostics, counted)) {}
AiperfRowReader::~AiperfRowReader() = default;

bool AiperfRowReader::read(const Record& record) {
    bool whole = m_state->parse(record);
    if (whole && m_state->unitChanged) whole = m_state->parse(record);
    if (whole) toRow(m_state->raw, m_state->counted, m_state->row);
    return whole;
}

Row& AiperfRowReader::row() { return m_state->row; }
std::string AiperfRowReader::reason() const { return m_state->why; }

}  // namespace plumbline
