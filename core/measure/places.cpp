#include "core/measure/places.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace plumbline {

namespace {

bool sameId(const Dataset& data, std::size_t row, const Decision& decision) {
    return decision.id == data.strings[data.rows.id[row]];
}

/// By file SHA-256 and record. What names a file that is here, but another id there, names no row.
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

    std::vector<RowIndex> byRecord(const Decision& decision) const {
        std::vector<RowIndex> found;
        for (const std::size_t file : m_fileOf.at(decision.fileSha256))
            for (const std::size_t run : m_runsOf[file]) inRun(m_data.runs[run], decision, found);
        return found;
    }

private:
    // Rows of a run are in order of record.
    void inRun(const Run& run, const Decision& decision, std::vector<RowIndex>& found) const {
        const auto first = m_data.rows.record.begin() + run.firstRow;
        const auto [low, high] = std::equal_range(first, first + run.rowCount, decision.record);
        for (auto place = low; place != high; ++place) {
            const auto row = static_cast<std::size_t>(place - m_data.rows.record.begin());
            const std::string& id = m_data.strings[m_data.rows.id[row]];
            if (decision.id.empty() || id.empty() || id == decision.id) found.push_back(RowIndex(row));
        }
    }

    const Dataset& m_data;
    std::map<std::string_view, std::vector<std::size_t>> m_fileOf;
    std::vector<std::vector<std::size_t>> m_runsOf;
};

using Wanted = std::vector<const Decision*>;

/// One pass over the starts for all decisions whose file is not here: rows by decision.
std::map<const Decision*, std::vector<RowIndex>> byIdAndStart(const Dataset& data, const Wanted& decisions) {
    std::map<const Decision*, std::vector<RowIndex>> found;
    std::multimap<Nanoseconds, const Decision*> wanted;
    for (const Decision* decision : decisions)
        if (isKnown(decision->start)) wanted.emplace(decision->start, decision);
    if (wanted.empty()) return found;
    const Nanoseconds low = wanted.begin()->first, high = wanted.rbegin()->first;
    for (std::size_t row = 0; row < data.rows.size(); ++row) {
        const Nanoseconds start = data.rows.start[row];
        if (start < low || start > high) continue;
        const auto [first, last] = wanted.equal_range(start);
        for (auto each = first; each != last; ++each)
            if (sameId(data, row, *each->second)) found[each->second].push_back(RowIndex(row));
    }
    return found;
}

/// A decision is on one row: what fits several is on none of them, and is counted.
void take(const Decision& decision, const std::vector<RowIndex>& rows, FoundRows& out) {
    if (rows.size() != 1) {
        ++(rows.empty() ? out.missing : out.ambiguous);
    } else if (decision.kind == DecisionKind::exclude) {
        out.excluded.push_back(rows.front());
        if (decision.neverHappened) out.neverHappened.push_back(rows.front());
    }
}

/// A row that is told twice was one request (METRICS §4).
bool isDuplicate(const Dataset& data, RowIndex row) {
    const auto known = data.prepared->duplicates(data);
    const auto found = std::lower_bound(known->begin(), known->end(), row,
                                        [](const Duplicate& each, RowIndex wanted) { return each.row < wanted; });
    return found != known->end() && found->row == row;
}

void sortOnce(std::vector<RowIndex>& rows) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

}  // namespace

FoundRows findRows(const Dataset& data, const Settings& settings) {
    FoundRows out;
    if (!settings.decisions || settings.decisions->empty()) return out;
    const Finder finder(data);
    Wanted elsewhere;
    for (const Decision& decision : *settings.decisions)
        finder.hasFile(decision) ? take(decision, finder.byRecord(decision), out) : elsewhere.push_back(&decision);
    const auto found = byIdAndStart(data, elsewhere);
    for (const Decision* decision : elsewhere) {
        const auto rows = found.find(decision);
        take(*decision, rows == found.end() ? std::vector<RowIndex>() : rows->second, out);
    }
    sortOnce(out.excluded);
    for (const RowIndex row : out.excluded)
        if (isDuplicate(data, row)) out.neverHappened.push_back(row);
    sortOnce(out.neverHappened);
    return out;
}

void placeExcluded(const FoundRows& found, std::vector<Place>& places) {
    for (const RowIndex row : found.excluded) places[at(row)] = Place::excluded;
    for (const RowIndex row : found.neverHappened) places[at(row)] = Place::neverHappened;
}

Place placeOf(const Dataset& data, const Settings& settings, RowIndex row) {
    if (settings.decisions && !settings.decisions->empty()) return places(data, settings)[at(row)];
    const std::size_t run = at(data.rows.run[at(row)]);
    const Window window = hasStarts(data, run) ? windowOf(data, run, settings.measure) : Window{};
    return placeOf(data.rows.phase[at(row)], data.rows.start[at(row)], window);
}

std::vector<Place> places(const Dataset& data, const Settings& settings) {
    std::vector<Place> excluded(data.rows.size(), Place::in);
    placeExcluded(findRows(data, settings), excluded);
    std::vector<Place> out = excluded;
    for (std::size_t run = 0; run < data.runs.size(); ++run) {
        const Window window = windowOf(data, run, settings.measure, excluded);
        const Run& info = data.runs[run];
        for (std::size_t row = info.firstRow; row < std::size_t{info.firstRow} + info.rowCount; ++row)
            if (!isExcluded(out[row])) out[row] = placeOf(data.rows.phase[row], data.rows.start[row], window);
    }
    return out;
}

}  // namespace plumbline
