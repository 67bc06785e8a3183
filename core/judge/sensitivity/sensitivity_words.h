// The sentences of a sensitivity.
#pragma once

#include <span>
#include <string>

#include "core/judge/checks.h"
#include "core/judge/sensitivity/sensitivity.h"

namespace plumbline {

/// "0.2 s", "3 chunks": to four significant digits.
std::string cutoffWords(CutoffKind kind, std::int64_t cutoff);
/// "any interval from 0 to 1 s", "any number of chunks from 0 to 10".
std::string rangeWords(CutoffKind kind, std::int64_t most);

/// Puts changes, refusal and text of a ranking whose values and regions are there.
void describe(const FindingInput& input, const CutoffSensitivity& of, RankingSensitivity& ranking);
void describe(const FindingInput& input, const CutoffSensitivity& of, CrossingSensitivity& crossing);
/// Says where both cutoffs together make a leader whom neither makes alone.
void describe(const FindingInput& input, const Sensitivity& of, JointRanking& ranking);
std::string cutoffText(const CutoffSensitivity& of);
std::string untouchedText(const FindingInput& input, std::span<const std::size_t> configurations);

}  // namespace plumbline
