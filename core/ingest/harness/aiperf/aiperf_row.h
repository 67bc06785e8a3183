// One line of AIPerf's profile_export.jsonl, of either layout (FORMATS/aiperf.md §2), into a row.
#pragma once

#include <memory>
#include <string>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/text/records.h"
#include "core/trace/row.h"

namespace plumbline {

class AiperfRowReader {
public:
    /// `counted` is who counted the output tokens; unknown where no summary says so.
    AiperfRowReader(Diagnostics& diagnostics, TokenSource counted);
    ~AiperfRowReader();

    /// Reads a line into row(); false when it is no request, see reason().
    bool read(const Record& record);
    Row& row();
    std::string reason() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace plumbline
