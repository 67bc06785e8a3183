// Where a workspace lies. All that work on one workspace in this process share one Location: its lock, when it is
// untitled, and its path, which Save as changes under the readers of its gaps.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/trace/result.h"

namespace plumbline {

class Location {
public:
    /// The Location of a path, shared within the process. An untitled workspace is locked; the error says when another
    /// process holds it.
    static Result<std::shared_ptr<Location>> of(const std::string& path);
    /// A new, locked untitled workspace's place; the file itself is not made.
    static Result<std::shared_ptr<Location>> newUntitled();
    ~Location();
    Location(const Location&) = delete;
    Location& operator=(const Location&) = delete;

    std::string path() const;
    bool untitled() const;
    /// The workspace has been copied to `path`: the old lock is given up, the old files are removed when untitled.
    void moveTo(const std::string& path);
    /// Removes the workspace's files and its lock.
    void removeFiles();

private:
    Location(std::string path, int lock);
    void giveUpLock();
    mutable std::mutex m_mutex;
    std::string m_path;
    int m_lock;  ///< file descriptor; -1: none
};

/// $XDG_STATE_HOME/plumbline, ~/.local/state/plumbline, else a folder of the user's own in the temporary folder.
std::string stateFolder();
/// Untitled workspaces that no process holds, newest first.
std::vector<std::string> unheldUntitled();
/// A workspace and what SQLite keeps beside it.
void removeWorkspaceFiles(const std::string& path);

}  // namespace plumbline
