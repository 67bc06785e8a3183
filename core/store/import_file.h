// One file into the workspace: a thread reads and parses, this one inserts, a third computes the SHA-256.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/store/file_writer.h"
#include "core/store/workspace.h"

namespace plumbline {

struct FileImport {
    const Reader* reader = nullptr;
    const Sample* sample = nullptr;    ///< of the file, as its reader's probes saw it
    const Mapping* mapping = nullptr;  ///< of mappedReader
    FileIdentity identity;             ///< sha256 empty: computed beside the reading
    /// Lays context files over what the reader said; may add diagnostics.
    std::function<void(ReadOutcome&)> addContext;
    std::function<void(std::uint64_t bytes)> progress;  ///< called on the importing thread
    std::stop_token stop;
};

struct FileImported {
    std::vector<GroupingCandidate> sources;
    std::vector<std::string> siblings;
};

/// Writes into the open transaction of `connection` and fills the report's counts, reader, SHA-256 and id. After an
/// error (the reader's, the workspace's, or cancelled) the caller rolls back.
Result<FileImported> importFile(Connection& connection, const FileImport& file, FileReport& report);

}  // namespace plumbline
