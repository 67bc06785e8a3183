#include "core/ingest/traffic/traffic_output.h"

#include <utility>

namespace plumbline {

void TrafficOutput::row(Row& row) {
    if (isKnown(row.start)) {
        m_anyStart = true;
        m_wholeSeconds = m_wholeSeconds && row.start.count() % 1'000'000'000 == 0;
    }
    m_out.row(0, 0, row);
}

Result<ReadOutcome> TrafficOutput::finish(const std::string& path, std::string_view clock, Context context,
                                          Count blockTokens) {
    if (m_outcome.records == 0)
        return unexpected(ErrorKind::refused, "It is a trace of traffic without a request.", path);
    SourceInfo source;
    source.context = std::move(context);
    source.traffic = true;
    source.blockTokens = blockTokens;
    if (m_anyStart) source.boundary.clock = clock;
    RunInfo run;
    run.startsCoarse = m_anyStart && m_wholeSeconds;
    source.runs.push_back(std::move(run));
    m_outcome.sources.push_back(std::move(source));
    m_outcome.diagnostics = m_diagnostics.take();
    return std::move(m_outcome);
}

}  // namespace plumbline
