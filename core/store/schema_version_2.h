// What version 2 adds to version 1: when a run says that it began and ended, and reference traffic, which is in no
// configuration.
#pragma once

namespace plumbline {

inline constexpr const char* schemaVersion2 = R"sql(
ALTER TABLE runs ADD COLUMN declared_start_ns INTEGER;
ALTER TABLE runs ADD COLUMN declared_end_ns INTEGER;
ALTER TABLE sources ADD COLUMN traffic INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sources ADD COLUMN block_tokens INTEGER;

CREATE TABLE blocks (
    request INTEGER PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE,
    hashes BLOB NOT NULL
) STRICT;
)sql";

}  // namespace plumbline
