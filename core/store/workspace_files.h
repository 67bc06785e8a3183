// A workspace's file: made, opened, copied and removed.
#pragma once

#include <string>

#include "core/sqlite/sqlite.h"

namespace plumbline {

/// Whether a connection may change the workspace, and bring one of an older version up to date.
enum class Writes { no, yes };

/// Opens and migrates. Errors: missing, no workspace, newer than this program, damaged; one with triggers, views or
/// tables that are not ours is damaged (soundness.h).
Result<Connection> openWorkspaceFile(const std::string& path, Writes writes = Writes::yes);

/// A workspace where there is no file, or an empty one. Nothing is left behind after an error, and nothing removed that
/// was there.
Result<Connection> makeWorkspaceFile(const std::string& path);

struct OpenedFile {
    Connection connection;
    bool isNew = false;  ///< there was no file of that name
};
/// The workspace that is there, or a new one.
Result<OpenedFile> openOrMakeWorkspaceFile(const std::string& path);

/// Opens what may be damaged, as it is: of whatever version, whatever it holds. Errors: missing, no database.
Result<Connection> openUnchecked(const std::string& path);
/// The same, and nothing can be changed through it.
Result<Connection> openToCopy(const std::string& path);
/// A full copy, page by page. What was at `path` stays until the copy is whole and synced. Errors: another program has
/// open what is there, the disk is full, the workspace that is copied is damaged.
Result<void> copyWorkspaceFile(const Connection& from, const std::string& path);

/// Removes the workspace at `path`, which `connection` is open on, if no file is in it, inside of a transaction that
/// sees so. False: it stays.
bool removeWorkspaceIfEmpty(Connection& connection, const std::string& path);
/// The same for what a process left that was killed before it had made a workspace of the file.
bool removeWorkspaceIfBlank(const std::string& path);
/// For a process that holds the workspace and is about to end by a signal, whatever its other threads do: the lock file
/// goes, and a workspace that is new goes if no file is in it.
void windUpWorkspace(const std::string& path);
void windUpNewWorkspace(const std::string& path);

}  // namespace plumbline
