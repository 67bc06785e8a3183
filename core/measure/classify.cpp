#include "core/measure/classify.h"

#include <array>

#include "core/measure/guard.h"
#include "core/trace/parallel.h"

namespace plumbline {

std::string_view name(Verdict verdict) {
    constexpr std::array<std::string_view, verdictCount> words{"error",        "cancelled", "incomplete", "empty",
                                                               "unobservable", "short",     "buffered",   "streamed"};
    return words[static_cast<std::size_t>(verdict)];
}

std::string_view name(RateBasis basis) {
    switch (basis) {
        case RateBasis::postFirstContent:
            return "post-first-content";
        case RateBasis::endToEnd:
            return "end-to-end";
        case RateBasis::visible:
            return "visible tokens";
        case RateBasis::none:
            break;
    }
    return "";
}

std::vector<Verdict> classify(const Dataset& data, const MeasureSettings& settings, std::stop_token stop) {
    std::vector<Verdict> verdicts(data.rows.size(), Verdict::streamed);
    const auto prepared = data.prepared->rows(data, settings.intervalEnd == IntervalEnd::lastText, stop);
    if (!prepared) return verdicts;
    const Guard guard(settings);
    constexpr std::size_t piece = 1U << 16;
    parallelFor((verdicts.size() + piece - 1) / piece, stop, [&](std::size_t part) {
        const std::size_t last = std::min(verdicts.size(), (part + 1) * piece);
        for (std::size_t row = part * piece; row < last; ++row)
            verdicts[row] = judged(guard, prepared->settled[row], prepared->tokens[row], prepared->chunks[row],
                                   prepared->interval[row]);
    });
    return verdicts;
}

Verdict classifyRow(const Dataset& data, const MeasureSettings& settings, RowIndex row) {
    const RunTraits run = data.prepared->runs[at(data.rows.run[at(row)])].traits;
    const Derived derived = derive(data.rows, at(row), run, settings.intervalEnd == IntervalEnd::lastText);
    return judged(Guard(settings), derived.settled, isKnown(derived.tokens) ? derived.tokens : manyCount,
                  isKnown(derived.chunks) ? derived.chunks : manyCount,
                  isKnown(derived.interval) ? derived.interval : longTime);
}

}  // namespace plumbline
