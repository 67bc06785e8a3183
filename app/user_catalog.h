// The user's own additions to the bound's catalog.
#pragma once

#include <string>

namespace plumbline {

/// plumbline/catalog.json in $XDG_CONFIG_HOME, or in ~/.config; empty where there is no home.
std::string userCatalogPath();
/// Adds that file to the catalog, if it is there. One that cannot be read is said on standard error and left out.
void addUserCatalog();

}  // namespace plumbline
