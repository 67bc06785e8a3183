// GuideLLM's report (FORMATS/guidellm.md): one benchmark a strategy, each with its figures and, mostly, its requests.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/reader/reader.h"

namespace plumbline {

/// How the requests of one benchmark are to be taken.
struct GuideLlmReading {
    bool old = false;       ///< the layout of 0.2 and 0.3
    bool anyText = false;   ///< 0.7 and later: reasoning and tool calls count as a first token
    bool openLoop = false;  ///< the targeted start is a schedule; closed loops write the run's start there
    bool askedFor = false;  ///< counts of the request were preferred over those of the response
    Nanoseconds measureStart = unknownTime, measureEnd = unknownTime;
    Load load;
};

struct GuideLlmBenchmark {
    Context context;
    TimingBoundary boundary;
    RunInfo run;
    bool warmupRemoved = false;
    GuideLlmReading reading;
};

/// From the report without its benchmarks, and a benchmark without its requests.
GuideLlmBenchmark describeGuideLlm(const nlohmann::json& report, const nlohmann::json& benchmark,
                                   Diagnostics& diagnostics);

/// What the figures of a benchmark without requests leave out, and why.
void leaveOutGuideLlm(Context& context);

/// Reads one request of either layout.
class GuideLlmRowReader {
public:
    explicit GuideLlmRowReader(Diagnostics& diagnostics);
    ~GuideLlmRowReader();

    /// `status` is that of the list in which it stands, which wins over its own. False: it is no request, see reason().
    bool read(std::string_view text, Status status, const GuideLlmReading& reading);
    Row& row();
    std::string reason() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// The summary table of 0.4 and later, with three lines of headers.
extern const ReaderForm guideLlmCsv;

}  // namespace plumbline
