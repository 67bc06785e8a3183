// How deep a JSON text is nested, 64 bytes at a time: enough to cut a document of any size into whole values without
// parsing it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plumbline {

/// What a scan carries from one window to the next. Depth 0 is inside the list or object in which it began.
struct Nesting {
    bool inText = false;   ///< inside a string
    bool escaped = false;  ///< the next character follows a backslash
    std::int64_t depth = 0;
};

struct NestingStop {
    static constexpr std::size_t none = std::string_view::npos;
    std::size_t closedAt = none;   ///< the bracket that closes depth 0; the scan ends there
    std::size_t lastComma = none;  ///< the last comma at depth 0 before that
};

/// Brackets are counted, not matched: whether "[}" is meant is for a parser to say.
NestingStop scanNesting(std::string_view bytes, Nesting& state);

}  // namespace plumbline
