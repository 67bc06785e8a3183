// Mappings kept by name, one file each, in a folder that the program names.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/bytes/new_file.h"
#include "core/ingest/mapping/mapping.h"
#include "core/ingest/text/json_document.h"
#include "core/trace/ascii.h"
#include "core/trace/size_limits.h"

namespace plumbline {
namespace fs = std::filesystem;
namespace {

/// A file's name for a mapping's: what is no letter, digit, '-', '_' or '.' is written as %XX, so that no two names
/// meet in one file and none leaves the folder.
std::string fileNameOf(const std::string& name) {
    std::string out;
    for (const char c : name) {
        const bool plain = isLetter(c) || isDigit(c) || c == '-' || c == '_' || (c == '.' && !out.empty());
        out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
    return out + ".json";
}

}  // namespace

std::string mappingsFolder() {
    const char* const config = std::getenv("XDG_CONFIG_HOME");
    if (config != nullptr && config[0] == '/') return std::string(config) + "/plumbline/mappings";
    const char* const home = std::getenv("HOME");
    return home == nullptr || home[0] == '\0' ? std::string() : std::string(home) + "/.config/plumbline/mappings";
}

Result<Mapping> loadMapping(const std::string& path) {
    const auto text = readSmallFile(path, limitOf(SizeLimit::document));
    if (!text) return Unexpected{text.error()};
    return parseMapping(*text, path);
}

std::vector<Mapping> savedMappings(const std::string& folder, std::vector<Error>& problems) {
    std::vector<Mapping> out;
    std::error_code failure;
    fs::directory_iterator entry(folder, failure);
    for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
        if (entry->path().extension() != ".json") continue;
        auto mapping = loadMapping(entry->path().string());
        if (mapping)
            out.push_back(std::move(*mapping));
        else
            problems.push_back(mapping.error());
    }
    std::sort(out.begin(), out.end(), [](const Mapping& a, const Mapping& b) { return a.name < b.name; });
    return out;
}

Result<std::string> saveMapping(const std::string& folder, const Mapping& mapping) {
    if (mapping.name.empty())
        return unexpected(ErrorKind::options, "The mapping has no name.", folder, "Give it one to save it.");
    std::error_code failure;
    fs::create_directories(folder, failure);
    const fs::path path = fs::path(folder) / fileNameOf(mapping.name);
    if (auto written = writeFile(path.string(), mappingText(mapping)); !written) return Unexpected{written.error()};
    return path.string();
}

}  // namespace plumbline
