#include "core/ingest/reader/held_sink.h"

#include <fmt/format.h>

#include "core/trace/run_limits.h"
#include "core/trace/time_limits.h"

namespace plumbline {

void HeldSink::row(std::size_t source, std::size_t run, const Row& row) {
    if (holdsTimes(row)) return m_to.row(source, run, row);
    if (m_rows++ == 0) m_firstLine = row.line, m_firstRecord = row.record;
    Row held = row;
    dropTimes(held);
    m_to.row(source, run, held);
}

void HeldSink::finish(ReadOutcome& outcome) const {
    std::uint64_t longTimes = m_rows, negative = 0, loads = 0, counts = 0;
    for (SourceInfo& source : outcome.sources)
        for (RunInfo& run : source.runs) {
            const bool isNegative = run.declaredDuration < Nanoseconds(0);
            const HeldRun held = holdRun(run);
            (isNegative ? negative : longTimes) += held.duration ? 1 : 0;
            loads += held.load ? 1 : 0;
            counts += held.counts ? 1 : 0;
        }
    const auto say = [&outcome](std::uint64_t count, std::string text, std::uint64_t line = 0) {
        if (count > 0) outcome.diagnostics.push_back({"out-of-range", std::move(text), count, line});
    };
    const std::string where = m_rows == 0        ? "in what the file says of its runs"
                              : m_firstLine == 0 ? fmt::format("first in record {}", m_firstRecord)
                                                 : fmt::format("first in line {}", m_firstLine);
    say(longTimes, fmt::format("Times of 100 days or more are taken as unknown, {}.", where), m_firstLine);
    say(negative, "Durations of runs below 0 are taken as unknown.");
    say(loads, "Loads of nothing or less, or above 1,000,000,000, are not stated.");
    say(counts, "Counts of requests below 0, or too large to be one, are taken as unknown.");
}

Diagnostic startsOffClock(std::string_view clock, std::uint64_t count) {
    return {"start-out-of-range",
            clock == "epoch" ? "Starts before 1970, or after 2261, are taken as unknown: the clock is epoch."
                             : "Starts 146 years or more from the beginning of their clock are taken as unknown.",
            count};
}

}  // namespace plumbline
