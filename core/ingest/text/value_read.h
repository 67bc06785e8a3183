// What readers of values have in common, of JSON (json_read.h) and of cells (cell_read.h): what is unknown, and how it
// is said.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {

class ValueRead {
public:
    explicit ValueRead(Diagnostics& diagnostics) : m_diagnostics(&diagnostics) {}

    /// The key that is being read, for the texts of diagnostics; it must live on.
    void setKey(std::string_view key) { m_key = key; }
    /// A second value for a field that has one already: counted, and the last one stands.
    void repeatedKey(std::string_view key);
    void note(std::string_view id, std::string_view what);
    std::uint64_t line() const { return m_line; }

protected:
    void unknownNumber(NumberKind kind);
    Count countOf(std::optional<std::int64_t> whole);

    Diagnostics* m_diagnostics;
    std::string_view m_key;
    std::uint64_t m_line = 0;  ///< 0: not a line format
};

}  // namespace plumbline
