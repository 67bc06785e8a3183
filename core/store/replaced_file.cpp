#include "core/store/replaced_file.h"

#include <map>
#include <set>
#include <tuple>

#include "core/store/catalog.h"
#include "core/store/importer.h"

namespace plumbline {
namespace {

std::int64_t number(FileId file) { return static_cast<std::int64_t>(file); }

std::vector<std::int64_t> sourcesOf(Connection& connection, FileId file) {
    std::vector<std::int64_t> sources;
    auto row = connection.prepare("SELECT id FROM sources WHERE file = ? ORDER BY position");
    for (row.with(number(file)); row.next();) sources.push_back(row.integer(0));
    return sources;
}

/// What a source says of what it is; notes of dates and places change from run to run.
std::map<std::string, std::string> identity(const Context& context) {
    std::map<std::string, std::string> out;
    for (const auto& [key, fact] : context)
        if (!key.starts_with("note.")) out[key] = fact.inForce();
    return out;
}

Context contextOf(Connection& connection, std::int64_t source) {
    Context context;
    auto row = connection.prepare("SELECT key, stated, edited FROM contexts WHERE source = ?");
    for (row.with(source); row.next();)
        context.emplace(std::string(row.text(0)), Fact{row.maybeText(1), row.maybeText(2)});
    return context;
}

/// By what a row is known again: its id and its start.
using Name = std::pair<std::optional<std::string>, std::optional<std::int64_t>>;

template <class Visit>
void eachRow(Connection& connection, FileId file, Visit&& visit) {
    auto row = connection.prepare(
        "SELECT q.record, q.request_id, q.start_ns FROM sources AS s JOIN runs AS r ON r.source = s.id "
        "JOIN requests AS q ON q.run = r.id WHERE s.file = ?");
    for (row.with(number(file)); row.next();) visit(row.integer(0), Name{row.maybeText(1), row.maybeInteger(2)});
}

/// The old record's number, to the new one's; rows that were decided on alone.
class SameRows {
public:
    SameRows(Connection& connection, FileId old, FileId now, const std::set<std::int64_t>& records) {
        eachRow(connection, old, [&](std::int64_t record, Name name) {
            if (records.contains(record)) m_nameOf.emplace(record, std::move(name));
        });
        std::set<Name> wanted;
        for (const auto& [record, name] : m_nameOf) wanted.insert(name);
        eachRow(connection, now, [&](std::int64_t record, const Name& name) {
            if (wanted.contains(name)) m_recordsOf[name].insert(record);
        });
    }

    std::optional<std::int64_t> find(std::int64_t record) const {
        const auto name = m_nameOf.find(record);
        if (name == m_nameOf.end()) return std::nullopt;
        const auto records = m_recordsOf.find(name->second);
        if (records == m_recordsOf.end()) return std::nullopt;
        if (records->second.contains(record)) return record;
        const bool named = name->second.first || name->second.second;
        return named && records->second.size() == 1 ? std::optional(*records->second.begin()) : std::nullopt;
    }

private:
    std::map<std::int64_t, Name> m_nameOf;
    std::map<Name, std::set<std::int64_t>> m_recordsOf;
};

void carryDecisions(Connection& connection, const ImportMemory::KnownFile& old, FileId now, const std::string& sha256,
                    ReplacedFile& replaced) {
    std::vector<std::pair<std::int64_t, std::int64_t>> decided;  // position, record
    std::set<std::int64_t> records;
    auto row = connection.prepare("SELECT position, record FROM decisions WHERE file_sha256 = ?");
    for (row.with(std::string_view(old.sha256)); row.next();) {
        decided.emplace_back(row.integer(0), row.integer(1));
        records.insert(row.integer(1));
    }
    row.reset();
    if (decided.empty()) return;
    const SameRows same(connection, old.id, now, records);
    auto update = connection.prepare("UPDATE decisions SET file_sha256 = ?, record = ? WHERE position = ?");
    for (const auto& [position, record] : decided) {
        const auto found = same.find(record);
        ++(found ? replaced.decisionsCarried : replaced.decisionsLost);
        if (found) update.runWith(std::string_view(sha256), *found, position);
    }
}

void carryTypedLoads(Connection& connection, FileId old, FileId now) {
    const auto before = sourcesOf(connection, old), after = sourcesOf(connection, now);
    if (before.size() != after.size()) return;
    auto carry = connection.prepare(
        "INSERT INTO typed_loads (source, run_position, load_kind, load) SELECT ?1, t.run_position, t.load_kind, "
        "t.load FROM typed_loads AS t JOIN runs AS r ON r.source = ?1 AND r.position = t.run_position "
        "WHERE t.source = ?2");
    for (std::size_t i = 0; i < before.size(); ++i) carry.runWith(after[i], before[i]);
}

}  // namespace

std::vector<ConfigurationId> inheritedPlaces(Connection& connection, const SourceGrouper& grouper, FileId old,
                                             const std::vector<GroupingCandidate>& now) {
    const auto sources = sourcesOf(connection, old);
    if (sources.size() != now.size()) return {};
    std::vector<ConfigurationId> places;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto home = grouper.home(SourceId(sources[i]));
        if (!home || identity(contextOf(connection, sources[i])) != identity(now[i].context)) return {};
        places.push_back(*home);
    }
    return places;
}

ReplacedFile replaceFile(Connection& connection, const ImportMemory::KnownFile& old, FileId now,
                         const std::string& sha256) {
    ReplacedFile replaced{old.id, old.rows, 0, 0};
    carryDecisions(connection, old, now, sha256, replaced);
    carryTypedLoads(connection, old.id, now);
    deleteFile(connection, old.id);
    return replaced;
}

}  // namespace plumbline
