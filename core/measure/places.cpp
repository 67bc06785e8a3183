#include "core/measure/places.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace plumbline {

namespace {

class Finder {
public:
    explicit Finder(const Dataset& data) : m_data(data) {
        for (std::size_t file = 0; file < data.files.size(); ++file)
            if (!data.files[file].sha256.empty()) m_fileOf[data.files[file].sha256].push_back(file);
        m_runsOf.resize(data.files.size());
        for (std::size_t run = 0; run < data.runs.size(); ++run)
            m_runsOf[data.sources[data.runs[run].source].file].push_back(run);
    }

    bool hasFile(const Decision& decision) const { return m_fileOf.contains(decision.fileSha256); }

    void byRecord(const Decision& decision, std::vector<RowIndex>& found) const {
        for (const std::size_t file : m_fileOf.at(decision.fileSha256))
            for (const std::size_t run : m_runsOf[file]) inRun(m_data.runs[run], decision.record, found);
    }

private:
    // Rows of a run are in order of record.
    void inRun(const Run& run, std::uint64_t record, std::vector<RowIndex>& found) const {
        const auto first = m_data.rows.record.begin() + run.firstRow;
        const auto [low, high] = std::equal_range(first, first + run.rowCount, record);
        for (auto place = low; place != high; ++place)
            found.push_back(RowIndex(static_cast<std::uint32_t>(place - m_data.rows.record.begin())));
    }

    const Dataset& m_data;
    std::map<std::string_view, std::vector<std::size_t>> m_fileOf;
    std::vector<std::vector<std::size_t>> m_runsOf;
};

/// One pass over the starts for all decisions whose file is not here.
void byIdAndStart(const Dataset& data, const std::vector<const Decision*>& decisions, std::vector<RowIndex>& found) {
    std::multimap<Nanoseconds, const Decision*> wanted;
    for (const Decision* decision : decisions)
        if (isKnown(decision->start)) wanted.emplace(decision->start, decision);
    if (wanted.empty()) return;
    const Nanoseconds low = wanted.begin()->first, high = wanted.rbegin()->first;
    for (std::size_t row = 0; row < data.rows.size(); ++row) {
        const Nanoseconds start = data.rows.start[row];
        if (start < low || start > high) continue;
        const auto [first, last] = wanted.equal_range(start);
        const auto same = [&](const auto& each) { return each.second->id == data.strings[data.rows.id[row]]; };
        if (std::any_of(first, last, same)) found.push_back(RowIndex(static_cast<std::uint32_t>(row)));
    }
}

}  // namespace

std::vector<RowIndex> excludedRows(const Dataset& data, const Settings& settings) {
    std::vector<RowIndex> found;
    if (!settings.decisions || settings.decisions->empty()) return found;
    const Finder finder(data);
    std::vector<const Decision*> elsewhere;
    for (const Decision& decision : *settings.decisions) {
        if (decision.kind != DecisionKind::exclude) continue;
        if (finder.hasFile(decision))
            finder.byRecord(decision, found);
        else
            elsewhere.push_back(&decision);
    }
    byIdAndStart(data, elsewhere, found);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

bool isExcluded(const Dataset& data, const Settings& settings, RowIndex row) {
    if (!settings.decisions) return false;
    const std::string& sha256 = data.files[data.sources[data.runs[at(data.rows.run[at(row)])].source].file].sha256;
    const auto names = [&](const Decision& decision) {
        if (!decision.fileSha256.empty() && decision.fileSha256 == sha256)
            return decision.record == data.rows.record[at(row)];
        const auto same = [&decision](const DataFile& file) { return file.sha256 == decision.fileSha256; };
        const bool isHere = !decision.fileSha256.empty() && std::any_of(data.files.begin(), data.files.end(), same);
        return !isHere && isKnown(decision.start) && decision.start == data.rows.start[at(row)] &&
               decision.id == data.strings[data.rows.id[at(row)]];
    };
    return std::any_of(settings.decisions->begin(), settings.decisions->end(), [&](const Decision& decision) {
        return decision.kind == DecisionKind::exclude && names(decision);
    });
}

Place placeOf(const Dataset& data, const Settings& settings, RowIndex row) {
    if (isExcluded(data, settings, row)) return Place::excluded;
    const std::size_t run = at(data.rows.run[at(row)]);
    const Window window = hasStarts(data, run) ? windowOf(data, run, settings.measure) : Window{};
    return placeOf(data.rows.phase[at(row)], data.rows.start[at(row)], window);
}

std::vector<Place> places(const Dataset& data, const Settings& settings) {
    std::vector<Place> out(data.rows.size(), Place::in);
    for (std::size_t run = 0; run < data.runs.size(); ++run) {
        const Window window = windowOf(data, run, settings.measure);
        const Run& info = data.runs[run];
        for (std::size_t row = info.firstRow; row < std::size_t{info.firstRow} + info.rowCount; ++row)
            out[row] = placeOf(data.rows.phase[row], data.rows.start[row], window);
    }
    for (const RowIndex row : excludedRows(data, settings)) out[at(row)] = Place::excluded;
    return out;
}

}  // namespace plumbline
