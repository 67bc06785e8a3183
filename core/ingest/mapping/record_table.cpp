#include "core/ingest/mapping/record_table.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/ingest/mapping/mapping.h"
#include "core/ingest/text/csv.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/text/json_scanner.h"
#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

constexpr std::size_t mostColumns = 500;
constexpr std::size_t longestRecord = RecordReader::defaultCap;

class CsvTable final : public RecordTable {
public:
    CsvTable(ByteSource source, std::vector<std::string> wanted) : m_csv(std::move(source)) {
        m_columns = std::move(wanted);
    }

    Result<void> begin(Diagnostics& diagnostics) {
        const auto header = m_csv.header(m_record);
        if (!header) return Unexpected{header.error()};
        m_csv.note(diagnostics);
        m_width = m_record.cells.size();
        if (m_columns.empty())
            for (const std::string& name : m_record.cells)
                if (std::find(m_columns.begin(), m_columns.end(), name) == m_columns.end() && !name.empty())
                    m_columns.push_back(name);
        for (const std::string& column : m_columns) {
            const auto last = std::find(m_record.cells.rbegin(), m_record.cells.rend(), column);
            m_there.push_back(last != m_record.cells.rend());
            m_places.push_back(static_cast<std::size_t>(m_record.cells.rend() - last) - (m_there.back() ? 1 : 0));
        }
        return {};
    }

    Result<bool> next(TableRecord& record) override {
        const auto more = m_csv.next(m_record);
        if (!more || !*more) return more;
        record.line = m_record.line;
        record.byte = m_record.byte;
        record.text = m_record.text;
        record.broken = m_record.broken;
        if (record.broken.empty() && m_record.cells.size() != m_width)
            record.broken = "It has " + std::to_string(m_record.cells.size()) + " cells where the header has " +
                            std::to_string(m_width) + ".";
        record.cells.assign(m_columns.size(), std::nullopt);
        for (std::size_t i = 0; i < m_columns.size() && record.broken.empty(); ++i)
            if (m_there[i] && !m_record.cells[m_places[i]].empty()) record.cells[i] = m_record.cells[m_places[i]];
        return true;
    }

private:
    CsvReader m_csv;
    CsvRecord m_record;
    std::size_t m_width = 0;
    std::vector<std::size_t> m_places;
};

/// What JSON Lines and documents have in common: an object is a record, its scalars are cells.
class JsonTable : public RecordTable {
protected:
    JsonTable(std::vector<std::string> wanted, Diagnostics& diagnostics)
        : m_discovers(wanted.empty()), m_json(diagnostics) {
        m_columns = std::move(wanted);
        m_there.assign(m_columns.size(), false);
        for (std::size_t i = 0; i < m_columns.size(); ++i) m_places.emplace(m_columns[i], i);
    }

    /// windowPadding bytes after `text` must be readable.
    void read(std::string_view text, TableRecord& record) {
        record.text = excerpt(text);
        record.broken.clear();
        record.cells.assign(m_columns.size(), std::nullopt);
        std::string path;
        const bool whole = m_json.record(
            text, record.line, [&](std::string_view key, JsonRead::Value& value) { field(path, key, value, record); });
        if (!whole) record.broken = m_json.reason();
    }

private:
    void field(std::string& path, std::string_view key, JsonRead::Value& value, TableRecord& record) {
        const std::size_t before = path.size();
        path.append(before == 0 ? "" : ".").append(key);
        const std::string_view token = value.raw_json_token();
        if (token.starts_with('{'))
            m_json.fields(
                value, [&](std::string_view inner, JsonRead::Value& element) { field(path, inner, element, record); });
        else if (auto* const cell = place(path, record))
            *cell = token.starts_with('[') ? list(value) : scalar(value);
        else
            m_json.walk(value);
        path.resize(before);
    }

    std::optional<std::string> scalar(JsonRead::Value& value) {
        if (m_json.isNull(value)) return m_json.walk(value), std::nullopt;
        const auto text = m_json.text(value);
        return text && !text->empty() ? std::optional<std::string>(*text) : std::nullopt;
    }

    /// "[0.1 0.2]", as a table has it; a list of anything but scalars is no cell.
    std::optional<std::string> list(JsonRead::Value& value) {
        std::string out = "[";
        bool scalars = true;
        m_json.elements(value, [&](JsonRead::Value& element) {
            const std::string_view token = element.raw_json_token();
            const bool nested = token.starts_with('[') || token.starts_with('{');
            scalars = scalars && !nested;
            if (nested) return m_json.walk(element);
            out += (out.size() > 1 ? " " : "") + scalar(element).value_or("null");
        });
        return scalars ? std::optional(out + "]") : std::nullopt;
    }

    std::optional<std::string>* place(const std::string& path, TableRecord& record) {
        auto found = m_places.find(path);
        if (found == m_places.end()) {
            if (!m_discovers || m_columns.size() >= mostColumns) return nullptr;
            found = m_places.emplace(path, m_columns.size()).first;
            m_columns.push_back(path);
            m_there.push_back(true);
            record.cells.emplace_back();
        }
        m_there[found->second] = true;
        return &record.cells[found->second];
    }

    bool m_discovers;
    JsonRead m_json;
    std::unordered_map<std::string, std::size_t> m_places;
};

class LinesTable final : public JsonTable {
public:
    LinesTable(ByteSource source, std::vector<std::string> wanted, Diagnostics& diagnostics)
        : JsonTable(std::move(wanted), diagnostics), m_lines(std::move(source)) {}

    Result<bool> next(TableRecord& record) override {
        const auto more = m_lines.next(m_line);
        if (!more || !*more) return more;
        record.line = m_line.line;
        record.byte = m_line.byte;
        if (m_line.tooLong) {
            record.text = excerpt(m_line.text);
            record.broken = "The line is too long to be a record.";
            return true;
        }
        read(m_line.text, record);
        if (!record.broken.empty() && m_line.last && isUnclosed(m_line.text))
            record.broken = "Truncated: the file ends inside this record.";
        return true;
    }

private:
    RecordReader m_lines;
    Record m_line;
};

/// Records inside of documents: the elements of the list at a path, or the value there.
class DocumentTable final : public JsonTable {
public:
    DocumentTable(ByteSource source, std::vector<std::string> keys, std::vector<std::string> wanted,
                  Diagnostics& diagnostics)
        : JsonTable(std::move(wanted), diagnostics), m_scan(std::move(source)), m_keys(std::move(keys)) {}

    Result<bool> next(TableRecord& record) override {
        while (true) {
            if (m_scan.stuck()) return stuck(record);
            if (m_inList && m_scan.nextElement()) return take(record);
            if (m_scan.stuck() || !m_scan.status()) return stuck(record);
            if (m_inList) leave();
            if (m_scan.stuck()) continue;
            if (m_scan.peek() == JsonScanner::Kind::end) {
                if (const auto status = m_scan.status(); !status) return Unexpected{status.error()};
                return false;
            }
            if (!descend()) continue;
            if (m_scan.peek() == JsonScanner::Kind::list)
                m_inList = m_scan.enter();
            else
                return take(record);
        }
    }

private:
    /// To the value at the path. False: there is none in this document, which has been passed.
    bool descend() {
        for (m_depth = 0; m_depth < m_keys.size(); ++m_depth) {
            if (m_scan.peek() != JsonScanner::Kind::object) {
                m_scan.skip();
                leave();
                return false;
            }
            std::string key;
            m_scan.enter();
            bool found = false;
            while (!found && m_scan.nextKey(key)) found = key == m_keys[m_depth] || !m_scan.skip();
            if (!found || m_scan.stuck()) {
                leave();
                return false;
            }
        }
        return true;
    }

    /// Passes what remains of the objects around.
    void leave() {
        m_inList = false;
        std::string key;
        for (; m_depth > 0 && !m_scan.stuck(); --m_depth)
            while (m_scan.nextKey(key) && m_scan.skip()) {
            }
        m_depth = 0;
    }

    Result<bool> take(TableRecord& record) {
        record.line = 0;
        record.byte = m_scan.offset();
        record.cells.assign(m_columns.size(), std::nullopt);
        std::string_view text;
        if (!m_scan.value(text, longestRecord)) return stuck(record);
        if (text.empty()) {
            record.text.clear();
            record.broken = "It is too long to be a record.";
        } else {
            read(text, record);
        }
        if (!m_inList) leave();
        return true;
    }

    /// One rejected record for what can't be followed; then on to the next document that begins a line.
    Result<bool> stuck(TableRecord& record) {
        if (const auto status = m_scan.status(); !status) return Unexpected{status.error()};
        record.line = 0;
        record.byte = m_scan.offset();
        record.text.clear();
        record.broken = m_scan.truncated() ? "Truncated: " + m_scan.reason() : m_scan.reason();
        m_inList = false;
        m_depth = 0;
        if (m_scan.resync()) return true;
        return std::exchange(m_ended, true) ? Result<bool>(false) : Result<bool>(true);
    }

    JsonScanner m_scan;
    std::vector<std::string> m_keys;
    std::size_t m_depth = 0;  ///< objects that are open around the list
    bool m_inList = false, m_ended = false;
};

}  // namespace

Result<std::unique_ptr<RecordTable>> RecordTable::open(const ReadInput& input, const Sample& sample,
                                                       const std::string& rows, std::vector<std::string> wanted,
                                                       Diagnostics& diagnostics) {
    if (sample.shape == Sample::Shape::empty || sample.shape == Sample::Shape::other)
        return unexpected(ErrorKind::refused, "It is neither a table nor JSON, so it has no columns.", input.path);
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    if (sample.shape == Sample::Shape::table) {
        auto table = std::make_unique<CsvTable>(std::move(*source), std::move(wanted));
        if (const auto begun = table->begin(diagnostics); !begun) return Unexpected{begun.error()};
        return std::unique_ptr<RecordTable>(std::move(table));
    }
    auto keys = rowsPath(rows).value_or(std::vector<std::string>());
    if (sample.shape == Sample::Shape::lines && keys.empty())
        return std::unique_ptr<RecordTable>(
            std::make_unique<LinesTable>(std::move(*source), std::move(wanted), diagnostics));
    return std::unique_ptr<RecordTable>(
        std::make_unique<DocumentTable>(std::move(*source), std::move(keys), std::move(wanted), diagnostics));
}

}  // namespace plumbline
