// The small traces of sample_runs: made here, the same to the byte each time.
#pragma once

#include <filesystem>

namespace plumbline::support {

/// Writes every file of sample_runs but the README files under `folder`; throws std::system_error. What a file there
/// shows is told in the README beside it.
void writeSampleRuns(const std::filesystem::path& folder);

}  // namespace plumbline::support
