// Chunks held together on their way: a later first token and smaller gaps at the same latency.
#include <fmt/format.h>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

// How far apart medians must be, and how near e2e (CLI §6).
constexpr double times = 2;
constexpr double sameLatency = 0.1;
constexpr std::int64_t fewestGaps = 10;

struct Medians {
    double ttft = 0, itl = 0, e2e = 0;
};

std::optional<Medians> mediansOf(const LevelFigures& level) {
    const auto ttft = level.of(RowMetric::ttft).at(quantile(0.5)), itl = level.of(RowMetric::itl).at(quantile(0.5)),
               e2e = level.of(RowMetric::e2e).at(quantile(0.5));
    if (!ttft || !itl || !e2e || *ttft <= 0 || *itl <= 0 || *e2e <= 0) return std::nullopt;
    return Medians{*ttft, *itl, *e2e};
}

/// Whether `held` is what `plain` looks like through something that holds chunks together.
bool isCoalesced(const Medians& plain, const Medians& held) {
    const double latency = held.e2e / plain.e2e;
    return held.ttft >= times * plain.ttft && held.itl * times <= plain.itl && latency <= 1 + sameLatency &&
           latency >= 1 - sameLatency;
}

void judgePair(const JudgeInput& input, LevelPlace plain, LevelPlace held, Findings& out) {
    const auto a = mediansOf(input.level(plain)), b = mediansOf(input.level(held));
    if (!a || !b || !isCoalesced(*a, *b)) return;
    Finding finding = out.at(
        input, held,
        fmt::format("Against {}, the first token comes later ({} for {}) and the gaps are smaller ({} for {}) at the "
                    "same latency, in medians: chunks are held together on their way.",
                    input.figures.configurations[plain.configuration].name, secondsText(b->ttft), secondsText(a->ttft),
                    secondsText(b->itl), secondsText(a->itl)));
    finding.evidence = {{"ttft_s.p50", std::vector<double>{a->ttft, b->ttft}},
                        {"itl_s.p50", std::vector<double>{a->itl, b->itl}},
                        {"e2e_s.p50", std::vector<double>{a->e2e, b->e2e}}};
    out.push_back(std::move(finding));
}

void judgeGaps(const JudgeInput& input, LevelPlace place, Findings& out) {
    const Columns& rows = input.data.rows;
    std::int64_t gaps = 0, tiny = 0;
    input.forEachRow(place, [&](std::size_t row) {
        if (rows.gapCount[row] <= 0 || rows.gapBasis[row] == GapBasis::synthetic) return;
        gaps += rows.gapCount[row];
        tiny += rows.gapsTiny[row];
    });
    if (gaps < fewestGaps) return;
    const double share = static_cast<double>(tiny) / static_cast<double>(gaps);
    if (share <= out.threshold()) return;
    Finding finding =
        out.at(input, place,
               fmt::format("{} of the level are under 1 ms: chunks came together, so gaps between "
                           "them are no gaps between tokens.",
                           shareText(static_cast<std::size_t>(tiny), static_cast<std::size_t>(gaps), "gaps")));
    finding.evidence = {{"gaps", static_cast<double>(gaps)}, {"under_1_ms", static_cast<double>(tiny)}};
    out.push_back(std::move(finding));
}

}  // namespace

void findCoalescing(const FindingInput& input, Findings& out) {
    const std::vector<LevelPlace> levels = input.levels();
    for (const LevelPlace place : levels) judgeGaps(input, place, out);
    for (const LevelPlace a : levels)
        for (const LevelPlace b : levels)
            if (a.configuration != b.configuration && input.level(a).load == input.level(b).load)
                judgePair(input, a, b, out);
}

}  // namespace plumbline
