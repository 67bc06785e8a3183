#include "core/report/csv_cell.h"

namespace plumbline {

std::string inertText(std::string_view text) {
    constexpr std::string_view formulaBegins = "=+-@\t\r";
    const bool isFormula = !text.empty() && formulaBegins.find(text.front()) != std::string_view::npos;
    return (isFormula ? "'" : "") + std::string(text);
}

std::string csvCell(std::string_view text) {
    const std::string inert = inertText(text);
    if (inert.find_first_of(",\"\n\r") == std::string::npos) return inert;
    std::string out = "\"";
    for (const char c : inert) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

}  // namespace plumbline
