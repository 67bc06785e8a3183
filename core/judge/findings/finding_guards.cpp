// When a cutoff takes out more than it should: TTFT withheld, or genuine streams taken for buffered.
#include <fmt/format.h>

#include <algorithm>

#include "core/judge/registry.h"
#include "core/judge/stream_look.h"
#include "core/judge/words.h"
#include "core/measure/classify.h"

namespace plumbline {
namespace {

bool inStatistics(const JudgeInput& input, std::size_t row) {
    return (*input.figures.verdicts)[row] == Verdict::buffered && (*input.figures.places)[row] == Place::in;
}

/// Chunks are enough, so that the interval alone made the row a buffered one.
bool enoughChunks(const JudgeInput& input, const PreparedRows& prepared, std::size_t row) {
    return prepared.chunks[row] >= input.settings.measure.minChunks;
}

struct Misfires {
    std::vector<RowIndex> rows;
    Nanoseconds shortest = Nanoseconds::max();
};

Misfires misfiresOf(const JudgeInput& input, const PreparedRows& prepared, LevelPlace place) {
    Misfires out;
    input.forEachRow(place, [&](std::size_t row) {
        const Nanoseconds interval = prepared.interval[row];
        if (!inStatistics(input, row) || interval == longTime || !enoughChunks(input, prepared, row)) return;
        if (!looksLikeStream(input.data.rows, row, interval)) return;
        out.rows.push_back(RowIndex(row));
        out.shortest = std::min(out.shortest, interval);
    });
    return out;
}

/// The shortest interval, down to whole milliseconds, so that all of these rows pass. Ten chunks 1 ms apart take more.
Nanoseconds cutoffFor(const Misfires& misfires) {
    return std::chrono::floor<std::chrono::milliseconds>(misfires.shortest);
}

Finding misfireFinding(const JudgeInput& input, LevelPlace place, Misfires misfires, const Findings& out) {
    MeasureSettings offer = input.settings.measure;
    offer.minInterval = cutoffFor(misfires);
    const std::string cutoff = settingText(offer.minInterval);
    Finding finding = out.at(
        input, place,
        fmt::format(
            "{} are taken for buffered by the interval alone ({}), but their gaps look like a stream; a cutoff of {} "
            "would count them.",
            shareText(misfires.rows.size(), input.level(place).rows.measured(), "rows"),
            settingText(input.settings.measure.minInterval), cutoff));
    finding.evidence = {{"rows", static_cast<double>(misfires.rows.size())},
                        {"measured", static_cast<double>(input.level(place).rows.measured())},
                        {"min_interval_s", seconds(input.settings.measure.minInterval)},
                        {"offered_min_interval_s", seconds(offer.minInterval)}};
    finding.rows = std::move(misfires.rows);
    finding.offer = offer;
    finding.offerText = "Set the interval to " + cutoff;
    return finding;
}

/// "10 buffered, 2 with no time of a first token".
std::string withheldText(const LevelFigures& level) {
    if (!level.makesText) return std::string(noTextReason);
    const RowCounts& rows = level.rows;
    const std::size_t buffered = std::min(rows.of(Verdict::buffered), rows.ttftWithheld);
    const std::size_t unobservable = std::min(rows.of(Verdict::unobservable), rows.ttftWithheld - buffered);
    const std::size_t other = rows.ttftWithheld - buffered - unobservable;
    std::string out;
    const auto add = [&](std::size_t count, const char* what) {
        if (count > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", countText(count), what);
    };
    add(buffered, "buffered");
    add(unobservable, "with no usable time of a first token");
    add(other, "whose first token of any channel is unknown");
    return out;
}

}  // namespace

void findWithheldTtft(const FindingInput& input, Findings& out) {
    for (const LevelPlace place : input.levels()) {
        const RowCounts& rows = input.level(place).rows;
        const auto withheld = static_cast<double>(rows.ttftWithheld), measured = static_cast<double>(rows.measured());
        if (withheld <= out.threshold() * measured) continue;
        Finding finding =
            out.at(input, place,
                   fmt::format("TTFT is withheld for {}: {}.", shareText(rows.ttftWithheld, rows.measured(), "rows"),
                               withheldText(input.level(place))));
        finding.evidence = {{"withheld", withheld}, {"measured", measured}};
        out.push_back(std::move(finding));
    }
}

void findGuardMisfires(const FindingInput& input, Findings& out) {
    const bool lastText = input.settings.measure.intervalEnd == IntervalEnd::lastText;
    const auto prepared = input.data.prepared->rows(input.data, lastText, input.stop);
    if (!prepared) return;
    for (const LevelPlace place : input.levels()) {
        Misfires misfires = misfiresOf(input, *prepared, place);
        const auto measured = static_cast<double>(input.level(place).rows.measured());
        const double fewest = out.threshold() * measured;
        if (misfires.rows.empty() || static_cast<double>(misfires.rows.size()) <= fewest) continue;
        out.push_back(misfireFinding(input, place, std::move(misfires), out));
    }
}

}  // namespace plumbline
