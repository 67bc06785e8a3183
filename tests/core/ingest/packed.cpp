#include "tests/core/ingest/packed.h"

#include <zlib.h>
#include <zstd.h>

#include <QString>
#include <memory>

namespace plumbline::test {

std::string gzipped(std::string_view text) {
    z_stream stream{};
    constexpr int gzipWindow = 15 + 16;
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY);
    std::string in(text), out(deflateBound(&stream, uLong(text.size())) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = uInt(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string zstdPacked(std::string_view text, bool checksum) {
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, checksum ? 1 : 0);
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress2(context.get(), out.data(), out.size(), text.data(), text.size()));
    return out;
}

std::string utf16(std::string_view utf8, bool bigEndian) {
    std::string out;
    const QString text = QChar(0xFEFF) + QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
    for (const QChar unit : text) {
        const char low = char(unit.unicode() & 0xFF), high = char(unit.unicode() >> 8);
        out += bigEndian ? high : low;
        out += bigEndian ? low : high;
    }
    return out;
}

}  // namespace plumbline::test
