#include "core/ingest/bytes/unpack.h"

#include <fmt/format.h>
#define ZLIB_CONST  // input that is not written to
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cassert>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include "core/trace/number_words.h"
#include "core/trace/size_limits.h"

namespace plumbline {
namespace {

constexpr std::size_t inputStep = std::size_t{64} << 10;
constexpr std::string_view unpacksTo = "It unpacks to more than ";

/// What both have in common: packed bytes in hand, and a failure that waits until the good bytes are out.
class UnpackStage : public ByteStage {
public:
    UnpackStage(StagePointer from, std::string path, Packing packing, std::uint64_t most)
        : m_from(std::move(from)),
          m_path(std::move(path)),
          m_packing(packing),
          m_most(most),
          m_input(inputStep, '\0') {}

    Result<std::size_t> read(char* out, std::size_t size) final {
        while (!m_failure && !m_finished) {
            if (m_at == m_size && !m_inputEnded) takeInput();
            if (m_failure) break;
            if (const std::size_t made = step(out, size); made > 0) {
                m_made += made;
                if (m_made <= m_most) return made;
                m_failure = tooLarge();
            }
        }
        if (m_failure) return Unexpected{*m_failure};
        return std::size_t{0};
    }

protected:
    /// Unpacks from packed() into `out`; bytes made. Sets finished() or damaged() where that is met. With inputEnded()
    /// and nothing in hand it must do one of the two, or make bytes.
    virtual std::size_t step(char* out, std::size_t size) = 0;

    std::string_view packed() const { return std::string_view(m_input).substr(m_at, m_size - m_at); }
    void consume(std::size_t count) { m_at += count; }
    bool inputEnded() const { return m_inputEnded && m_at == m_size; }
    void finished() { m_finished = true; }
    void damaged(std::string_view what) {
        m_failure = unexpected(ErrorKind::format, fmt::format("The {} packing {}.", name(m_packing), what), m_path,
                               "What could be unpacked before that is not the whole file.")
                        .error;
    }
    Error tooLarge() const {
        return {ErrorKind::refused,
                fmt::format("{}{} bytes, too many for its size to be results.", unpacksTo, withCommas(m_most)), m_path,
                "--limit unpacked=BYTES lifts the limit."};
    }
    void cutOff() { damaged("is cut off: the file ends inside it"); }

private:
    void takeInput() {
        const auto got = m_from->read(m_input.data(), m_input.size());
        m_at = 0;
        m_size = got ? *got : 0;
        m_inputEnded = !got || *got == 0;
        if (!got) m_failure = got.error();
    }

    StagePointer m_from;
    std::string m_path;
    Packing m_packing;
    std::uint64_t m_most, m_made = 0;
    std::string m_input;
    std::size_t m_at = 0, m_size = 0;
    bool m_inputEnded = false, m_finished = false;
    std::optional<Error> m_failure;
};

class GzipStage final : public UnpackStage {
public:
    GzipStage(StagePointer from, std::string path, std::uint64_t most)
        : UnpackStage(std::move(from), std::move(path), Packing::gzip, most) {
        constexpr int largestWindow = 15, gzipOnly = 16;
        if (inflateInit2(&m_stream, largestWindow + gzipOnly) != Z_OK) throw std::bad_alloc();
    }
    ~GzipStage() override { inflateEnd(&m_stream); }
    GzipStage(const GzipStage&) = delete;
    GzipStage& operator=(const GzipStage&) = delete;

private:
    std::size_t step(char* out, std::size_t size) override {
        if (!m_inMember && !beginMember()) return 0;
        const std::string_view in = packed();
        size = std::min(size, std::size_t{std::numeric_limits<uInt>::max()});
        m_stream.next_in = reinterpret_cast<const Bytef*>(in.data());
        m_stream.avail_in = static_cast<uInt>(in.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(out);
        m_stream.avail_out = static_cast<uInt>(size);
        const int code = inflate(&m_stream, Z_NO_FLUSH);
        consume(in.size() - m_stream.avail_in);
        const std::size_t made = size - m_stream.avail_out;
        if (code == Z_STREAM_END)
            m_inMember = false;
        else if (code == Z_BUF_ERROR && in.empty())
            cutOff();
        else if (code != Z_OK && code != Z_BUF_ERROR)
            damaged(fmt::format("is damaged ({})", m_stream.msg == nullptr ? "no gzip data" : m_stream.msg));
        return made;
    }

    /// To the next member; zeros after the last one are padding, as tapes have it.
    bool beginMember() {
        while (!packed().empty() && m_members > 0 && packed().front() == '\0') {
            m_padded = true;
            consume(1);
        }
        if (packed().empty()) {
            if (inputEnded()) finished();
            return false;
        }
        if (m_members > 0 && (m_padded || packed().front() != '\x1f')) {
            damaged("is followed by bytes that are no gzip");
            return false;
        }
        ++m_members;
        m_inMember = inflateReset(&m_stream) == Z_OK;
        assert(m_inMember);
        return m_inMember;
    }

    z_stream m_stream{};
    std::uint64_t m_members = 0;
    bool m_inMember = false, m_padded = false;
};

class ZstdStage final : public UnpackStage {
public:
    ZstdStage(StagePointer from, std::string path, std::uint64_t most)
        : UnpackStage(std::move(from), std::move(path), Packing::zstd, most), m_stream(ZSTD_createDStream()) {
        if (!m_stream) throw std::bad_alloc();
    }

private:
    std::size_t step(char* out, std::size_t size) override {
        if (inputEnded() && m_wanted == 0) {
            finished();
            return 0;
        }
        // No more than it asks for: what a call has made before it meets damage is lost, so a call gets one block.
        constexpr std::size_t shortestHeader = 5;
        const std::string_view in = packed().substr(0, m_wanted == 0 ? shortestHeader : m_wanted);
        ZSTD_inBuffer from{in.data(), in.size(), 0};
        ZSTD_outBuffer to{out, size, 0};
        const std::size_t wanted = ZSTD_decompressStream(m_stream.get(), &to, &from);
        consume(from.pos);
        if (ZSTD_isError(wanted) != 0)
            damaged(fmt::format("is damaged ({})", ZSTD_getErrorName(wanted)));
        else
            m_wanted = wanted;
        if (ZSTD_isError(wanted) == 0 && in.empty() && to.pos == 0 && wanted > 0) cutOff();
        return to.pos;
    }

    struct Free {
        void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    };
    std::unique_ptr<ZSTD_DStream, Free> m_stream;
    std::size_t m_wanted = 0;  ///< 0 between two frames
};

}  // namespace

Packing packingOf(std::string_view head) {
    if (head.starts_with("\x1f\x8b")) return Packing::gzip;
    const bool skippable = head.size() >= 4 && (head[0] & '\xf0') == '\x50' && head.substr(1, 3) == "\x2a\x4d\x18";
    if (head.starts_with("\x28\xb5\x2f\xfd") || skippable) return Packing::zstd;
    if (head.starts_with("PK\x03\x04")) return Packing::zip;
    return Packing::none;
}

std::string_view name(Packing packing) {
    constexpr std::array<std::string_view, 4> names{"", "gzip", "zstd", "zip"};
    return names[static_cast<std::size_t>(packing)];
}

bool isUnpackedTooLarge(const Error& error) {
    return error.kind == ErrorKind::refused && error.message.starts_with(unpacksTo);
}

std::string_view withoutPackingSuffix(std::string_view path) {
    for (const std::string_view suffix : {".gz", ".zst", ".zstd"})
        if (path.ends_with(suffix)) return path.substr(0, path.size() - suffix.size());
    return path;
}

StagePointer unpacked(Packing packing, StagePointer from, std::string path, std::uint64_t most) {
    assert(packing == Packing::gzip || packing == Packing::zstd);
    if (packing == Packing::gzip) return std::make_unique<GzipStage>(std::move(from), std::move(path), most);
    return std::make_unique<ZstdStage>(std::move(from), std::move(path), most);
}

}  // namespace plumbline
