// Which field the name of a column looks like.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ingest/text/number_text.h"

namespace plumbline {

struct ColumnName {
    std::string words;             ///< "total_time": the last part of a path, lower case, without its unit
    std::optional<TimeUnit> unit;  ///< "total_time_ms", "Total Time (ms)", "totalTimeMs"
};
ColumnName columnName(std::string_view column);

/// What a column of this name holds, as a field of the trace; empty for names that tell nothing.
struct NamedFor {
    std::string_view field;
    bool absolute = false;  ///< a time on a clock
};
NamedFor fieldNamed(std::string_view words);

}  // namespace plumbline
