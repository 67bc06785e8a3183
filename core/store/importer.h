// A whole import: collect, probe, read, store, group; each file's fate ends in the report.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/ingest/collect.h"
#include "core/store/import_context.h"
#include "core/store/import_file.h"
#include "core/store/import_memory.h"
#include "core/store/workspace.h"

namespace plumbline {

/// A path with all that leads to it, as workspaces hold it; itself where that cannot be told.
std::string absolutePath(const std::string& path);
/// The last part of a path.
std::string fileName(const std::string& path);

/// The reader of a file; findReader, or a test's own.
using ChooseReader = std::function<Result<const Reader*>(const Sample&)>;

class Importer {
public:
    Importer(Connection& connection, const ImportOptions& options, ChooseReader choose = findReader);
    ImportReport run(const std::vector<std::string>& paths);

private:
    struct Size {
        std::uint64_t bytes = 0;
        bool regular = false;
    };
    /// What one file's transaction adds, to be remembered once it has been committed.
    struct Stored {
        std::vector<OfferedJoin> offered;
        std::vector<std::string> siblings;                        ///< absolute paths
        std::vector<std::pair<std::uint64_t, std::string>> read;  ///< of the siblings: bytes and SHA-256
        bool removed = false;                                     ///< a file that was in is in no more
    };
    void readAll(const std::vector<FoundFile>& found);
    void expectPaths(const std::vector<FoundFile>& found, const std::vector<Size>& sizes);
    void one(const FoundFile& found, Size size, FileReport& report);
    bool isReadWith(const FoundFile& found, FileReport& report) const;
    bool isKnown(const FoundFile& found, std::uint64_t bytes, FileIdentity& identity, FileReport& report);
    bool isMapped(const FoundFile& found, const Result<const Reader*>& reader) const;
    Error withOffers(const FoundFile& found, Error unclaimed) const;
    void store(const FoundFile& found, FileIdentity identity, const Reader& reader, const Sample& sample,
               FileReport& report);
    Result<Stored> storeInside(const FoundFile& found, const FileIdentity& identity, const Reader& reader,
                               const Sample& sample, FileReport& report);
    void group(const std::vector<GroupingCandidate>& sources, const std::vector<ConfigurationId>& places,
               Stored& stored);
    void replace(const ImportMemory::KnownFile& old, const std::vector<GroupingCandidate>& sources, FileReport& report,
                 Stored& stored);
    void settle(Stored stored, const FileIdentity& identity, const FileReport& report);
    void failed(const Error& error, FileReport& report);
    void keepSiblings(FileId owner, Stored& stored);
    void leaveGrouping(FileId file);
    void tellTooLarge();
    void checkpoint();
    void tell(const std::string& file, std::uint64_t bytesOfFile, bool fileIn = false);

    Connection& m_connection;
    const ImportOptions& m_options;
    ChooseReader m_choose;
    ImportReport m_report;
    ImportProgress m_progress;
    std::uint64_t m_bytesBefore = 0;  ///< of the files that are done
    std::uint64_t m_bytesInLog = 0;   ///< of results, since the last checkpoint
    ImportContexts m_contexts;
    std::map<std::string, std::string> m_readWith;  ///< absolute path of a sibling: name of the file it belongs to
    std::map<std::string, std::size_t> m_reportOf;  ///< absolute path: position in the report, of what this import read
    ImportMemory m_memory;
};

/// Takes a file, its rows and its place in the grouping out, inside the open transaction; a failure sticks to the
/// connection.
void deleteFile(Connection& connection, FileId file);

}  // namespace plumbline
