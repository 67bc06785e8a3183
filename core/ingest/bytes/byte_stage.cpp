#include "core/ingest/bytes/byte_stage.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/bytes/unpack.h"
#include "core/ingest/bytes/utf16.h"
#include "core/ingest/bytes/yaml_stage.h"
#include "core/trace/size_limits.h"

namespace plumbline {

Result<std::unique_ptr<FileStage>> FileStage::open(const std::string& path) {
    // Opening a pipe would wait for somebody who writes to it; to a file, O_NONBLOCK is nothing.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return ioError(path, "open the file", errno);
    std::unique_ptr<FileStage> file(new FileStage(path, descriptor));
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return ioError(path, "open the file", errno);
    if (S_ISDIR(status.st_mode)) return ioError(path, "read it as a file", EISDIR);
    if (!S_ISREG(status.st_mode))
        return unexpected(ErrorKind::io, "This is no file that can be read twice (a pipe, a socket or a device).", path,
                          "Save it to a file first.");
    file->m_bytes = static_cast<std::uint64_t>(status.st_size);
    return file;
}

FileStage::~FileStage() { ::close(m_descriptor); }

Result<std::size_t> FileStage::read(char* out, std::size_t size) {
    while (true) {
        const ssize_t got = ::read(m_descriptor, out, size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return ioError(m_path, "read the file", errno);
        m_done += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
    }
}

std::string_view PeekStage::peek(std::size_t size) {
    while (m_head.size() < size && !m_ended) {
        const std::size_t before = m_head.size();
        m_head.resize(size);
        const auto got = m_from->read(m_head.data() + before, size - before);
        m_head.resize(before + (got ? *got : 0));
        m_ended = !got || *got == 0;
        if (!got) m_failure = Unexpected{got.error()};
    }
    return std::string_view(m_head).substr(0, size);
}

Result<std::size_t> PeekStage::read(char* out, std::size_t size) {
    if (m_given < m_head.size()) {
        const std::size_t count = std::min(size, m_head.size() - m_given);
        std::memcpy(out, m_head.data() + m_given, count);
        m_given += count;
        return count;
    }
    if (!m_failure) return Unexpected{m_failure.error()};
    return m_ended ? Result<std::size_t>(std::size_t{0}) : m_from->read(out, size);
}

StagePointer decoded(StagePointer file, std::uint64_t bytes, const std::string& path, std::stop_token stop) {
    const auto peekable = [](StagePointer from) { return std::make_unique<PeekStage>(std::move(from)); };
    auto stage = peekable(std::move(file));
    if (const Packing packing = packingOf(stage->peek(4)); packing == Packing::gzip || packing == Packing::zstd)
        stage = peekable(unpacked(packing, std::move(stage), path, unpackedLimit(bytes)));
    if (const Utf16 order = utf16Of(stage->peek(4)); order != Utf16::no)
        stage = peekable(fromUtf16(order, std::move(stage), path));
    if (looksLikeYaml(stage->peek(yamlHead), path)) return yamlAsJson(std::move(stage), path, std::move(stop));
    return stage;
}

}  // namespace plumbline
