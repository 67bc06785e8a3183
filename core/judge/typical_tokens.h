// How long prompts and answers of a configuration are in the middle, by which workloads differ where nothing else tells
// (METRICS §6).
#pragma once

#include <map>

#include "core/judge/checks.h"

namespace plumbline {

/// Of prompt and of output tokens over a configuration's ok rows that have any; of summaries the mean of their means.
class TypicalTokens {
public:
    explicit TypicalTokens(const JudgeInput& input) : m_input(input) {}

    /// "median prompt tokens 100 and 200", "mean ...", "median ... 100 and mean 200": a factor of 1.8 or more; empty
    /// where there is none.
    std::string difference(std::size_t a, std::size_t b);
    /// The same of prompts, whatever the factor; empty where either is not known.
    std::string prompts(std::size_t a, std::size_t b) { return words(a, b, Tokens::prompt, 1); }

private:
    enum class Tokens : std::uint8_t { prompt, output };
    /// Of rows the median; a summary has totals alone, and so a mean.
    struct Typical {
        double tokens = 0;
        std::string_view statistic;
    };

    std::string words(std::size_t a, std::size_t b, Tokens side, double leastFactor);
    std::optional<Typical> of(std::size_t configuration, Tokens side);
    std::optional<Typical> typical(std::size_t configuration, Tokens side) const;

    const JudgeInput& m_input;
    std::map<std::pair<std::size_t, Tokens>, std::optional<Typical>> m_known;
};

}  // namespace plumbline
