// How an import waits: for another import by the workspace's lock, for any other program by SQLite's; and says so.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "core/sqlite/sqlite.h"
#include "core/store/location.h"
#include "core/store/workspace.h"

namespace plumbline {

/// The workspace's place, locked for an import. Errors: it is open in a window; stopped while waiting.
Result<std::shared_ptr<Location>> waitForTurn(const std::string& path, const Turn& turn);

/// While it lives, a statement of the connection that finds the database locked waits as long as others do, says so
/// after a second, and ends when the turn is stopped.
class Patience {
public:
    Patience(Connection& connection, std::string path, Turn turn);
    ~Patience();
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;

private:
    static int wait(void* self, int count);
    bool goesOn(int count);
    sqlite3* m_database;
    std::string m_path;
    Turn m_turn;
    std::chrono::steady_clock::time_point m_since;
    bool m_said = false;
};

}  // namespace plumbline
