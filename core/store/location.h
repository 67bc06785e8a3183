// Where a workspace lies. All that work on one workspace in this process share one Location: its lock, and its path,
// which Save as changes under the readers of its gaps.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/store/workspace_lock.h"
#include "core/trace/result.h"

namespace plumbline {

/// What one is opened for: to show it in a window and change it there, to import into it, or only to read it.
enum class OpenFor { window, import, reading };

class Location {
public:
    /// The Location of a path, shared within the process. For a window or an import the workspace is locked, where no
    /// other process has; holder() tells which. The error says that an untitled workspace is another window's.
    static Result<std::shared_ptr<Location>> of(const std::string& path, OpenFor what);
    /// A new, locked untitled workspace's place; the file itself is not made.
    static Result<std::shared_ptr<Location>> newUntitled();
    ~Location();
    Location(const Location&) = delete;
    Location& operator=(const Location&) = delete;

    std::string path() const;
    bool untitled() const;
    /// Whether this process may write it: it has the lock, or there are no locks.
    bool writes() const;
    /// Who has it, where another process does.
    std::optional<Holder> holder() const;
    /// The workspace has been copied to `path`, which `lock` is on, where it can be locked: the old files are removed
    /// when untitled.
    void moveTo(const std::string& path, std::optional<WorkspaceLock> lock);
    /// Removes the workspace's files and lets go of its lock.
    void removeFiles();

private:
    explicit Location(std::string path) : m_path(std::move(path)) {}
    void lock(OpenFor what);
    mutable std::mutex m_mutex;
    std::string m_path;
    std::optional<WorkspaceLock> m_lock;
    std::optional<Holder> m_holder;
    bool m_untitled = false;
    bool m_writes = false;
};

/// $XDG_STATE_HOME/plumbline, ~/.local/state/plumbline, else a folder of the user's own in the temporary folder.
std::string stateFolder();
/// Untitled workspaces that no process holds, newest first; a lock file alone counts, and names one without a file.
std::vector<std::string> unheldUntitled();
/// A workspace and what SQLite keeps beside it.
void removeWorkspaceFiles(const std::string& path);

}  // namespace plumbline
