// One file's transaction: what it adds, what it takes out, and what is true once it has been committed.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/store/catalog.h"
#include "core/store/digest.h"
#include "core/store/importer.h"
#include "core/store/replaced_file.h"
#include "core/store/review_log.h"
#include "core/store/settings_store.h"
#include "core/trace/number_words.h"

namespace plumbline {
namespace fs = std::filesystem;
namespace {

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
