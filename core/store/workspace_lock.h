// Who may write a workspace: one process at a time, told by a lock on a file beside it. A crash leaves none: the system
// lets go of it with the process. SQLite's own locks last one statement or transaction; this one lasts as long as a
// window shows the workspace or an import fills it.
#pragma once

#include <optional>
#include <string>

#include "core/trace/result.h"

namespace plumbline {

/// What holds a workspace: a window, for as long as it is open there, or one import.
enum class LockedBy { window, import };

/// Who that is, in the holder's own words, as far as they could be written and read.
struct Holder {
    LockedBy what = LockedBy::window;
    std::string user, host, since;  ///< since: UTC, to the minute
    long process = 0;

    /// "a window of ada on nodeA (process 12, since 2026-11-30 23:31 UTC)"
    std::string text() const;
};

class WorkspaceLock {
public:
    struct Try;
    /// Creation fails where the lock file is there already: for a workspace of a name that must be new.
    enum class File { any, mustBeNew };
    static Try take(const std::string& path, LockedBy what, File file = File::any);
    /// Whether some process holds it, this one included.
    static bool isHeld(const std::string& path);
    /// The lock file of a workspace.
    static std::string fileOf(const std::string& path);

    WorkspaceLock(WorkspaceLock&& other) noexcept;
    WorkspaceLock& operator=(WorkspaceLock&& other) noexcept;
    ~WorkspaceLock();  ///< lets go, and removes the lock file unless it is to stay
    /// The file stays: it marks untitled work that is found again (Location).
    void keepFile(bool keep) { m_keepFile = keep; }

private:
    WorkspaceLock(std::string path, int file) : m_path(std::move(path)), m_file(file) {}
    std::string m_path;  ///< of the lock file
    int m_file = -1;
    bool m_keepFile = false;
};

/// A lock, or who has it. Neither: nothing can be locked there (the folder may not be written, or has no locks).
struct WorkspaceLock::Try {
    std::optional<WorkspaceLock> lock;
    std::optional<Holder> holder;
    int failure = 0;  ///< errno, where there is neither
};

/// The refusal to change what somebody else has open.
Error heldBy(const std::string& path, const Holder& holder);

}  // namespace plumbline
