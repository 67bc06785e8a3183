// The client's side of a figure: whether its load arrived, and what its clock and its latencies leave out.
#include <fmt/format.h>

#include <cmath>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Whether each measured row has a rate, all of its time lies in W, and both sides of the inequality are known.
bool isWhole(const LevelFigures& level, const MeasureSettings& settings) {
    const bool trimmed = settings.warmupAuto || settings.warmup > Nanoseconds{0} || settings.cooldown > Nanoseconds{0};
    return !level.summaryOnly && !trimmed && level.rows.excluded == 0 && level.rows.measured() > 0 &&
           level.of(RowMetric::rate).n == level.rows.measured();
}

struct Flat {
    std::size_t lower = LevelPlace::nowhere, upper = LevelPlace::nowhere;  ///< positions in levels
};

/// The first load from which doubling the concurrency put no more requests in flight.
std::optional<Flat> flatFrom(const ConfigurationFigures& configuration, double tolerance) {
    const auto& levels = configuration.levels;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (levels[i].load.kind != LoadKind::concurrency || !levels[i].inFlight || *levels[i].inFlight <= 0) continue;
        for (std::size_t j = i + 1; j < levels.size(); ++j) {
            if (levels[j].load.kind != LoadKind::concurrency || levels[j].load.value < 2 * levels[i].load.value)
                continue;
            if (levels[j].inFlight && std::abs(*levels[j].inFlight / *levels[i].inFlight - 1) <= tolerance)
                return Flat{i, j};
            break;
        }
    }
    return std::nullopt;
}

bool hasQueueTimes(const JudgeInput& input, std::size_t configuration) {
    for (const LevelFigures& level : input.figures.configurations[configuration].levels) {
        const Distribution& queue = level.of(RowMetric::queue);
        if (level.summaryOnly ? queue.mean || queue.at(quantile(0.5)) : queue.n.value_or(0) > 0) return true;
    }
    return false;
}

}  // namespace

// The open time of all requests is in flight x W; at most the highest rate of any was made in each second of it.
void findRateAgainstUsers(const JudgeInput& input, std::vector<Finding>& out) {
    constexpr double rounding = 1 + 1e-9;
    for (const LevelPlace place : input.levels()) {
        const LevelFigures& level = input.level(place);
        const auto highest = level.of(RowMetric::rate).high;
        if (!isWhole(level, input.settings.measure) || !level.systemOutputRate || !level.inFlight || !highest) continue;
        const double most = *level.inFlight * *highest;
        if (*level.systemOutputRate <= most * rounding) continue;
        Finding finding = findingAt(
            findingEntry("rate-against-users"), input, place,
            fmt::format("{} tokens/s in all, but {} requests in flight at {} tokens/s each, the highest of any, make "
                        "at most {}.",
                        numberText(*level.systemOutputRate), numberText(*level.inFlight), numberText(*highest),
                        numberText(most)));
        finding.evidence = {{"system_output_tokens_per_s", *level.systemOutputRate},
                            {"in_flight", *level.inFlight},
                            {"highest_rate_tokens_per_s", *highest}};
        out.push_back(std::move(finding));
    }
}

void findClientLimit(const JudgeInput& input, std::vector<Finding>& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const ConfigurationFigures& configuration = input.figures.configurations[c];
        const auto flat = flatFrom(configuration, input.threshold("client-limit"));
        if (!flat) continue;
        const LevelFigures &lower = configuration.levels[flat->lower], &upper = configuration.levels[flat->upper];
        Finding finding = findingAt(
            findingEntry("client-limit"), input, {c, flat->upper},
            fmt::format("{} requests in flight at {} and {} at {}: something other than the server holds the load.",
                        numberText(*lower.inFlight), text(lower.load), numberText(*upper.inFlight), text(upper.load)));
        finding.evidence = {{"loads", std::vector<double>{lower.load.value, upper.load.value}},
                            {"in_flight", std::vector<double>{*lower.inFlight, *upper.inFlight}}};
        out.push_back(std::move(finding));
    }
}

void findQueueNotReported(const JudgeInput& input, std::vector<Finding>& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c)
        if (!hasQueueTimes(input, c))
            out.push_back(findingOf(findingEntry("queue-not-reported"), c,
                                    "Latencies are a client's, without the server's queue times: waiting and serving "
                                    "cannot be told apart."));
}

void findClockRelative(const JudgeInput& input, std::vector<Finding>& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c)
        if (input.figures.configurations[c].boundary.clock == "relative")
            out.push_back(findingOf(findingEntry("clock-relative"), c,
                                    "Starts are on a clock of the source's own: they order the rows of one file, and "
                                    "cannot be laid over another's."));
}

}  // namespace plumbline
