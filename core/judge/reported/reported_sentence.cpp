// The sentences that name an ingredient, each with both sides of it.
#include <fmt/format.h>

#include "core/judge/reported/reported_cause.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

const char* rule(Cut cut) {
    switch (cut) {
        case Cut::nearest:
            return "takes the nearest rank";
        case Cut::exclusive:
            return "interpolates with exclusive ranks";
        default:
            return "interpolates linearly";
    }
}

}  // namespace

std::string CauseFinder::sentence(Ingredient ingredient, const std::string& key) {
    switch (ingredient) {
        case Ingredient::population:
            return populationText(key);
        case Ingredient::window:
            return windowText(key);
        case Ingredient::percentile:
            return percentileText(key);
        case Ingredient::formula:
            return formulaText(key);
        case Ingredient::tokens:
            break;
    }
    return tokensText();
}

std::string CauseFinder::populationText(const std::string& key) {
    Evaluation &theirs = by(m_theirs), &own = by(m_ours);
    const std::size_t zeros = theirs.zeros(key), many = own.count(key);
    const bool total = seriesOf(key).size() == key.size() || key.find("tokens.") != std::string::npos;
    const char* const things = total ? "requests" : seriesOf(key) == "itl_s" ? "gaps" : "values";
    std::string out =
        fmt::format("{} {}, {} {}", title(), entry(*m_dialect).population, countText(theirs.count(key)), things);
    if (zeros > 0) out += fmt::format(", {} of them a 0 for a first token that never came", countText(zeros));
    if (many > 0) return out + fmt::format("; ours is over {}", countText(many));
    const auto reason = m_level.withheld.find(key);
    return out + (reason == m_level.withheld.end() ? std::string("; ours has none")
                                                   : fmt::format("; ours is withheld: {}", reason->second));
}

std::string CauseFinder::windowText(const std::string& key) {
    const auto theirs = by(m_theirs).spanSeconds(key), own = by(m_ours).spanSeconds(key);
    const std::string length = theirs ? ", " + secondsText(*theirs) : "";
    if (!own)
        return fmt::format("{} divides by {}{}; our window is not known", title(), entry(*m_dialect).window, length);
    return fmt::format("{} divides by {}{}; ours is {}, {}", title(), entry(*m_dialect).window, length,
                       m_level.windowBasis, secondsText(*own));
}

std::string CauseFinder::percentileText(const std::string& key) {
    return fmt::format("{} {}; ours {}, over {} values", title(), entry(*m_dialect).percentile, rule(m_ours.cut),
                       countText(by(m_ours).count(key)));
}

std::string CauseFinder::formulaText(const std::string& key) const {
    const Formula& formula = m_theirs.formula;
    if (key.ends_with(".std") && formula.sampleSpread)
        return fmt::format("{} takes the standard deviation over n - 1; ours is over n", title());
    const std::string_view series = seriesOf(key);
    if (formula.fromScheduled)
        return fmt::format("{}'s times run from the scheduled send; ours from the send itself", title());
    std::string_view does = "ends its times at another event than ours";
    if (series == "itl_s")
        does = formula.closingGap
                   ? "counts the gaps after the role chunk and before the closing usage event, which carry "
                     "no text, as ITLs; ours leaves them out"
                   : "counts the gap after the role chunk, which carries no text, as an ITL; ours leaves "
                     "it out";
    if (series == "in_flight")
        does = "divides the sum of latencies by its window; ours is the time average of open requests";
    if (series == "rate_tokens_per_s")
        does = "takes (tokens - 1) / (end - first token); ours is tokens / (end - first token)";
    if (series == "time_per_output_token_s")
        does = formula.waitInTokenTime ? "takes (last token - start) / tokens, which is no figure of ours"
                                       : "takes (last token - first token) / tokens, which is no figure of ours";
    if (series == "llmperf_request_output_throughput")
        does = "divides each request's tokens by its whole latency, which is no figure of ours";
    if (series == "ttft_s" || series == "ttfc_s")
        does = "takes its own first-token event; ours is the first token of any channel";
    if (series == "tpot_s") does = tpotText();
    return fmt::format("{} {}", title(), does);
}

std::string_view CauseFinder::tpotText() const {
    if (m_theirs.formula.singleTokenIsZero) return "gives an answer of one token a TPOT of 0; ours gives it none";
    if (m_theirs.formula.tokenWeights)
        return "weights the TPOT of each request by its tokens; ours counts requests alike";
    if (m_theirs.formula.last != LastEvent::end) return "ends its TPOT at the last token; ours ends with the response";
    return "takes all tokens after its own first event; ours those after the first token that was seen";
}

std::string CauseFinder::tokensText() {
    return fmt::format("{} counts tokens by {}, {}; ours are {}", title(), entry(*m_dialect).tokens,
                       numberText(by(m_theirs).outputTokens()), numberText(by(m_ours).outputTokens()));
}

}  // namespace plumbline
