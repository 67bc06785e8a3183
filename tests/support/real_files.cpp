#include "tests/support/real_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace plumbline::support {

namespace fs = std::filesystem;

namespace {

const fs::path& realRoot() {
    static const fs::path root = fs::path(PLUMBLINE_SOURCE_DIR).parent_path() / "shared/traces";
    return root;
}

/// Each file once; says how many at the end of the program.
struct ReadFiles {
    std::set<fs::path> paths;

    ~ReadFiles() {
        if (!paths.empty()) fmt::print(stderr, "read {} files of ../shared/traces\n", paths.size());
    }
};

void countAsRead(const fs::path& file) {
    static ReadFiles read;
    read.paths.insert(file);
}

std::vector<std::string> filesBelow(const fs::path& folder) {
    std::vector<std::string> out;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) out.push_back(entry.path().string());
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace

bool realFilesAreHere() { return fs::exists(realRoot()); }

std::string realPath(std::string_view path) {
    const fs::path full = realRoot() / path;
    if (fs::is_directory(full))
        for (const std::string& file : filesBelow(full)) countAsRead(file);
    else if (fs::exists(full))
        countAsRead(full);
    return full.string();
}

std::vector<std::string> realFiles(std::string_view folder, const std::function<bool(const std::string&)>& wanted) {
    std::vector<std::string> files = filesBelow(realRoot() / folder);
    std::erase_if(files, [&](const std::string& file) { return !wanted(file); });
    for (const std::string& file : files) countAsRead(file);
    return files;
}

}  // namespace plumbline::support
