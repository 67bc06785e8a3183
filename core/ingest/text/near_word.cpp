#include "core/ingest/text/near_word.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/trace/ascii.h"

namespace plumbline {
namespace {

/// Letters to change, add or take away to make one word of the other (Levenshtein).
std::size_t editDistance(std::string_view a, std::string_view b) {
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

}  // namespace

std::string snakeCase(std::string_view key) {
    std::string out;
    for (const char c : key) {
        if (isUpper(c) && !out.empty() && out.back() != '_') out += '_';
        out += c == '-' || c == ' ' || c == '.' ? '_' : lowerOf(c);
    }
    return out;
}

std::string nearestWord(std::string_view word, std::span<const std::string_view> words) {
    constexpr std::size_t farthest = 2, shortest = 5;  // letters
    std::string_view best;
    std::pair least{farthest + 1, std::size_t{0}};
    if (word.size() < shortest) return {};
    for (const std::string_view each : words) {
        const std::size_t longer = std::max(each.size(), word.size()) - std::min(each.size(), word.size());
        if (longer > farthest) continue;
        const std::pair far{editDistance(word, each), longer};
        if (far < least) best = each, least = far;
    }
    return std::string(best);
}

}  // namespace plumbline
