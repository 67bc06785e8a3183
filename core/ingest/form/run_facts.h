// What readers work out of a run's own counts: the load it stood at, and how many of its requests failed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/trace/context.h"

namespace plumbline {

/// A rate at which all requests are due in under 1% of the run's duration stands for infinity: beside a cap it is a
/// closed loop at the cap, else unbounded (METRICS §1). Any other load, and one of a run that knows neither its
/// requests nor its duration, as it was asked for.
Load loadInForce(const Load& asked, std::optional<double> cap, const RunInfo& run);

/// Makes a run a summary without rows, and reports its error rate: by the harness's own count of failures, else by the
/// requests that were asked for and did not complete. A rate that the harness itself reports stays.
void makeSummary(RunInfo& run, std::optional<std::int64_t> failed = std::nullopt);

/// The load that the names of the folders tell ("...-concurrency64"), the nearest folder first; not stated otherwise.
Load loadOfFolder(const std::string& path);

}  // namespace plumbline
