#include "core/ingest/bytes/utf16.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>
#include <utility>

namespace plumbline {
namespace {

constexpr char32_t replacement = 0xFFFD;

void appendUtf8(std::string& out, char32_t c) {
    const auto byte = [&](char32_t value) { out += static_cast<char>(static_cast<unsigned char>(value)); };
    if (c < 0x80) return byte(c);
    if (c < 0x800) return byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F));
    if (c < 0x10000)
        byte(0xE0 | c >> 12);
    else
        byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F));
    byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F));
}

bool isPlain(char c) { return (c >= ' ' && c <= '~') || c == '\t' || c == '\r' || c == '\n'; }
bool isHigh(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool isLow(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

class Utf16Stage final : public ByteStage {
public:
    Utf16Stage(Utf16 order, StagePointer from, std::string path)
        : m_order(order), m_from(std::move(from)), m_path(std::move(path)) {}

    Result<std::size_t> read(char* out, std::size_t size) override {
        while (m_given == m_text.size()) {
            if (m_failure) return Unexpected{*m_failure};
            if (m_ended) return std::size_t{0};
            m_text.clear();
            m_given = 0;
            convertMore();
        }
        const std::size_t count = std::min(size, m_text.size() - m_given);
        std::memcpy(out, m_text.data() + m_given, count);
        m_given += count;
        return count;
    }

private:
    void convertMore() {
        constexpr std::size_t step = std::size_t{64} << 10;
        const std::size_t kept = m_units.size();  // an odd byte
        m_units.resize(kept + step);
        const auto got = m_from->read(m_units.data() + kept, step);
        m_units.resize(kept + (got ? *got : 0));
        if (!got) m_failure = got.error();
        m_ended = !got || *got == 0;
        if (m_ended) return finish();
        std::size_t at = 0;
        for (; at + 1 < m_units.size(); at += 2) take(unit(at));
        m_units.erase(0, at);
    }

    char32_t unit(std::size_t at) const {
        const auto first = static_cast<unsigned char>(m_units[at]),
                   second = static_cast<unsigned char>(m_units[at + 1]);
        return m_order == Utf16::littleEndian ? char32_t{first} | char32_t{second} << 8
                                              : char32_t{second} | char32_t{first} << 8;
    }

    void take(char32_t unit) {
        if (std::exchange(m_first, false) && unit == 0xFEFF) return;
        if (m_high != 0 && isLow(unit)) {
            appendUtf8(m_text, 0x10000 + ((m_high - 0xD800) << 10) + (unit - 0xDC00));
            m_high = 0;
            return;
        }
        if (std::exchange(m_high, 0) != 0) appendUtf8(m_text, replacement);
        if (isHigh(unit))
            m_high = unit;
        else
            appendUtf8(m_text, isLow(unit) ? replacement : unit);
    }

    void finish() {
        const bool inside = m_high != 0 || !m_units.empty();
        if (inside && !m_failure)
            m_failure = unexpected(ErrorKind::format, "The text in UTF-16 is cut off: it ends inside a character.",
                                   m_path, "What stands before that is not the whole file.")
                            .error;
    }

    Utf16 m_order;
    StagePointer m_from;
    std::string m_path;
    std::string m_units;  ///< bytes not yet converted
    std::string m_text;
    std::size_t m_given = 0;  ///< of the text
    char32_t m_high = 0;      ///< the first half of a pair, 0 for none
    bool m_first = true, m_ended = false;
    std::optional<Error> m_failure;
};

}  // namespace

Utf16 utf16Of(std::string_view head) {
    if (head.starts_with("\xfe\xff")) return Utf16::bigEndian;
    if (head.starts_with(std::string_view("\xff\xfe\0\0", 4))) return Utf16::no;
    if (head.starts_with("\xff\xfe")) return Utf16::littleEndian;
    // Without a mark: two plain characters, each beside a zero byte.
    if (head.size() < 4) return Utf16::no;
    if (isPlain(head[0]) && head[1] == 0 && isPlain(head[2]) && head[3] == 0) return Utf16::littleEndian;
    return head[0] == 0 && isPlain(head[1]) && head[2] == 0 && isPlain(head[3]) ? Utf16::bigEndian : Utf16::no;
}

StagePointer fromUtf16(Utf16 order, StagePointer from, std::string path) {
    assert(order != Utf16::no);
    return std::make_unique<Utf16Stage>(order, std::move(from), std::move(path));
}

}  // namespace plumbline
