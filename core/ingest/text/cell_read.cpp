#include "core/ingest/text/cell_read.h"

#include <algorithm>

#include "core/trace/ascii.h"
#include "core/trace/time_limits.h"

namespace plumbline {

bool CellRead::isNumber(NumberKind kind) {
    if (kind != NumberKind::number) unknownNumber(kind);
    return kind == NumberKind::number;
}

Nanoseconds CellRead::time(std::string_view cell, TimeUnit unit, const ClockRange& range) {
    Nanoseconds out = unknownTime;
    return isNumber(parseTime(cell, unit, out, range)) ? out : unknownTime;
}

std::optional<double> CellRead::number(std::string_view cell) {
    double out = 0;
    return isNumber(parseDouble(cell, out)) ? std::optional(out) : std::nullopt;
}

Count CellRead::count(std::string_view cell) {
    std::int64_t out = 0;
    return countOf(isNumber(parseInteger(cell, out)) ? std::optional(out) : std::nullopt);
}

std::optional<bool> CellRead::flag(std::string_view cell) {
    const std::string word = lowered(cell);
    if (word == "true" || word == "false") return word == "true";
    note("wrong-type", "not true or false, so it is unknown");
    return std::nullopt;
}

bool CellRead::times(std::string_view cell, TimeUnit unit, std::vector<Nanoseconds>& out) {
    if (cell.starts_with('[') && cell.ends_with(']')) cell = cell.substr(1, cell.size() - 2);
    out.clear();
    Nanoseconds sum{0};
    bool known = true;
    for (std::size_t at = 0; at < cell.size() && known;) {
        const std::size_t end = std::min(cell.find_first_of(" ,;", at), cell.size());
        if (end > at) {
            out.push_back(time(cell.substr(at, end - at), unit));
            known = isKnown(out.back());
            const bool held = !known || (isOffset(out.back()) && isOffset(sum += out.back()));
            if (!held) unknownNumber(NumberKind::outOfRange);
            known = known && held;
        }
        at = end + 1;
    }
    if (!known) out.clear();
    return known;
}

}  // namespace plumbline
