// What an import remembers of the workspace between two files, so that a folder of ten thousand is not read ten
// thousand times: which files are in, and the grouping. Another process's commits are noticed, and all is read anew.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/group/source_grouper.h"
#include "core/sqlite/sqlite.h"

namespace plumbline {

class ImportMemory {
public:
    explicit ImportMemory(Connection& connection) : m_connection(connection) {}

    /// A file or a sibling that is in; `owner` is the path of the file that a sibling was read with.
    struct Known {
        std::string sha256;
        std::optional<std::string> owner;
    };
    struct KnownFile {
        FileId id{};
        std::string sha256;
        std::uint64_t rows = 0;
    };
    /// To be called first, and again in a transaction of one's own: forgets what another connection has changed.
    void refresh();
    std::vector<Known> ofSize(std::uint64_t bytes);
    /// The file that was read from an absolute path, the last one where both versions were kept.
    std::optional<KnownFile> at(const std::string& path);
    SourceGrouper& grouper();
    /// The paths (pathOfRun) of the files to come: what words of paths tell depends on all there are.
    void expect(std::vector<std::string> paths);

    void add(std::uint64_t bytes, Known known);
    void add(const std::string& path, KnownFile file) { m_byPath[path] = std::move(file); }
    /// Files were taken out, or a transaction that memory knew of was rolled back.
    void forgetFiles() { m_filesKnown = false; }
    void forgetGrouping() { m_grouper.reset(); }

    /// Writes where a source was placed.
    void write(const SourceGrouper::Place& place, SourceId source);

private:
    void readFiles();

    Connection& m_connection;
    std::int64_t m_version = -1;  ///< PRAGMA data_version: changes when another connection commits
    bool m_filesKnown = false;
    std::unordered_multimap<std::uint64_t, Known> m_bySize;
    std::unordered_map<std::string, KnownFile> m_byPath;
    std::vector<std::string> m_expected;
    std::optional<SourceGrouper> m_grouper;
    std::int64_t m_nextPosition = 0;  ///< of a configuration
};

}  // namespace plumbline
