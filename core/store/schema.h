// What marks a file as a workspace, its tables, and the steps from an older version to the newest.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/sqlite/sqlite.h"

namespace plumbline {

inline constexpr std::uint32_t applicationId = 0x506c756d;  ///< "Plum"
inline constexpr int workspaceVersion = 3;

/// Takes a workspace from the version before to the one it stands for, inside one transaction.
using Migration = std::function<void(Connection&)>;
/// migrations()[n] goes from version n to n + 1; version 0 is an empty file.
std::span<const Migration> migrations();

/// Nothing is in it and no program has marked it: a file of 0 bytes, or what a killed createSchema() has left.
bool isBlank(Connection& connection);
/// Makes a blank database a workspace of the newest version, in one transaction; leaves any other as it is.
Result<void> createSchema(Connection& connection);
/// Brings a workspace to the last of `steps`, each in a transaction of its own, and to WAL mode. Errors: a file that is
/// no database, is no workspace, or is of a newer version; of an older one where the connection only reads.
Result<void> migrate(Connection& connection, const std::string& path, std::span<const Migration> steps = migrations());
/// Per connection: foreign keys, durability, cache.
void configure(Connection& connection);

/// By the header of the file, without opening it: a database with our application_id.
bool hasApplicationId(const std::string& path);

}  // namespace plumbline
