// One run may be told twice: by its rows, and by a file that sums it up (METRICS §6).
#pragma once

#include "core/trace/dataset.h"

namespace plumbline {

/// Marks summaries of runs that are here themselves; what they report goes to the run that stays, where it says nothing
/// of its own. A run with rows is never superseded: a second copy of rows is a finding, not a summary. Neither is a
/// summary by one in a folder beside its own, which somebody holds for another run: both are marked as copies.
void supersede(Dataset& data);

/// Whether its file sums up a run of several stages, by its harness's word.
bool sumsUp(const Source& source);

}  // namespace plumbline
