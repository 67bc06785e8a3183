#include "core/store/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/ingest/bytes/unpack.h"
#include "core/ingest/mapping/mapped_reader.h"
#include "core/ingest/mapping/mapping_proposal.h"
#include "core/store/catalog.h"
#include "core/store/digest.h"
#include "core/store/replaced_file.h"
#include "core/store/review_log.h"
#include "core/store/schema.h"
#include "core/store/settings_store.h"
#include "core/trace/number_words.h"
#include "core/trace/path_scheme.h"

namespace plumbline {
namespace fs = std::filesystem;
namespace {

constexpr int pagesPerCheckpoint = 1000;  // SQLite's own default, put back after the import
constexpr const char* cancelledText = "the import was cancelled before it";

bool isRefused(const Error& error) { return error.kind == ErrorKind::refused; }

bool fitsFile(const Mapping& mapping, const std::string& path, std::stop_token stop) {
    constexpr std::size_t recordsLookedAt = 20;
    const auto sample = sampleRows(path, mapping.rows, recordsLookedAt, std::move(stop));
    return sample && !sample->cells.empty() && fitsColumns(mapping, sample->columns);
}

/// What a folder may hold beside files and folders; nothing of it is opened, as that could wait for ever.
bool isNoFile(const std::string& path) {
    std::error_code failure;
    const fs::file_type type = fs::status(path, failure).type();
    return type == fs::file_type::fifo || type == fs::file_type::socket || type == fs::file_type::block ||
           type == fs::file_type::character;
}

Error notRegular(const std::string& path) {
    std::error_code failure;
    const fs::file_type type = fs::status(path, failure).type();
    if (type == fs::file_type::none)
        return {ErrorKind::io, fmt::format("it cannot be looked at: {}.", failure.message()), path,
                "Check the permissions of its folder."};
    if (type == fs::file_type::not_found)
        return {ErrorKind::io, "there is no such file or folder.", path, "Check the name."};
    if (type == fs::file_type::directory)
        return {ErrorKind::io, "this folder may not be read.", path, "Check its permissions."};
    return {ErrorKind::io, "this is no file that can be read twice (a pipe or a device).", path,
            "Save it to a file first."};
}

// Beyond this many bytes of results the write-ahead log is copied into the workspace between two files.
constexpr std::uint64_t bytesToKeepInLog = 64U << 20;

std::string importedText(const FileReport& report) {
    std::string out = fmt::format("imported {}: {}", fileName(report.path), counted(report.rows, "row"));
    if (report.summaries > 0) out += fmt::format(", {} summaries", report.summaries);
    if (report.rejected > 0) out += fmt::format(", {} rejected", report.rejected);
    if (report.replaced) out += ". " + replacedText(report);
    return out;
}

/// What the report keeps of a file that is not in after all.
void clear(FileReport& report) {
    FileReport empty;
    empty.path = report.path;
    empty.sha256 = report.sha256;
    empty.reader = report.reader;
    report = std::move(empty);
}

}  // namespace

std::string absolutePath(const std::string& path) {
    std::error_code failure;
    const fs::path full = fs::absolute(path, failure);
    return failure ? path : full.lexically_normal().string();
}

std::string fileName(const std::string& path) { return fs::path(path).filename().string(); }

Importer::Importer(Connection& connection, const ImportOptions& options, ChooseReader choose)
    : m_connection(connection),
      m_options(options),
      m_choose(std::move(choose)),
      m_contexts(options),
      m_memory(connection) {}

ImportReport Importer::run(const std::vector<std::string>& paths) {
    if (const auto named = m_contexts.readNamed(); !named && !isTooLargeDocument(named.error())) {
        m_report.files.emplace_back().path = *m_options.contextFile;
        m_report.files.back().error = named.error();
        return std::move(m_report);
    }
    m_connection.run("PRAGMA wal_autocheckpoint = 0");
    {
        const std::stop_callback interrupt(m_options.stop, [this] { m_connection.interrupt(); });
        readAll(collectFiles(paths));
        checkpoint();
    }
    m_contexts.tell(m_report);
    tellTooLarge();
    m_connection.run(fmt::format("PRAGMA wal_autocheckpoint = {}", pagesPerCheckpoint));
    (void)m_connection.check();
    return std::move(m_report);
}

void Importer::readAll(const std::vector<FoundFile>& found) {
    std::vector<Size> sizes;
    for (const FoundFile& file : found) {
        std::error_code failure;
        const bool regular = fs::is_regular_file(file.path, failure);
        const auto bytes = regular ? fs::file_size(file.path, failure) : 0;
        sizes.push_back({failure ? 0 : bytes, regular});
        m_progress.bytesTotal += sizes.back().bytes;
    }
    m_progress.filesTotal = found.size();
    expectPaths(found, sizes);
    m_report.files.reserve(found.size());
    for (std::size_t place = 0; place < found.size(); ++place) {
        FileReport& report = m_report.files.emplace_back();
        report.path = found[place].path;
        one(found[place], sizes[place], report);
        m_bytesBefore += sizes[place].bytes;
        ++m_progress.filesDone;
        tell(report.path, 0, report.id.has_value());
    }
}

// A word of hexadecimal letters is a run's own where no other result has it (METRICS §6). What lies beside a result is
// none, so where one seems to be shared the files are looked at: which are results, and of one folder a run?
void Importer::expectPaths(const std::vector<FoundFile>& found, const std::vector<Size>& sizes) {
    std::vector<std::string> paths;
    for (std::size_t place = 0; place < found.size(); ++place)
        if (sizes[place].regular) paths.push_back(absolutePath(found[place].path));
    const PathScheme all(paths);
    std::vector<std::string> results;
    for (std::string& path : paths) {
        if (m_options.stop.stop_requested()) return;
        if (!all.sharesId(path)) {
            results.push_back(std::move(path));
            continue;
        }
        std::string head;
        const auto sample = sampleFile(path, head, m_options.stop);
        const auto reader = sample ? m_choose(*sample) : Result<const Reader*>(Unexpected{sample.error()});
        if (reader) {
            results.push_back(pathOfRun(path, (*reader)->id));
        } else if (m_options.mapping) {
            results.push_back(std::move(path));
        }
    }
    m_memory.expect(std::move(results));
}

void Importer::one(const FoundFile& found, Size size, FileReport& report) {
    if (m_options.stop.stop_requested()) m_report.cancelled = true;
    if (m_report.cancelled) {
        report.skipped = cancelledText;
        return;
    }
    if (leadsOut(found)) {
        report.skipped = "a link out of the folder that was opened: not followed";
        return;
    }
    if (!size.regular) {
        if (!found.named && isNoFile(found.path))
            report.skipped = "a pipe, a socket or a device, not a file";
        else
            report.error = notRegular(found.path);
        return;
    }
    if (isReadWith(found, report)) return;
    tell(found.path, 0);
    FileIdentity identity{absolutePath(found.path), {}, {}, size.bytes};
    if (isKnown(found, size.bytes, identity, report)) return;
    if (hasApplicationId(found.path)) {
        report.error =
            Error{ErrorKind::refused, "this is a Plumbline workspace.", found.path, "Open it instead of importing it."};
        return;
    }
    std::string head;
    const auto sample = sampleFile(found.path, head, m_options.stop);
    auto reader = sample ? m_choose(*sample) : Result<const Reader*>(Unexpected{sample.error()});
    if (sample && isMapped(found, reader)) reader = &mappedReader;
    if (reader) return store(found, std::move(identity), **reader, *sample, report);
    const Error reason = withOffers(found, reader.error());
    if (found.named || reason.kind == ErrorKind::io || reason.kind == ErrorKind::cancelled ||
        isUnpackedTooLarge(reason))
        return failed(reason, report);
    report.aside = reason.kind == ErrorKind::notRecognised && isProse(found.path);
    report.skipped = report.aside ? "text, not a result" : reason.message;
}

// Whether the mapping that was chosen reads a file: always one that is named, else one that is left over and fits.
bool Importer::isMapped(const FoundFile& found, const Result<const Reader*>& reader) const {
    if (!m_options.mapping) return false;
    if (!reader && reader.error().kind != ErrorKind::notRecognised) return found.named && isRefused(reader.error());
    if (found.named) return true;
    return !reader && fitsFile(*m_options.mapping, found.path, m_options.stop);
}

// A saved mapping for the same columns is offered, never taken by itself.
Error Importer::withOffers(const FoundFile& found, Error unclaimed) const {
    if (unclaimed.kind != ErrorKind::notRecognised || m_options.mapping) return unclaimed;
    for (const Mapping& saved : m_options.savedMappings)
        if (fitsFile(saved, found.path, m_options.stop)) {
            unclaimed.message += fmt::format(" The saved mapping \"{}\" fits its columns.", saved.name);
            unclaimed.hint = fmt::format("Name the file and give --mapping '{}' to read it so.", saved.name);
            break;
        }
    return unclaimed;
}

bool Importer::isReadWith(const FoundFile& found, FileReport& report) const {
    const auto owner = m_readWith.find(absolutePath(found.path));
    if (owner == m_readWith.end()) return false;
    report.skipped = "read with " + owner->second;
    return true;
}

// Hashing before reading is needed only where a file of the same size is in already, or was read beside one.
bool Importer::isKnown(const FoundFile& found, std::uint64_t bytes, FileIdentity& identity, FileReport& report) {
    m_memory.refresh();
    for (const ImportMemory::Known& known : m_memory.ofSize(bytes)) {
        if (identity.sha256.empty()) {
            auto sha256 = sha256OfFile(found.path, m_options.stop);
            if (!sha256) {
                failed(sha256.error(), report);
                return true;
            }
            identity.sha256 = report.sha256 = *sha256;
        }
        if (known.sha256 != identity.sha256) continue;
        report.skipped = known.owner ? "read with " + fileName(*known.owner) : "already imported";
        return true;
    }
    auto read = m_connection.check();
    if (!read) failed(read.error(), report);
    return !read;
}

void Importer::failed(const Error& error, FileReport& report) {
    if (error.kind == ErrorKind::cancelled && m_options.stop.stop_requested()) {
        m_report.cancelled = true;
        report.skipped = cancelledText;
    } else {
        report.error = error;
    }
}

void Importer::tellTooLarge() {
    const auto files = std::count_if(m_report.files.begin(), m_report.files.end(), [](const FileReport& file) {
        return file.error && isUnpackedTooLarge(*file.error);
    });
    for (const auto& [limit, count] :
         {std::pair(SizeLimit::unpacked, static_cast<std::uint64_t>(files)),
          std::pair(SizeLimit::document, std::uint64_t{m_contexts.tooLarge() + m_options.mappingsTooLarge})})
        if (count > 0) m_report.limits.push_back({limit, limitOf(limit), count});
}

// Between files and not inside a commit, so that a cancel can cut it short; what stays in the log is not lost.
void Importer::checkpoint() {
    m_connection.run("PRAGMA wal_checkpoint(PASSIVE)");
    (void)m_connection.check();
    m_bytesInLog = 0;
}

void Importer::tell(const std::string& file, std::uint64_t bytesOfFile, bool fileIn) {
    if (!m_options.progress) return;
    m_progress.bytesDone = m_bytesBefore + bytesOfFile;
    m_progress.file = file;
    m_progress.fileIn = fileIn;
    m_options.progress(m_progress);
}

void Importer::store(const FoundFile& found, FileIdentity identity, const Reader& reader, const Sample& sample,
                     FileReport& report) {
    identity.reader = reader.id;
    Transaction transaction(m_connection);
    // Another process may have read the same file while this one waited for its turn.
    if (isKnown(found, identity.bytes, identity, report)) return;
    auto stored = storeInside(found, identity, reader, sample, report);
    const auto done = stored ? transaction.commit() : Result<void>(Unexpected{stored.error()});
    if (done) {
        m_reportOf[identity.path] = m_report.files.size() - 1;
        return settle(std::move(*stored), identity, report);
    }
    m_memory.forgetGrouping();  // its sources may have been placed, or the grouping may have been read in part
    clear(report);
    failed(done.error(), report);
}

// What the commit has made true, in the memory of this import.
void Importer::settle(Stored stored, const FileIdentity& identity, const FileReport& report) {
    m_memory.add(identity.bytes, {report.sha256, std::nullopt});
    m_memory.add(identity.path, {*report.id, report.sha256, report.rows});
    for (const auto& [bytes, sha256] : stored.read) m_memory.add(bytes, {sha256, report.path});
    if (stored.removed) m_memory.forgetFiles();
    m_report.offered.insert(m_report.offered.end(), stored.offered.begin(), stored.offered.end());
    for (const std::string& sibling : stored.siblings) {
        m_readWith[sibling] = fileName(report.path);
        const auto place = m_reportOf.find(sibling);
        if (place == m_reportOf.end()) continue;
        FileReport& other = m_report.files[place->second];
        clear(other);
        other.skipped = "read with " + fileName(report.path);
        m_reportOf.erase(place);
    }
    m_bytesInLog += identity.bytes;
    if (m_bytesInLog > bytesToKeepInLog) checkpoint();
}

Result<Importer::Stored> Importer::storeInside(const FoundFile& found, const FileIdentity& identity,
                                               const Reader& reader, const Sample& sample, FileReport& report) {
    FileImport file;
    file.reader = &reader;
    file.sample = &sample;
    file.mapping = m_options.mapping ? &*m_options.mapping : nullptr;
    file.identity = identity;
    file.addContext = [&](ReadOutcome& outcome) { m_contexts.addTo(found, outcome); };
    file.progress = [&](std::uint64_t bytes) { tell(found.path, std::min(bytes, identity.bytes)); };
    file.stop = m_options.stop;
    const auto old = m_options.keepBoth ? std::nullopt : m_memory.at(identity.path);
    m_memory.grouper();  // before the new sources are among those that it reads
    auto imported = importFile(m_connection, file, report);
    if (!imported) return Unexpected{imported.error()};
    Stored stored;
    for (const std::string& sibling : imported->siblings) stored.siblings.push_back(absolutePath(sibling));
    keepSiblings(*report.id, stored);
    if (old)
        replace(*old, imported->sources, report, stored);
    else
        group(imported->sources, {}, stored);
    writeLog(m_connection, "plumbline", importedText(report));
    if (auto written = m_connection.check(); !written) return Unexpected{written.error()};
    return stored;
}

/// `places` are those of an older version of the file; empty: where they fit.
void Importer::group(const std::vector<GroupingCandidate>& sources, const std::vector<ConfigurationId>& places,
                     Stored& stored) {
    SourceGrouper& grouper = m_memory.grouper();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        auto place = places.empty() ? grouper.place(sources[i]) : grouper.placeIn(places[i], sources[i]);
        if (!place) continue;
        m_memory.write(*place, sources[i].id);
        stored.offered.insert(stored.offered.end(), place->offered.begin(), place->offered.end());
    }
}

// The new version comes first, so that its configuration is never empty in between and keeps what was said of it.
void Importer::replace(const ImportMemory::KnownFile& old, const std::vector<GroupingCandidate>& sources,
                       FileReport& report, Stored& stored) {
    SourceGrouper& grouper = m_memory.grouper();
    const auto places = inheritedPlaces(m_connection, grouper, old.id, sources);
    if (places.empty()) leaveGrouping(old.id);
    group(sources, places, stored);
    leaveGrouping(old.id);
    report.replaced = replaceFile(m_connection, old, *report.id, report.sha256);
    stored.removed = true;
}

void Importer::keepSiblings(FileId owner, Stored& stored) {
    auto insert = m_connection.prepare("INSERT INTO siblings (file, path, sha256, bytes) VALUES (?, ?, ?, ?)");
    for (const std::string& sibling : stored.siblings) {
        const auto sha256 = sha256OfFile(sibling, m_options.stop);
        std::error_code failure;
        const auto bytes = fs::file_size(sibling, failure);
        if (sha256 && !failure) {
            insert.runWith(static_cast<std::int64_t>(owner), sibling, *sha256, static_cast<std::int64_t>(bytes));
            stored.read.emplace_back(bytes, *sha256);
        }
        // A summary that came before the rows it sums up was read as a result of its own. A failure to take it out
        // sticks to the connection and ends the transaction.
        const auto read = m_reportOf.find(sibling);
        if (read == m_reportOf.end()) continue;
        const FileId summary = *m_report.files[read->second].id;
        leaveGrouping(summary);
        deleteFile(m_connection, summary);
        stored.removed = true;
    }
}

/// In memory; the tables follow when the file is deleted.
void Importer::leaveGrouping(FileId file) {
    auto source = m_connection.prepare("SELECT id FROM sources WHERE file = ?");
    for (source.with(static_cast<std::int64_t>(file)); source.next();)
        m_memory.grouper().remove(SourceId(source.integer(0)));
}

void deleteFile(Connection& connection, FileId file) {
    // What no foreign key leads to; triggers are off, as a stranger may have written them.
    connection
        .prepare(
            "DELETE FROM gap_cache WHERE request IN (SELECT q.id FROM sources AS s JOIN runs AS r ON r.source = "
            "s.id JOIN requests AS q ON q.run = r.id WHERE s.file = ?)")
        .runWith(static_cast<std::int64_t>(file));
    connection.prepare("DELETE FROM files WHERE id = ?").runWith(static_cast<std::int64_t>(file));
    dropEmptyConfigurations(connection);
}

}  // namespace plumbline
