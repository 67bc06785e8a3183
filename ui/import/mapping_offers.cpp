#include "ui/import/mapping_offers.h"

#include <algorithm>

#include "core/ingest/mapping/mapping_proposal.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr std::size_t recordsLookedAt = 20;
constexpr std::size_t mostFiles = 50;  // of a folder full of other things

struct Found {
    QStringList mappable;
    std::vector<MappingOffers::Fit> fits;
};

bool fits(const Mapping& mapping, const std::string& path, const RowsSample& sample, const std::stop_token& stop) {
    if (mapping.rows == sample.rows) return fitsColumns(mapping, sample.columns);
    const auto there = sampleRows(path, mapping.rows, recordsLookedAt, stop);
    return there && !there->cells.empty() && fitsColumns(mapping, there->columns);
}

/// Prose has commas too: what only lies in a folder must look like requests, what is named must be a table.
bool looksLikeRecords(const RowsSample& sample, bool named) {
    if (sample.columns.empty() || sample.cells.empty()) return false;
    return named ? sample.columns.size() > 1 : proposeMapping(sample).mapping.fields.size() > 1;
}

Found lookAt(const std::vector<MappingOffers::Unclaimed>& files, const std::stop_token& stop) {
    Found found;
    std::vector<Error> problems;  // a mapping that cannot be read is said where mappings are chosen
    const std::vector<Mapping> saved = savedMappings(mappingsFolder(), problems);
    for (const auto& [path, named] : files) {
        const std::string file = path.toStdString();
        const auto sample = sampleRows(file, {}, recordsLookedAt, stop);
        if (!sample) continue;
        const auto fit =
            std::ranges::find_if(saved, [&](const Mapping& mapping) { return fits(mapping, file, *sample, stop); });
        if (fit != saved.end()) found.fits.push_back({path, *fit});
        if (fit != saved.end() || looksLikeRecords(*sample, named)) found.mappable << path;
    }
    return found;
}

}  // namespace

MappingOffers::MappingOffers(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    connect(&session.files(), &WorkspaceFiles::importFinished, this, &MappingOffers::look);
}

std::vector<MappingOffers::Unclaimed> MappingOffers::unclaimed(const ImportReport& report) {
    std::vector<Unclaimed> files;
    for (const FileReport& file : report.files) {
        const bool named = file.error && file.error->kind == ErrorKind::notRecognised;
        const bool inFolder = file.skipped && !file.aside && file.reader.empty() &&
                              *file.skipped != "already imported" && !file.skipped->starts_with("read with ");
        if (named || (inFolder && !report.cancelled)) files.push_back({qText(file.path), named});
    }
    return files;
}

void MappingOffers::look() {
    std::vector<Unclaimed> files = unclaimed(m_session.files().lastImport());
    if (files.size() > mostFiles) files.resize(mostFiles);
    m_mappable.clear();
    m_fits.clear();
    m_job.cancel();
    if (files.empty()) return;
    m_job.start([files = std::move(files)](std::stop_token stop) { return lookAt(files, stop); },
                [this](Found result) {
                    m_mappable = std::move(result.mappable);
                    m_fits = std::move(result.fits);
                    if (!m_mappable.isEmpty()) emit found();
                });
}

}  // namespace plumbline
