#include "app/user_catalog.h"

#include "app/verbs.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/bound/catalog.h"

namespace plumbline {

std::string userCatalogPath() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config != nullptr && *config == '/') return std::string(config) + "/plumbline/catalog.json";
    const char* home = std::getenv("HOME");
    return home != nullptr && *home != '\0' ? std::string(home) + "/.config/plumbline/catalog.json" : std::string();
}

void addUserCatalog() {
    const std::string path = userCatalogPath();
    std::error_code ignored;
    if (path.empty() || !std::filesystem::exists(path, ignored)) return;
    if (const Result<void> added = extendCatalog(path); !added) say(added.error().text());
}

}  // namespace plumbline
