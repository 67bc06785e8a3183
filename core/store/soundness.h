// Whether a workspace is what we make: it may come from a stranger, or from a bad disk.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/sqlite/sqlite.h"

namespace plumbline {

/// What a workspace's schema holds that no Plumbline makes, each by name: "the trigger t1", "the view texts", "a table
/// requests that is not ours". Beside our tables there may be others, and indexes. Nothing for what is no workspace, or
/// a newer one. A failure sticks to the connection.
std::vector<std::string> strangeParts(Connection& connection);

/// Sticks an error that names them; an import into such a file is refused, as is everything but a recovery.
void refuseStrangeParts(Connection& connection);

/// All that is wrong with a workspace, a sentence each, without full stops; empty: it is sound. Reads all of it. A stop
/// and whatever else sticks to the connection is no fault.
std::vector<std::string> faultsOf(Connection& connection, const std::stop_token& stop);

/// "3 rows of the table requests (the first: 17): end_ns is out of range"
std::string faultText(const char* table, std::int64_t rows, std::string_view first, std::string_view words);

}  // namespace plumbline
