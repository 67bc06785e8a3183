// Traces of production traffic as JSON lines with the hashes of each prompt's blocks (FORMATS/traffic.md §2, §3).
#pragma once

#include "core/ingest/reader/reader.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {

struct TrafficLines {
    TimeUnit timeUnit = TimeUnit::seconds;  ///< of "timestamp", from the trace's begin
    Count blockTokens = unknownCount;       ///< prompt tokens that a hash stands for, as the format has it
};

/// Errors: io, cancelled; refused for a file without a line.
Result<ReadOutcome> readTrafficLines(const ReadInput& input, RowSink& sink, const TrafficLines& lines);

}  // namespace plumbline
