#include <algorithm>
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

}  // namespace plumbline
