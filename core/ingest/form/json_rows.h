// Rows that are objects of a list: a list at the top of a document, under one of its keys, or one document after
// another. Files of any size; one row in memory.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/reader/reader.h"

namespace plumbline {

/// A place that the walk could not follow.
struct RowsBreak {
    std::string why;
    std::uint64_t byte = 0;
    bool inRow = false;  ///< inside a row, which is lost
};

struct RowsPlan {
    std::string_view list;                  ///< key of the list; empty: the document is the list, or a row itself
    std::vector<std::string_view> members;  ///< other top-level keys whose values are wanted
    /// The text of an element, whatever it is, and its first byte; windowPadding bytes after it are readable. Empty: it
    /// is too long to be a row.
    std::function<void(std::string_view text, std::uint64_t byte)> row;
    std::function<void(const std::string& key, std::string_view text)> member;
    std::function<void(const RowsBreak& at)> broken;  ///< may be empty
};

/// Walks the rows and the members in file order; after a break it goes on at the next line that begins an object.
/// Errors: io, cancelled.
Result<void> walkRows(const ReadInput& input, const RowsPlan& plan);

/// For a look ahead of the reading: no progress, and damage is told the second time.
ReadInput lookAheadOf(const ReadInput& input);

}  // namespace plumbline
