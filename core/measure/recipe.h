// How a figure is made: five ingredients, so that a cause can be found by changing one at a time.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/measure/dialect.h"

namespace plumbline {

/// verdicts: ours, by verdict, window, phase and review. The others know nothing of those. everyRow: failed ones too,
/// each in the distributions of the times that it has.
enum class Population : std::uint8_t { verdicts, withoutError, withoutErrorMeasured, everyRow };
/// What rates divide by. window: ours; duration: as the harness timed it; completed, all: first start to last end of
/// the population, of all rows; lastCompletion: from the first scheduled send; sends: the population's first start to
/// its last start for requests, and to its last end for tokens, unknown where starts are coarse.
enum class Span : std::uint8_t { window, duration, completed, all, lastCompletion, sends };
/// weighted: the first value at which the cumulative weight reaches p; truncated: the value at index int(n p);
/// extrapolated: exclusive, but a rank outside the values lies in the line of the outermost two.
enum class Cut : std::uint8_t { linear, nearest, exclusive, weighted, truncated, extrapolated };
/// Whose count of the output tokens. stored: what the row holds as its own.
enum class Counter : std::uint8_t { stored, client, server };
enum class FirstEvent : std::uint8_t { own, anyText, answerText };
enum class LastEvent : std::uint8_t { end, endButTpotLastText, lastText };

struct Formula {
    bool ours = true;  ///< METRICS §2; the rest is then not looked at, but for roleGap
    FirstEvent first = FirstEvent::own;
    LastEvent last = LastEvent::end;
    bool fromScheduled = false;
    bool tokenWeights = false;       ///< TPOT is weighted by the tokens it is over
    bool roleGap = false;            ///< the gap after a role chunk is an ITL
    bool closingGap = false;         ///< and so is the time from the last listed chunk to the end
    bool waitInTokenTime = false;    ///< time per output token begins at the start
    bool stepMore = false;           ///< one gap more after the last text: up to the end marker
    bool sampleSpread = false;       ///< standard deviation over n - 1
    bool singleTokenIsZero = false;  ///< TPOT of an answer of one token or none is 0
    bool operator==(const Formula&) const = default;
};

struct Recipe {
    Population population = Population::verdicts;
    bool missingIsZero = false;  ///< of the population: a first token that was not seen counts as TTFT 0
    bool twoTimes = false;       ///< of the population: TTFT and TPOT of answers with at least two chunks only
    Span span = Span::window;
    Cut cut = Cut::linear;
    Formula formula;
    Counter counter = Counter::stored;
    bool operator==(const Recipe&) const = default;
};

enum class Ingredient : std::uint8_t { population, window, percentile, formula, tokens };
inline constexpr std::array ingredients{Ingredient::population, Ingredient::window, Ingredient::percentile,
                                        Ingredient::formula, Ingredient::tokens};

Recipe ourRecipe(const MeasureSettings& settings);
/// own: the rows were written by that harness, so that its first-token event and its token count are the rows' own.
Recipe recipeOf(Dialect dialect, bool own);
/// base with one ingredient of other.
Recipe exchanged(Recipe base, const Recipe& other, Ingredient ingredient);

/// Figures by one recipe over the rows of some runs; each is computed when first asked for.
class Evaluation {
public:
    Evaluation(const MeasuredRows& rows, std::vector<RunIndex> runs, const Recipe& recipe, std::stop_token stop = {});
    ~Evaluation();
    Evaluation(Evaluation&&) noexcept;

    /// By key path, in s, tokens/s and the like. Nothing: unknown key, or the rows cannot tell it. In flight by our
    /// recipe is not told here: it is no figure of single rows.
    std::optional<double> figure(std::string_view keyPath);
    /// Values that a distribution's figure is of, and how many of them are 0 for "not seen".
    std::size_t count(std::string_view keyPath);
    std::size_t zeros(std::string_view keyPath);
    std::size_t members() const;  ///< rows of the population
    /// What the rate of this key path divides by.
    std::optional<double> spanSeconds(std::string_view keyPath) const;
    double outputTokens() const;
    const Recipe& recipe() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Whether a key path is one that figure() knows.
bool isComparable(std::string_view keyPath);
/// "ttft_s" of "ttft_s.p99"; the path itself for a total.
std::string_view seriesOf(std::string_view keyPath);

}  // namespace plumbline
