// Tokens of a typical request of each source, by which workloads are told apart (metrics §6).
#pragma once

#include "core/trace/dataset.h"

namespace plumbline {

/// Fills Source::typicalPrompt and typicalOutput. The rows are in, ordered by run.
void describeLengths(Dataset& data);

}  // namespace plumbline
