// A result file as a moving window of bytes, whatever its packing: every reader goes through here, so that progress,
// cancellation and the byte order mark are handled once.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/ingest/reader.h"
#include "core/trace/result.h"

namespace plumbline {

/// Bytes that are readable, and hold zeros at the end of the file, after every window (simdjson's padding).
inline constexpr std::size_t windowPadding = 64;

class ByteSource {
public:
    /// Opens the file and fills the first window. A UTF-8 byte order mark is left out. Errors: io; an empty file opens
    /// with an empty window.
    static Result<ByteSource> open(const ReadInput& input, std::size_t step = defaultStep);

    /// What is in memory; valid until the next advance(). windowPadding bytes after it may be read.
    std::string_view window() const;
    /// Where the window begins in the unpacked file, byte order mark counted.
    std::uint64_t offset() const { return m_offset; }
    /// Whether the window reaches to the end of the file.
    bool atEnd() const { return m_atEnd; }

    /// Drops `consumed` bytes from the front of the window and reads on: one step more, or to the end. A window of
    /// which nothing is dropped grows, so memory is bounded by what the caller needs to see at once. Reports progress,
    /// and returns ErrorKind::cancelled once the stop is asked for.
    Result<void> advance(std::size_t consumed);

    /// Small enough for the cache, and for a cancel to be seen within milliseconds.
    static constexpr std::size_t defaultStep = std::size_t{256} << 10;

private:
    struct File;
    struct CloseFile {
        void operator()(File* file) const;
    };
    ByteSource(const ReadInput& input, std::size_t step);
    Result<void> fill();
    void makeRoom(std::size_t wanted);

    const ReadInput* m_input;
    std::size_t m_step;
    std::unique_ptr<File, CloseFile> m_file;
    std::unique_ptr<char[]> m_buffer;
    std::size_t m_capacity = 0;  ///< without the padding
    std::size_t m_begin = 0, m_end = 0;
    std::uint64_t m_offset = 0;
    bool m_atEnd = false;
};

/// "No such file or directory": the words for errno, and the error of kind io that goes with a path.
Unexpected ioError(const std::string& path, const char* doing, int code);

}  // namespace plumbline
