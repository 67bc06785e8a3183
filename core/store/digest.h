// SHA-256 of a file: what a file is known by in a workspace and in a review.
#pragma once

#include <stop_token>
#include <string>

#include "core/trace/result.h"

namespace plumbline {

/// Sixty-four hexadecimal digits of the file as it lies on disk. Errors: io; cancelled, when asked to stop.
Result<std::string> sha256OfFile(const std::string& path, std::stop_token stop = {});

}  // namespace plumbline
