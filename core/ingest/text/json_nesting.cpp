#include "core/ingest/text/json_nesting.h"

#include <bit>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace plumbline {
namespace {

constexpr std::size_t blockSize = 64;

/// One bit a byte of a block, the first byte lowest.
struct Block {
    std::uint64_t quotes = 0, backslashes = 0, opening = 0, closing = 0, commas = 0;
};

// '[' and '{' differ in one bit, and so do ']' and '}'. With that bit set, no other byte becomes either.
constexpr char caseBit = 0x20;
static_assert(('[' | caseBit) == '{' && (']' | caseBit) == '}');

#ifdef __SSE2__
std::uint64_t mask(__m128i matches, unsigned quarter) {
    return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(matches))) << (16 * quarter);
}

Block classify(const char* bytes) {
    Block block;
    for (unsigned quarter = 0; quarter < 4; ++quarter) {
        const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + std::size_t{16} * quarter));
        const __m128i folded = _mm_or_si128(part, _mm_set1_epi8(caseBit));
        block.quotes |= mask(_mm_cmpeq_epi8(part, _mm_set1_epi8('"')), quarter);
        block.backslashes |= mask(_mm_cmpeq_epi8(part, _mm_set1_epi8('\\')), quarter);
        block.opening |= mask(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')), quarter);
        block.closing |= mask(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}')), quarter);
        block.commas |= mask(_mm_cmpeq_epi8(part, _mm_set1_epi8(',')), quarter);
    }
    return block;
}
#else
Block classify(const char* bytes) {
    Block block;
    for (std::size_t i = 0; i < blockSize; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        if (bytes[i] == '"') block.quotes |= bit;
        if (bytes[i] == '\\') block.backslashes |= bit;
        if ((bytes[i] | caseBit) == '{') block.opening |= bit;
        if ((bytes[i] | caseBit) == '}') block.closing |= bit;
        if (bytes[i] == ',') block.commas |= bit;
    }
    return block;
}
#endif

/// The bytes that a backslash before them takes the meaning from. `carry`: the byte before the block is such a
/// backslash; `size`: bytes of the block that count.
std::uint64_t escapedBytes(std::uint64_t backslashes, bool& carry, std::size_t size) {
    std::uint64_t escaped = carry ? 1 : 0;
    carry = false;
    for (; backslashes != 0; backslashes &= backslashes - 1) {
        const auto at = static_cast<std::size_t>(std::countr_zero(backslashes));
        if ((escaped >> at & 1) != 0) continue;  // itself escaped: no escape
        if (at + 1 >= size)
            carry = true;
        else
            escaped |= std::uint64_t{1} << (at + 1);
    }
    return escaped;
}

/// Bit i of the result is the parity of bits 0 to i: set from each opening quote up to before its closing quote.
std::uint64_t parity(std::uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
}

constexpr std::uint64_t below(unsigned bit) { return (std::uint64_t{1} << bit) - 1; }

/// Follows the brackets of one block, all outside of strings; false when depth 0 is closed.
bool follow(const Block& block, std::size_t base, Nesting& state, NestingStop& stop) {
    std::uint64_t brackets = block.opening | block.closing, commas = block.commas;
    const auto takeCommas = [&](std::uint64_t here) {
        if (here != 0 && state.depth == 0)
            stop.lastComma = base + 63 - static_cast<std::size_t>(std::countl_zero(here));
    };
    for (; brackets != 0; brackets &= brackets - 1) {
        const auto at = static_cast<unsigned>(std::countr_zero(brackets));
        takeCommas(commas & below(at));
        commas &= ~below(at);
        state.depth += (block.opening >> at & 1) != 0 ? 1 : -1;
        if (state.depth >= 0) continue;
        stop.closedAt = base + at;
        return false;
    }
    takeCommas(commas);
    return true;
}

/// `size` bytes of the block count; the others are spaces.
bool scanBlock(const char* bytes, std::size_t size, std::size_t base, Nesting& state, NestingStop& stop) {
    Block block = classify(bytes);
    const bool carried = state.escaped;
    if (block.backslashes != 0 || carried) block.quotes &= ~escapedBytes(block.backslashes, state.escaped, size);
    const std::uint64_t text = parity(block.quotes) ^ (state.inText ? ~std::uint64_t{0} : 0);
    state.inText = (text >> 63) != 0;
    block.opening &= ~text;
    block.closing &= ~text;
    block.commas &= ~text;
    return follow(block, base, state, stop);
}

}  // namespace

NestingStop scanNesting(std::string_view bytes, Nesting& state) {
    NestingStop stop;
    std::size_t at = 0;
    for (; at + blockSize <= bytes.size(); at += blockSize)
        if (!scanBlock(bytes.data() + at, blockSize, at, state, stop)) return stop;
    if (at == bytes.size()) return stop;
    char rest[blockSize];
    std::memset(rest, ' ', blockSize);
    std::memcpy(rest, bytes.data() + at, bytes.size() - at);
    scanBlock(rest, bytes.size() - at, at, state, stop);
    return stop;
}

}  // namespace plumbline
