#include "core/report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace plumbline {
namespace {

constexpr std::size_t gap = 2;

struct Range {
    char32_t first, last;
};
// Unicode's East Asian Width (UAX #11), W and F, as far as names and paths use it: whole blocks.
constexpr std::array<Range, 14> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0x33FF},
                                      {0x3400, 0x4DBF},
                                      {0x4E00, 0x9FFF},
                                      {0xA000, 0xA4CF},
                                      {0xA960, 0xA97F},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};
// Combining marks, joiners and variation selectors: drawn over what is before them.
constexpr std::array<Range, 6> without{
    {{0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};

// What a terminal would obey, or show in another order, rather than print: controls (also those of eight bits), line
// separators, and the marks that turn the direction of writing.
constexpr std::array<Range, 6> obeyed{
    {{0, 0x1F}, {0x7F, 0x9F}, {0x061C, 0x061C}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}}};

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Takes the first character off; bytes that are no UTF-8 count one column each.
std::string_view takeCharacter(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t most = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    std::size_t length = 1;
    while (length < std::min(most, text.size()) && isContinuation(text[length])) ++length;
    const std::string_view character = text.substr(0, length);
    text.remove_prefix(length);
    return character;
}

char32_t pointOf(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character.front());
    if (lead < 0x80) return lead;
    const unsigned char mask = lead >= 0xF0 ? 0x07 : lead >= 0xE0 ? 0x0F : 0x1F;
    char32_t point = lead & mask;
    for (const char c : character.substr(1)) point = point << 6 | (static_cast<unsigned char>(c) & 0x3FU);
    return point;
}

template <std::size_t N>
bool isIn(const std::array<Range, N>& ranges, char32_t point) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [point](const Range& range) { return point >= range.first && point <= range.last; });
}

std::size_t widthOf(std::string_view character) {
    const char32_t point = pointOf(character);
    if (isIn(without, point)) return 0;
    return isIn(wide, point) ? 2 : 1;
}

/// As much of a word as fits into so many columns, one character at least; up to its last slash, where there is one.
std::string_view headOf(std::string_view text, std::size_t columns) {
    std::string_view rest = text;
    std::size_t used = 0;
    while (!rest.empty()) {
        std::string_view after = rest;
        used += widthOf(takeCharacter(after));
        if (used > columns && rest.size() < text.size()) break;
        rest = after;
    }
    const std::string_view head = text.substr(0, text.size() - rest.size());
    const std::size_t slash = head.rfind('/');
    const bool breaksWell = !rest.empty() && slash != std::string_view::npos && slash + 1 > head.size() / 4;
    return breaksWell ? head.substr(0, slash + 1) : head;
}

/// Bytes that are no UTF-8 read as controls.
template <class Replace>
std::string withoutObeyed(std::string_view text, Replace&& replaced) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t clean = static_cast<std::size_t>(
            std::find_if(text.begin(), text.end(), [](char c) { return c < ' ' || c == '\x7f'; }) - text.begin());
        out += text.substr(0, clean);
        text.remove_prefix(clean);
        if (text.empty()) break;
        const std::string_view character = takeCharacter(text);
        const char32_t point = pointOf(character);
        if (isIn(obeyed, point))
            out += replaced(point);
        else
            out += character;
    }
    return out;
}

std::string padded(const std::string& cell, std::size_t width, bool left) {
    const std::size_t own = columnsOf(cell);
    const std::string blanks(width > own ? width - own : 0, ' ');
    return left ? cell + blanks : blanks + cell;
}

/// Lines are filled word by word.
class Filler {
public:
    Filler(std::size_t lead, std::size_t indent, std::size_t width)
        : m_indent(indent), m_width(width), m_used(lead), m_lineStart(lead), m_out(lead, ' ') {}

    /// `blanks` stand before it on the same line: columns that were made of blanks stay columns.
    void word(std::string_view word, std::size_t blanks) {
        const std::size_t length = columnsOf(word);
        if (m_used > m_lineStart && m_used + blanks + length > m_width) newLine();
        if (m_used > m_lineStart) put(std::string(blanks, ' '));
        while (m_used + columnsOf(word) > m_width) {
            const std::string_view head = headOf(word, m_width - m_used);
            put(head);
            word.remove_prefix(head.size());
            newLine();
        }
        put(word);
    }
    std::string take() { return std::move(m_out); }

private:
    void newLine() {
        m_out += '\n' + std::string(m_indent, ' ');
        m_used = m_lineStart = m_indent;
    }
    void put(std::string_view text) {
        m_out += text;
        m_used += columnsOf(text);
    }
    std::size_t m_indent, m_width, m_used, m_lineStart;
    std::string m_out;
};

/// Where blocks of columns end that are `limit` wide at most, each with the first column.
std::vector<std::size_t> blocksWithin(const std::vector<std::size_t>& widths, std::size_t limit) {
    std::vector<std::size_t> out;
    for (std::size_t from = 1; from < widths.size(); from = out.back()) {
        std::size_t to = from, used = widths[0];
        while (to < widths.size() && (to == from || used + gap + widths[to] <= limit)) used += gap + widths[to++];
        out.push_back(to);
    }
    return out;
}

/// As few blocks as fit, and of those the most even ones: none holds a column that was left over.
std::vector<std::size_t> blocksOf(const std::vector<std::size_t>& widths) {
    std::vector<std::size_t> out = blocksWithin(widths, textWidth);
    for (std::size_t limit = textWidth; limit-- > 0;) {
        auto narrower = blocksWithin(widths, limit);
        if (narrower.size() > out.size()) break;
        out = std::move(narrower);
    }
    return out;
}

}  // namespace

std::string forTerminal(std::string_view text) {
    return withoutObeyed(text, [](char32_t) { return std::string(" "); });
}

std::string linesForTerminal(std::string_view text) {
    return withoutObeyed(text, [](char32_t point) { return std::string(point == '\n' ? "\n" : " "); });
}

std::string jsonForTerminal(std::string_view json) {
    return withoutObeyed(
        json, [](char32_t point) { return point == '\n' ? "\n" : fmt::format("\\u{:04x}", unsigned{point}); });
}

std::size_t columnsOf(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) columns += widthOf(takeCharacter(text));
    return columns;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
    const std::string clean = forTerminal(text);
    std::string_view rest = clean;
    const std::size_t lead = std::min(rest.find_first_not_of(' '), rest.size());
    Filler filler(lead, indent, width);
    rest.remove_prefix(lead);
    std::size_t blanks = 0;
    for (; !rest.empty(); ++blanks) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (end > 0) filler.word(rest.substr(0, end), std::exchange(blanks, 0));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return filler.take() + "\n";
}

std::vector<std::size_t> TextTable::widths() const {
    std::vector<std::size_t> out(m_headers.empty() ? 0 : m_headers.front().size(), 0);
    for (const auto* part : {&m_headers, &m_rows})
        for (const std::vector<std::string>& cells : *part)
            for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::max(out[i], columnsOf(cells[i]));
    return out;
}

std::string TextTable::line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                            std::size_t from, std::size_t to) const {
    std::string out = padded(cells[0], widths[0], true);
    for (std::size_t i = from; i < to; ++i) out += std::string(gap, ' ') + padded(cells[i], widths[i], false);
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
}

bool TextTable::isEmpty(std::size_t column) const {
    return std::all_of(m_rows.begin(), m_rows.end(), [column](const auto& cells) { return cells[column].empty(); });
}

std::string TextTable::text() const {
    TextTable full = *this;
    for (std::size_t i = full.m_headers.empty() ? 0 : full.m_headers.front().size(); i-- > 1;)
        if (!m_rows.empty() && isEmpty(i))
            for (auto* const part : {&full.m_headers, &full.m_rows})
                for (auto& cells : *part) cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(i));
    const std::vector<std::size_t> all = full.widths();
    std::string out;
    std::size_t from = 1;
    for (const std::size_t to : blocksOf(all)) {
        for (const auto& cells : full.m_headers) out += line(cells, all, from, to);
        for (const auto& cells : full.m_rows) out += line(cells, all, from, to);
        from = to;
    }
    return out;
}

}  // namespace plumbline
