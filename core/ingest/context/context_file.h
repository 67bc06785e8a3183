// NAME.context.json beside a file, context.json in its folder or above it, or --context FILE (TRACE_FORMAT §4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/trace/context.h"
#include "core/trace/result.h"

namespace plumbline {

/// The header object of a trace, or a context file, as facts and the rest. `edited` puts values where a context file's
/// go (Fact::edited), else where the result file's own go (Fact::stated).
struct HeaderFacts {
    Context context;
    TimingBoundary boundary;
    std::optional<Nanoseconds> declaredDuration;
    std::optional<std::int64_t> declaredRequests;
    Reported reported;
    std::optional<std::int64_t> declaredCompleted;
    bool startsCoarse = false;
    std::optional<bool> warmupRemoved;
    /// What could not be taken as it stands, without a full stop: "'run' is given twice: the last is used".
    std::vector<std::string> remarks;
};
Result<HeaderFacts> parseHeader(std::string_view json, bool edited);

/// The nearest context file for a result file: NAME.context.json, else context.json in its folder or above it, no
/// higher than `root` (the folder that was opened; for a file named alone: its own folder and those above it, 4 at
/// most).
std::optional<std::string> findContextFile(const std::string& resultPath, const std::string& root);

/// Lays a context file's facts over a source's own: both are kept where both speak.
void applyContext(SourceInfo& source, const HeaderFacts& facts);

}  // namespace plumbline
