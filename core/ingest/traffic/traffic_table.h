// Traces of production traffic as tables: one request a line, with its time and two counts of tokens
// (FORMATS/traffic.md §1, §4, §5).
#pragma once

#include <string_view>

#include "core/ingest/reader/reader.h"

namespace plumbline {

/// Columns by name; empty: the format has none. Those that a file lacks are unknown in all its rows.
struct TrafficTable {
    std::string_view prompt, output;
    std::string_view time;
    bool timeIsDate = false;  ///< a date and time, taken for UTC without a zone; else seconds on a clock of its own
    std::string_view duration = {};  ///< of the whole answer, s
    std::string_view session = {}, model = {};
    bool noOutputIsFailure = false;
    std::string_view remark = {};  ///< a sentence for every file of the format
};

/// Errors: io, cancelled; refused for a table without a line.
Result<ReadOutcome> readTrafficTable(const ReadInput& input, RowSink& sink, const TrafficTable& table);

}  // namespace plumbline
