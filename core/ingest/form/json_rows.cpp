#include "core/ingest/form/json_rows.h"

#include <algorithm>

#include "core/ingest/text/json_scanner.h"

namespace plumbline {
namespace {

constexpr std::size_t longestRow = std::size_t{64} << 20;

class Walk {
public:
    Walk(ByteSource source, const RowsPlan& plan) : m_scanner(std::move(source)), m_plan(plan) {}

    Result<void> run() {
        using Kind = JsonScanner::Kind;
        for (Kind kind = m_scanner.peek(); kind != Kind::end; kind = m_scanner.peek()) {
            const bool followed = document(kind);
            if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
            if (followed) continue;
            tell();
            if (!m_scanner.resync()) break;
        }
        if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
        return {};
    }

private:
    bool document(JsonScanner::Kind kind) {
        m_inRow = false;
        if (kind == JsonScanner::Kind::list) return m_plan.list.empty() ? rows() : m_scanner.skip();
        if (m_plan.list.empty()) return element();
        return kind == JsonScanner::Kind::object ? object() : m_scanner.skip();
    }

    bool rows() {
        if (!m_scanner.enter()) return false;
        while (m_scanner.nextElement())
            if (!element()) return false;
        return !m_scanner.stuck();
    }

    bool element() {
        m_scanner.peek();
        m_rowByte = m_scanner.offset();
        m_inRow = true;
        std::string_view text;
        if (!m_scanner.value(text, longestRow)) return false;
        m_inRow = false;
        m_plan.row(text, m_rowByte);
        return true;
    }

    bool object() {
        std::string key;
        if (!m_scanner.enter()) return false;
        while (m_scanner.nextKey(key))
            if (!member(key)) return false;
        return !m_scanner.stuck();
    }

    bool member(const std::string& key) {
        if (key == m_plan.list && m_scanner.peek() == JsonScanner::Kind::list) return rows();
        if (std::find(m_plan.members.begin(), m_plan.members.end(), key) == m_plan.members.end())
            return m_scanner.skip();
        std::string_view text;
        if (!m_scanner.value(text, longestRow)) return false;
        m_plan.member(key, text);
        return true;
    }

    void tell() const {
        if (!m_plan.broken) return;
        const bool cut = m_scanner.truncated() && m_inRow;
        std::string why = cut ? "Truncated: the file ends inside this record." : m_scanner.reason();
        if (why.empty()) why = "What stands here can't be followed.";
        m_plan.broken({std::move(why), m_inRow ? m_rowByte : m_scanner.offset(), m_inRow});
    }

    JsonScanner m_scanner;
    const RowsPlan& m_plan;
    std::uint64_t m_rowByte = 0;
    bool m_inRow = false;
};

}  // namespace

Result<void> walkRows(const ReadInput& input, const RowsPlan& plan) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return Walk(std::move(*source), plan).run();
}

ReadInput lookAheadOf(const ReadInput& input) {
    ReadInput ahead = input;
    ahead.progress = {};
    if (ahead.damaged) ahead.damaged = [](const Error&) {};
    return ahead;
}

}  // namespace plumbline
