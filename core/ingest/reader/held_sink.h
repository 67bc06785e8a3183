// The last place that every reader's times and runs pass: what no request can last and no run can say is unknown, and
// counted.
#pragma once

#include "core/ingest/reader/reader.h"

namespace plumbline {

class HeldSink final : public RowSink {
public:
    explicit HeldSink(RowSink& to) : m_to(to) {}
    void row(std::size_t source, std::size_t run, const Row& row) override;
    void reject(const Rejection& rejection) override { m_to.reject(rejection); }
    /// Holds runs to run_limits.h, and says in diagnostics "out-of-range" how many rows and runs had such times, loads
    /// and counts.
    void finish(ReadOutcome& outcome) const;

private:
    RowSink& m_to;
    std::uint64_t m_rows = 0, m_firstLine = 0, m_firstRecord = 0;
};

/// What to say where starts do not fit the clock that they are said to be of.
Diagnostic startsOffClock(std::string_view clock, std::uint64_t count);

}  // namespace plumbline
