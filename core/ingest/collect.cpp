#include "core/ingest/collect.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "core/trace/ascii.h"

namespace plumbline {
namespace fs = std::filesystem;
namespace {

/// By value, whatever their length: the leading zeros count for nothing.
int compareNumbers(std::string_view a, std::string_view b) {
    a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
    b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    return a.compare(b);
}

bool naturallyBefore(const std::string& left, const std::string& right) {
    std::string_view a = left, b = right;
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            if (const int order = compareNumbers(takeDigits(a), takeDigits(b))) return order < 0;
            continue;
        }
        const auto x = static_cast<unsigned char>(a.front()), y = static_cast<unsigned char>(b.front());
        if (x != y) return x < y;
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    if (a.empty() != b.empty()) return a.empty();
    return left < right;  // equal but for leading zeros: still one order
}

bool isHidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

/// What is in a folder but no result: contexts, and workspaces with what SQLite keeps beside them.
bool isLeftOut(const fs::path& path) {
    const std::string name = path.filename().string();
    if (name == "context.json" || name.ends_with(".context.json")) return true;
    return name.ends_with(".plumb") || name.find(".plumb-") != std::string::npos || name.ends_with(".plumb.lock");
}

std::string identity(const fs::path& path) {
    std::error_code failure;
    const fs::path canonical = fs::weakly_canonical(path, failure);
    return failure ? path.string() : canonical.string();
}

class Collector {
public:
    void add(const std::string& path) {
        std::error_code failure;
        if (!fs::is_directory(path, failure)) return found(path, path, true);
        const std::size_t first = m_files.size();
        walk(path, path);
        std::sort(m_files.begin() + static_cast<std::ptrdiff_t>(first), m_files.end(),
                  [](const FoundFile& a, const FoundFile& b) { return naturallyBefore(a.path, b.path); });
    }
    std::vector<FoundFile> files() && { return std::move(m_files); }

private:
    void walk(const fs::path& folder, const std::string& root) {
        if (!m_seen.insert(identity(folder)).second) return;
        std::error_code failure;
        fs::directory_iterator entry(folder, failure);
        if (failure) return m_files.push_back({folder.string(), root, false});
        for (; entry != fs::directory_iterator(); entry.increment(failure)) {
            const fs::path& path = entry->path();
            if (isHidden(path)) continue;
            std::error_code unknown;
            const bool isOutside = entry->is_symlink(unknown) && leadsOut({path.string(), root, false});
            if (!isOutside && fs::is_directory(path, unknown))
                walk(path, root);
            else if (isOutside || !isLeftOut(path))
                found(path.string(), root, false);
        }
    }

    // A file that is named as well as found in a folder is read where it came first, and counts as named.
    void found(const std::string& path, const std::string& root, bool named) {
        const std::string self = identity(path);
        if (m_seen.insert(self).second) return m_files.push_back({path, root, named});
        if (!named) return;
        for (FoundFile& file : m_files) file.named = file.named || identity(file.path) == self;
    }

    std::vector<FoundFile> m_files;
    std::set<std::string> m_seen;
};

}  // namespace

bool isProse(std::string_view path) {
    const std::string name = lowered(path.substr(path.find_last_of('/') + 1));
    const std::string_view stem = std::string_view(name).substr(0, name.find('.'));
    for (const std::string_view end : {".md", ".markdown", ".rst", ".adoc", ".html", ".htm", ".tex"})
        if (name.ends_with(end)) return true;
    for (const std::string_view known : {"readme", "license", "licence", "copying", "notice", "changelog", "authors"})
        if (stem == known || (stem.starts_with(known) && !isLetter(stem[known.size()]))) return true;
    return false;
}

bool leadsOut(const FoundFile& found) {
    std::error_code unknown;
    if (found.named || found.path == found.root || !fs::is_symlink(found.path, unknown)) return false;
    const std::string root = identity(found.root), target = identity(found.path);
    return target != root && !target.starts_with(root.ends_with('/') ? root : root + "/");
}

std::vector<FoundFile> collectFiles(const std::vector<std::string>& paths) {
    Collector collector;
    for (const std::string& path : paths) collector.add(path);
    return std::move(collector).files();
}

}  // namespace plumbline
