// From the paths of a command line to a Dataset and the settings in force.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/options.h"
#include "core/store/workspace.h"

namespace plumbline {

/// A folder of our own in the temporary folder; removed with all that is in it.
class TemporaryFolder {
public:
    static Result<TemporaryFolder> make();
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    std::string file(const char* name) const;

private:
    explicit TemporaryFolder(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

struct Loaded {
    TemporaryFolder folder;
    Workspace workspace;  ///< never the user's own file: what a verb does leaves it as it was
    ImportReport imports;
    std::shared_ptr<const Dataset> data;
    Settings settings;  ///< the workspace's own, options and decisions over them
};

/// Imports the paths into a workspace in the temporary folder, or copies the one workspace that is named; says on
/// standard error what could not be read and what was rejected. Errors: nothing usable, or options that don't fit.
Result<Loaded> loadPaths(const Request& request);

/// Says on standard error what a person must know of an import.
void sayProblems(const ImportReport& imports);
/// 0, or 1 where records were rejected or a file that was named could not be read.
int exitCode(const ImportReport& imports);
/// Whether a file brought rows or summaries, now or in an earlier import.
bool anythingUsable(const ImportReport& imports);

}  // namespace plumbline
