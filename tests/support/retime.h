// Moving simulated times so that a figure comes out to the digit, while everything else keeps its shape.
#pragma once

#include <vector>

#include "tests/support/request.h"

namespace plumbline::support {

/// Maps the text chunks evenly onto [first, last], and the first events and the end with them: what came before the
/// first chunk keeps its distance from it, the end its distance from the last. Inner chunks land on the time grain.
void retimeAnswer(SimulatedRequest& request, Nanoseconds first, Nanoseconds last);

/// Stretches a run about its first start until the last end is `window` after it, exactly. Order is kept.
void stretchRun(std::vector<SimulatedRequest>& requests, Nanoseconds window);

/// Scales the first-content times until the percentile is `target`, exactly and under every usual percentile rule: the
/// row that defines it and both its neighbours get that time. (n - 1) x percent must be a multiple of 100.
void pinFirstContent(std::vector<SimulatedRequest>& requests, int percent, Nanoseconds target);

/// Last end - first start, in a run that is not empty and whose ends are known.
Nanoseconds window(const std::vector<SimulatedRequest>& requests);

}  // namespace plumbline::support
