// A mapping (TRACE_FORMAT §6): which columns of somebody's table or JSON are which fields of a request, with the unit
// of each time and what it is counted from.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/text/number_text.h"
#include "core/trace/result.h"
#include "core/trace/row.h"

namespace plumbline {

/// An absolute time is on the source's clock, an offset is counted from the start of the request.
enum class TimeBasis : std::uint8_t { offset, absolute };

/// Where one field comes from: a column (of JSON a dotted path), or a constant for all rows.
struct MappedField {
    std::string column;                   ///< empty: the constant
    std::optional<std::string> constant;  ///< as it would stand in a cell
    std::optional<TimeUnit> unit;         ///< of a time; an absolute time that is written as a date needs none
    std::optional<TimeBasis> as;          ///< nothing: absolute for start and scheduled, offset for all others
    std::string clock;                    ///< of an absolute time: "epoch", "monotonic", "relative"; may be empty
    std::optional<std::string> okWhen;    ///< of the status: the word for success; any other is an error
    bool operator==(const MappedField&) const = default;
};

struct Mapping {
    std::string name;
    std::vector<std::string> whenColumns;  ///< files with these columns are offered the mapping
    std::string rows = "$";  ///< "$": the records of the file; "$.results[*]": a list inside of a document
    /// By the name of the trace format's field, times without a unit: "end", "output_tokens", "load.concurrency".
    std::map<std::string, MappedField, std::less<>> fields;
    FirstTokenKind firstTokenKind = FirstTokenKind::unknown;
    bool operator==(const Mapping&) const = default;
};

/// What a mapping may name, in the order of a form. `isTime`: has a unit and a basis.
struct MappableField {
    std::string_view name;
    bool isTime = false;
};
const std::vector<MappableField>& mappableFields();
bool isTimeField(std::string_view name);
/// The basis in force: what the field says, else what it is for this field.
TimeBasis basisOf(std::string_view name, const MappedField& field);

/// The keys of "rows": none for "$", {"results"} for "$.results[*]". Nothing for what can't be followed.
std::optional<std::vector<std::string>> rowsPath(std::string_view rows);

/// A mapping from its JSON. Errors of kind format or options, with `where`: not JSON, not a mapping of version 1, an
/// unknown field or unit, a time without a unit, no field at all.
Result<Mapping> parseMapping(std::string_view json, const std::string& where);
/// parseMapping(mappingText(m)) == m.
std::string mappingText(const Mapping& mapping);

/// Whether a file with these columns is of the kind that the mapping was made for: it has all of whenColumns, or, where
/// there are none, all columns that the fields name.
bool fitsColumns(const Mapping& mapping, const std::vector<std::string>& columns);

/// Where mappings are saved by name: plumbline/mappings in the user's configuration folder; empty: there is none.
std::string mappingsFolder();
/// The mappings of a folder, one a file NAME.json, by name. What can't be read goes to `problems`. A folder that does
/// not exist holds none.
std::vector<Mapping> savedMappings(const std::string& folder, std::vector<Error>& problems);
/// Writes it under its name, over one of the same name; makes the folder. Gives the path. Errors: options (no name),
/// io.
Result<std::string> saveMapping(const std::string& folder, const Mapping& mapping);
/// A mapping from a file. Errors: io, and those of parseMapping().
Result<Mapping> loadMapping(const std::string& path);

}  // namespace plumbline
