// What the workspace knows of its files, sources and runs, without their rows.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/group/grouping.h"
#include "core/sqlite/sqlite.h"
#include "core/trace/dataset.h"

namespace plumbline {

struct StoredSource {
    SourceId id{};
    FileId file{};
    SourceInfo info;
    std::vector<std::int64_t> runs;  ///< ids, in the order of info.runs
};

/// In the order of import.
std::vector<DataFile> readFiles(Connection& connection);
/// In the order of import, within a file by position.
std::vector<StoredSource> readSources(Connection& connection);

/// All sources but those of traffic, as grouping wants them. With medians it reads each row's lengths; without, it is
/// quick.
enum class Medians { with, without };
std::vector<GroupingCandidate> readCandidates(Connection& connection, Medians medians);

/// Fills what follows from a source's own words and the number of its rows; for a source with summaries only, its
/// lengths too.
GroupingCandidate candidateOf(SourceId id, const DataFile& file, const SourceInfo& info, std::size_t rows);
/// Fills in the lengths of a source with rows: prompt tokens of ok rows, output tokens of those with output. Reorders.
void describeLengths(GroupingCandidate& candidate, std::vector<Count>& prompts, std::vector<Count>& outputs);

/// Nothing for a word that no version wrote.
std::optional<LoadKind> parseLoadKind(std::string_view word);

}  // namespace plumbline
