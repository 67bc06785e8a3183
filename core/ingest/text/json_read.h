// Lenient reading over simdjson On-Demand: a text where a number belongs, null, a bare NaN and a repeated key are read
// and said; broken JSON is found wherever it stands in a record. For readers' sources only: simdjson is a heavy header.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/units.h"

namespace plumbline {

/// Reads one record after another. A value of the wrong type, or out of range, is unknown and counted; broken JSON
/// makes failed() true, after which every value is unknown and the record is to be rejected with reason().
class JsonRead {
public:
    using Value = simdjson::ondemand::value;

    explicit JsonRead(Diagnostics& diagnostics) : m_diagnostics(&diagnostics) {}

    /// Visits visit(key, value) for each field of a record that is one JSON object, then makes sure that nothing
    /// follows it. windowPadding bytes after `text` must be readable. False when the record is broken, see reason().
    /// The visitor reads each value once, by one of the functions below; what it leaves is not looked into, so walk()
    /// what is not wanted.
    template <class Visit>
    bool record(std::string_view text, std::uint64_t line, Visit&& visit);
    /// The same for a record that is any object or list, as one value.
    template <class Visit>
    bool element(std::string_view text, std::uint64_t line, Visit&& visit);

    /// Visits the fields of an object; false, and no visits, when the value is null or of another type.
    template <class Visit>
    bool fields(Value& value, Visit&& visit);
    /// Visits the elements of a list: visit(element); false when the value is null or of another type.
    template <class Visit>
    bool elements(Value& value, Visit&& visit);

    Nanoseconds time(Value& value, TimeUnit unit, const ClockRange& range = otherClock);
    std::optional<std::int64_t> integer(Value& value);
    std::optional<double> number(Value& value);
    Count count(Value& value);
    std::optional<bool> flag(Value& value);
    /// A string; a number or a truth value as it is written. Null and other types give nothing. The view is valid as
    /// long as the record.
    std::optional<std::string_view> text(Value& value);
    /// A list of gaps; false when it is not there, one of its elements is unknown, or they add up to 100 days: `out`
    /// is then empty.
    bool times(Value& value, TimeUnit unit, std::vector<Nanoseconds>& out);
    bool numbers(Value& value, std::vector<double>& out);
    bool isNull(Value& value);
    /// Goes through a value that is not wanted, so that what is broken inside it is seen.
    void walk(Value& value);

    /// The key that is being read, for the texts of diagnostics. fields() sets it.
    void setKey(std::string_view key) { m_key = key; }
    /// A second value for a field that has one already: counted, and the last one stands.
    void repeatedKey(std::string_view key);
    void note(std::string_view id, std::string_view what);

    bool failed() const { return m_error != simdjson::SUCCESS; }
    /// One sentence, for what made the record fail.
    const std::string& reason() const { return m_reason; }
    std::uint64_t line() const { return m_line; }

private:
    bool fail(simdjson::error_code error);
    std::string_view token(Value& value);
    void wrongType(Value& value, std::string_view wanted);
    void unknownNumber(NumberKind kind);
    template <class Parse>
    bool parsed(Value& value, Parse&& parse);
    template <class T, class Read>
    bool list(Value& value, std::vector<T>& out, Read&& read);
    void begin(std::string_view text, std::uint64_t line);
    bool finish();
    std::string explanation() const;
    template <class Visit>
    bool visitFields(simdjson::ondemand::object& object, Visit& visit);

    simdjson::ondemand::parser m_parser;
    simdjson::ondemand::document m_document;
    Diagnostics* m_diagnostics;
    std::string_view m_text, m_key;
    std::uint64_t m_line = 0;
    int m_depth = 0;
    simdjson::error_code m_error = simdjson::SUCCESS;
    std::string m_reason;
};

/// Which fields of a record have been read: one bit a field.
class SeenFields {
public:
    /// Marks a field; true when it was marked before.
    bool again(unsigned field) {
        const std::uint64_t bit = std::uint64_t{1} << field;
        const bool before = (m_bits & bit) != 0;
        m_bits |= bit;
        return before;
    }
    void clear() { m_bits = 0; }

private:
    std::uint64_t m_bits = 0;
};

template <class Visit>
bool JsonRead::record(std::string_view text, std::uint64_t line, Visit&& visit) {
    begin(text, line);
    simdjson::ondemand::object object;
    if (!failed() && !fail(m_document.get_object().get(object))) visitFields(object, visit);
    return finish();
}

template <class Visit>
bool JsonRead::element(std::string_view text, std::uint64_t line, Visit&& visit) {
    begin(text, line);
    Value value;
    if (!failed() && !fail(m_document.get_value().get(value))) visit(value);
    return finish();
}

template <class Visit>
bool JsonRead::visitFields(simdjson::ondemand::object& object, Visit& visit) {
    for (auto item : object) {
        simdjson::ondemand::field field;
        std::string_view key;
        if (fail(std::move(item).get(field)) || fail(field.unescaped_key().get(key))) return false;
        m_key = key;
        visit(key, field.value());
        if (failed()) return false;
    }
    return true;
}

template <class Visit>
bool JsonRead::fields(Value& value, Visit&& visit) {
    if (token(value).front() != '{') {
        wrongType(value, "an object");
        return false;
    }
    simdjson::ondemand::object object;
    return !fail(value.get_object().get(object)) && visitFields(object, visit);
}

template <class Visit>
bool JsonRead::elements(Value& value, Visit&& visit) {
    if (token(value).front() != '[') {
        wrongType(value, "a list");
        return false;
    }
    simdjson::ondemand::array array;
    if (fail(value.get_array().get(array))) return false;
    for (auto item : array) {
        Value element;
        // NOLINTNEXTLINE(performance-move-const-arg): get() is an rvalue's
        if (fail(std::move(item).get(element))) return false;
        visit(element);
        if (failed()) return false;
    }
    return true;
}

}  // namespace plumbline
