#include "core/ingest/traffic/traffic_lines.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <unordered_map>
#include <utility>

#include "core/ingest/text/json_read.h"
#include "core/ingest/text/records.h"
#include "core/ingest/traffic/traffic_output.h"

namespace plumbline {
namespace {

struct Raw {
    Nanoseconds time = unknownTime;
    Count prompt = unknownCount, output = unknownCount, turn = unknownCount;
    std::string chat, parent;
    std::vector<Key> blocks;
    bool hasBlocks = false, blocksBroken = false;
};

/// Numbers stand for themselves, moved by one, since a key of 0 is unknown and the first block's number is 0.
Key blockKey(std::string_view text) {
    Key number = 0;
    const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && last == text.data() + text.size();
    return whole && number < std::numeric_limits<Key>::max() ? number + 1 : internKey(text);
}

void readBlocks(JsonRead& json, JsonRead::Value& value, Raw& raw) {
    raw.hasBlocks = json.elements(value, [&](JsonRead::Value& element) {
        const auto text = json.text(element);
        raw.blocks.push_back(text ? blockKey(*text) : Key{0});
        raw.blocksBroken = raw.blocksBroken || !text;
    });
}

void field(JsonRead& json, std::string_view key, JsonRead::Value& value, TimeUnit unit, Raw& raw) {
    if (key == "timestamp")
        raw.time = json.time(value, unit);
    else if (key == "input_length")
        raw.prompt = json.count(value);
    else if (key == "output_length")
        raw.output = json.count(value);
    else if (key == "hash_ids")
        readBlocks(json, value, raw);
    else if (key == "turn")
        raw.turn = json.count(value);
    else if (key == "chat_id")
        raw.chat = json.text(value).value_or(std::string_view());
    else if (key == "parent_chat_id")
        raw.parent = json.text(value).value_or(std::string_view());
    else
        json.walk(value);
}

class TrafficLinesReader {
public:
    TrafficLinesReader(const ReadInput& input, RowSink& sink, const TrafficLines& lines)
        : m_input(input), m_lines(lines), m_out(sink), m_json(m_out.diagnostics()) {}

    Result<ReadOutcome> read() {
        const auto read = forEachRecord(m_input, [this](const Record& next) { take(next); });
        if (!read) return Unexpected{read.error()};
        return finish();
    }

private:
    void take(const Record& record) {
        if (record.tooLong) return m_out.rejectLine(record, "The line is too long to be a record.");
        m_raw = {};
        const bool whole =
            m_json.record(record.text, record.line, [this](std::string_view key, JsonRead::Value& value) {
                field(m_json, key, value, m_lines.timeUnit, m_raw);
            });
        if (!whole) return m_out.rejectLine(record, m_json.reason());
        if (!isKnown(m_raw.prompt))
            return m_out.rejectLine(record, "It has no input_length, so it is no request of a trace.");
        Row row;
        row.line = record.line;
        row.byte = record.byte;
        row.start = m_raw.time;
        row.promptTokens = m_raw.prompt;
        row.outputTokens = m_raw.output;
        row.turn = m_raw.turn;
        row.id = m_raw.chat;
        row.session = sessionOf();
        takeBlocks(record.line, row);
        m_out.row(row);
    }

    /// The chat that a conversation began with: each further turn names the one before.
    std::string sessionOf() {
        if (m_raw.chat.empty()) return {};
        const auto parent = m_sessions.find(m_raw.parent);
        const bool first = m_raw.parent.empty() || m_raw.parent.starts_with('-');
        std::string session = first ? m_raw.chat : parent == m_sessions.end() ? m_raw.parent : parent->second;
        m_sessions[m_raw.chat] = session;
        return session;
    }

    /// The last block may be a part of one, and is hashed too: their number is the prompt's length over a block's,
    /// rounded up.
    void takeBlocks(std::uint64_t line, Row& row) {
        if (!m_raw.hasBlocks) return;
        if (m_raw.blocksBroken)
            return m_json.note("hash-unread", "one of its elements is no hash: the prompt's blocks are unknown");
        row.blocks = std::move(m_raw.blocks);
        ++m_withBlocks;
        const auto expected = (std::int64_t{row.promptTokens} + m_lines.blockTokens - 1) / m_lines.blockTokens;
        if (static_cast<std::int64_t>(row.blocks.size()) == expected) return;
        ++m_misfits;
        m_out.diagnostics().note("blocks-misfit", line, [&] {
            return fmt::format(
                "Line {} has {} hashes for {} prompt tokens, where {} blocks of {} tokens were expected.", line,
                row.blocks.size(), row.promptTokens, expected, m_lines.blockTokens);
        });
    }

    /// Where most rows contradict the format's size of a block, that size is not known.
    Result<ReadOutcome> finish() {
        const bool fits = m_withBlocks > 0 && 2 * m_misfits <= m_withBlocks;
        return m_out.finish(m_input.path, "relative", {}, fits ? m_lines.blockTokens : unknownCount);
    }

    const ReadInput& m_input;
    const TrafficLines& m_lines;
    TrafficOutput m_out;
    JsonRead m_json;
    Raw m_raw;
    std::unordered_map<std::string, std::string> m_sessions;  ///< by chat
    std::uint64_t m_withBlocks = 0, m_misfits = 0;
};

}  // namespace

Result<ReadOutcome> readTrafficLines(const ReadInput& input, RowSink& sink, const TrafficLines& lines) {
    return TrafficLinesReader(input, sink, lines).read();
}

}  // namespace plumbline
