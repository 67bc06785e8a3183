#include "core/ingest/trace/unknown_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/ingest/trace/trace_row.h"
#include "core/trace/ascii.h"

namespace plumbline {
namespace {

constexpr std::size_t mostKeys = 20;
constexpr std::size_t longestKey = 64;

/// "outputTokens" and "Output-Tokens" as the format writes them.
std::string snakeCase(std::string_view key) {
    std::string out;
    for (const char c : key) {
        if (isUpper(c) && !out.empty() && out.back() != '_') out += '_';
        out += c == '-' || c == ' ' || c == '.' ? '_' : lowerOf(c);
    }
    return out;
}

/// Letters to change, add or take away to make one word of the other (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t corner = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t change = corner + (a[i] == b[j] ? 0 : 1);
            corner = row[j + 1];
            row[j + 1] = std::min({change, row[j] + 1, corner + 1});
        }
    }
    return row.back();
}

/// The nearest field, of those that are as near the one as long as the word.
std::string nearest(std::string_view word) {
    constexpr std::size_t farthest = 2, shortest = 5;  // letters
    std::string_view best;
    std::pair least{farthest + 1, std::size_t{0}};
    if (word.size() < shortest) return {};
    for (const std::string_view field : traceFieldKeys()) {
        const std::size_t longer = std::max(field.size(), word.size()) - std::min(field.size(), word.size());
        if (longer > farthest) continue;
        const std::pair far{distance(word, field), longer};
        if (far < least) best = field, least = far;
    }
    return std::string(best);
}

}  // namespace

std::string likelyTraceField(std::string_view key) {
    if (key.size() > longestKey) return {};
    const std::string word = snakeCase(key);
    if (isTraceField(word)) return word;
    if (isTraceField(word + "_ns")) return fmt::format("{0}_ns, {0}_us, {0}_ms or {0}_s", word);
    return nearest(word);
}

std::string unknownKeyText(std::string_view what, std::string_view key) {
    const std::string shown = fmt::format("{}{}", key.substr(0, longestKey), key.size() > longestKey ? "..." : "");
    const std::string meant = likelyTraceField(key);
    if (meant.empty())
        return fmt::format("The {} '{}' is no field of a trace: it is not read, and stays in the raw record.", what,
                           shown);
    return fmt::format("The {} '{}' is no field of a trace, so it is not read: did you mean {}?", what, shown, meant);
}

void UnknownKeys::keepRecord(std::uint64_t line) {
    for (const std::string& key : m_ofRecord) {
        auto seen = m_seen.find(key);
        if (seen == m_seen.end() && m_seen.size() >= mostKeys) {
            ++m_others;
            continue;
        }
        if (seen == m_seen.end()) seen = m_seen.emplace(key, Seen{0, line}).first;
        ++seen->second.count;
    }
    m_ofRecord.clear();
}

void UnknownKeys::tell(std::vector<Diagnostic>& to) const {
    for (const auto& [key, seen] : m_seen)
        to.push_back({"unknown-key", unknownKeyText("key", key), seen.count, seen.line});
    if (m_others > 0) to.push_back({"unknown-key", "There are more keys that are no fields of a trace.", m_others, 0});
}

}  // namespace plumbline
