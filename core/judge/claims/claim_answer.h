// What the data says to a claim: supported, not supported or not decidable, and the narrower sentence that holds.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/judge/claims/claim_form.h"
#include "core/judge/judge.h"

namespace plumbline {

/// inTheseRuns: supported by fewer than three runs on a side, so that how much a repeat would differ is not in it.
/// notSupported: the data speak against it, not merely too softly for it.
enum class ClaimState : std::uint8_t { supported, inTheseRuns, notSupported, notDecidable };
constexpr bool isSupported(ClaimState state) {
    return state == ClaimState::supported || state == ClaimState::inTheseRuns;
}
std::string_view name(ClaimState state);   ///< "supported", "supported_in_these_runs", "not_supported", "not_decidable"
std::string_view words(ClaimState state);  ///< the same for people, with blanks

/// What decides a claim. scaledDifference: the subject's value less ClaimAt::factor times the other's, against 0.
enum class ClaimBasis : std::uint8_t { value, difference, ratio, scaledDifference };
std::string_view name(ClaimBasis basis);

/// A claim at one load, or at the operating points of two configurations (no load). Figures in stored units.
struct ClaimAt {
    std::optional<Load> load;
    ClaimState state = ClaimState::notDecidable;
    std::string text;                    ///< one sentence with its numbers
    std::optional<double> value, other;  ///< the subject's, and of a comparison the other's; infinite: not attained
    ClaimBasis decidedBy = ClaimBasis::value;
    double factor = 1;
    std::vector<std::size_t> runs;  ///< of the subject, and of a comparison of the other; empty: nothing was compared
    Limits interval;                ///< 95%, of what decides; no end: it is not known, or infinite
    std::string intervalOf;         ///< what it comes from, or why there is none
};

struct ClaimAnswer {
    ClaimForm form;
    std::string claim;                          ///< the form in full
    std::optional<std::size_t> subject, other;  ///< positions in Figures::configurations, once they are told
    std::optional<Quantity> quantity;
    ClaimState state = ClaimState::notDecidable;
    std::string text;      ///< why, a sentence or two
    std::string narrower;  ///< what of it is supported; empty: nothing is
    std::vector<ClaimAt> at;
};

/// All of one analysis; the judgement is that of the figures.
struct ClaimData {
    const Dataset& data;
    const Settings& settings;
    const Figures& figures;
    const Judgement& judgement;
};

/// The same answer for the same input, to the bit. Once a stop was asked for, what is not yet known is not decidable.
ClaimAnswer answerClaim(const ClaimData& data, const ClaimForm& form, std::stop_token stop = {});

}  // namespace plumbline
