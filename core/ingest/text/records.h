// JSON Lines cut into whole records over moving windows: one record a line, LF, CRLF or CR alone, blank lines passed
// over.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/ingest/bytes/byte_source.h"
#include "core/trace/diagnostic.h"
#include "core/trace/result.h"

namespace plumbline {

struct Record {
    std::string_view text;   ///< without its line end; windowPadding bytes after it may be read
    std::uint64_t line = 0;  ///< from 1
    std::uint64_t byte = 0;  ///< of the first byte in the unpacked file
    bool last = false;       ///< ends with the file instead of a line end
    bool tooLong = false;    ///< above the cap: text is only its beginning, and the rest has been passed over
};

class RecordReader {
public:
    /// A parsed record takes about seven times its size, so the cap bounds a file that is no JSON Lines at all.
    static constexpr std::size_t defaultCap = std::size_t{256} << 20;

    explicit RecordReader(ByteSource source, std::size_t cap = defaultCap);

    /// The next record into `record`, whose text is valid until the next call; false at the end of the file. Errors:
    /// io, cancelled.
    Result<bool> next(Record& record);

private:
    Result<void> begin();
    Result<std::size_t> lineLength();
    Result<void> passLine();

    ByteSource m_source;
    std::size_t m_cap;
    std::size_t m_position = 0;  ///< in the window: the first byte not yet given out
    std::uint64_t m_line = 0;
    char m_lineEnd = '\0';   ///< unknown until the first line has been seen
    bool m_passing = false;  ///< the rest of a line that is too long is still to be passed over
};

/// Calls visit(record) for each record of a JSON Lines file; a record's text is valid during its call. Errors: io,
/// cancelled.
Result<void> forEachRecord(const ReadInput& input, const std::function<void(const Record&)>& visit);

/// At most 200 bytes of a text, cut between characters.
std::string excerpt(std::string_view text);

/// Whether a JSON text ends inside a string, an object or a list.
bool isUnclosed(std::string_view json);
/// Whether it holds U+00A0, a no-break space, outside of strings: what a web page or an editor makes of a space.
bool hasNoBreakSpace(std::string_view json);

}  // namespace plumbline
