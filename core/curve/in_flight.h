// Requests in flight over a run's time, by a sweep: ends before starts at a tie (METRICS §4).
#pragma once

#include <span>
#include <vector>

#include "core/measure/classify.h"

namespace plumbline {

/// From this time on, until the next entry's, so many requests are open.
struct OpenAt {
    Nanoseconds from{0};
    std::int64_t requests = 0;
};
/// Over [first start, last end] of the run, all requests with known times, failed ones included; times ascend, and
/// the last entry is at the last end. Empty where the run knows no starts or no ends. Rows that never happened are not
/// counted; places: of all rows, or none, and then all happened.
std::vector<OpenAt> openRequests(const Dataset& data, std::size_t run, std::span<const Place> places = {});

}  // namespace plumbline
