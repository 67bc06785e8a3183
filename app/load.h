// From the paths of a command line to a Dataset and the settings in force.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/options.h"
#include "app/temporary_folder.h"
#include "core/store/workspace.h"

namespace plumbline {

struct Loaded {
    TemporaryFolder folder;
    Workspace workspace;  ///< never the user's own file: what a verb does leaves it as it was
    ImportReport imports;
    std::shared_ptr<const Dataset> data;
    Settings settings;                 ///< the workspace's own, options and decisions over them
    std::vector<std::string> missing;  ///< of a damaged workspace: what could not be read
};

/// Imports the paths into a workspace in the temporary folder, or copies the one workspace that is named; says on
/// standard error what could not be read and what was rejected. Errors: nothing usable, or options that don't fit.
Result<Loaded> loadPaths(const Request& request);

/// The context file, the mapping and the saved mappings of a request. Errors: the mapping can't be read.
Result<ImportOptions> importOptions(const Request& request);

/// Says on standard error what a person must know of an import.
void sayProblems(const ImportReport& imports);
/// Says the same of an import that brought nothing usable, but for the error it gives: the last one, or that nothing
/// holds results.
Error nothingUsable(const ImportReport& imports);
/// "1 of 11 records rejected"; summaries are counted with the records where there are any.
std::string rejectedOf(const FileReport& file);
/// 0, or 1 where records were rejected or a file that was named could not be read.
int exitCode(const ImportReport& imports);
/// The same once the answer is out; also 1 where the workspace that was named is damaged. A workspace whose state no
/// check has seen yet is checked now, and what is found is said on standard error.
int conclude(const Request& request, const Loaded& loaded);
/// Whether a file brought rows or summaries, now or in an earlier import.
bool anythingUsable(const ImportReport& imports);

}  // namespace plumbline
