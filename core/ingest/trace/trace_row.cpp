#include "core/ingest/trace/trace_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <utility>

#include "core/ingest/text/field_map.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/trace/unknown_keys.h"
#include "core/trace/row_fields.h"
#include "core/trace/run_limits.h"

namespace plumbline {
namespace {

/// `number` tells fields apart, whatever unit their key names.
struct Field {
    unsigned number = 0;
    TimeUnit unit = TimeUnit::nanoseconds;
    void (*read)(TraceRowReader::State&, JsonRead::Value&, TimeUnit unit) = nullptr;
};
using Fields = FieldMap<Field>::Known;

const Fields& fieldsByKey();

}  // namespace

struct TraceRowReader::State {
    explicit State(Diagnostics& diagnostics) : json(diagnostics), map(fieldsByKey()) {}

    void field(std::string_view key, JsonRead::Value& value);
    template <std::size_t Position>
    static void readField(State& state, JsonRead::Value& value, TimeUnit unit);
    static void readGaps(State& state, JsonRead::Value& value, TimeUnit unit);
    static void readLoad(State& state, JsonRead::Value& value, TimeUnit);
    static void readHeader(State& state, JsonRead::Value& value, TimeUnit);
    void loadValue(LoadKind kind, JsonRead::Value& value);
    void status(JsonRead::Value& value);
    template <class Word>
    void word(JsonRead::Value& value, Word& out);

    JsonRead json;
    FieldMap<Field> map;
    SeenFields seen;
    UnknownKeys unknown;
    Row row;
    bool isHeader = false, any = false;
    std::string why;
};

namespace {

/// Every key of the format: times once for each unit.
class KeyTable {
public:
    KeyTable() {
        using State = TraceRowReader::State;
        addFields(std::make_index_sequence<rowFieldCount>());
        add("gaps", true, &State::readGaps);
        add("load", false, &State::readLoad);
        add("plumbline", false, &State::readHeader);
    }
    const Fields& byKey() const { return m_byKey; }

private:
    template <std::size_t... Positions>
    void addFields(std::index_sequence<Positions...>) {
        (add(std::get<Positions>(fields::all).name, isTime(fieldKind<decltype(std::get<Positions>(fields::all))>),
             &TraceRowReader::State::readField<Positions>),
         ...);
    }

    void add(std::string_view name, bool hasUnit, void (*read)(TraceRowReader::State&, JsonRead::Value&, TimeUnit)) {
        Field field{m_fields++, TimeUnit::nanoseconds, read};
        if (!hasUnit) m_byKey.emplace(name, field);
        for (std::size_t unit = 0; hasUnit && unit < unitNames.size(); ++unit) {
            field.unit = static_cast<TimeUnit>(unit);
            m_byKey.emplace(m_keys.emplace_back(fmt::format("{}_{}", name, unitNames[unit])), field);
        }
    }

    std::list<std::string> m_keys;  ///< what the map's views look at
    Fields m_byKey;
    unsigned m_fields = 0;
};

const Fields& fieldsByKey() {
    static const KeyTable table;
    return table.byKey();
}

}  // namespace

void TraceRowReader::State::field(std::string_view key, JsonRead::Value& value) {
    const Field* const field = map.find(key);
    if (field == nullptr) {
        unknown.note(key);
        return json.walk(value);
    }
    if (seen.again(field->number)) json.repeatedKey(key);
    any = true;
    field->read(*this, value, field->unit);
}

template <std::size_t Position>
void TraceRowReader::State::readField(State& state, JsonRead::Value& value, TimeUnit unit) {
    constexpr auto field = std::get<Position>(fields::all);
    constexpr FieldKind kind = fieldKind<decltype(field)>;
    auto& out = state.row.*field.inRow;
    JsonRead& json = state.json;
    // Which clock a start is of is known when its header is; offsets are judged with those of all readers.
    if constexpr (isTime(kind)) out = json.time(value, unit, anyClock);
    if constexpr (isCount(kind)) out = json.count(value);
    if constexpr (isText(kind)) out = json.text(value).value_or(std::string_view());
    if constexpr (kind == FieldKind::flag) out = json.flag(value);
    if constexpr (kind == FieldKind::key) {
        const auto text = json.text(value);
        out = text && !text->empty() ? internKey(*text) : 0;
    }
    if constexpr (kind == FieldKind::repeat) {
        const Count count = json.count(value);
        out = isKnown(count) ? count : 0;
    }
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(out)>, Status>)
        state.status(value);
    else if constexpr (kind == FieldKind::word)
        state.word(value, out);
}

void TraceRowReader::State::readGaps(State& state, JsonRead::Value& value, TimeUnit unit) {
    state.row.gapsKnown = state.json.times(value, unit, state.row.gaps);
}

void TraceRowReader::State::readHeader(State& state, JsonRead::Value& value, TimeUnit) {
    state.isHeader = true;
    state.json.walk(value);
}

template <class Word>
void TraceRowReader::State::word(JsonRead::Value& value, Word& out) {
    out = WordsOf<Word>::otherwise;
    const auto text = json.text(value);
    if (!text || text->empty()) return;
    if (const auto known = WordsOf<Word>::parse(*text))
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

void TraceRowReader::State::readLoad(State& state, JsonRead::Value& value, TimeUnit) {
    state.row.load = {};
    state.json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "concurrency")
            state.loadValue(LoadKind::concurrency, inner);
        else if (key == "request_rate")
            state.loadValue(LoadKind::requestRate, inner);
        else if (key != "unbounded")
            state.json.walk(inner);
        else if (state.json.flag(inner).value_or(false))
            state.row.load = {LoadKind::unbounded, 0};
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
    forEachRowField([&](const auto& field) {
        if constexpr (isText(fieldKind<decltype(field)>)) {
            (empty.*field.inRow).swap(row.*field.inRow);
            (empty.*field.inRow).clear();
        }
    });
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
