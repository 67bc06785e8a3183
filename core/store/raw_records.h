// Records of files that were read, as they stand there now: nothing is shown of a file that is not what it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "core/ingest/redact/raw_record.h"

namespace plumbline {

/// Use it from one thread at a time. Remembers what it has hashed: a file is hashed again when its size or time is not
/// what it was.
class RawRecords {
public:
    /// Errors: io, the file is gone or cannot be read; refused, it has changed since it had this SHA-256; and those of
    /// rawRecord().
    Result<RawRecord> read(const RawPlace& place, const std::string& sha256, std::stop_token stop = {});

private:
    struct Seen {
        std::uintmax_t bytes = 0;
        std::filesystem::file_time_type time;
        std::string sha256;
    };
    Result<std::string> sha256Of(const std::string& path, const std::stop_token& stop);
    std::map<std::string, Seen> m_seen;
};

}  // namespace plumbline
