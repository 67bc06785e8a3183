// A request of inference-perf's per-request file, of any version, into a row (FORMATS/inference_perf.md §2, §5).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/ingest/reader/diagnostics.h"
#include "core/trace/row.h"

namespace plumbline {

class InferencePerfRowReader {
public:
    explicit InferencePerfRowReader(Diagnostics& diagnostics);
    ~InferencePerfRowReader();
    /// Reads one element of the file's list; windowPadding bytes after `text` must be readable. False: see reason().
    bool read(std::string_view text);
    Row& row();
    const std::string& reason() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace plumbline
