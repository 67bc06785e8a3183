#include "core/trace/run_limits.h"

#include "core/trace/time_limits.h"

namespace plumbline {

HeldRun holdRun(RunInfo& run) {
    HeldRun held;
    if (!isLoad(run.load)) {
        run.load = {};
        held.load = true;
    }
    const Nanoseconds duration = run.declaredDuration;
    if (isKnown(duration) && (duration < Nanoseconds(0) || !isOffset(duration))) {
        run.declaredDuration = unknownTime;
        held.duration = true;
    }
    for (std::optional<std::int64_t>* const count : {&run.declaredRequests, &run.declaredCompleted})
        if (*count && (**count < 0 || **count > largestDeclared)) {
            count->reset();
            held.counts = true;
        }
    return held;
}

}  // namespace plumbline
