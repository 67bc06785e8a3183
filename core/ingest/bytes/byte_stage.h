// Stages that bytes pass on their way from the disk to a window: unpacked, transcoded, converted, one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/trace/result.h"

namespace plumbline {

class ByteStage {
public:
    virtual ~ByteStage() = default;
    /// Up to `size` (at least 1) bytes into `out`; 0 at the end only. A stage that meets damage gives what is good
    /// before it, and the error at the call after that. Errors: io; format for damage; cancelled.
    virtual Result<std::size_t> read(char* out, std::size_t size) = 0;
};
using StagePointer = std::unique_ptr<ByteStage>;

/// A file as it lies on disk.
class FileStage final : public ByteStage {
public:
    /// Errors: io, for a folder too.
    static Result<std::unique_ptr<FileStage>> open(const std::string& path);
    ~FileStage() override;
    FileStage(const FileStage&) = delete;
    FileStage& operator=(const FileStage&) = delete;
    Result<std::size_t> read(char* out, std::size_t size) override;
    std::uint64_t done() const { return m_done; }
    std::uint64_t bytes() const { return m_bytes; }  ///< of the whole file, when it was opened

private:
    FileStage(std::string path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}
    std::string m_path;
    int m_descriptor;
    std::uint64_t m_done = 0, m_bytes = 0;
};

/// A stage whose beginning can be looked at before it is read.
class PeekStage final : public ByteStage {
public:
    explicit PeekStage(StagePointer from) : m_from(std::move(from)) {}
    /// The first `size` bytes, fewer only where the bytes end or are damaged before. To be called before read().
    std::string_view peek(std::size_t size);
    Result<std::size_t> read(char* out, std::size_t size) override;

private:
    StagePointer m_from;
    std::string m_head;
    std::size_t m_given = 0;  ///< of the head
    bool m_ended = false;
    Result<void> m_failure;
};

/// The stages that the content asks for, over the file's own bytes: unpacked where it is packed with gzip or zstd,
/// UTF-8 where it is UTF-16 with a byte order mark, JSON where it is YAML (yaml_json.h). `path` is for errors, and its
/// extension speaks for YAML. A stop is asked for where a stage works long without giving anything. A packing that
/// gives more than SizeLimit::unpacked of these bytes is refused.
StagePointer decoded(StagePointer file, std::uint64_t bytes, const std::string& path, std::stop_token stop);

}  // namespace plumbline
