#include "ui/session/file_check.h"

#include <filesystem>

#include "core/store/digest.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace fs = std::filesystem;

void FileCheck::look(const std::vector<Known>& files) {
    if (files.empty()) return;
    m_job.start([files, seen = m_seen](std::stop_token stop) { return lookAt(files, seen, stop); },
                [this, files](SeenByPath seen) {
                    m_seen = std::move(seen);
                    tell(files);
                },
                JobRunner::Older::finish);
}

FileCheck::SeenByPath FileCheck::lookAt(const std::vector<Known>& files, SeenByPath seen, const std::stop_token& stop) {
    for (const Known& file : files) {
        std::error_code gone;
        const auto bytes = fs::file_size(file.path, gone);
        if (gone) continue;
        const auto time = fs::last_write_time(file.path, gone).time_since_epoch().count();
        Seen& known = seen[file.path];
        if (gone || (!known.sha256.empty() && known.bytes == bytes && known.time == time)) continue;
        const auto sha256 = sha256OfFile(file.path, stop);
        if (stop.stop_requested()) break;
        if (sha256) known = {bytes, static_cast<std::int64_t>(time), *sha256};
    }
    return seen;
}

void FileCheck::tell(const std::vector<Known>& files) {
    QStringList paths;
    for (const Known& file : files) {
        const auto seen = m_seen.find(file.path);
        if (seen == m_seen.end() || seen->second.sha256.empty() || seen->second.sha256 == file.sha256) continue;
        if (m_told.emplace(file.path, seen->second.sha256).second) paths << qText(file.path);
    }
    if (!paths.isEmpty()) emit changed(paths);
}

}  // namespace plumbline
