#include "core/ingest/text/value_read.h"

#include <fmt/format.h>

#include <limits>

namespace plumbline {

void ValueRead::note(std::string_view id, std::string_view what) {
    m_diagnostics->note(id, m_line, [&] {
        return m_line > 0 ? fmt::format("'{}' in line {}: {}.", m_key, m_line, what)
                          : fmt::format("'{}': {}.", m_key, what);
    });
}

void ValueRead::repeatedKey(std::string_view key) {
    m_key = key;
    note("duplicate-key", "the key stands twice in one object; the last value is taken");
}

void ValueRead::unknownNumber(NumberKind kind) {
    switch (kind) {
        case NumberKind::notFinite:
            return note("bare-nan", "not a finite number, so it is unknown");
        case NumberKind::outOfRange:
            return note("out-of-range", "too large to be held, so it is unknown");
        case NumberKind::fraction:
            return note("fraction", "not a whole number, so it is unknown");
        default:
            return note("wrong-type", "not a number, so it is unknown");
    }
}

Count ValueRead::countOf(std::optional<std::int64_t> whole) {
    if (!whole) return unknownCount;
    if (*whole < 0) return note("negative-count", "a negative count, so it is unknown"), unknownCount;
    if (*whole > std::numeric_limits<Count>::max()) return unknownNumber(NumberKind::outOfRange), unknownCount;
    return static_cast<Count>(*whole);
}

}  // namespace plumbline
