// One request's own life: what is known to have happened, and when, on one axis from its start.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/dataset.h"

namespace plumbline {

/// Something that happened, at a time from the start of the request.
struct RowMoment {
    std::string_view name;  ///< "sent", "headers", "first byte", "first reasoning", "first content", "end", ...
    Nanoseconds time{};
};

struct RowTrace {
    std::vector<RowMoment> moments;   ///< those that are known, by time; "sent" is the first unless the clock ran back
    std::vector<Nanoseconds> chunks;  ///< when each came: the first token, and after it gap by gap
    std::string chunkNote;            ///< what the chunks are, or why there are none: one sentence
    Nanoseconds from{}, to{};         ///< the first and the last of all times
};

/// `gaps` are the row's own, in the file's order; what they are counted from is the time of the first token (METRICS
/// §2). Nothing is clamped: a time before the start or after the end stands where it was recorded.
RowTrace rowTrace(const Columns& rows, std::size_t row, std::span<const Nanoseconds> gaps);

}  // namespace plumbline
