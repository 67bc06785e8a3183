// What AIPerf's rows and its summary share.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tests/support/random.h"
#include "tests/support/request.h"

namespace plumbline::support::aiperf {

/// AIPerf's latency ends with the last content event; a failed row ends when it failed.
inline Nanoseconds latency(const SimulatedRequest& request) {
    return answered(request) ? request.chunkTimes.back() : request.end.value_or(Nanoseconds(0));
}

/// In the form of a version 4 UUID.
inline std::string uuid(Random& random) {
    const std::uint64_t high = random.next(), low = random.next();
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}", high >> 32, (high >> 16) & 0xffff, high & 0xfff,
                       0x8000 | ((low >> 48) & 0x3fff), low & 0xffffffffffff);
}

}  // namespace plumbline::support::aiperf
