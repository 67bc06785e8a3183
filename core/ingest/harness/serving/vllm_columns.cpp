#include "core/ingest/harness/serving/vllm_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

constexpr std::array<std::string_view, vllmColumnCount> names{
    "input_lens",  "output_lens",        "ttfts",  "itls",  "start_times",  "latencies",
    "queue_times", "server_queue_times", "errors", "e2els", "cached_tokens"};

constexpr std::size_t longestError = 500;  // bytes: tracebacks of a thousand rows are no measurement

bool isCount(VllmColumn column) {
    return column == VllmColumn::inputLens || column == VllmColumn::outputLens || column == VllmColumn::cachedTokens;
}

/// At most `most` bytes, cut between characters.
std::string_view cut(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
    return text.substr(0, most);
}

std::string padded(std::string_view element) {
    std::string out = "[";
    return out.append(element).append(1, ']').append(windowPadding, '\0');
}

}  // namespace

std::optional<VllmColumn> vllmColumn(std::string_view key) {
    const auto* found = std::find(names.begin(), names.end(), key);
    return found == names.end() ? std::nullopt : std::optional(static_cast<VllmColumn>(found - names.begin()));
}

std::string_view name(VllmColumn column) { return names[static_cast<std::size_t>(column)]; }

void GapLists::add(std::span<const Nanoseconds> gaps) {
    for (const Nanoseconds gap : gaps) {
        const bool fits = gap.count() >= 0 && gap.count() < static_cast<std::int64_t>(isWide);
        if (!fits) m_wide[m_values.size()] = gap;
        m_values.push_back(fits ? static_cast<std::uint32_t>(gap.count()) : isWide);
    }
    m_ends.push_back(m_values.size());
}

void GapLists::get(std::size_t row, std::vector<Nanoseconds>& out) const {
    out.clear();
    for (std::uint64_t i = row == 0 ? 0 : m_ends[row - 1]; i < m_ends[row]; ++i)
        out.push_back(m_values[i] == isWide ? m_wide.at(i) : Nanoseconds(m_values[i]));
}

void GapLists::resize(std::size_t rows) {
    if (rows >= m_ends.size()) return;
    m_ends.resize(rows);
    m_values.resize(rows == 0 ? 0 : m_ends.back());
    std::erase_if(m_wide, [this](const auto& each) { return each.first >= m_values.size(); });
}

std::size_t VllmColumns::size(VllmColumn column) const {
    if (isCount(column)) return m_counts[at(column)].size();
    if (column == VllmColumn::itls) return m_gaps.size();
    return column == VllmColumn::errors ? m_errors.size() : m_times[at(column)].size();
}

std::size_t VllmColumns::longest() const {
    std::size_t most = 0;
    for (std::size_t i = 0; i < vllmColumnCount; ++i) most = std::max(most, size(static_cast<VllmColumn>(i)));
    return most;
}

void VllmColumns::resize(VllmColumn column, std::size_t rows) {
    if (isCount(column)) return m_counts[at(column)].resize(rows);
    if (column == VllmColumn::errors) return m_errors.resize(rows);
    if (column != VllmColumn::itls) return m_times[at(column)].resize(rows);
    m_gaps.resize(rows);
    m_gapsKnown.resize(rows);
}

bool VllmColumns::read(VllmColumn column, JsonScanner& scanner, JsonRead& json) {
    json.setKey(name(column));
    if (scanner.peek() != JsonScanner::Kind::list) {
        std::string_view text;
        if (!scanner.value(text, 16)) return false;
        if (text != "null") json.note("wrong-type", "not a list, so it is unknown");
        return true;
    }
    if (has(column)) {
        json.repeatedKey(name(column));
        clear(column);
        std::erase_if(m_broken, [column](const auto& each) { return each.second.first == column; });
    }
    m_present[at(column)] = true;
    if (!scanner.enter()) return false;
    std::string_view list;
    while (scanner.batch(list)) readBatch(column, list, json);
    return !scanner.stuck() && scanner.status().has_value();
}

void VllmColumns::readBatch(VllmColumn column, std::string_view list, JsonRead& json) {
    const std::size_t before = size(column);
    const bool whole = json.element(list, 0, [&](JsonRead::Value& value) {
        json.elements(value, [&](JsonRead::Value& element) { readElement(column, element, json); });
    });
    if (whole) return;
    resize(column, before);
    readOneByOne(column, list, json);
}

/// One broken entry must not take its neighbours with it.
void VllmColumns::readOneByOne(VllmColumn column, std::string_view list, JsonRead& json) {
    splitList(list, [&](std::string_view element) {
        const std::size_t row = size(column);
        const std::string text = padded(element);
        json.setKey(name(column));
        const bool whole =
            json.element(std::string_view(text).substr(0, element.size() + 2), 0, [&](JsonRead::Value& value) {
                json.elements(value, [&](JsonRead::Value& inner) { readElement(column, inner, json); });
            });
        if (whole && size(column) == row + 1) return;
        std::string reason =
            fmt::format("Its entry in '{}' is broken: {}", name(column), whole ? "No single value." : json.reason());
        resize(column, row);
        resize(column, row + 1);
        if (column == VllmColumn::itls) m_gaps.add({});
        m_broken.try_emplace(row, column, Broken{std::move(reason), excerpt(element)});
    });
}

void VllmColumns::readElement(VllmColumn column, JsonRead::Value& value, JsonRead& json) {
    if (isCount(column)) return m_counts[at(column)].push_back(json.count(value));
    if (column == VllmColumn::itls) {
        const bool known = json.times(value, TimeUnit::seconds, m_scratch);
        m_gaps.add(m_scratch);
        return m_gapsKnown.push_back(known);
    }
    if (column == VllmColumn::errors) return m_errors.push_back(intern(json.text(value).value_or(std::string_view())));
    m_times[at(column)].push_back(json.time(value, TimeUnit::seconds));
}

std::uint32_t VllmColumns::intern(std::string_view error) {
    if (error.empty()) return 0;
    const auto [entry, isNew] = m_errorNumbers.try_emplace(std::string(cut(error, longestError)),
                                                           static_cast<std::uint32_t>(m_errorTexts.size()));
    if (isNew) m_errorTexts.push_back(entry->first);
    return entry->second;
}

Nanoseconds VllmColumns::time(VllmColumn column, std::size_t row) const {
    const auto& times = m_times[at(column)];
    return row < times.size() ? times[row] : unknownTime;
}

Count VllmColumns::count(VllmColumn column, std::size_t row) const {
    const auto& counts = m_counts[at(column)];
    return row < counts.size() ? counts[row] : unknownCount;
}

bool VllmColumns::gaps(std::size_t row, std::vector<Nanoseconds>& out) const {
    out.clear();
    if (row >= m_gaps.size() || !m_gapsKnown[row]) return false;
    m_gaps.get(row, out);
    return true;
}

std::string_view VllmColumns::error(std::size_t row) const {
    return row < m_errors.size() ? std::string_view(m_errorTexts[m_errors[row]]) : std::string_view();
}

const VllmColumns::Broken* VllmColumns::broken(std::size_t row) const {
    const auto found = m_broken.find(row);
    return found == m_broken.end() ? nullptr : &found->second.second;
}

}  // namespace plumbline
