// The review log: what was done to a workspace, when and by whom.
#pragma once

#include <string>

#include "core/sqlite/sqlite.h"

namespace plumbline {

/// ISO 8601 in UTC, to the second: "2026-11-29T18:00:00Z".
std::string nowInUtc();

/// Adds a line, inside the open transaction where there is one.
void writeLog(Connection& connection, const std::string& who, const std::string& text);

}  // namespace plumbline
