#include "core/store/workspace_files.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>

#include "core/store/location.h"
#include "core/store/schema.h"
#include "core/store/soundness.h"

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

}  // namespace

Result<Connection> openWorkspaceFile(const std::string& path) {
    std::error_code failure;
    if (!fs::exists(path, failure))
        return unexpected(ErrorKind::workspace, "there is no such workspace.", path, "Check the name.");
    auto connection = openUnchecked(path);
    if (!connection) return connection;
    refuseStrangeParts(*connection);
    if (auto known = migrate(*connection, path); !known) return Unexpected{known.error()};
    configure(*connection);
    if (auto ready = connection->check(); !ready) return Unexpected{ready.error()};
    return connection;
}

Result<Connection> openUnchecked(const std::string& path) { return Connection::open(path, modeFor(path)); }

Result<Connection> makeWorkspaceFile(const std::string& path) {
    auto connection = Connection::open(path, Connection::Mode::create);
    if (!connection) return connection;
    auto made = createSchema(*connection);
    if (made) {
        configure(*connection);
        made = connection->check();
    }
    if (made) return connection;
    removeWorkspaceFiles(path);
    return Unexpected{made.error()};
}

Result<void> copyWorkspaceFile(const Connection& from, const std::string& path) {
    const std::string partial = path + ".partial";
    removeWorkspaceFiles(partial);
    {
        auto to = Connection::open(partial, Connection::Mode::create);
        if (!to) return Unexpected{to.error()};
        sqlite3_backup* backup = sqlite3_backup_init(to->handle(), "main", from.handle(), "main");
        if (backup) sqlite3_backup_step(backup, -1);
        const int code = backup ? sqlite3_backup_finish(backup) : sqlite3_errcode(to->handle());
        if (code != SQLITE_OK) removeWorkspaceFiles(partial);
        if ((code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB)
            return unexpected(ErrorKind::workspace,
                              fmt::format("the workspace can't be read: {}.", sqlite3_errstr(code)),
                              sqlite3_db_filename(from.handle(), "main"),
                              "The file is damaged: take a copy from a backup, or import the results again.");
        if (code != SQLITE_OK) {
            return unexpected(ErrorKind::workspace,
                              fmt::format("the workspace can't be saved: {}.", sqlite3_errstr(code)), path,
                              "Check that the folder exists, that you may write there and that there is room.");
        }
    }
    removeWorkspaceFiles(path);
    std::error_code failure;
    fs::rename(partial, path, failure);
    if (failure)
        return unexpected(ErrorKind::workspace, "the workspace can't be saved: " + failure.message() + ".", path);
    return {};
}

}  // namespace plumbline
