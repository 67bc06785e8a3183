#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "core/store/workspace.h"

namespace plumbline {

std::uint64_t ImportReport::rows() const {
    return std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const FileReport& file) { return sum + file.rows; });
}
std::uint64_t ImportReport::rejected() const {
    return std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const FileReport& file) { return sum + file.rejected; });
}
std::size_t ImportReport::imported() const {
    return static_cast<std::size_t>(
        std::count_if(files.begin(), files.end(), [](const FileReport& file) { return file.id.has_value(); }));
}

std::string replacedText(const FileReport& report) {
    if (!report.replaced) return {};
    const ReplacedFile& old = *report.replaced;
    std::string out = fmt::format("{} had changed: its {} row{} {} replaced by {}.",
                                  std::filesystem::path(report.path).filename().string(), old.rows,
                                  old.rows == 1 ? "" : "s", old.rows == 1 ? "was" : "were", report.rows);
    if (old.decisionsCarried + old.decisionsLost > 0)
        out +=
            fmt::format(" Of {} decision{} on them, {} found {} row again.", old.decisionsCarried + old.decisionsLost,
                        old.decisionsCarried + old.decisionsLost == 1 ? "" : "s", old.decisionsCarried,
                        old.decisionsCarried == 1 ? "its" : "their");
    return out;
}

}  // namespace plumbline
