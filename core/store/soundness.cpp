#include "core/store/soundness.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>
#include <tuple>

#include "core/store/row_columns.h"
#include "core/store/schema.h"
#include "core/store/stored_rules.h"

namespace plumbline {
namespace {

/// By type and name, the SQL that makes it.
using Parts = std::map<std::pair<std::string, std::string>, std::string>;

Parts partsIn(Connection& connection) {
    Parts parts;
    Statement part = connection.prepare("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL");
    while (part.next()) parts[{std::string(part.text(0)), std::string(part.text(1))}] = part.text(2);
    return parts;
}

/// As the steps up to a version make them.
const Parts& ownParts(std::size_t version) {
    static std::mutex mutex;
    static std::array<Parts, workspaceVersion + 1> known;
    const std::lock_guard lock(mutex);
    Parts& parts = known.at(version);
    if (!parts.empty()) return parts;
    auto made = Connection::open(":memory:", Connection::Mode::create);
    if (!made) return parts;
    for (std::size_t step = 0; step < version; ++step) migrations()[step](*made);
    parts = partsIn(*made);
    return parts;
}

bool hasTable(const Parts& parts, const std::string& name) { return parts.contains({"table", name}); }

/// What is there and not ours; empty where it does no harm.
std::string nameOfStrange(Connection& connection, const Parts& own, const Parts::value_type& part) {
    const auto& [type, name] = part.first;
    if (type == "index") return own.contains(part.first) ? fmt::format("an index {} that is not ours", name) : "";
    if (type != "table") return fmt::format("the {} {}", type, name);
    if (hasTable(own, name)) return fmt::format("a table {} that is not ours", name);
    const auto columns = connection.plainColumns(name);
    if (!columns) return fmt::format("the virtual table {}", name);
    Statement all = connection.prepare("SELECT count(*) FROM pragma_table_xinfo(?)");
    const bool isPlain =
        all.with(std::string_view(name)).next() && static_cast<std::size_t>(all.integer(0)) == columns->size();
    return isPlain ? std::string() : fmt::format("the table {} with generated columns", name);
}

void findBrokenPages(Connection& connection, const StoredTable& table, std::vector<std::string>& faults) {
    constexpr int most = 3;
    Statement check = connection.prepare(fmt::format("PRAGMA integrity_check({})", table.name));
    for (int said = 0; said < most && check.next() && check.text(0) != "ok"; ++said)
        faults.push_back(fmt::format("the table {}: {}", table.name, check.text(0)));
    check.reset();
    if (auto done = connection.check(); !done && done.error().kind != ErrorKind::cancelled)
        faults.push_back(fmt::format("the table {} can't be read: {}", table.name, done.error().message));
}

bool sameFigures(const DatasetBuilder::GapFigures& a, const DatasetBuilder::GapFigures& b) {
    const auto all = [](const DatasetBuilder::GapFigures& each) {
        return std::tie(each.count, each.sum, each.largest, each.first, each.median, each.late, each.tiny);
    };
    return all(a) == all(b);
}

/// Whether gap_cache says what the gaps say.
void findWrongFigures(Connection& connection, std::vector<std::string>& faults) {
    const TextReader texts(connection);
    Statement request = connection.prepare("SELECT " + requestColumns() + " FROM requests ORDER BY id");
    Statement gaps = connection.prepare("SELECT ns FROM gaps WHERE request = ?");
    Statement cache = connection.prepare(
        "SELECT count, sum_ns, largest_ns, first_ns, median_ns, late, tiny FROM "
        "gap_cache WHERE request = ?");
    std::int64_t count = 0, first = 0;
    for (Row row; request.next(); gaps.reset(), cache.reset()) {
        const std::int64_t id = request.integer(0);
        if (!cache.with(id).next() || !gaps.with(id).next()) continue;
        if (takeRow(request, texts, row)) continue;  // named by the rules
        row.gapsKnown = takeGaps(gaps.blob(0), row.gaps);
        if (row.gapsKnown && sameFigures(takeGapFigures(cache, 0), gapFigures(row))) continue;
        if (count++ == 0) first = id;
    }
    if (count > 0)
        faults.push_back(faultText("gap_cache", count, std::to_string(first), "not what the gaps themselves say"));
    (void)connection.check();
}

const char* labelOf(const char* table) {
    for (const StoredTable& each : storedTables())
        if (std::string_view(each.name) == table) return each.label;
    return "''";
}

void findRows(Connection& connection, const StoredRule& rule, std::vector<std::string>& faults) {
    Statement rows =
        connection.prepare(fmt::format("SELECT {} FROM {} WHERE {}", labelOf(rule.table), rule.table, rule.fault));
    std::int64_t count = 0;
    std::string first;
    for (; rows.next(); ++count)
        if (count == 0) first = rows.text(0);
    if (count > 0) faults.push_back(faultText(rule.table, count, first, rule.words));
    rows.reset();
    (void)connection.check();  // pages that cannot be read have been named
}

}  // namespace

std::vector<std::string> strangeParts(Connection& connection) {
    const auto version = connection.number("PRAGMA user_version");
    if (connection.number("PRAGMA application_id") != applicationId || version < 1 || version > workspaceVersion)
        return {};
    const Parts& own = ownParts(static_cast<std::size_t>(version));
    const Parts parts = partsIn(connection);
    std::vector<std::string> strange;
    for (const auto& part : parts) {
        const auto ours = own.find(part.first);
        if (ours != own.end() && ours->second == part.second) continue;
        if (std::string name = nameOfStrange(connection, own, part); !name.empty()) strange.push_back(std::move(name));
    }
    for (const auto& [part, sql] : own)
        if (part.first == "table" || part.first == "index")
            if (!parts.contains(part)) strange.push_back(fmt::format("no {} {}", part.first, part.second));
    if (connection.failed()) return {};
    return strange;
}

void refuseStrangeParts(Connection& connection) {
    constexpr std::size_t most = 5;
    const auto strange = strangeParts(connection);
    if (strange.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < strange.size() && i < most; ++i) names += (i > 0 ? ", " : "") + strange[i];
    if (strange.size() > most) names += fmt::format(" and {} more", strange.size() - most);
    connection.damaged(fmt::format("it holds {}, which no Plumbline makes, so that nothing is added to it", names));
}

std::vector<std::string> faultsOf(Connection& connection, const std::stop_token& stop) {
    const StoppedBy stopped(connection, stop);
    const std::stop_callback interrupt(stop, [&connection] { connection.interrupt(); });
    std::vector<std::string> faults;
    for (const std::string& part : strangeParts(connection)) faults.push_back("it holds " + part);
    if (const auto read = connection.check(); !read && read.error().kind != ErrorKind::cancelled)
        faults.push_back("its tables cannot be told: " + read.error().message);
    if (!faults.empty()) return faults;
    for (const StoredTable& table : storedTables())
        if (!stop.stop_requested()) findBrokenPages(connection, table, faults);
    for (const StoredRule& rule : storedRules())
        if (!stop.stop_requested()) findRows(connection, rule, faults);
    if (faults.empty()) findWrongFigures(connection, faults);
    return stop.stop_requested() ? std::vector<std::string>() : faults;
}

std::string faultText(const char* table, std::int64_t rows, std::string_view first, std::string_view words) {
    if (rows == 1) return fmt::format("the row {} of the table {}: {}", first, table, words);
    return fmt::format("{} rows of the table {} (the first: {}): {}", rows, table, first, words);
}

}  // namespace plumbline
