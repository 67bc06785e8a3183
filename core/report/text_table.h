// Tables and paragraphs for a terminal: nothing wider than 100 columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

inline constexpr std::size_t textWidth = 100;

/// Columns that a text takes on a terminal: an em dash one, a Chinese character two, a combining accent none.
std::size_t columnsOf(std::string_view text);

/// What a terminal would obey, or show in another order, rather than print (controls, escapes, marks that turn the
/// direction of writing) as blanks: a file's own words may hold them. All that is printed passes here, or wrapped().
std::string forTerminal(std::string_view text);
/// The same for a text of lines, whose ends stay.
std::string linesForTerminal(std::string_view text);
/// The same for a JSON document, as escapes: it says what it said.
std::string jsonForTerminal(std::string_view json);

/// Breaks at blanks; what is longer than a line is broken where the line ends, a path after a slash. Control
/// characters, which a file's own words may hold, become blanks. Blanks that begin the text stay; further lines begin
/// with `indent` blanks. Ends with a newline.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = textWidth);

/// The first column is to the left, all others to the right; one without a word in any row is left out. Columns that
/// don't fit go into further blocks below, about as wide as the first, each of which begins with the first column.
class TextTable {
public:
    explicit TextTable(std::vector<std::vector<std::string>> headers)
        : m_headers(std::move(headers)) {}  ///< lines of titles
    void add(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    std::string text() const;

private:
    std::vector<std::size_t> widths() const;
    bool isEmpty(std::size_t column) const;
    std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths, std::size_t from,
                     std::size_t to) const;
    std::vector<std::vector<std::string>> m_headers, m_rows;
};

}  // namespace plumbline
