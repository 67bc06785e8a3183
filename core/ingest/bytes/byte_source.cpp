#include "core/ingest/bytes/byte_source.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <system_error>

namespace plumbline {

bool isFile(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

Unexpected ioError(const std::string& path, const char* doing, int code) {
    return unexpected(ErrorKind::io,
                      std::string("Cannot ") + doing + ": " + std::generic_category().message(code) + ".", path);
}

ByteSource::ByteSource(const ReadInput& input, std::size_t step) : m_input(&input), m_step(step) {}

Result<ByteSource> ByteSource::open(const ReadInput& input, std::size_t step) {
    assert(step > 0);
    auto file = FileStage::open(input.path);
    if (!file) return Unexpected{file.error()};
    ByteSource source(input, step);
    source.m_file = file->get();
    const std::uint64_t bytes = source.m_file->bytes();
    source.m_stages = decoded(std::move(*file), bytes, input.path, input.stop);
    while (source.m_end < 3 && !source.m_atEnd)  // a step may be smaller than the mark
        if (const auto read = source.fill(); !read) {
            if (source.m_end > 0 && read.error().kind == ErrorKind::format) break;  // comes again at the next fill
            return Unexpected{read.error()};
        }
    if (source.window().starts_with("\xEF\xBB\xBF")) source.m_begin = source.m_offset = 3;
    return source;
}

std::string_view ByteSource::window() const { return {m_buffer.get() + m_begin, m_end - m_begin}; }

Result<void> ByteSource::advance(std::size_t consumed) {
    assert(consumed <= m_end - m_begin);
    m_begin += consumed;
    m_offset += consumed;
    return m_atEnd ? Result<void>() : fill();
}

Result<void> ByteSource::fill() {
    if (m_input->stop.stop_requested())
        return unexpected(ErrorKind::cancelled, "Reading was cancelled.", m_input->path);
    makeRoom(m_step);
    const std::size_t kept = m_end - m_begin;
    const std::size_t wanted = m_end + m_step;
    while (m_end < wanted && !m_atEnd) {
        const auto got = m_stages->read(m_buffer.get() + m_end, wanted - m_end);
        if (!got && m_end > m_begin + kept) break;  // what is good comes first; the stage says it again
        if (!got) {
            if (auto stopped = stopAt(got.error()); !stopped) return stopped;
            break;
        }
        m_atEnd = *got == 0;
        m_end += *got;
    }
    std::memset(m_buffer.get() + m_end, 0, windowPadding);
    if (m_input->progress) m_input->progress(m_file->done());
    return {};
}

/// Damage ends the file where someone is told of it; else, and for any other error, there is no reading on.
Result<void> ByteSource::stopAt(const Error& error) {
    const bool damage = error.kind == ErrorKind::format;
    if (!damage || !m_input->damaged) return Unexpected{error};
    m_input->damaged(error);
    m_atEnd = true;
    return {};
}

/// Moves what is left to the front when there is no room behind it, into a larger buffer when there is none at all.
void ByteSource::makeRoom(std::size_t wanted) {
    if (m_capacity - m_end >= wanted) return;
    const std::size_t kept = m_end - m_begin;
    if (m_capacity - kept < wanted) {
        const std::size_t capacity = std::max(2 * m_capacity, kept + wanted);
        std::unique_ptr<char[]> larger(new char[capacity + windowPadding]);
        if (kept > 0) std::memcpy(larger.get(), m_buffer.get() + m_begin, kept);
        m_buffer = std::move(larger);
        m_capacity = capacity;
    } else {
        std::memmove(m_buffer.get(), m_buffer.get() + m_begin, kept);
    }
    m_begin = 0;
    m_end = kept;
}

}  // namespace plumbline
