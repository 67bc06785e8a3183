#include "core/store/workspace_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "core/ingest/bytes/new_file.h"
#include "core/store/location.h"
#include "core/store/schema.h"
#include "core/store/soundness.h"
#include "core/store/workspace_lock.h"

namespace plumbline {
namespace fs = std::filesystem;
namespace {

/// A workspace that cannot be written has no writer; what a writer elsewhere has left in the log beside it counts.
Connection::Mode modeFor(const std::string& path) {
    const std::string folder = fs::path(path).parent_path().string();
    const bool writable =
        ::access(path.c_str(), W_OK) == 0 && ::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0;
    if (writable) return Connection::Mode::readWrite;
    std::error_code missing;
    const auto logged = fs::file_size(path + "-wal", missing);
    return !missing && logged > 0 ? Connection::Mode::readOnly : Connection::Mode::immutable;
}

/// Whether the file is there and nothing is in it, once what a killed process began has been rolled back.
bool isBlankFile(const std::string& path) {
    auto connection = Connection::open(path, Connection::Mode::readWrite);
    return connection && isBlank(*connection);
}

/// Whether it was made by this call.
bool makeFile(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file >= 0) ::close(file);
    return file >= 0;
}

void removeBeside(const std::string& path) {
    std::error_code failure;
    for (const char* ending : {"-wal", "-shm", "-journal"}) fs::remove(path + ending, failure);
}

Unexpected cannotSave(const std::string& why, const std::string& path, std::string hint) {
    return unexpected(ErrorKind::workspace, "the workspace can't be saved: " + why + ".", path, std::move(hint));
}

/// What is about to be replaced: one file, with nothing beside it that would be taken for the new one's, and no program
/// that has it open. The connection keeps it so; none where there is no database.
Result<std::optional<Connection>> holdAlone(const std::string& path) {
    constexpr int patienceMilliseconds = 2000;
    std::error_code missing;
    if (const auto bytes = fs::file_size(path, missing); missing || bytes == 0) {
        removeBeside(path);
        return std::optional<Connection>();
    }
    auto old = Connection::open(path, Connection::Mode::readWrite);
    if (!old) return Unexpected{old.error()};
    sqlite3_busy_timeout(old->handle(), patienceMilliseconds);
    // Leaving WAL mode copies the log into the file and removes it, which only works where nobody else has it open.
    for (const char* step : {"PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE"}) {
        old->run(step);
        if (!old->failed()) continue;
        const int code = sqlite3_errcode(old->handle()) & 0xff;
        if (code == SQLITE_NOTADB) {  // some other file, which may go
            removeBeside(path);
            return std::optional<Connection>();
        }
        if (code == SQLITE_BUSY)
            return cannotSave("another program has open what is there", path,
                              "Close it there, or choose another name.");
        const auto why = old->check();
        return cannotSave("what is there can't be closed (" + why.error().message + ")", path, "Choose another name.");
    }
    return std::optional<Connection>(std::move(*old));
}

Result<void> copyPages(const Connection& from, const std::string& temporary, const std::string& path) {
    auto to = Connection::open(temporary, Connection::Mode::readWrite);
    if (!to) return Unexpected{to.error()};
    // Nobody reads it before it is whole, and it is synced as a file.
    to->run("PRAGMA journal_mode = OFF");
    to->run("PRAGMA synchronous = OFF");
    if (auto ready = to->check(); !ready) return ready;
    sqlite3_backup* backup = sqlite3_backup_init(to->handle(), "main", from.handle(), "main");
    if (backup) sqlite3_backup_step(backup, -1);
    const int code = backup ? sqlite3_backup_finish(backup) : sqlite3_errcode(to->handle());
    if (code == SQLITE_OK) return {};
    if ((code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB)
        return unexpected(ErrorKind::workspace, fmt::format("the workspace can't be read: {}.", sqlite3_errstr(code)),
                          sqlite3_db_filename(from.handle(), "main"),
                          "The file is damaged: take a copy from a backup, or import the results again.");
    return cannotSave(sqlite3_errstr(code), path,
                      "Check that the folder exists, that you may write there and that there is room.");
}

Result<OpenedFile> makeAt(const std::string& path) {
    const bool isNew = makeFile(path);
    auto connection = Connection::open(path, Connection::Mode::create);
    if (!connection) return Unexpected{connection.error()};
    auto made = createSchema(*connection);
    if (made) made = migrate(*connection, path);
    if (made) {
        configure(*connection);
        made = connection->check();
    }
    if (made && isNew) syncFolderOf(path);
    if (made) return OpenedFile{std::move(*connection), isNew};
    if (isNew) removeWorkspaceIfEmpty(*connection, path);
    return Unexpected{made.error()};
}

}  // namespace

Result<Connection> openWorkspaceFile(const std::string& path, Writes writes) {
    auto connection = openToCopy(path);
    if (!connection) return connection;
    if (writes == Writes::yes) connection->run("PRAGMA query_only = OFF");
    refuseStrangeParts(*connection);
    if (auto known = migrate(*connection, path); !known) return Unexpected{known.error()};
    configure(*connection);
    if (auto ready = connection->check(); !ready) return Unexpected{ready.error()};
    return connection;
}

Result<Connection> openUnchecked(const std::string& path) {
    std::error_code failure;
    if (!fs::exists(path, failure))
        return unexpected(ErrorKind::workspace, "there is no such workspace.", path, "Check the name.");
    return Connection::open(path, modeFor(path));
}

Result<Connection> openToCopy(const std::string& path) {
    auto connection = openUnchecked(path);
    if (connection) connection->run("PRAGMA query_only = ON");
    return connection;
}

Result<Connection> makeWorkspaceFile(const std::string& path) {
    auto made = makeAt(path);
    if (!made) return Unexpected{made.error()};
    return std::move(made->connection);
}

Result<OpenedFile> openOrMakeWorkspaceFile(const std::string& path) {
    std::error_code failure;
    if (!fs::exists(path, failure) || isBlankFile(path)) return makeAt(path);
    auto connection = openWorkspaceFile(path);
    if (!connection) return Unexpected{connection.error()};
    return OpenedFile{std::move(*connection), false};
}

Result<void> copyWorkspaceFile(const Connection& from, const std::string& path) {
    auto file = NewFile::at(path);
    if (!file) return Unexpected{file.error()};
    if (auto copied = copyPages(from, file->temporary(), path); !copied) return copied;
    // Held until the rename, so that nobody begins to write what is about to go.
    const auto old = holdAlone(path);
    if (!old) return Unexpected{old.error()};
    return file->commit();
}

bool removeWorkspaceIfEmpty(Connection& connection, const std::string& path) {
    Transaction transaction(connection);
    const bool empty = isBlank(connection) || connection.number("SELECT count(*) FROM files") == 0;
    if (!connection.check() || !empty) return false;
    removeWorkspaceFiles(path);
    return true;
}

bool removeWorkspaceIfBlank(const std::string& path) {
    auto connection = Connection::open(path, Connection::Mode::readWrite);
    if (!connection) return false;
    Transaction transaction(*connection);
    if (!isBlank(*connection)) return false;
    removeWorkspaceFiles(path);
    return true;
}

void windUpWorkspace(const std::string& path) {
    std::error_code failure;
    fs::remove(WorkspaceLock::fileOf(path), failure);
}

void windUpNewWorkspace(const std::string& path) {
    constexpr int patienceMilliseconds = 1000;  // the import has been asked to stop, and rolls back
    if (auto connection = Connection::open(path, Connection::Mode::readWrite)) {
        sqlite3_busy_timeout(connection->handle(), patienceMilliseconds);
        removeWorkspaceIfEmpty(*connection, path);
    }
    windUpWorkspace(path);
}

}  // namespace plumbline
