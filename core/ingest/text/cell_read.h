// The cells of a table as values, with what JsonRead does for those of JSON: what cannot be read is unknown and said.
#pragma once

#include <vector>

#include "core/ingest/text/value_read.h"

namespace plumbline {

class CellRead : public ValueRead {
public:
    using ValueRead::ValueRead;
    void setLine(std::uint64_t line) { m_line = line; }

    Nanoseconds time(std::string_view cell, TimeUnit unit, const ClockRange& range = otherClock);
    std::optional<double> number(std::string_view cell);
    Count count(std::string_view cell);
    std::optional<bool> flag(std::string_view cell);
    std::optional<std::string_view> text(std::string_view cell) { return cell; }
    /// A list of gaps, "0.1 0.2" or "[0.1, 0.2]"; "[]" is a known list without any. False when one of them is unknown,
    /// or they add up to 100 days: `out` is then empty.
    bool times(std::string_view cell, TimeUnit unit, std::vector<Nanoseconds>& out);

private:
    bool isNumber(NumberKind kind);
};

}  // namespace plumbline
