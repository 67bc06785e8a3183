#include "core/store/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/ingest/bytes/unpack.h"
#include "core/ingest/mapping/mapped_reader.h"
#include "core/ingest/mapping/mapping_proposal.h"
#include "core/store/digest.h"
#include "core/store/schema.h"
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

}  // namespace plumbline
