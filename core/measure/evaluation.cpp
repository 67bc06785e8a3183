// Statistics, totals and rates by one recipe.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "core/measure/quantiles.h"
#include "core/measure/recipe_rows.h"
#include "core/measure/window.h"

namespace plumbline {

namespace {

constexpr std::array<std::string_view, 9> totals{
    "requests_per_s",     "system_output_tokens_per_s", "total_tokens_per_s", "output_tokens.total",
    "output_tokens.mean", "prompt_tokens.total",        "prompt_tokens.mean", "in_flight",
    "error_rate"};

struct Samples {
    std::vector<double> values, weights;  ///< no weights: all alike
    std::size_t zeros = 0;                ///< that stand for "not seen"
    bool weighted() const { return !weights.empty(); }
};

double meanOf(const Samples& samples) {
    if (!samples.weighted())
        return std::accumulate(samples.values.begin(), samples.values.end(), 0.0) /
               static_cast<double>(samples.values.size());
    const double all = std::accumulate(samples.weights.begin(), samples.weights.end(), 0.0);
    return std::inner_product(samples.values.begin(), samples.values.end(), samples.weights.begin(), 0.0) / all;
}

std::optional<double> spreadOf(const Samples& samples, bool ofSample) {
    const double mean = meanOf(samples);
    double squares = 0, all = 0;
    for (std::size_t i = 0; i < samples.values.size(); ++i) {
        const double weight = samples.weighted() ? samples.weights[i] : 1;
        squares += weight * (samples.values[i] - mean) * (samples.values[i] - mean);
        all += weight;
    }
    if (ofSample) all -= 1;
    return all > 0 ? std::optional(std::sqrt(squares / all)) : std::nullopt;
}

/// The value of a rank from 0; the values are left partly ordered.
double ranked(std::vector<double>& values, std::size_t rank) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// GuideLLM: values in order, each with its share of the weights; the first at which the sum of shares reaches p. The
/// sum is rounded as it is there: of 14 equal shares the seventh ends below one half.
double weightedQuantile(const Samples& samples, double p) {
    std::vector<std::size_t> order(samples.values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return samples.values[a] < samples.values[b]; });
    const auto weight = [&](std::size_t i) { return samples.weighted() ? samples.weights[i] : 1.0; };
    double all = 0, share = 0;
    for (const std::size_t i : order) all += weight(i);
    for (const std::size_t i : order) {
        share += weight(i) / all;
        if (share >= p) return samples.values[i];
    }
    return samples.values[order.back()];
}

double quantileOf(Samples& samples, double p, Cut cut) {
    const std::size_t n = samples.values.size();
    if (cut == Cut::weighted) return weightedQuantile(samples, p);
    if (cut == Cut::truncated)
        return ranked(samples.values, std::min(n - 1, static_cast<std::size_t>(p * static_cast<double>(n))));
    const PercentileRule rule = cut == Cut::nearest     ? PercentileRule::nearest
                                : cut == Cut::exclusive ? PercentileRule::exclusive
                                                        : PercentileRule::linear;
    const Rank rank = rankOf(n, p, rule);
    const double low = ranked(samples.values, rank.lower);
    return rank.weight == 0 ? low : low + rank.weight * (ranked(samples.values, rank.upper) - low);
}

}  // namespace

struct Evaluation::State {
    State(const MeasuredRows& given, std::vector<RunIndex>&& of, const Recipe& by, std::stop_token asked)
        : rows(given), runs(std::move(of)), recipe(by), stop(std::move(asked)), each(rows, recipe) {}

    MeasuredRows rows;
    std::vector<RunIndex> runs;
    Recipe recipe;
    std::stop_token stop;
    RowRecipe each;
    std::map<Series, Samples> samples;

    struct Sums {
        struct Tokens {
            std::size_t rows = 0, known = 0, promptsKnown = 0;
            double tokens = 0, prompts = 0;
            void add(Count output, Count prompt);
        };
        Tokens rates;    ///< of the rows that rates are of
        Tokens members;  ///< of the population
        std::size_t all = 0, ok = 0;
        double latency = 0;
        std::optional<double> seconds;
    };
    std::optional<Sums> sums;

    template <class F>
    void forEachRow(F f) const {
        for (const RunIndex index : runs) {
            const Run& run = rows.data.runs[at(index)];
            for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) f(row);
        }
    }
    const Samples& samplesOf(Series series);
    Samples gaps() const;
    const Sums& totalsOf();
    std::optional<double> spanOf(RunIndex index) const;
    std::optional<double> startToEnd(RunIndex index) const;
    std::optional<double> statistic(Series series, std::string_view word);
    std::optional<double> total(std::string_view key);
    std::optional<double> errorRate();
};

Samples Evaluation::State::gaps() const {
    Samples out;
    std::vector<RowIndex> wanted;
    forEachRow([&](std::size_t row) {
        if (each.holds(row, Series::itl) && rows.data.rows.gapCount[row] > 0)
            wanted.push_back(RowIndex(static_cast<std::uint32_t>(row)));
    });
    if (!rows.data.gaps || wanted.empty()) return out;
    const auto take = [&](std::size_t position, std::span<const Nanoseconds> list) {
        const std::size_t skipped = std::min(each.skippedGaps(at(wanted[position])), list.size());
        for (const Nanoseconds gap : list.subspan(skipped)) out.values.push_back(seconds(gap));
    };
    const auto read = rows.data.gaps->visit(wanted, take, stop);
    if (!read || stop.stop_requested()) return {};
    return out;
}

const Samples& Evaluation::State::samplesOf(Series series) {
    const auto [place, isNew] = samples.try_emplace(series);
    Samples& out = place->second;
    if (!isNew) return out;
    if (series == Series::itl) return out = gaps();
    const bool weighted =
        recipe.formula.tokenWeights && !recipe.formula.ours && (series == Series::tpot || series == Series::tokenTime);
    forEachRow([&](std::size_t row) {
        if (!each.holds(row, series)) return;
        const auto value = each.value(row, series);
        if (!value) return;
        out.values.push_back(*value);
        if (weighted) out.weights.push_back(each.weight(row, series));
        if (series == Series::ttft && recipe.missingIsZero && *value == 0) ++out.zeros;
    });
    return out;
}

std::optional<double> Evaluation::State::statistic(Series series, std::string_view word) {
    samplesOf(series);
    Samples& of = samples[series];
    if (of.values.empty()) return std::nullopt;
    if (word == "std") return spreadOf(of, recipe.formula.sampleSpread && !recipe.formula.ours);
    if (word == "min") return *std::min_element(of.values.begin(), of.values.end());
    if (word == "max") return *std::max_element(of.values.begin(), of.values.end());
    const auto asked = parseStatistic(word);
    if (!asked) return std::nullopt;
    return asked->mean ? meanOf(of) : quantileOf(of, asked->p, recipe.cut);
}

/// First start (or scheduled send) to last end, over the population or over all rows.
std::optional<double> Evaluation::State::startToEnd(RunIndex index) const {
    const Columns& columns = rows.data.rows;
    const bool scheduled = recipe.span == Span::lastCompletion;
    Nanoseconds first = unknownTime, last = unknownTime;
    const Run& run = rows.data.runs[at(index)];
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
        if (recipe.span != Span::all && recipe.span != Span::duration && !each.isMember(row)) continue;
        const Nanoseconds sent = columns.start[row];
        const auto end =
            each.endSeconds(row, recipe.formula.last == LastEvent::lastText ? LastEvent::lastText : LastEvent::end);
        if (!isKnown(sent)) continue;
        const Nanoseconds from = scheduled && isKnown(columns.scheduled[row]) ? columns.scheduled[row] : sent;
        first = isKnown(first) ? std::min(first, from) : from;
        if (end) last = isKnown(last) ? std::max(last, sent + fromSeconds(*end)) : sent + fromSeconds(*end);
    }
    const Nanoseconds length = between(first, last);
    return isKnown(length) && length > Nanoseconds(0) ? std::optional(seconds(length)) : std::nullopt;
}

std::optional<double> Evaluation::State::spanOf(RunIndex index) const {
    const Nanoseconds declared = rows.data.runs[at(index)].info.declaredDuration;
    const auto duration =
        isKnown(declared) && declared > Nanoseconds(0) ? std::optional(seconds(declared)) : std::nullopt;
    if (recipe.span == Span::window) {
        const Window window = windowOf(rows.data, at(index), rows.settings.measure);
        return window.reason.empty() ? std::optional(seconds(window.length)) : std::nullopt;
    }
    if (recipe.span == Span::duration) return duration ? duration : startToEnd(index);
    const auto found = startToEnd(index);
    return found ? found : duration;
}

void Evaluation::State::Sums::Tokens::add(Count output, Count prompt) {
    ++rows;
    tokens += isKnown(output) ? output : 0;
    known += isKnown(output) ? 1U : 0U;
    prompts += isKnown(prompt) ? prompt : 0;
    promptsKnown += isKnown(prompt) ? 1U : 0U;
}

const Evaluation::State::Sums& Evaluation::State::totalsOf() {
    if (sums) return *sums;
    sums.emplace();
    forEachRow([&](std::size_t row) {
        ++sums->all;
        if (rows.data.rows.status[row] == Status::ok) ++sums->ok;
        const Count tokens = each.tokens(row), prompt = rows.data.rows.promptTokens[row];
        if (each.counts(row)) sums->rates.add(tokens, prompt);
        if (!each.isMember(row)) return;
        sums->members.add(tokens, prompt);
        sums->latency += each.endSeconds(row, LastEvent::end).value_or(0);
    });
    double all = 0;
    bool known = !runs.empty();
    for (const RunIndex run : runs) {
        const auto length = spanOf(run);
        known = known && length && *length > 0;
        all += length.value_or(0);
    }
    if (known) sums->seconds = all;
    return *sums;
}

/// Ours by verdict (metrics §4), theirs the share of rows with an error.
std::optional<double> Evaluation::State::errorRate() {
    if (recipe.population != Population::verdicts) {
        const Sums& of = totalsOf();
        return of.all > 0 ? std::optional(static_cast<double>(of.all - of.ok) / static_cast<double>(of.all))
                          : std::nullopt;
    }
    std::size_t sent = 0, failed = 0;
    forEachRow([&](std::size_t row) {
        if (rows.places[row] != Place::in) return;
        const Verdict verdict = rows.verdicts[row];
        const bool cancelled = verdict == Verdict::cancelled;
        if (cancelled && rows.data.rows.deliberate[row] == 1) return;
        ++sent;
        if (cancelled || verdict == Verdict::error || verdict == Verdict::incomplete || verdict == Verdict::empty)
            ++failed;
    });
    return sent > 0 ? std::optional(static_cast<double>(failed) / static_cast<double>(sent)) : std::nullopt;
}

std::optional<double> Evaluation::State::total(std::string_view key) {
    const Sums& of = totalsOf();
    const auto ratio = [](double a, std::optional<double> b) {
        return b && *b > 0 ? std::optional(a / *b) : std::nullopt;
    };
    const auto sum = [](double value, std::size_t known) { return known > 0 ? std::optional(value) : std::nullopt; };
    const Sums::Tokens& members = of.members;
    if (key == "error_rate") return errorRate();
    if (key == "output_tokens.mean") return ratio(members.tokens, static_cast<double>(members.known));
    if (key == "prompt_tokens.mean") return ratio(members.prompts, static_cast<double>(members.promptsKnown));
    if (key == "output_tokens.total") return sum(members.tokens, members.known);
    if (key == "prompt_tokens.total") return sum(members.prompts, members.promptsKnown);
    if (key == "in_flight") return recipe.formula.ours ? std::nullopt : ratio(of.latency, of.seconds);
    // LoadGen: (n - 1) / time of the last completion (formats/c.md §4.2).
    const double requests = static_cast<double>(of.rates.rows) - (recipe.span == Span::lastCompletion ? 1 : 0);
    if (key == "requests_per_s") return ratio(std::max(0.0, requests), of.seconds);
    if (of.rates.known == 0 && of.rates.rows > 0) return std::nullopt;
    if (key == "system_output_tokens_per_s") return ratio(of.rates.tokens, of.seconds);
    return of.rates.promptsKnown > 0 ? ratio(of.rates.tokens + of.rates.prompts, of.seconds) : std::nullopt;
}

Evaluation::Evaluation(const MeasuredRows& rows, std::vector<RunIndex> runs, const Recipe& recipe, std::stop_token stop)
    : m_state(std::make_unique<State>(rows, std::move(runs), recipe, std::move(stop))) {}
Evaluation::~Evaluation() = default;
Evaluation::Evaluation(Evaluation&&) noexcept = default;

std::optional<double> Evaluation::figure(std::string_view keyPath) {
    if (std::find(totals.begin(), totals.end(), keyPath) != totals.end()) return m_state->total(keyPath);
    const auto series = parseSeries(seriesOf(keyPath));
    if (!series || !isComparable(keyPath)) return std::nullopt;
    return m_state->statistic(*series, keyPath.substr(seriesOf(keyPath).size() + 1));
}

std::size_t Evaluation::count(std::string_view keyPath) {
    const auto series = parseSeries(seriesOf(keyPath));
    return series ? m_state->samplesOf(*series).values.size() : m_state->totalsOf().rates.rows;
}

std::size_t Evaluation::zeros(std::string_view keyPath) {
    const auto series = parseSeries(seriesOf(keyPath));
    return series ? m_state->samplesOf(*series).zeros : 0;
}

std::size_t Evaluation::members() const { return m_state->totalsOf().members.rows; }
std::optional<double> Evaluation::spanSeconds() const { return m_state->totalsOf().seconds; }
double Evaluation::outputTokens() const { return m_state->totalsOf().rates.tokens; }
const Recipe& Evaluation::recipe() const { return m_state->recipe; }

std::string_view seriesOf(std::string_view keyPath) {
    if (std::find(totals.begin(), totals.end(), keyPath) != totals.end()) return keyPath;
    return keyPath.substr(0, keyPath.find('.'));
}

bool isComparable(std::string_view keyPath) {
    if (std::find(totals.begin(), totals.end(), keyPath) != totals.end()) return true;
    const std::string_view series = seriesOf(keyPath);
    if (series.size() + 1 >= keyPath.size() || !parseSeries(series)) return false;
    const std::string_view word = keyPath.substr(series.size() + 1);
    if (word == "std" || word == "min" || word == "max") return true;
    const auto statistic = parseStatistic(word);
    return statistic && (statistic->mean || (statistic->p >= 0 && statistic->p <= 1));
}

}  // namespace plumbline
