// A workspace's file: made, opened and copied.
#pragma once

#include <string>

#include "core/ingest/sqlite.h"

namespace plumbline {

/// A new workspace where there is no file; nothing is left behind after an error.
Result<Connection> makeWorkspaceFile(const std::string& path);
/// Opens and migrates. Errors: missing, no workspace, newer than this program, damaged; one with triggers, views or
/// tables that are not ours is damaged (soundness.h).
Result<Connection> openWorkspaceFile(const std::string& path);
/// Opens what may be damaged, to look at it or to read what can be read: as it is, whatever it holds.
Result<Connection> openUnchecked(const std::string& path);
/// A full copy, page by page. What was at `path` is replaced, and only when the copy is whole.
Result<void> copyWorkspaceFile(const Connection& from, const std::string& path);

}  // namespace plumbline
