#include "core/store/import_memory.h"

#include "core/store/catalog.h"
#include "core/store/settings_store.h"

namespace plumbline {

void ImportMemory::refresh() {
    const std::int64_t version = m_connection.number("PRAGMA data_version");
    if (version == m_version) return;
    m_version = version;
    forgetFiles();
    forgetGrouping();
}

void ImportMemory::readFiles() {
    if (m_filesKnown) return;
    m_filesKnown = true;
    m_bySize.clear();
    m_byPath.clear();
    auto file = m_connection.prepare("SELECT id, path, sha256, bytes, rows FROM files ORDER BY id");
    while (file.next()) {
        m_bySize.emplace(static_cast<std::uint64_t>(file.integer(3)), Known{std::string(file.text(2)), std::nullopt});
        m_byPath[std::string(file.text(1))] = {FileId(file.integer(0)), std::string(file.text(2)),
                                               static_cast<std::uint64_t>(file.integer(4))};
    }
    auto sibling =
        m_connection.prepare("SELECT s.bytes, s.sha256, f.path FROM siblings AS s JOIN files AS f ON f.id = s.file");
    while (sibling.next())
        m_bySize.emplace(static_cast<std::uint64_t>(sibling.integer(0)),
                         Known{std::string(sibling.text(1)), std::string(sibling.text(2))});
    if (m_connection.failed()) m_filesKnown = false;
}

std::vector<ImportMemory::Known> ImportMemory::ofSize(std::uint64_t bytes) {
    readFiles();
    std::vector<Known> out;
    const auto [begin, end] = m_bySize.equal_range(bytes);
    for (auto each = begin; each != end; ++each) out.push_back(each->second);
    return out;
}

std::optional<ImportMemory::KnownFile> ImportMemory::at(const std::string& path) {
    readFiles();
    const auto found = m_byPath.find(path);
    return found == m_byPath.end() ? std::nullopt : std::optional(found->second);
}

void ImportMemory::add(std::uint64_t bytes, Known known) { m_bySize.emplace(bytes, std::move(known)); }

void ImportMemory::expect(std::vector<std::string> paths) {
    m_expected = std::move(paths);
    forgetGrouping();
}

SourceGrouper& ImportMemory::grouper() {
    if (!m_grouper) {
        m_grouper.emplace(readGrouping(m_connection), readCandidates(m_connection, Medians::with), m_expected);
        m_nextPosition = m_connection.number("SELECT coalesce(max(position), -1) + 1 FROM configurations");
    }
    return *m_grouper;
}

void ImportMemory::write(const SourceGrouper::Place& place, SourceId source) {
    const auto configuration = static_cast<std::int64_t>(place.configuration);
    if (place.isNew)
        m_connection.prepare("INSERT INTO configurations (id, position) VALUES (?, ?)")
            .runWith(configuration, m_nextPosition++);
    m_connection.prepare("INSERT OR REPLACE INTO members (source, configuration, position) VALUES (?, ?, ?)")
        .runWith(static_cast<std::int64_t>(source), configuration, static_cast<std::int64_t>(place.position));
}

}  // namespace plumbline
