#include "core/judge/typical_tokens.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/judge/words.h"

namespace plumbline {

std::string TypicalTokens::difference(std::size_t a, std::size_t b) {
    constexpr double otherWorkload = 1.8;
    std::string said = words(a, b, Tokens::prompt, otherWorkload);
    return said.empty() ? words(a, b, Tokens::output, otherWorkload) : said;
}

std::string TypicalTokens::words(std::size_t a, std::size_t b, Tokens side, double leastFactor) {
    const auto ours = of(a, side), theirs = of(b, side);
    if (!ours || !theirs) return {};
    const double less = std::min(ours->tokens, theirs->tokens), more = std::max(ours->tokens, theirs->tokens);
    if (more < leastFactor * less) return {};
    const std::string second = ours->statistic == theirs->statistic ? "" : fmt::format("{} ", theirs->statistic);
    return fmt::format("{} {} tokens {} and {}{}", ours->statistic, side == Tokens::prompt ? "prompt" : "output",
                       numberText(ours->tokens), second, numberText(theirs->tokens));
}

std::optional<TypicalTokens::Typical> TypicalTokens::of(std::size_t configuration, Tokens side) {
    const auto [at, isNew] = m_known.try_emplace({configuration, side});
    if (isNew) at->second = typical(configuration, side);
    return at->second;
}

std::optional<TypicalTokens::Typical> TypicalTokens::typical(std::size_t configuration, Tokens side) const {
    const Columns& rows = m_input.data.rows;
    const auto& counts = side == Tokens::prompt ? rows.promptTokens : rows.outputTokens;
    std::vector<double> values;
    double means = 0, summaries = 0;
    const auto& levels = m_input.figures.configurations[configuration].levels;
    for (std::size_t level = 0; level < levels.size(); ++level) {
        const auto& mean = side == Tokens::prompt ? levels[level].promptTokens.mean : levels[level].outputTokens.mean;
        if (levels[level].summaryOnly && mean) means += *mean, ++summaries;
        m_input.forEachRow({configuration, level}, [&](std::size_t row) {
            if (rows.status[row] == Status::ok && counts[row] > 0) values.push_back(counts[row]);
        });
    }
    if (values.empty()) return summaries > 0 ? std::optional(Typical{means / summaries, "mean"}) : std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return Typical{*middle, "median"};
}

}  // namespace plumbline
