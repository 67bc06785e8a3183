#include "core/ingest/reader/held_times.h"

#include <fmt/format.h>

#include "core/trace/time_limits.h"

namespace plumbline {

void HeldTimesSink::row(std::size_t source, std::size_t run, const Row& row) {
    if (holdsTimes(row)) return m_to.row(source, run, row);
    if (m_rows++ == 0) m_firstLine = row.line, m_firstRecord = row.record;
    Row held = row;
    dropTimes(held);
    m_to.row(source, run, held);
}

void HeldTimesSink::finish(ReadOutcome& outcome) const {
    std::uint64_t count = m_rows;
    for (SourceInfo& source : outcome.sources)
        for (RunInfo& run : source.runs) {
            if (!isKnown(run.declaredDuration) || isOffset(run.declaredDuration)) continue;
            run.declaredDuration = unknownTime;
            ++count;
        }
    if (count == 0) return;
    const std::string where = m_rows == 0        ? "in what the file says of its runs"
                              : m_firstLine == 0 ? fmt::format("first in record {}", m_firstRecord)
                                                 : fmt::format("first in line {}", m_firstLine);
    outcome.diagnostics.push_back({"out-of-range",
                                   fmt::format("Times of 100 days or more are taken as unknown, {}.", where), count,
                                   m_firstLine});
}

Diagnostic startsOffClock(std::string_view clock, std::uint64_t count) {
    return {"start-out-of-range",
            clock == "epoch" ? "Starts before 1970, or after 2261, are taken as unknown: the clock is epoch."
                             : "Starts 146 years or more from the beginning of their clock are taken as unknown.",
            count};
}

}  // namespace plumbline
