// Paths named by a user to the files to read: a folder is opened whole, and each file's fate is said.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

struct FoundFile {
    std::string path;
    std::string root;    ///< the folder that was opened; of a file named alone, its own path
    bool named = false;  ///< named explicitly, not found in a folder
};

/// Files in a stable order: as the paths were given, within a folder compared byte by byte with runs of digits by
/// value. A file found twice comes once. Context files, hidden files and workspaces inside folders are left out; a path
/// that does not exist, a folder that can't be read, and a link that leads out of the folder that was opened come back
/// to be said. A folder is walked once, whatever links lead to it.
std::vector<FoundFile> collectFiles(const std::vector<std::string>& paths);

/// Whether it is a link, found in a folder that was opened, to what lies outside of it: not followed.
bool leadsOut(const FoundFile& found);

/// Names that people give to what they write for people: README, LICENCE, notes.md. What stands in it may look like a
/// table by chance.
bool isProse(std::string_view path);

}  // namespace plumbline
