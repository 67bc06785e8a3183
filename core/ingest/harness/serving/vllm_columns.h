// The parallel arrays of one result object of vLLM or a relative (index = request), kept compactly until the object has
// ended: they come in any order, and a row needs all of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ingest/text/json_read.h"
#include "core/ingest/text/json_scanner.h"

namespace plumbline {

enum class VllmColumn : std::uint8_t {
    inputLens,
    outputLens,
    ttfts,
    itls,
    startTimes,
    latencies,
    queueTimes,        ///< at the client's own concurrency gate
    serverQueueTimes,  ///< as the server reports it
    errors,
    e2els,        ///< TensorRT-LLM's name for latencies
    cachedTokens  ///< SGLang's, with --cache-report
};
inline constexpr std::size_t vllmColumnCount = 11;

/// "itls" to the column; nothing for keys that are no detail array that is read.
std::optional<VllmColumn> vllmColumn(std::string_view key);
std::string_view name(VllmColumn column);

/// Lists of gaps, four bytes a gap where they are below 4.29 s, as all but a few are.
class GapLists {
public:
    void add(std::span<const Nanoseconds> gaps);
    void get(std::size_t row, std::vector<Nanoseconds>& out) const;
    std::size_t size() const { return m_ends.size(); }
    void resize(std::size_t rows);

private:
    static constexpr std::uint32_t isWide = 0xffffffff;
    std::vector<std::uint32_t> m_values;
    std::vector<std::uint64_t> m_ends;
    std::unordered_map<std::uint64_t, Nanoseconds> m_wide;
};

class VllmColumns {
public:
    /// Reads the array at the cursor, a second one of its name in place of the first. False: the scanner is stuck; what
    /// was read so far is kept.
    bool read(VllmColumn column, JsonScanner& scanner, JsonRead& json);

    bool has(VllmColumn column) const { return m_present[at(column)]; }
    std::size_t size(VllmColumn column) const;
    std::size_t longest() const;  ///< entries of the longest array; 0 without any

    Nanoseconds time(VllmColumn column, std::size_t row) const;
    Count count(VllmColumn column, std::size_t row) const;
    /// False: not known, because there is none or one of them is not.
    bool gaps(std::size_t row, std::vector<Nanoseconds>& out) const;
    std::string_view error(std::size_t row) const;

    /// An entry that is broken JSON, or of another type than its array wants.
    struct Broken {
        std::string reason, excerpt;
    };
    const Broken* broken(std::size_t row) const;

private:
    static constexpr std::size_t at(VllmColumn column) { return static_cast<std::size_t>(column); }
    void clear(VllmColumn column) { resize(column, 0); }
    void resize(VllmColumn column, std::size_t rows);
    void readBatch(VllmColumn column, std::string_view list, JsonRead& json);
    void readOneByOne(VllmColumn column, std::string_view list, JsonRead& json);
    void readElement(VllmColumn column, JsonRead::Value& value, JsonRead& json);
    std::uint32_t intern(std::string_view error);

    std::array<bool, vllmColumnCount> m_present{};
    std::array<std::vector<Nanoseconds>, vllmColumnCount> m_times;
    std::array<std::vector<Count>, vllmColumnCount> m_counts;
    GapLists m_gaps;
    std::vector<bool> m_gapsKnown;
    std::vector<Nanoseconds> m_scratch;
    std::vector<std::uint32_t> m_errors;  ///< numbers in m_errorTexts
    std::vector<std::string> m_errorTexts{std::string()};
    std::unordered_map<std::string, std::uint32_t> m_errorNumbers{{"", 0}};
    std::map<std::size_t, std::pair<VllmColumn, Broken>> m_broken;
};

}  // namespace plumbline
