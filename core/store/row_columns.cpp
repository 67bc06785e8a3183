#include "core/store/row_columns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "core/store/stored_rules.h"
#include "core/trace/row_fields.h"

namespace plumbline {
namespace {

static_assert(std::endian::native == std::endian::little, "gaps are stored as the machine holds them: little-endian");
static_assert(sizeof(Nanoseconds) == sizeof(std::int64_t));

// Before the fields: where the row belongs and where it came from.
constexpr std::array placeColumns = {"id", "run", "record", "line", "byte"};

/// The column of a field: times are stored in ns, and "id" is the row's own.
std::string columnOf(FieldKind kind, std::string_view name) {
    if (kind == FieldKind::text) return "request_" + std::string(name);
    return std::string(name) + (isTime(kind) ? "_ns" : "");
}

const std::vector<std::string>& columnNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out(placeColumns.begin(), placeColumns.end());
        forEachRowField([&](const auto& field) { out.push_back(columnOf(fieldKind<decltype(field)>, field.name)); });
        return out;
    }();
    return names;
}

// Unknown is NULL; the workspace holds no stand-in for it.
class Binder {
public:
    explicit Binder(Statement& statement) : m_statement(statement) {}
    void number(std::int64_t value) { m_statement.put(++m_place, value); }
    void number(std::uint64_t value) { number(static_cast<std::int64_t>(value)); }
    void number(std::optional<std::int64_t> value) { m_statement.put(++m_place, value); }
    void positive(std::uint64_t value) { known(value != 0, static_cast<std::int64_t>(value)); }
    void time(Nanoseconds value) { known(isKnown(value), value.count()); }
    void count(Count value) { known(isKnown(value), value); }
    template <class Enum>
    void word(Enum value) {
        if constexpr (HasUnknown<Enum>)
            known(value != Enum::unknown, static_cast<std::int64_t>(value));
        else
            number(static_cast<std::int64_t>(value));
    }
    void flag(std::optional<bool> value) { number(value ? std::optional<std::int64_t>(*value ? 1 : 0) : std::nullopt); }
    void text(const std::string& value) {
        if (value.empty())
            m_statement.put(++m_place, nullptr);
        else
            m_statement.put(++m_place, std::string_view(value));
    }

private:
    void known(bool isKnown, std::int64_t value) {
        if (isKnown)
            m_statement.put(++m_place, value);
        else
            m_statement.put(++m_place, nullptr);
    }
    Statement& m_statement;
    int m_place = 0;
};

// sqlite3_column_int64 of NULL is 0: the type is asked only where a 0 comes back, which halves the calls. What a
// stranger's workspace holds is held to the limits of ingest (stored_rules.h).
class Taker {
public:
    Taker(const Statement& statement, const TextReader& texts) : m_statement(statement), m_texts(texts) {}
    const char* fault() const {
        return m_fault < 0 ? nullptr : columnNames()[static_cast<std::size_t>(m_fault)].c_str();
    }

    void skip() { ++m_column; }
    void whole(std::uint64_t& value) {
        const std::int64_t stored = number();
        hold(stored >= 0);
        value = static_cast<std::uint64_t>(stored);
    }
    void key(Key& value) { value = static_cast<Key>(number()); }
    void time(Nanoseconds& value) {
        const std::int64_t stored = number();
        value = stored == 0 && isNull() ? unknownTime : Nanoseconds(stored);
        hold(isStoredTime(Nanoseconds(stored)));
    }
    void count(Count& value) {
        const std::int64_t stored = number();
        hold(stored >= 0 && stored <= std::numeric_limits<Count>::max());
        value = stored == 0 && isNull() ? unknownCount : static_cast<Count>(stored);
    }
    void small(std::int32_t& value) {
        const std::int64_t stored = number();
        value = static_cast<std::int32_t>(stored);
        hold(value == stored);
    }
    template <class Enum>
    void word(Enum& value) {
        const std::int64_t stored = number();
        const bool isWord = stored >= 0 && stored <= static_cast<std::int64_t>(WordsOf<Enum>::last);
        hold(isWord);
        value = static_cast<Enum>(isWord ? stored : 0);
    }
    void text(std::string& value) { value = m_statement.text(m_column++); }
    void textByNumber(std::string& value) {
        const std::string* const text = m_texts.find(number());
        hold(text != nullptr);
        value = text ? *text : std::string();
    }
    void flag(std::optional<bool>& value) {
        value.reset();
        if (!m_statement.isNull(m_column)) value = m_statement.integer(m_column) != 0;
        ++m_column;
    }

private:
    std::int64_t number() { return m_statement.integer(m_column++); }
    bool isNull() const { return m_statement.isNull(m_column - 1); }
    void hold(bool isFine) {
        if (!isFine && m_fault < 0) m_fault = m_column - 1;
    }
    const Statement& m_statement;
    const TextReader& m_texts;
    int m_column = 0, m_fault = -1;
};

template <FieldKind Kind, class Value>
void put(Binder& to, const Value& value, TextWriter& texts) {
    if constexpr (isTime(Kind)) to.time(value);
    if constexpr (isCount(Kind)) to.count(value);
    if constexpr (Kind == FieldKind::word) to.word(value);
    if constexpr (Kind == FieldKind::text) to.text(value);
    if constexpr (Kind == FieldKind::sharedText) to.number(texts.number(value));
    if constexpr (Kind == FieldKind::key) to.positive(value);
    if constexpr (Kind == FieldKind::flag) to.flag(value);
    if constexpr (Kind == FieldKind::repeat) to.positive(static_cast<std::uint64_t>(value));
}

template <FieldKind Kind, class Value>
void take(Taker& from, Value& value) {
    if constexpr (isTime(Kind)) from.time(value);
    if constexpr (isCount(Kind)) from.count(value);
    if constexpr (Kind == FieldKind::word) from.word(value);
    if constexpr (Kind == FieldKind::text) from.text(value);
    if constexpr (Kind == FieldKind::sharedText) from.textByNumber(value);
    if constexpr (Kind == FieldKind::key) from.key(value);
    if constexpr (Kind == FieldKind::flag) from.flag(value);
    if constexpr (Kind == FieldKind::repeat) from.small(value);
}

}  // namespace

TextWriter::TextWriter(Connection& connection)
    : m_connection(connection),
      m_find(connection.prepare("SELECT id FROM texts WHERE text = ?")),
      m_insert(connection.prepare("INSERT INTO texts (text) VALUES (?)")) {}

std::optional<std::int64_t> TextWriter::number(const std::string& text) {
    if (text.empty()) return std::nullopt;
    if (const auto known = m_known.find(text); known != m_known.end()) return known->second;
    std::int64_t id = 0;
    if (m_find.with(std::string_view(text)).next()) {
        id = m_find.integer(0);
    } else {
        m_insert.runWith(std::string_view(text));
        id = m_connection.lastId();
    }
    m_find.reset();
    m_known.emplace(text, id);
    return id;
}

TextReader::TextReader(Connection& connection) {
    Statement texts = connection.prepare("SELECT id, text FROM texts");
    while (texts.next()) m_texts.emplace(texts.integer(0), texts.text(1));
}

const std::string* TextReader::find(std::int64_t number) const {
    if (number == 0) return &m_empty;
    const auto found = m_texts.find(number);
    return found == m_texts.end() ? nullptr : &found->second;
}

std::vector<std::string> requestColumnsOf(bool (*isOfKind)(FieldKind)) {
    std::vector<std::string> out;
    forEachRowField([&](const auto& field) {
        constexpr FieldKind kind = fieldKind<decltype(field)>;
        if (isOfKind(kind)) out.push_back(columnOf(kind, field.name));
    });
    return out;
}

const std::string& requestColumns() {
    static const std::string names = [] {
        std::string out;
        for (const std::string& column : columnNames()) out += (out.empty() ? "" : ", ") + column;
        return out;
    }();
    return names;
}

const std::string& requestPlaces() {
    static const std::string places = [] {
        std::string out = "?";
        for (std::size_t column = 1; column < columnNames().size(); ++column) out += ", ?";
        return out;
    }();
    return places;
}

void putRow(Statement& statement, std::int64_t id, std::int64_t run, const Row& row, TextWriter& texts) {
    statement.reset();
    Binder to(statement);
    to.number(id);
    to.number(run);
    to.number(row.record);
    to.positive(row.line);
    to.number(row.byte);
    forEachRowField([&](const auto& field) { put<fieldKind<decltype(field)>>(to, row.*field.inRow, texts); });
}

const char* takeRow(const Statement& statement, const TextReader& texts, Row& row) {
    Taker from(statement, texts);
    from.skip();  // id
    from.skip();  // run
    from.whole(row.record);
    from.whole(row.line);
    from.whole(row.byte);
    forEachRowField([&](const auto& field) { take<fieldKind<decltype(field)>>(from, row.*field.inRow); });
    return from.fault();
}

std::span<const std::byte> gapBytes(const std::vector<Nanoseconds>& gaps) { return std::as_bytes(std::span(gaps)); }

bool takeGaps(std::span<const std::byte> bytes, std::vector<Nanoseconds>& gaps) {
    gaps.resize(bytes.size() / sizeof(std::int64_t));
    if (!gaps.empty()) std::memcpy(gaps.data(), bytes.data(), gaps.size() * sizeof(std::int64_t));
    return bytes.size() % sizeof(std::int64_t) == 0 && std::all_of(gaps.begin(), gaps.end(), isStoredTime);
}

std::span<const std::byte> blockBytes(const std::vector<Key>& blocks) { return std::as_bytes(std::span(blocks)); }

void takeBlocks(std::span<const std::byte> bytes, std::vector<Key>& blocks) {
    blocks.resize(bytes.size() / sizeof(Key));
    if (!blocks.empty()) std::memcpy(blocks.data(), bytes.data(), blocks.size() * sizeof(Key));
}

void putGapFigures(Statement& statement, int place, const DatasetBuilder::GapFigures& figures) {
    statement.put(place, std::int64_t{figures.count});
    for (const Nanoseconds time : {figures.sum, figures.largest, figures.first, figures.median}) {
        ++place;
        if (isKnown(time))
            statement.put(place, std::int64_t{time.count()});
        else
            statement.put(place, nullptr);
    }
    statement.put(++place, std::int64_t{figures.late});
    statement.put(++place, std::int64_t{figures.tiny});
}

DatasetBuilder::GapFigures takeGapFigures(const Statement& statement, int column) {
    const auto count = [&](int place) {
        const std::int64_t value = statement.integer(place);
        return value < 0 || value > std::numeric_limits<Count>::max() ? unknownCount : static_cast<Count>(value);
    };
    DatasetBuilder::GapFigures figures;
    figures.count = count(column);
    for (Nanoseconds* time : {&figures.sum, &figures.largest, &figures.first, &figures.median}) {
        ++column;
        *time = statement.isNull(column) ? unknownTime : Nanoseconds(statement.integer(column));
    }
    figures.late = count(++column);
    figures.tiny = count(++column);
    return figures;
}

}  // namespace plumbline
