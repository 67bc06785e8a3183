// Settings, grouping and decisions in their tables.
#pragma once

#include "core/measure/settings.h"
#include "core/sqlite/sqlite.h"

namespace plumbline {

Grouping readGrouping(Connection& connection);
/// Makes the tables say what `now` says. Left out are sources that are no longer in the workspace, and configurations
/// without any.
void writeGrouping(Connection& connection, const Grouping& now);

/// Defaults for what was never saved. Errors: workspace, when the stored settings can't be understood.
Result<Settings> readSettings(Connection& connection);
/// Writes what differs between the two. A grouping is laid over the stored one: sources that an import has placed
/// since `before` was read stay where it placed them.
void writeSettings(Connection& connection, const Settings& now, const Settings& before);

/// What a person's change from `before` to `now` makes of a grouping that an import has added to meanwhile.
Grouping mergeGrouping(const Grouping& stored, const Grouping& before, const Grouping& now);

/// Takes configurations without sources out, and what the settings say of them. A failure sticks to the connection.
void dropEmptyConfigurations(Connection& connection);

}  // namespace plumbline
