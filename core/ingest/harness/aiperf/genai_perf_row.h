// A request of Perf Analyzer's profile_export.json into a row (FORMATS/genai_perf.md §2, §4).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/ingest/reader/diagnostics.h"
#include "core/trace/row.h"

namespace plumbline {

/// What the requests say of the run, by the first that says it.
struct GenaiPerfRequest {
    std::string model;
    std::optional<bool> stream;
};

class GenaiPerfRowReader {
public:
    explicit GenaiPerfRowReader(Diagnostics& diagnostics);
    ~GenaiPerfRowReader();
    /// Reads one element of "requests"; windowPadding bytes after `text` must be readable. False: see reason().
    bool read(std::string_view text);
    Row& row();
    const std::string& reason() const;
    const GenaiPerfRequest& request() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace plumbline
