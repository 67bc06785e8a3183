// The workspace: one SQLite file (.plumb) that holds raw measurements, what was rejected, contexts, grouping, settings
// and the review log. No label and no derived metric is stored. Schema: core/store/SCHEMA.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/group/grouping.h"
#include "core/ingest/mapping/mapping.h"
#include "core/measure/settings.h"
#include "core/store/location.h"
#include "core/trace/dataset.h"
#include "core/trace/diagnostic.h"
#include "core/trace/result.h"
#include "core/trace/size_limits.h"

namespace plumbline {

/// The version of a file that an import found changed on disk and put another in the place of.
struct ReplacedFile {
    FileId id{};  ///< not in the workspace any more
    std::uint64_t rows = 0;
    std::size_t decisionsCarried = 0;  ///< review decisions whose rows were found in the new version
    std::size_t decisionsLost = 0;     ///< and those whose rows were not: they stay, and speak of no row
};

/// The fate of one file of an import.
struct FileReport {
    std::string path;    ///< as it was named or found; the workspace (DataFile, imports()) holds it absolute
    std::string reader;  ///< empty when no reader claimed it
    std::string sha256;
    std::uint64_t records = 0, rows = 0, rejected = 0, summaries = 0;
    std::vector<Rejection> rejections;  ///< the first 1,000; the workspace holds all
    std::vector<Diagnostic> diagnostics;
    std::optional<std::string> skipped;  ///< "already imported", "no reader claims it", "read with X"
    bool aside = false;                  ///< skipped, as what it is belongs beside results: a context, text for people
    std::optional<Error> error;          ///< a named file that cannot be read
    std::optional<FileId> id;
    std::optional<ReplacedFile> replaced;  ///< the workspace held other content from the same path
};
/// "a.jsonl had changed: its 10 rows were replaced by 11."; empty where nothing was replaced.
std::string replacedText(const FileReport& report);

struct ImportReport {
    std::vector<FileReport> files;
    std::vector<OfferedJoin> offered;
    bool cancelled = false;
    std::vector<LimitMet> limits;  ///< of files and documents that are too large: not read, not applied
    std::uint64_t rows() const;
    std::uint64_t rejected() const;
    std::size_t imported() const;  ///< files that are in
};

struct ImportProgress {
    std::uint64_t bytesDone = 0, bytesTotal = 0;
    std::size_t filesDone = 0, filesTotal = 0;
    std::string file;
    bool fileIn = false;  ///< a file has just been committed: there is something new to load
};

struct ImportOptions {
    std::optional<std::string> contextFile;  ///< --context
    /// --mapping: reads the files that are named, and in folders those that no reader claims and whose columns fit.
    std::optional<Mapping> mapping;
    std::vector<Mapping> savedMappings;  ///< offered in the words for a file that no reader claims
    std::function<void(const ImportProgress&)> progress;
    std::stop_token stop;
    std::size_t mappingsTooLarge = 0;  ///< what was to be mapping, and is not for its size: told in the report
    /// A file that has changed since it was read from the same path is kept in both versions; else the new one takes
    /// the old one's place, and its decisions as far as their rows are found again.
    bool keepBoth = false;
};

/// A line of the review log or of the list of changes.
struct LogEntry {
    std::string at;  ///< ISO 8601, UTC
    std::string who;
    std::string text;  ///< "min-interval 0.2 s to 0.5 s", "excluded row 17 of a.json: burst"
};

/// What an import does while somebody else writes the workspace that it is for.
struct Turn {
    std::function<void(const std::string& sentence)> waiting;  ///< said once for each that is waited for
    std::stop_token stop;
};

/// One connection; use a Workspace from one thread at a time (open the path again for another thread).
class Workspace {
public:
    static Result<Workspace> create(const std::string& path);  ///< fails when the file exists
    /// Migrates; refuses what is no workspace or is newer. What another process has open is opened all the same, to
    /// read: whyReadOnly() says who it is. For a window it is held from then on, so that others find it so.
    static Result<Workspace> open(const std::string& path, OpenFor what = OpenFor::window);
    /// For an import; makes it where there is none or an empty file. Waits for another import, and is refused where the
    /// workspace is open in a window.
    static Result<Workspace> openOrCreate(const std::string& path, const Turn& turn = {});
    /// A copy at `copy`, where nothing is, opened; the workspace at `path` is read and stays as it is, of whatever
    /// version.
    static Result<Workspace> openCopy(const std::string& path, const std::string& copy);
    static Result<Workspace> temporary();  ///< untitled work, in the user's state folder; found again after a crash
    /// Untitled workspaces that no running process holds, newest first; one that was never made whole is removed.
    static std::vector<std::string> abandoned();
    static bool isWorkspace(const std::string& path);  ///< by application_id

    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

    const std::string& path() const;
    bool untitled() const;
    /// Why nothing can be changed here, in a sentence and what to do; nothing where it can.
    std::optional<Error> whyReadOnly() const;
    /// Whether openOrCreate() made the file.
    bool isNew() const;
    /// Removes an untitled workspace's file; the object is closed.
    void discard();
    /// Removes the file only where nothing has been imported into it, by anybody; the object is closed.
    void discardIfEmpty();

    /// Collects, probes, reads and stores; one file one transaction. A cancel keeps the files that were in.
    ImportReport import(const std::vector<std::string>& paths, const ImportOptions& options);
    /// Takes a file and all its rows out. Its decisions stay in the log.
    Result<void> remove(FileId file);

    Result<std::shared_ptr<const Dataset>> load(std::stop_token stop = {}) const;

    /// Settings as they were left; defaults and the stored grouping in a new workspace.
    Result<Settings> settings() const;
    /// Writes what changed from `before` and logs it. While another connection imports, it waits for the end of the
    /// file at hand: call it off the window's thread. What an import has grouped since `before` stays grouped.
    Result<void> save(const Settings& now, const Settings& before, const std::string& who);
    std::vector<LogEntry> log() const;

    /// Rejections of a file, oldest first.
    std::vector<Rejection> rejections(FileId file, std::size_t limit) const;
    std::vector<Diagnostic> diagnostics(FileId file) const;
    std::vector<FileReport> imports() const;  ///< what is in, for the import report of a reopened workspace

    /// A full copy; this object is then that file. What was there goes when the copy is whole, and not while somebody
    /// has it open.
    Result<void> saveAs(const std::string& path);

private:
    struct State;
    explicit Workspace(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace plumbline
