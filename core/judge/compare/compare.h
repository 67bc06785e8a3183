// Makes the comparisons of a judgement.
#pragma once

#include "core/judge/compare/comparison.h"
#include "core/judge/compare/pair_evidence.h"

namespace plumbline {

/// What is always claimed where two levels match (METRICS §7).
std::vector<Quantity> claimedQuantities();

/// Each pair of shown configurations at each load that both have. The resampler must know the claimed quantities.
Comparisons compareAll(PairReader& reader);

}  // namespace plumbline
