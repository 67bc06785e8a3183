// What the forms of claims share: who is meant, what is known of one level, and how an interval decides.
#pragma once

#include "core/judge/claims/claim_answer.h"
#include "core/judge/compare/pair_evidence.h"
#include "core/judge/resample/level_evidence.h"

namespace plumbline {

/// The figures, and draws of what a claim speaks of.
struct ClaimBench {
    ClaimBench(const ClaimData& given, const std::vector<Quantity>& quantities, std::stop_token stop);
    const ClaimData& data;
    JudgeInput input;
    LevelValues values;
    Resampler resampler;
    PairReader pairs;

    const ConfigurationFigures& configuration(std::size_t position) const {
        return data.figures.configurations[position];
    }
    const std::string& nameOf(std::size_t position) const { return configuration(position).name; }
    const LevelFigures& level(LevelPlace place) const { return input.level(place); }
};

/// Shown configurations that a claim may mean by its word; all of them for none.
std::vector<std::size_t> candidates(const ClaimData& data, const ClaimWho& who);

/// The value of a level, infinite where it is not attained; nothing: withheld. A quantile that the level does not hold
/// is taken from its rows.
std::optional<double> valueOrInfinite(const ClaimBench& bench, LevelPlace place, const Quantity& quantity);

Evidence evidenceOf(ClaimBench& bench, LevelPlace place, const Quantity& quantity);

/// 2.5% and 97.5% of draws of which some may be infinite; nothing where fewer than half are there, or all are alike.
Limits drawnLimits(const std::vector<std::optional<double>>& draws);

/// "95% interval 39.9 s to 41.7 s", "at least 39.9 s, and no upper limit", ...; empty for none.
std::string limitsText(const Quantity& quantity, const Limits& limits, bool isDifference = false);
std::string limitsText(const Limits& ratio);

/// All parts supported: supported, in these runs where one is so alone; one not: not; else not decidable. No part: not
/// decidable.
ClaimState together(const std::vector<ClaimAt>& parts);
/// The sentence of the only part, or how many loads say what, and the first that is against it.
std::string togetherText(const std::vector<ClaimAt>& parts);
/// "1, 8 and 32": the loads of the parts in a state; empty: none.
std::string loadsIn(const std::vector<ClaimAt>& parts, ClaimState state);
/// The same of both states that support, and ", in these runs" where some are of those.
std::string supportedLoads(const std::vector<ClaimAt>& parts);

/// A limit at each of the levels (claim_limit.cpp); fills state, text, narrower and at.
void answerLimit(ClaimBench& bench, std::size_t configuration, ClaimAnswer& answer);
/// One against another at each load that the form asks for (claim_pair.cpp), or under its limit (claim_under.cpp).
void answerPair(ClaimBench& bench, std::size_t subject, std::size_t other, ClaimAnswer& answer);
void answerUnder(ClaimBench& bench, std::size_t subject, std::size_t other, ClaimAnswer& answer);

/// Lower or higher: better and worse by what the metric calls better.
bool claimsLower(const ClaimForm& form, const Quantity& quantity);

/// The subject (b of the evidence) against the other and against the margin; fills state, decidedBy, factor, runs,
/// interval and the end of the text. intervalOf is that of the evidence.
void decidePair(const ClaimForm& form, const Quantity& quantity, const PairEvidence& evidence, ClaimAt& part);

/// Nothing is decided of all rows by those that have the figure: the state is taken back, and few is said with it.
/// few: partOfRowsText of who is compared; empty: all have it.
void leaveOpen(ClaimState& state, std::string& text, const std::string& few);

}  // namespace plumbline
