#include "core/judge/resample/rate_spread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/words.h"
#include "core/measure/goodput_rows.h"
#include "core/measure/quantiles.h"

namespace plumbline {
namespace {

constexpr std::size_t mostBlocks = 30, fewestBlocks = 10;
constexpr double answersPerBlock = 2;

using Four = std::array<double, countedRates.size()>;
enum Counted : std::size_t { tokens, requests, metRequests, metTokens };

/// Equal blocks from the first end to the last start; what lies outside of them is not counted. In s from the first
/// end.
class BlockSeries {
public:
    BlockSeries(double stretch, std::size_t count) : m_width(stretch / static_cast<double>(count)), m_amounts(count) {}
    void add(double time, Counted what, double amount) {
        if (const auto block = std::floor(time / m_width); block >= 0 && block < static_cast<double>(m_amounts.size()))
            m_amounts[static_cast<std::size_t>(block)][what] += amount;
    }
    /// Evenly over the time between.
    void spread(double from, double to, Counted what, double amount) {
        if (to <= from) return add(to, what, amount);
        const double first = std::max(0.0, std::floor(from / m_width));
        const double end = std::min(static_cast<double>(m_amounts.size()), std::ceil(to / m_width));
        if (!(first < end)) return;
        for (auto block = static_cast<std::size_t>(first); block < static_cast<std::size_t>(end); ++block) {
            const auto number = static_cast<double>(block);
            const double overlap = std::min(to, (number + 1) * m_width) - std::max(from, number * m_width);
            m_amounts[block][what] += amount * std::max(0.0, overlap) / (to - from);
        }
    }
    std::vector<double> of(std::size_t what) const {
        std::vector<double> out;
        for (const Four& each : m_amounts) out.push_back(each[what]);
        return out;
    }

private:
    double m_width;
    std::vector<Four> m_amounts;
};

RateSpread none(std::string why) {
    RateSpread out;
    out.why = std::move(why);
    return out;
}

RateSpread checked(double half, double degrees, std::string basis, std::string_view units) {
    if (!(half < 1)) return none(fmt::format("the {} differ too much", units));
    RateSpread out;
    out.half = half;
    out.degrees = degrees;
    out.basis = std::move(basis);
    return out;
}

/// The rates of one run: what its rows add, and batch means over its blocks.
class RunRates {
public:
    RunRates(const LevelValues& values, LevelPlace place, RunIndex run)
        : m_values(values),
          m_input(values.input()),
          m_place(place),
          m_index(run),
          m_run(m_input.data.runs[at(run)]),
          m_window((*m_input.figures.windows)[at(run)]),
          m_met(m_run.rowCount) {
        if (!m_input.settings.slos.empty())
            forEachCounted([this](std::size_t row) { m_met[row - m_run.firstRow] = isMet(row); });
        forEachCounted([this](std::size_t row) { count(row); });
    }

    double counted(std::size_t what) const { return m_counted[what]; }
    std::optional<double> perSecond(std::size_t what) const {
        if (!m_window.reason.empty() || m_window.length <= Nanoseconds(0)) return std::nullopt;
        return m_counted[what] / seconds(m_window.length);
    }
    /// Why no interval can be told from these rows, however they are cut; empty: none.
    std::string gap(std::size_t what) const {
        const auto unknown = [](std::size_t rows, std::string_view lack) {
            return fmt::format("the {} of {} {} not known", lack, countText(rows), rows == 1 ? "row is" : "rows are");
        };
        if ((what == tokens || what == metTokens) && m_uncounted > 0) return unknown(m_uncounted, "output tokens");
        return m_unplaced > 0 ? unknown(m_unplaced, "start") : std::string();
    }

    /// One for each rate, by batch means.
    std::array<RateSpread, countedRates.size()> spreads() const {
        std::array<RateSpread, countedRates.size()> out;
        std::string why = noBlocks();
        double stretch = 0, answer = 0;
        if (why.empty()) {
            const std::vector<double> e2e = m_values.sortedOfRun(m_place, m_index, RowMetric::e2e);
            answer = quantileOf(e2e, 0.5, PercentileRule::linear).value_or(0);
            stretch = std::max(0.0, seconds(lastStart() - m_firstEnd));
            if (!(answer > 0) || !std::isfinite(answer)) why = "the time that an answer takes is not known";
        }
        if (why.empty() && stretch < answersPerBlock * fewestBlocks * answer)
            why = fmt::format("the run is {} answers long, {} are needed", std::floor(stretch / answer),
                              answersPerBlock * fewestBlocks);
        if (!why.empty()) {
            out.fill(none(why));
            return out;
        }
        const double wanted = std::min<double>(mostBlocks, std::floor(stretch / (answersPerBlock * answer)));
        BlockSeries blocks(stretch, static_cast<std::size_t>(wanted));
        forEachCounted([&](std::size_t row) { place(row, blocks); });
        for (std::size_t what = 0; what < out.size(); ++what) out[what] = ofBlocks(blocks.of(what), what);
        return out;
    }

private:
    /// What the run's rates count: measured rows that ended in W; those that a person excluded did the work too, if
    /// they happened.
    template <class F>
    void forEachCounted(F f) const {
        const Columns& rows = m_input.data.rows;
        for (std::size_t row = m_run.firstRow; row < std::size_t{m_run.firstRow} + m_run.rowCount; ++row)
            if (isMeasured((*m_input.figures.verdicts)[row]) && rows.phase[row] == Phase::measured &&
                (*m_input.figures.places)[row] != Place::neverHappened &&
                (!isKnown(rows.start[row]) || endedIn(rows, row, m_window)))
                f(row);
    }

    void count(std::size_t row) {
        const Columns& rows = m_input.data.rows;
        if (m_window.basis == WindowBasis::starts && !isKnown(rows.start[row])) {
            ++m_unplaced;
            return;
        }
        const Count output = rows.outputTokens[row];
        m_uncounted += isKnown(output) ? 0U : 1U;
        const double own = std::max(0, output);
        m_counted[requests] += 1;
        m_counted[tokens] += own;
        if (m_met[row - m_run.firstRow]) m_counted[metRequests] += 1, m_counted[metTokens] += own;
        if (m_window.basis != WindowBasis::starts) return;
        const Nanoseconds start = rows.start[row], end = endOf(row);
        m_lastStart = isKnown(m_lastStart) ? std::max(m_lastStart, start) : start;
        if (!isKnown(end)) {
            ++m_endless;
            return;
        }
        m_firstEnd = isKnown(m_firstEnd) ? std::min(m_firstEnd, end) : end;
    }

    /// Cuts the stretch to W, and says why there is none.
    std::string noBlocks() const {
        if (m_input.data.prepared->runs[at(m_index)].coarse) return "start times are coarser than 1 ms";
        if (m_window.basis != WindowBasis::starts) return "no start times";
        if (m_endless > 0) return fmt::format("{} rows have no end", countText(m_endless));
        if (!isKnown(m_firstEnd) || !isKnown(m_lastStart)) return "no row counts in it";
        return {};
    }

    RateSpread ofBlocks(const std::vector<double>& blocks, std::size_t what) const {
        if (std::string why = gap(what); !why.empty()) return none(std::move(why));
        const auto found = meanOfBatches(blocks);
        if (!found || found->mean <= 0) return none("all blocks alike");
        const double drain = seconds(m_window.end - lastStart()) / seconds(m_window.length);
        return checked(std::hypot(found->half() / found->mean, std::max(0.0, drain)), found->degrees(),
                       fmt::format("batch means of {} blocks of time", blocks.size()), "blocks");
    }

    void place(std::size_t row, BlockSeries& blocks) const {
        const Columns& rows = m_input.data.rows;
        const auto since = [this](Nanoseconds time) { return seconds(time - m_firstEnd); };
        const double end = since(endOf(row)), own = std::max(0, rows.outputTokens[row]);
        const Verdict verdict = (*m_input.figures.verdicts)[row];
        const Nanoseconds first = firstTimeOf(rows, row).time;
        const bool isHidden = verdict == Verdict::buffered || verdict == Verdict::unobservable || !isKnown(first);
        blocks.spread(since(rows.start[row] + (isHidden ? Nanoseconds(0) : first)), end, tokens, own);
        blocks.add(end, requests, 1);
        if (!m_met[row - m_run.firstRow]) return;
        blocks.add(end, metRequests, 1);
        blocks.add(end, metTokens, own);
    }

    bool isMet(std::size_t row) const {
        const Verdict verdict = (*m_input.figures.verdicts)[row];
        return metBy(m_input.data, m_input.settings, row, verdict, m_values.masks()[row]).low;
    }

    Nanoseconds endOf(std::size_t row) const {
        const Columns& rows = m_input.data.rows;
        const Nanoseconds end = isKnown(rows.end[row]) ? rows.end[row] : rows.lastContent[row];
        return isKnown(end) ? rows.start[row] + end : unknownTime;
    }
    Nanoseconds lastStart() const { return std::clamp(m_lastStart, m_window.begin, m_window.end); }

    const LevelValues& m_values;
    const JudgeInput& m_input;
    LevelPlace m_place;
    RunIndex m_index;
    const Run& m_run;
    const Window& m_window;
    std::vector<bool> m_met;  ///< by row of the run: it surely meets every limit
    Four m_counted{};
    std::size_t m_unplaced = 0, m_uncounted = 0, m_endless = 0;
    Nanoseconds m_firstEnd = unknownTime, m_lastStart = unknownTime;
};

RateSpread overRuns(const std::vector<RunRates>& runs, std::size_t what) {
    std::vector<double> rates;
    for (const RunRates& run : runs) {
        if (std::string why = run.gap(what); !why.empty()) return none(std::move(why));
        const auto rate = run.perSecond(what);
        if (!rate) return none("a run of the level has no rate");
        rates.push_back(*rate);
    }
    const auto found = meanOfIndependent(rates);
    if (!found || found->mean <= 0) return none("all runs alike");
    RateSpread out =
        checked(found->half() / found->mean, found->degrees(), fmt::format("t over {} runs", rates.size()), "runs");
    out.byRuns = out.isKnown();
    return out;
}

/// Each run by its share of what the rate counts.
RateSpread ofTwo(const RunRates& a, const RunRates& b, const RateSpread& first, const RateSpread& second,
                 std::size_t what) {
    for (const RateSpread* each : {&first, &second})
        if (!each->isKnown()) return none("a run of the level has none: " + each->why);
    const double all = a.counted(what) + b.counted(what);
    return checked(std::hypot(a.counted(what) / all * first.half, b.counted(what) / all * second.half),
                   first.degrees + second.degrees,
                   fmt::format("batch means of {} and {} blocks of time", first.degrees + 1, second.degrees + 1),
                   "blocks");
}

std::array<RateSpread, countedRates.size()> spreadsOf(const std::vector<RunRates>& runs) {
    if (runs.size() == 1) return runs.front().spreads();
    std::array<RateSpread, countedRates.size()> out, first, second;
    if (runs.size() < enoughRuns) first = runs[0].spreads(), second = runs[1].spreads();
    for (std::size_t what = 0; what < out.size(); ++what)
        out[what] =
            runs.size() >= enoughRuns ? overRuns(runs, what) : ofTwo(runs[0], runs[1], first[what], second[what], what);
    return out;
}

}  // namespace

std::array<RateSpread, countedRates.size()> rateSpreads(const LevelValues& values, LevelPlace place) {
    const JudgeInput& input = values.input();
    const LevelFigures& level = input.level(place);
    std::array<RateSpread, countedRates.size()> out;
    std::vector<RunRates> runs;
    if (!level.summaryOnly)
        for (const RunIndex run : input.runsOf(place))
            if (!(*input.figures.windows)[at(run)].neverHappened) runs.emplace_back(values, place, run);
    if (runs.empty())
        out.fill(none("only a summary is known, and no row to tell an interval from"));
    else
        out = spreadsOf(runs);
    for (std::size_t what = 0; what < out.size(); ++what) {
        const Quantity quantity = quantityOf(countedRates[what]);
        if (value(level, quantity)) continue;
        const std::string reason = withheldReason(level, quantity);
        out[what] = none(reason.empty() ? "there is no such rate" : reason);
    }
    return out;
}

}  // namespace plumbline
