// A result file as a moving window of bytes, whatever its packing: every reader goes through here, so that unpacking
// (gzip, zstd), UTF-16, YAML, progress, cancellation and the byte order mark are handled once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "core/ingest/bytes/byte_stage.h"
#include "core/ingest/reader/reader.h"
#include "core/trace/result.h"

namespace plumbline {

/// Bytes that are readable, and hold zeros at the end of the file, after every window (simdjson's padding).
inline constexpr std::size_t windowPadding = 64;

class ByteSource {
public:
    /// Opens the file and fills the first window. A UTF-8 byte order mark is left out. Errors: io, and format or
    /// refused where nothing of it can be unpacked or converted; an empty file opens with an empty window.
    static Result<ByteSource> open(const ReadInput& input, std::size_t step = defaultStep);

    /// What is in memory; valid until the next advance(). windowPadding bytes after it may be read.
    std::string_view window() const;
    /// Where the window begins in the unpacked and transcoded file, UTF-8's byte order mark counted.
    std::uint64_t offset() const { return m_offset; }
    /// Whether the window reaches to the end of the file.
    bool atEnd() const { return m_atEnd; }

    /// Drops `consumed` bytes from the front of the window and reads on: one step more, or to the end. A window of
    /// which nothing is dropped grows, so memory is bounded by what the caller needs to see at once. Reports progress,
    /// and returns ErrorKind::cancelled once the stop is asked for. Where the packing is damaged, the bytes before that
    /// come first, and then the error; with ReadInput::damaged, the file ends there.
    Result<void> advance(std::size_t consumed);

    /// Small enough for the cache, and for a cancel to be seen within milliseconds.
    static constexpr std::size_t defaultStep = std::size_t{256} << 10;

private:
    ByteSource(const ReadInput& input, std::size_t step);
    Result<void> fill();
    Result<void> stopAt(const Error& error);
    void makeRoom(std::size_t wanted);

    const ReadInput* m_input;
    std::size_t m_step;
    const FileStage* m_file = nullptr;  ///< the first of the stages
    StagePointer m_stages;
    std::unique_ptr<char[]> m_buffer;
    std::size_t m_capacity = 0;  ///< without the padding
    std::size_t m_begin = 0, m_end = 0;
    std::uint64_t m_offset = 0;
    bool m_atEnd = false;
};

/// A link that leads to a file counts; what cannot be looked at is none.
bool isFile(const std::filesystem::path& path);

/// "No such file or directory": the words for errno, and the error of kind io that goes with a path.
Unexpected ioError(const std::string& path, const char* doing, int code);

}  // namespace plumbline
