#include "core/ingest/trace/unknown_keys.h"

#include <fmt/format.h>

#include "core/ingest/text/near_word.h"
#include "core/ingest/trace/trace_row.h"

namespace plumbline {
namespace {

constexpr std::size_t mostKeys = 20;
constexpr std::size_t longestKey = 64;

}  // namespace

std::string likelyTraceField(std::string_view key) {
    if (key.size() > longestKey) return {};
    const std::string word = snakeCase(key);
    if (isTraceField(word)) return word;
    if (isTraceField(word + "_ns")) return fmt::format("{0}_ns, {0}_us, {0}_ms or {0}_s", word);
    return nearestWord(word, traceFieldKeys());
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
