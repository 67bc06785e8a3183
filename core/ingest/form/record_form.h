// A harness's file of requests as data: where its records stand, which key is which field of a row, in which unit and
// with which meaning of 0, and what is said of the run beside them. One engine reads all of them; what no table can say
// is a hook.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/ingest/form/document_form.h"
#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/reader/reader.h"

namespace plumbline {

/// What 0, and what is below it, stands for. Null, "" and a word that is no number ("None") are always unknown; a
/// number in quotes is that number, and noticed.
enum class Zero : std::uint8_t { isValue, isNone, isNoneInErrors };

/// A part of what makes a request a failed one.
enum class ErrorPart : std::uint8_t {
    code,  ///< any word or number; with Zero::isNone not "0"
    text,  ///< any word
    flag   ///< true
};
/// A value that is no field of a row: one of FormRecord's own, for the hooks.
struct NumberSlot {
    std::uint8_t at;
};
struct WordSlot {
    std::uint8_t at;
};
/// Only that the key is there is wanted, for RecordForm::all and any.
struct Mark {};
/// A number, or a list of which the length counts.
struct CountOrLength {
    Count Row::*field;
};

/// A key of a record, with dots where it lies deeper ("usage.prompt_tokens"). Of several keys to one field, one that is
/// an `alternate` fills only what the others leave unknown.
struct KeyForm {
    enum class Time : std::uint8_t { after, stamp, date, stampOrDate };
    using Place = std::variant<Nanoseconds Row::*, Count Row::*, std::string Row::*, Key Row::*, CountOrLength,
                               ErrorPart, NumberSlot, WordSlot, Mark>;
    std::string_view path;
    Place place;
    Zero zero = Zero::isValue;
    Time time = Time::after;
    std::optional<TimeUnit> unit = {};  ///< nothing: the file's (FormFile::unit)
    bool alternate = false;
    std::optional<NumberSlot> number = {};  ///< of a time: where its number is kept as it was written
};

namespace form {

/// A time after the start of the request.
constexpr KeyForm after(std::string_view path, Nanoseconds Row::*field, std::optional<TimeUnit> unit,
                        Zero zero = Zero::isValue) {
    return {path, field, zero, KeyForm::Time::after, unit};
}
/// A stamp of the file's clock. The row keeps its start, and of the others how long after the start they are.
constexpr KeyForm at(std::string_view path, Nanoseconds Row::*field, TimeUnit unit, Zero zero = Zero::isValue) {
    return {path, field, zero, KeyForm::Time::stamp, unit};
}
/// The same, where it may be written as a date and time.
constexpr KeyForm atOrDate(std::string_view path, Nanoseconds Row::*field, TimeUnit unit) {
    return {path, field, Zero::isNone, KeyForm::Time::stampOrDate, unit};
}
constexpr KeyForm date(std::string_view path, Nanoseconds Row::*field) {
    return {path, field, Zero::isNone, KeyForm::Time::date};
}
constexpr KeyForm count(std::string_view path, Count Row::*field, Zero zero = Zero::isValue) {
    return {path, field, zero};
}
constexpr KeyForm text(std::string_view path, std::string Row::*field) { return {path, field}; }
constexpr KeyForm hashed(std::string_view path, Key Row::*field) { return {path, field}; }
constexpr KeyForm error(std::string_view path, ErrorPart part, Zero zero = Zero::isValue) { return {path, part, zero}; }
constexpr KeyForm number(std::string_view path, NumberSlot slot) { return {path, slot}; }
constexpr KeyForm word(std::string_view path, WordSlot slot) { return {path, slot}; }
constexpr KeyForm mark(std::string_view path) { return {path, Mark()}; }

}  // namespace form

/// A record as it is read: the row, and beside it what the hooks want.
struct FormRecord {
    Row row;
    std::array<std::optional<double>, 4> numbers;
    std::array<std::string, 6> words;
    std::string errorCode, errorText;
    std::size_t source = 0, run = 0;  ///< where the row goes
    bool isPassed = false;            ///< by complete(): it is no request, and no failure to read one
    std::uint64_t has = 0;            ///< bit i: the record has the form's keys[i], whatever its value
};

/// The file around the records.
struct FormFile {
    const std::string& path;
    const nlohmann::json& documents;  ///< an object: members of the file and documents beside it, by their names
    Diagnostics& diagnostics;
    std::vector<SourceInfo> sources;  ///< from the beginning one, with one run
    TimeUnit unit = TimeUnit::seconds;
    FirstTokenKind first = FirstTokenKind::unknown;
    std::uint64_t records = 0;  ///< so far, the rejected ones too

    SourceInfo& source() { return sources.front(); }
    RunInfo& run() { return sources.front().runs.front(); }
};

/// What no table can say of a harness. One is made for each file; what it need not say it leaves.
class FormHooks {
public:
    virtual ~FormHooks() = default;
    /// Each record that can be read, before any is handed on; only where RecordForm::looksAhead.
    virtual void look(const FormRecord&) {}
    /// Facts, figures and load are in.
    virtual void begin(FormFile&) {}
    /// The fields of a record are in; stamps are offsets, an error is its status.
    virtual void complete(FormRecord&, FormFile&) {}
    virtual void end(FormFile&) {}
};
template <class Hooks>
std::unique_ptr<FormHooks> makeHooks() {
    return std::make_unique<Hooks>();
}

/// A document beside the file: its path, empty where there is none, and its name among the documents.
struct BesideForm {
    std::string (*path)(const std::string& file);
    std::string_view name;
    std::string_view unread;  ///< what is said where it cannot be read, before the reason
};

struct FormNote {
    std::string_view id, text;
};

struct RecordForm {
    std::string_view list = {};  ///< key of the list of records; empty: they are a list, or stand one after another
    std::span<const std::string_view> members = {};  ///< of the file, beside the list: documents
    std::span<const BesideForm> beside = {};
    std::span<const KeyForm> keys;                         ///< at most 64
    std::span<const std::string_view> all = {}, any = {};  ///< keys without which (all, at least one) it is no record
    std::string_view notOne = {};                          ///< what is then said
    std::span<const FactForm> facts = {};                  ///< of the documents
    std::span<const FigureForm> figures = {};
    /// Records that differ in one of these words (by their slots) are of different sources, which have them as facts.
    std::span<const std::string_view> partedBy = {};
    // The timing boundary, in the words of the trace format:
    std::string_view start = {}, end = {}, clock = {};
    FirstTokenKind first = FirstTokenKind::unknown;
    TokenSource tokens = TokenSource::unknown;
    std::string_view noLoad = {};         ///< what is said where no load is stated
    std::optional<FormNote> strays = {};  ///< texts among the records are none, and this is said of them
    bool excerpts = true;                 ///< a rejected record shows its beginning
    bool looksAhead = false;
    std::unique_ptr<FormHooks> (*hooks)() = nullptr;
};

/// Errors: io, cancelled; format where there are neither records nor figures.
Result<ReadOutcome> readForm(const RecordForm& form, const ReadInput& input, RowSink& sink);

}  // namespace plumbline
