// What inputs of a bound must be, before anything is worked out.
#pragma once

#include "core/bound/bound.h"

namespace plumbline {

/// The first thing that is missing or makes no sense, with what to give.
Result<void> checkBound(const BoundInputs& inputs);

}  // namespace plumbline
