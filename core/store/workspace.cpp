#include "core/store/workspace.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/sqlite/sqlite.h"
#include "core/store/catalog.h"
#include "core/store/changes.h"
#include "core/store/importer.h"
#include "core/store/loader.h"
#include "core/store/patience.h"
#include "core/store/review_log.h"
#include "core/store/schema.h"
#include "core/store/settings_store.h"
#include "core/store/workspace_files.h"
#include "core/store/workspace_lock.h"
#include "core/trace/number_words.h"

namespace plumbline {
namespace fs = std::filesystem;

struct Workspace::State {
    std::optional<Connection> connection;  ///< none once discarded
    std::shared_ptr<Location> location;
    std::string path;
    bool isNew = false;
    std::unique_ptr<Patience> patience;  ///< of an import; goes before the connection

    Connection& db() { return *connection; }
};

namespace {

constexpr std::size_t reportedRejections = 1000;

std::vector<Rejection> readRejections(Connection& connection, FileId file, std::size_t limit) {
    std::vector<Rejection> rejections;
    auto row = connection.prepare(
        "SELECT record, line, byte, reason, excerpt FROM rejections WHERE file = ? ORDER BY rowid LIMIT ?");
    row.with(static_cast<std::int64_t>(file), static_cast<std::int64_t>(limit));
    while (row.next())
        rejections.push_back({static_cast<std::uint64_t>(row.integer(0)), static_cast<std::uint64_t>(row.integer(1)),
                              static_cast<std::uint64_t>(row.integer(2)), std::string(row.text(3)),
                              std::string(row.text(4))});
    return rejections;
}

std::vector<Diagnostic> readDiagnostics(Connection& connection, FileId file) {
    std::vector<Diagnostic> diagnostics;
    auto row = connection.prepare("SELECT kind, text, count, line FROM diagnostics WHERE file = ? ORDER BY rowid");
    row.with(static_cast<std::int64_t>(file));
    while (row.next())
        diagnostics.push_back({std::string(row.text(0)), std::string(row.text(1)),
                               static_cast<std::uint64_t>(row.integer(2)), static_cast<std::uint64_t>(row.integer(3))});
    return diagnostics;
}

ChangeNames namesIn(Connection& connection, const Grouping& grouping) {
    ChangeNames names;
    const auto candidates = readCandidates(connection, Medians::without);
    for (const auto& candidate : candidates) names.sources[candidate.id] = fs::path(candidate.path).filename().string();
    const auto configurations = configurationNames(grouping, candidates);
    for (std::size_t place = 0; place < configurations.size(); ++place)
        names.configurations[grouping.configurations[place].id] = configurations[place];
    for (const DataFile& file : readFiles(connection))
        names.files[file.sha256] = fs::path(file.path).filename().string();
    return names;
}

/// Of an untitled workspace that nobody has open: what a process left that was killed while it made one goes, with its
/// lock file.
bool holdsAnything(const std::string& path) {
    auto location = Location::of(path, OpenFor::window);
    if (!location || !(*location)->untitled()) return true;
    std::error_code missing;
    if (fs::exists(path, missing) && !removeWorkspaceIfBlank(path)) return true;
    (*location)->removeFiles();
    return false;
}

Result<void> copyWorkspace(const std::string& path, const std::string& copy) {
    auto connection = openToCopy(path);
    return connection ? copyWorkspaceFile(*connection, copy) : Result<void>(Unexpected{connection.error()});
}

}  // namespace

Workspace::Workspace(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
Workspace::~Workspace() = default;

Result<Workspace> Workspace::create(const std::string& path) {
    const auto refused = [&] {
        return unexpected(ErrorKind::workspace, "there is a file of that name already.", path,
                          "Open it, or choose another name.");
    };
    std::error_code failure;
    if (fs::exists(path, failure)) return refused();
    auto location = Location::of(path, OpenFor::import);
    if (!location) return Unexpected{location.error()};
    if (const auto holder = (*location)->holder()) return Unexpected{heldBy(path, *holder)};
    if (fs::exists(path, failure)) return refused();
    auto connection = makeWorkspaceFile(path);
    if (!connection) return Unexpected{connection.error()};
    return Workspace(std::make_unique<State>(State{std::move(*connection), std::move(*location), path, true, nullptr}));
}

Result<Workspace> Workspace::open(const std::string& path, OpenFor what) {
    std::error_code failure;
    if (!fs::exists(path, failure))
        return unexpected(ErrorKind::workspace, "there is no such workspace.", path, "Check the name.");
    auto location = Location::of(path, what);
    if (!location) return Unexpected{location.error()};
    auto connection = openWorkspaceFile(path, (*location)->writes() ? Writes::yes : Writes::no);
    if (!connection) return Unexpected{connection.error()};
    return Workspace(
        std::make_unique<State>(State{std::move(*connection), std::move(*location), path, false, nullptr}));
}

Result<Workspace> Workspace::openOrCreate(const std::string& path, const Turn& turn) {
    auto location = waitForTurn(path, turn);
    if (!location) return Unexpected{location.error()};
    auto opened = openOrMakeWorkspaceFile(path);
    if (!opened) return Unexpected{opened.error()};
    auto patience = turn.waiting ? std::make_unique<Patience>(opened->connection, path, turn) : nullptr;
    return Workspace(std::make_unique<State>(
        State{std::move(opened->connection), std::move(*location), path, opened->isNew, std::move(patience)}));
}

Result<Workspace> Workspace::openCopy(const std::string& path, const std::string& copy) {
    if (auto copied = copyWorkspace(path, copy); !copied) return Unexpected{copied.error()};
    return open(copy, OpenFor::import);
}

Result<Workspace> Workspace::temporary() {
    auto location = Location::newUntitled();
    if (!location) return Unexpected{location.error()};
    const std::string path = (*location)->path();
    auto connection = makeWorkspaceFile(path);
    if (!connection) {
        (*location)->removeFiles();
        return Unexpected{connection.error()};
    }
    return Workspace(std::make_unique<State>(State{std::move(*connection), std::move(*location), path, true, nullptr}));
}

std::vector<std::string> Workspace::abandoned() {
    std::vector<std::string> found = unheldUntitled();
    std::erase_if(found, [](const std::string& path) { return !holdsAnything(path) || !hasApplicationId(path); });
    return found;
}

bool Workspace::isWorkspace(const std::string& path) { return hasApplicationId(path); }

const std::string& Workspace::path() const { return m_state->path; }
bool Workspace::untitled() const { return m_state->location->untitled(); }

std::optional<Error> Workspace::whyReadOnly() const {
    if (!m_state->connection) return std::nullopt;
    if (const auto holder = m_state->location->holder()) return heldBy(m_state->path, *holder);
    if (!m_state->location->writes() || m_state->db().readOnly())
        return Error{ErrorKind::workspace, "this workspace can't be changed here: it or its folder may not be written.",
                     m_state->path, "Work in a copy (Save as)."};
    return std::nullopt;
}

bool Workspace::isNew() const { return m_state->isNew; }

void Workspace::discard() {
    m_state->patience.reset();
    m_state->connection.reset();
    m_state->location->removeFiles();
}

void Workspace::discardIfEmpty() {
    const bool removed = !whyReadOnly() && removeWorkspaceIfEmpty(m_state->db(), m_state->path);
    m_state->patience.reset();
    m_state->connection.reset();
    if (removed) m_state->location->removeFiles();
}

ImportReport Workspace::import(const std::vector<std::string>& paths, const ImportOptions& options) {
    if (const auto why = whyReadOnly()) {
        ImportReport refused;
        for (const std::string& path : paths) {
            refused.files.emplace_back().path = path;
            refused.files.back().error = why;
        }
        return refused;
    }
    return Importer(m_state->db(), options).run(paths);
}

Result<void> Workspace::remove(FileId file) {
    if (const auto why = whyReadOnly()) return Unexpected{*why};
    Connection& db = m_state->db();
    Transaction transaction(db);
    std::string name;
    std::int64_t rows = 0;
    auto found = db.prepare("SELECT path, rows FROM files WHERE id = ?");
    if (found.with(static_cast<std::int64_t>(file)).next()) {
        name = fs::path(found.text(0)).filename().string();
        rows = found.integer(1);
    }
    found.reset();
    if (name.empty() && !db.failed())
        return unexpected(ErrorKind::workspace, "this file is not in the workspace.", m_state->path);
    deleteFile(db, file);
    writeLog(db, "", fmt::format("removed {}: {}", name, counted(static_cast<std::uint64_t>(rows), "row")));
    return transaction.commit();
}

Result<std::shared_ptr<const Dataset>> Workspace::load(std::stop_token stop) const {
    return loadDataset(m_state->db(), m_state->location, stop);
}

Result<Settings> Workspace::settings() const {
    Transaction reading(m_state->db(), Transaction::Kind::read);
    return readSettings(m_state->db());
}

Result<void> Workspace::save(const Settings& now, const Settings& before, const std::string& who) {
    if (now == before) return {};
    if (const auto why = whyReadOnly()) return Unexpected{*why};
    Connection& db = m_state->db();
    Transaction transaction(db);
    const Grouping grouping = now.grouping ? *now.grouping : Grouping();
    for (const std::string& sentence : describeChanges(now, before, namesIn(db, grouping))) writeLog(db, who, sentence);
    writeSettings(db, now, before);
    return transaction.commit();
}

std::vector<LogEntry> Workspace::log() const {
    std::vector<LogEntry> entries;
    auto row = m_state->db().prepare("SELECT at, who, text FROM review_log ORDER BY id");
    while (row.next())
        entries.push_back({std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2))});
    return entries;
}

std::vector<Rejection> Workspace::rejections(FileId file, std::size_t limit) const {
    return readRejections(m_state->db(), file, limit);
}

std::vector<Diagnostic> Workspace::diagnostics(FileId file) const { return readDiagnostics(m_state->db(), file); }

std::vector<FileReport> Workspace::imports() const {
    Connection& db = m_state->db();
    std::vector<FileReport> reports;
    for (const DataFile& file : readFiles(db)) {
        FileReport& report = reports.emplace_back();
        report.path = file.path;
        report.reader = file.reader;
        report.sha256 = file.sha256;
        report.records = file.records;
        report.rows = file.rows;
        report.rejected = file.rejected;
        report.id = file.id;
        report.rejections = readRejections(db, file.id, reportedRejections);
        report.diagnostics = readDiagnostics(db, file.id);
    }
    auto row = db.prepare("SELECT summaries FROM files ORDER BY id");
    for (std::size_t place = 0; row.next() && place < reports.size(); ++place)
        reports[place].summaries = static_cast<std::uint64_t>(row.integer(0));
    return reports;
}

Result<void> Workspace::saveAs(const std::string& path) {
    std::error_code failure;
    if (fs::equivalent(path, m_state->path, failure)) return {};
    m_state->patience.reset();
    auto target = WorkspaceLock::take(path, LockedBy::window);
    if (target.holder) return Unexpected{heldBy(path, *target.holder)};
    if (auto copied = copyWorkspaceFile(m_state->db(), path); !copied) return copied;
    auto connection = openWorkspaceFile(path);
    if (!connection) return Unexpected{connection.error()};
    m_state->connection = std::move(*connection);
    m_state->location->moveTo(path, std::move(target.lock));
    m_state->path = path;
    return {};
}

}  // namespace plumbline
