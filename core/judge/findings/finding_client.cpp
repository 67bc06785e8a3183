// The client's side of a figure: whether its load arrived, and what its clock and its latencies leave out.
#include <fmt/format.h>

#include <cmath>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// Whether each measured row has a rate of all its tokens, all of its time lies in W, and both sides of the inequality
/// are known.
bool isWhole(const LevelFigures& level, const MeasureSettings& settings) {
    const bool trimmed = settings.warmupAuto || settings.warmup > Nanoseconds{0} || settings.cooldown > Nanoseconds{0};
    return !level.summaryOnly && !trimmed && level.rows.excluded == 0 && level.rows.measured() > 0 &&
           level.of(RowMetric::rate).n == level.rows.measured() && level.rateVisible == 0;
}

/// The right side of the inequality.
struct Users {
    double inFlight = 0, highest = 0;
    double most = 0;
    const char* basis = "";
};

/// Each row's tokens are its rate times its interval, which is no longer than the row was open, so the rows of one
/// level cannot break it, whatever their times and whatever duration the harness states: what is left to find are
/// figures that were not made of the same rows.
std::optional<Users> usersOfRows(const LevelFigures& level, const MeasureSettings& settings) {
    const auto highest = level.of(RowMetric::rate).high;
    if (!isWhole(level, settings) || !level.inFlight || !highest) return std::nullopt;
    return Users{*level.inFlight, *highest, *level.inFlight * *highest * (1 + 1e-9), ""};
}

/// A summary can break it: its figures are printed side by side, and may be of different windows, populations or token
/// counts. A harness's rate of a user is (N - 1) / (end - first token), so each request may have one token more.
std::optional<Users> usersOfSummary(const LevelFigures& level) {
    constexpr double rounding = 1.01;  // of printed figures
    const auto e2e = level.of(RowMetric::e2e).mean, fastest = level.of(RowMetric::tpot).low;
    auto highest = level.of(RowMetric::rate).high;
    if (!highest && fastest && *fastest > 0) highest = 1 / *fastest;
    auto inFlight = level.inFlight;
    const bool isProduct = !inFlight && e2e && level.requestRate;
    if (isProduct) inFlight = *level.requestRate * *e2e;
    if (!level.summaryOnly || !highest || !inFlight || !level.requestRate) return std::nullopt;
    return Users{*inFlight, *highest, (*inFlight * *highest + *level.requestRate) * rounding,
                 isProduct ? " (requests per second times mean latency)" : " as reported"};
}

struct Flat {
    std::size_t lower = LevelPlace::nowhere, upper = LevelPlace::nowhere;  ///< positions in levels
};

bool isExact(const LevelFigures& level) { return level.inFlight && !level.inFlightAtLeast; }

/// The first load from which doubling the concurrency put no more requests in flight.
std::optional<Flat> flatFrom(const ConfigurationFigures& configuration, double tolerance) {
    const auto& levels = configuration.levels;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (levels[i].load.kind != LoadKind::concurrency || !isExact(levels[i]) || *levels[i].inFlight <= 0) continue;
        for (std::size_t j = i + 1; j < levels.size(); ++j) {
            if (levels[j].load.kind != LoadKind::concurrency || levels[j].load.value < 2 * levels[i].load.value)
                continue;
            if (isExact(levels[j]) && std::abs(*levels[j].inFlight / *levels[i].inFlight - 1) <= tolerance)
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
void findRateAgainstUsers(const FindingInput& input, Findings& out) {
    for (const LevelPlace place : input.levels()) {
        const LevelFigures& level = input.level(place);
        const auto users = level.summaryOnly ? usersOfSummary(level) : usersOfRows(level, input.settings.measure);
        if (!users || !level.systemOutputRate || *level.systemOutputRate <= users->most) continue;
        Finding finding = out.at(
            input, place,
            fmt::format("{} tokens/s in all, but {} requests in flight{} at {} tokens/s each, the highest of any, make "
                        "at most {}.",
                        numberText(*level.systemOutputRate), numberText(users->inFlight), users->basis,
                        numberText(users->highest), numberText(users->most)));
        finding.evidence = {{"system_output_tokens_per_s", *level.systemOutputRate},
                            {"in_flight", users->inFlight},
                            {"highest_rate_tokens_per_s", users->highest}};
        out.push_back(std::move(finding));
    }
}

void findClientLimit(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const ConfigurationFigures& configuration = input.figures.configurations[c];
        const auto flat = flatFrom(configuration, out.threshold());
        if (!flat) continue;
        const LevelFigures &lower = configuration.levels[flat->lower], &upper = configuration.levels[flat->upper];
        Finding finding = out.at(
            input, {c, flat->upper},
            fmt::format("{} requests in flight at {} and {} at {}: something other than the server holds the load.",
                        numberText(*lower.inFlight), text(lower.load), numberText(*upper.inFlight), text(upper.load)));
        finding.evidence = {{"loads", std::vector<double>{lower.load.value, upper.load.value}},
                            {"in_flight", std::vector<double>{*lower.inFlight, *upper.inFlight}}};
        out.push_back(std::move(finding));
    }
}

void findQueueNotReported(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c)
        if (!hasQueueTimes(input, c))
            out.push_back(out.of(c,
                                 "Latencies are a client's, without the server's queue times: waiting and serving "
                                 "cannot be told apart."));
}

void findClockRelative(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c)
        if (input.figures.configurations[c].boundary.clock == "relative")
            out.push_back(out.of(c,
                                 "Starts are on a clock of the source's own: they order the rows of one file, and "
                                 "cannot be laid over another's."));
}

}  // namespace plumbline
