#include "core/ingest/trace/trace_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <utility>

#include "core/ingest/text/cell_read.h"
#include "core/ingest/text/field_map.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/trace/unknown_keys.h"
#include "core/trace/row_fields.h"
#include "core/trace/run_limits.h"

namespace plumbline {
namespace {

using State = TraceRowReader::State;

/// `number` tells fields apart, whatever unit their key names.
struct Field {
    unsigned number = 0;
    TimeUnit unit = TimeUnit::nanoseconds;
    void (*read)(State&, JsonRead&, JsonRead::Value& value, TimeUnit unit) = nullptr;
    void (*readCell)(State&, CellRead&, std::string_view& text, TimeUnit unit) = nullptr;  ///< null: none in tables
};
using Fields = FieldMap<Field>::Known;

const Fields& fieldsByKey();

constexpr std::string_view loadPrefix = "load.";

}  // namespace

struct TraceRowReader::State {
    explicit State(Diagnostics& diagnostics) : json(diagnostics), cells(diagnostics), map(fieldsByKey()) {}

    void begin(std::uint64_t line, std::uint64_t byte);
    TraceLine end();
    void field(std::string_view key, JsonRead::Value& value);

    JsonRead json;
    CellRead cells;
    FieldMap<Field> map;
    SeenFields seen;
    UnknownKeys unknown;
    Row row;
    bool isHeader = false, any = false;
    std::string why;
};

namespace {

template <class Read, class Value, class Word>
void readWord(Read& read, Value& value, Word& out) {
    out = WordsOf<Word>::otherwise;
    const auto text = read.text(value);
    if (!text || text->empty()) return;
    if (const auto known = WordsOf<Word>::parse(*text))
        out = *known;
    else
        read.note("unknown-word", fmt::format("'{}' is no word of the trace format, so it is unknown", *text));
}

/// A status that nobody knows would make of a failure a success, or the other way round.
template <class Read, class Value>
void readStatus(State& state, Read& read, Value& value) {
    const auto text = read.text(value);
    state.row.status = Status::ok;
    if (!text) return;
    const auto known = parseStatus(*text);
    if (known)
        state.row.status = *known;
    else
        state.why = fmt::format("The status '{}' is none of ok, error, cancelled, incomplete.", *text);
}

/// One field of a row, from JSON and from a cell alike.
template <std::size_t Position, class Read, class Value>
void readField(State& state, Read& read, Value& value, TimeUnit unit) {
    constexpr auto field = std::get<Position>(fields::all);
    constexpr FieldKind kind = fieldKind<decltype(field)>;
    auto& out = state.row.*field.inRow;
    // Which clock a start is of is known when its header is; offsets are judged with those of all readers.
    if constexpr (isTime(kind)) out = read.time(value, unit, anyClock);
    if constexpr (isCount(kind)) out = read.count(value);
    if constexpr (isText(kind)) out = read.text(value).value_or(std::string_view());
    if constexpr (kind == FieldKind::flag) out = read.flag(value);
    if constexpr (kind == FieldKind::key) {
        const auto text = read.text(value);
        out = text && !text->empty() ? internKey(*text) : 0;
    }
    if constexpr (kind == FieldKind::repeat) {
        const Count count = read.count(value);
        out = isKnown(count) ? count : 0;
    }
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(out)>, Status>)
        readStatus(state, read, value);
    else if constexpr (kind == FieldKind::word)
        readWord(read, value, out);
}

template <class Read, class Value>
void readGaps(State& state, Read& read, Value& value, TimeUnit unit) {
    state.row.gapsKnown = read.times(value, unit, state.row.gaps);
}

template <class Read, class Value>
void readLoadValue(State& state, Read& read, Value& value, LoadKind kind) {
    const auto number = read.number(value);
    if (!number) return;
    if (isLoadValue(*number))
        state.row.load = {kind, *number};
    else
        read.note("out-of-range", *number > 0 ? "a load above 1,000,000,000, so it is not stated"
                                              : "a load of nothing or less, so it is not stated");
}

/// False: `key` is none of a load's.
template <class Read, class Value>
bool readLoadKey(State& state, Read& read, std::string_view key, Value& value) {
    if (key == "concurrency")
        readLoadValue(state, read, value, LoadKind::concurrency);
    else if (key == "request_rate")
        readLoadValue(state, read, value, LoadKind::requestRate);
    else if (key != "unbounded")
        return false;
    else if (read.flag(value).value_or(false))
        state.row.load = {LoadKind::unbounded, 0};
    return true;
}

void readLoad(State& state, JsonRead& json, JsonRead::Value& value, TimeUnit) {
    state.row.load = {};
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (!readLoadKey(state, json, key, inner)) json.walk(inner);
    });
}

void readHeader(State& state, JsonRead& json, JsonRead::Value& value, TimeUnit) {
    state.isHeader = true;
    json.walk(value);
}

/// Every key of the format: times once for each unit.
class KeyTable {
public:
    KeyTable() {
        addFields(std::make_index_sequence<rowFieldCount>());
        add("gaps", true,
            {.read = readGaps<JsonRead, JsonRead::Value>, .readCell = readGaps<CellRead, std::string_view>});
        add("load", false, {.read = readLoad});
        add("plumbline", false, {.read = readHeader});
    }
    const Fields& byKey() const { return m_byKey; }

private:
    template <std::size_t... Positions>
    void addFields(std::index_sequence<Positions...>) {
        (add(std::get<Positions>(fields::all).name, isTime(fieldKind<decltype(std::get<Positions>(fields::all))>),
             {.read = readField<Positions, JsonRead, JsonRead::Value>,
              .readCell = readField<Positions, CellRead, std::string_view>}),
         ...);
    }

    void add(std::string_view name, bool hasUnit, Field field) {
        field.number = m_fields++;
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

void TraceRowReader::State::begin(std::uint64_t line, std::uint64_t byte) {
    clear(row);
    row.line = line;
    row.byte = byte;
    isHeader = any = false;
    seen.clear();
    unknown.forgetRecord();
    map.restart();
    why.clear();
    cells.setLine(line);
}

TraceLine TraceRowReader::State::end() {
    if (why.empty() && isHeader) return TraceLine::header;
    if (why.empty() && !any) why = "It has none of the fields of a trace.";
    if (!why.empty()) return TraceLine::broken;
    unknown.keepRecord(row.line);
    return TraceLine::row;
}

void TraceRowReader::State::field(std::string_view key, JsonRead::Value& value) {
    const Field* const field = map.find(key);
    if (field == nullptr) {
        unknown.note(key);
        return json.walk(value);
    }
    if (seen.again(field->number)) json.repeatedKey(key);
    any = true;
    field->read(*this, json, value, field->unit);
}

TraceRowReader::TraceRowReader(Diagnostics& diagnostics) : m_state(std::make_unique<State>(diagnostics)) {}
TraceRowReader::~TraceRowReader() = default;

Row& TraceRowReader::row() { return m_state->row; }

TraceLine TraceRowReader::read(const Record& record) {
    State& state = *m_state;
    state.begin(record.line, record.byte);
    if (!state.json.record(record.text, record.line,
                           [&](std::string_view key, JsonRead::Value& value) { state.field(key, value); }))
        state.why = state.json.reason();
    return state.end();
}

void TraceRowReader::begin(std::uint64_t line, std::uint64_t byte) { m_state->begin(line, byte); }

void TraceRowReader::cell(std::string_view key, std::string_view text) {
    State& state = *m_state;
    state.cells.setKey(key);
    if (key.starts_with(loadPrefix)) {
        state.any = readLoadKey(state, state.cells, key.substr(loadPrefix.size()), text) || state.any;
    } else if (const Field* const field = state.map.find(key); field != nullptr && field->readCell != nullptr) {
        state.any = true;
        field->readCell(state, state.cells, text, field->unit);
    }
}

void TraceRowReader::time(Nanoseconds Row::*field, Nanoseconds value) {
    m_state->row.*field = value;
    m_state->any = true;
}

TraceLine TraceRowReader::end() { return m_state->end(); }

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

bool isTraceColumn(std::string_view column) {
    if (column == "load.concurrency" || column == "load.request_rate" || column == "load.unbounded") return true;
    const auto field = fieldsByKey().find(column);
    return field != fieldsByKey().end() && field->second.readCell != nullptr;
}

std::vector<std::string_view> traceFieldKeys() {
    std::vector<std::string_view> out;
    for (const auto& [key, field] : fieldsByKey()) out.push_back(key);
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace plumbline
