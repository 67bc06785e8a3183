#include "tests/support/samples.h"

#include "tests/support/retime.h"
#include "tests/support/samples/parts.h"
#include "tests/support/writers.h"

namespace plumbline::support {

void writeSampleRuns(const std::filesystem::path& folder) {
    writeTwoEngines(folder / "two-engines");
    writeBufferingProxy(folder / "buffering-proxy");
    writeReasoning(folder / "reasoning");
    writeOneTrillionSweep(folder / "one-trillion-sweep");
    writeFreshAndRepeated(folder / "fresh-and-repeated");
    writeSpeculative(folder / "speculative");
}

Nanoseconds epochTime(int year, unsigned month, unsigned day, int hour) {
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
    return std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(hour);
}

void writeText(const std::filesystem::path& path, std::string_view text) {
    TextSink sink(path);
    sink.put(text);
    sink.close();
}

void writeTraceFile(const std::filesystem::path& path, const RunDescription& run,
                    const std::vector<SimulatedRequest>& requests) {
    TextSink sink(path);
    writeTrace(sink, run, requests);
    sink.close();
}

void writeContextFile(const std::filesystem::path& folder, const RunDescription& run) {
    writeText(folder / "context.json", headerJson(run, HeaderUse::context) + "\n");
}

void nameRequests(std::vector<SimulatedRequest>& requests, std::string_view prefix) {
    for (std::size_t index = 0; index < requests.size(); ++index)
        requests[index].id = fmt::format("{}-{}-{}", prefix, requests[index].concurrency, index);
}

Nanoseconds afterRun(const std::vector<SimulatedRequest>& requests) {
    return requests.front().start + window(requests) + std::chrono::seconds(20);
}

}  // namespace plumbline::support
