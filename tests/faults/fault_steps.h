// Stands between a program and the system: counts the calls that write below one folder, and at the n-th ends the
// process, or lets the disk be full from there on. Linked into a program, or preloaded (LD_PRELOAD) with FAULT_FOLDER,
// FAULT_KIND, FAULT_STEP and FAULT_COUNT (a file of eight bytes that the count is kept in) in its environment.
#pragma once

#include <cstdint>

namespace plumbline {

enum class FaultKind : int {
    kill,  ///< SIGKILL before the call
    torn,  ///< SIGKILL after half of what a call writes; before any other call
    full   ///< ENOSPC, once and from then on; what makes room or says nothing of room goes on
};

/// From now on in this process. `count` is kept up to date, across the end of the process too where it is shared.
void armFaults(const char* folder, FaultKind kind, std::uint64_t step, std::uint64_t* count);

}  // namespace plumbline
