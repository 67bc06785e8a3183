// Paths named by a user to the files to read: a folder is opened whole, and each file's fate is said.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

struct FoundFile {
    std::string path;
    std::string root;    ///< the folder that was opened, or the file's own
    bool named = false;  ///< named explicitly, not found in a folder
};

/// Files in a stable order (paths compared byte by byte with runs of digits by value). Context files, hidden files and
/// workspaces inside folders are left out; a path that does not exist comes back as named, for the error.
std::vector<FoundFile> collectFiles(const std::vector<std::string>& paths);

}  // namespace plumbline
