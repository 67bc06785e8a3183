#include "core/store/stored_rules.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <vector>

#include "core/store/row_columns.h"
#include "core/trace/run_limits.h"

namespace plumbline {
namespace {

constexpr std::int64_t lastTime = std::int64_t{1} << 62;
constexpr std::int64_t lastCount = std::numeric_limits<Count>::max();
constexpr std::int64_t lastNumber = std::int64_t{1} << 53;

constexpr std::array tables{
    StoredTable{"files", "id", true},
    StoredTable{"siblings", "rowid", true},
    StoredTable{"sources", "id", true},
    StoredTable{"contexts", "source || ' ' || key", false},
    StoredTable{"runs", "id", true},
    StoredTable{"reported", "run || ' ' || key", false},
    StoredTable{"texts", "id", true},
    StoredTable{"requests", "id", true},
    StoredTable{"gaps", "request", true},
    StoredTable{"blocks", "request", true},
    StoredTable{"rejections", "rowid", true},
    StoredTable{"diagnostics", "rowid", true},
    StoredTable{"configurations", "id", true},
    StoredTable{"members", "source", true},
    StoredTable{"typed_loads", "source || ' ' || run_position", false},
    StoredTable{"settings", "key", false},
    StoredTable{"decisions", "position", true},
    StoredTable{"review_log", "id", true},
};

class Rules {
public:
    std::vector<StoredRule> list;

    /// The number is unknown where it lies outside, or the row is left out where it cannot be unknown.
    void between(const char* table, const std::vector<std::string>& columns, std::int64_t least, std::int64_t most,
                 const char* instead = "NULL") {
        for (const std::string& column : columns)
            list.push_back({table, fmt::format("{0} < {1} OR {0} > {2}", column, least, most),
                            *instead ? fmt::format("{} = {}", column, instead) : std::string(),
                            fmt::format("{} is out of range", column)});
    }
    void time(const char* table, const std::vector<std::string>& columns) {
        between(table, columns, 1 - lastTime, lastTime - 1);
    }
    void finite(const char* table, const char* column, const char* remedy) {
        list.push_back(
            {table, fmt::format("NOT abs({}) < 9e999", column), remedy, fmt::format("{} is no finite number", column)});
    }
    /// As isLoad says it; a load that was typed and is none is left out, and the run's own stands.
    void load(const char* table) {
        const bool isTyped = std::string_view(table) == "typed_loads";
        const std::string remedy = isTyped ? "" : "load_kind = 'not_stated', load = 0";
        list.push_back({table, "load_kind NOT IN ('concurrency', 'request_rate', 'unbounded', 'not_stated')", remedy,
                        "load_kind is no kind of load"});
        list.push_back({table,
                        fmt::format("NOT (CASE WHEN load_kind IN ('concurrency', 'request_rate') THEN load > 0 AND "
                                    "load <= {} ELSE load = 0 END)",
                                    largestLoad),
                        remedy, "load is out of range"});
    }
    void leads(const char* table, const std::string& column, const char* parent, const std::string& remedy = {}) {
        list.push_back({table, fmt::format("{0} IS NOT NULL AND {0} NOT IN (SELECT id FROM {1})", column, parent),
                        remedy, fmt::format("what {} names is not in the table {}", column, parent)});
    }
};

std::vector<StoredRule> make() {
    Rules of;
    of.between("files", {"bytes", "records", "rows", "rejected", "summaries"}, 0, lastNumber, "0");
    of.between("sources", {"block_tokens"}, 0, lastCount);
    of.between("runs", {"declared_duration_ns"}, 0, lastTime - 1);
    of.time("runs", {"declared_start_ns", "declared_end_ns"});
    of.between("runs", {"declared_requests", "declared_completed"}, 0, largestDeclared);
    of.between("runs", {"number"}, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max(),
               "0");
    for (const char* table : {"runs", "typed_loads"}) of.load(table);
    of.finite("reported", "value", "");
    of.time("requests", requestColumnsOf(isTime));
    of.between("requests", requestColumnsOf(isCount), 0, lastCount);
    forEachRowField([&](const auto& field) {
        if constexpr (fieldKind<decltype(field)> == FieldKind::word) {
            using Word = typename std::remove_cvref_t<decltype(field)>::Value;
            constexpr bool isNullable = HasUnknown<Word>;
            of.between("requests", {std::string(field.name)}, isNullable ? 1 : 0,
                       static_cast<std::int64_t>(WordsOf<Word>::last), isNullable ? "NULL" : "");
        }
    });
    of.between("requests", {"repeat"}, std::numeric_limits<std::int32_t>::min(),
               std::numeric_limits<std::int32_t>::max());
    of.between("requests", {"record", "byte"}, 0, std::numeric_limits<std::int64_t>::max(), "");
    of.between("requests", {"line"}, 0, std::numeric_limits<std::int64_t>::max());
    of.list.push_back({"gaps", "length(ns) % 8 <> 0", "", "ns is no list of numbers of 8 bytes"});
    of.list.push_back({"blocks", "length(hashes) % 8 <> 0", "", "hashes is no list of numbers of 8 bytes"});
    of.between("configurations", {"id"}, 1, lastNumber, "");
    of.between("typed_loads", {"run_position"}, 0, std::numeric_limits<std::uint32_t>::max(), "");
    of.time("decisions", {"start_ns"});
    for (const char* table : {"siblings", "sources", "rejections", "diagnostics"}) of.leads(table, "file", "files");
    for (const char* table : {"contexts", "runs", "members", "typed_loads"}) of.leads(table, "source", "sources");
    for (const char* table : {"reported", "requests"}) of.leads(table, "run", "runs");
    for (const char* table : {"gaps", "blocks"}) of.leads(table, "request", "requests");
    of.leads("members", "configuration", "configurations");
    for (const std::string& column : requestColumnsOf([](FieldKind kind) { return kind == FieldKind::sharedText; }))
        of.leads("requests", column, "texts", column + " = NULL");
    return of.list;
}

}  // namespace

std::span<const StoredTable> storedTables() { return tables; }

std::span<const StoredRule> storedRules() {
    static const std::vector<StoredRule> rules = make();
    return rules;
}

bool isStoredTime(Nanoseconds time) { return time.count() > -lastTime && time.count() < lastTime; }

bool fits(const DatasetBuilder::GapFigures& figures, std::size_t gaps) {
    const auto isCount = [&](Count count) { return count >= 0 && static_cast<std::size_t>(count) <= gaps; };
    if (figures.count < 0 || static_cast<std::size_t>(figures.count) != gaps) return false;
    if (!isCount(figures.late) || !isCount(figures.tiny)) return false;
    for (const Nanoseconds time : {figures.sum, figures.largest, figures.first, figures.median})
        if (isKnown(time) && !isStoredTime(time)) return false;
    return true;
}

}  // namespace plumbline
