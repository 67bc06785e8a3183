#include "core/report/text_table.h"

#include <algorithm>

namespace plumbline {
namespace {

constexpr std::size_t gap = 2;

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// The first `columns` code points of a text.
std::string_view headOf(std::string_view text, std::size_t columns) {
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
        if (isContinuation(text[end])) continue;
        if (columns-- == 0) break;
    }
    return text.substr(0, end);
}

std::string plain(std::string_view text) {
    std::string out(text);
    std::replace_if(
        out.begin(), out.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
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

    void word(std::string_view word) {
        const std::size_t length = columnsOf(word);
        if (m_used > m_lineStart && m_used + 1 + length > m_width) newLine();
        if (m_used > m_lineStart) put(" ");
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

}  // namespace

std::size_t columnsOf(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !isContinuation(c); }));
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
    const std::string clean = plain(text);
    std::string_view rest = clean;
    const std::size_t lead = std::min(rest.find_first_not_of(' '), rest.size());
    Filler filler(lead, indent, width);
    rest.remove_prefix(lead);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (end > 0) filler.word(rest.substr(0, end));
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

std::string TextTable::text() const {
    const std::vector<std::size_t> all = widths();
    std::string out;
    for (std::size_t from = 1; from < all.size();) {
        std::size_t to = from, used = all[0];
        while (to < all.size() && (to == from || used + gap + all[to] <= textWidth)) used += gap + all[to++];
        for (const auto& cells : m_headers) out += line(cells, all, from, to);
        for (const auto& cells : m_rows) out += line(cells, all, from, to);
        from = to;
    }
    return out;
}

}  // namespace plumbline
