#include <fmt/format.h>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

std::string describe(const Dataset& data, std::size_t row, std::size_t earlier) {
    const auto fileOf = [&](std::size_t each) { return data.sources[data.runs[at(data.rows.run[each])].source].file; };
    const std::string where = fileOf(row) == fileOf(earlier) ? "this file" : data.files[fileOf(earlier)].path;
    return fmt::format("all times and counts equal those of record {} of {}", countText(data.rows.record[earlier]),
                       where);
}

}  // namespace

// The earlier row is not flagged: with every flagged one excluded, each request counts once.
void flagDuplicates(const JudgeInput& input, RowFlags& out) {
    const auto found = input.data.prepared->duplicates(input.data, input.stop);
    if (!found) return;
    for (const Duplicate& each : *found)
        out.add(each.row, 2, 1, "rows alike", describe(input.data, at(each.row), at(each.earlier)));
}

}  // namespace plumbline
