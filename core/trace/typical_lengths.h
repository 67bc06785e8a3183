// Tokens of a typical request of each source, by which workloads are told apart (METRICS §6).
#pragma once

#include "core/trace/dataset.h"

namespace plumbline {

/// The middle of the values, the mean of the two middle ones for an even number; nothing of nothing. Reorders.
std::optional<double> medianOf(std::vector<Count>& values);
std::optional<double> meanOf(const std::vector<Count>& values);

/// Fills Source::typicalPrompt and typicalOutput. The rows are in, ordered by run.
void describeLengths(Dataset& data);

}  // namespace plumbline
