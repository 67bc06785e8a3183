// A file that has changed on disk since it was read: its new rows take the place of the old ones.
#pragma once

#include <string>
#include <vector>

#include "core/store/import_memory.h"
#include "core/store/workspace.h"

namespace plumbline {

/// Where the sources of `old` are, as far as the new ones may take their places: as many, and what they say of
/// themselves is the same. Else empty: they are grouped as any other. In the order of the file.
std::vector<ConfigurationId> inheritedPlaces(Connection& connection, const SourceGrouper& grouper, FileId old,
                                             const std::vector<GroupingCandidate>& now);

/// Takes the old file out, inside the open transaction, once the new one is in: loads that were typed go over to the
/// runs of the same position, decisions to the record of the same id and start. A decision whose row is not there any
/// more stays as it is. Failures stick to the connection.
ReplacedFile replaceFile(Connection& connection, const ImportMemory::KnownFile& old, FileId now,
                         const std::string& sha256);

}  // namespace plumbline
