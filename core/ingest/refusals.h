// Files that are known, but hold no requests of a client that could be read: what each is and what to give instead.
#pragma once

#include <string>

#include "core/ingest/reader/reader.h"

namespace plumbline {

/// One or two sentences, or nothing where the file is not one of them. Asked only when no reader claims the file.
std::string refusalOf(const Sample& sample);

}  // namespace plumbline
