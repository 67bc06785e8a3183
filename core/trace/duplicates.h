// Rows that are told twice: all times and counts equal to the nanosecond, in a file or across files (METRICS §3).
#pragma once

#include <stop_token>
#include <vector>

#include "core/trace/units.h"

namespace plumbline {

struct Dataset;

/// A row and the earlier one that it repeats, which is no duplicate itself: without the repeats each request counts
/// once.
struct Duplicate {
    RowIndex row{}, earlier{};
};

/// By row. Only ok rows with a first token and an end are compared, and none of a superseded run.
std::vector<Duplicate> duplicatesOf(const Dataset& data, std::stop_token stop = {});

}  // namespace plumbline
