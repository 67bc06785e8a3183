// What the two logs of MLPerf LoadGen tell, under the keys of the detail log (FORMATS/mlperf.md).
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace plumbline {

/// Values as JSON texts by the detail log's keys. Of a key that stands there more than once, the last.
using LoadGenValues = std::map<std::string, std::string, std::less<>>;

/// One line of mlperf_log_summary.txt, "Mean latency (ns) : 42", whose wording drifts; what is no figure, limit or
/// setting that we use is passed over.
void takeLoadGenSummaryLine(std::string_view line, LoadGenValues& values);

}  // namespace plumbline
