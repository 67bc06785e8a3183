#include "core/store/raw_records.h"

#include "core/store/digest.h"

namespace plumbline {
namespace fs = std::filesystem;

Result<std::string> RawRecords::sha256Of(const std::string& path, const std::stop_token& stop) {
    std::error_code failure;
    const auto bytes = fs::file_size(path, failure);
    const auto time = failure ? fs::file_time_type() : fs::last_write_time(path, failure);
    if (failure)
        return unexpected(ErrorKind::io, "The file is gone, or cannot be read any more.", path,
                          "Put it back, or read it from where it is now.");
    const auto seen = m_seen.find(path);
    if (seen != m_seen.end() && seen->second.bytes == bytes && seen->second.time == time) return seen->second.sha256;
    auto sha256 = sha256OfFile(path, stop);
    if (sha256) m_seen[path] = {bytes, time, *sha256};
    return sha256;
}

Result<RawRecord> RawRecords::read(const RawPlace& place, const std::string& sha256, std::stop_token stop) {
    const auto now = sha256Of(place.path, stop);
    if (!now) return Unexpected{now.error()};
    if (*now != sha256)
        return unexpected(ErrorKind::refused, "The file has changed since it was read, so the record may not be there.",
                          place.path, "Read it again to see what it holds now.");
    return rawRecord(place, mostOfRecord, std::move(stop));
}

}  // namespace plumbline
