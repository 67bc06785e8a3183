#include <fmt/format.h>

#include <array>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

struct Moment {
    Nanoseconds time = unknownTime;
    std::string_view name;
};

/// The worst step back of a row: how far, and between what.
struct StepBack {
    Nanoseconds by{0};
    std::string_view earlier, later;  ///< later is empty for a negative time

    void note(const Moment& first, const Moment& second) {
        if (!isKnown(first.time) || !isKnown(second.time) || first.time - second.time <= by) return;
        by = first.time - second.time;
        earlier = first.name;
        later = second.name;
    }
    void note(const Moment& moment) {
        if (!isKnown(moment.time) || moment.time >= Nanoseconds{0} || -moment.time <= by) return;
        by = -moment.time;
        earlier = moment.name;
        later = {};
    }
};

/// The first-token events have no order among themselves, and an engine's own lies on the server: it may come before
/// the client's first byte. When a request was meant to be sent is an intention, not a time of the row.
StepBack worstStep(const Columns& rows, std::size_t row) {
    const Moment headers{rows.headers[row], "the headers"}, byte{rows.firstByte[row], "the first byte"};
    const std::array firsts{Moment{rows.firstReasoning[row], "the first reasoning"},
                            Moment{rows.firstContent[row], "the first content"},
                            Moment{rows.firstToken[row], "the first token"}};
    const Moment last{rows.lastContent[row], "the last content"}, end{rows.end[row], "the end"};
    const bool engine = rows.firstTokenKind[row] == FirstTokenKind::engine;
    StepBack step;
    for (const Moment& each : {headers, byte, firsts[0], firsts[1], firsts[2], last, end}) step.note(each);
    step.note({rows.queue[row], "the queue time"});
    step.note({rows.gapFirst[row], "the first gap"});
    for (const Moment& before : {headers, byte}) {
        for (std::size_t i = 0; i < firsts.size(); ++i)
            if (i < 2 || !engine) step.note(before, firsts[i]);
        step.note(before, last);
        step.note(before, end);
    }
    step.note(headers, byte);
    for (std::size_t i = 0; i < firsts.size(); ++i) {
        if (i < 2 || !engine) step.note(firsts[i], last);
        step.note(firsts[i], end);
    }
    step.note(last, end);
    return step;
}

std::string describe(const StepBack& step) {
    const std::string by = secondsText(seconds(step.by));
    if (step.later.empty()) return fmt::format("{} is negative, by {}", step.earlier, by);
    return fmt::format("{} comes {} before {}", step.later, by, step.earlier);
}

}  // namespace

void flagOutOfOrder(const JudgeInput& input, RowFlags& out) {
    const Columns& rows = input.data.rows;
    for (const LevelPlace place : input.levels()) {
        input.forEachRow(place, [&](std::size_t row) {
            const StepBack step = worstStep(rows, row);
            if (step.by > Nanoseconds{0}) out.add(RowIndex(row), seconds(step.by), 0, "s", describe(step));
        });
    }
}

}  // namespace plumbline
