// What version 3 adds to version 2: that an excluded row never happened, and leaves the rates too.
#pragma once

namespace plumbline {

inline constexpr const char* schemaVersion3 = R"sql(
ALTER TABLE decisions ADD COLUMN never_happened INTEGER NOT NULL DEFAULT 0;
)sql";

}  // namespace plumbline
