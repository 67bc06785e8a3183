// The first records of a file that is to be mapped, as cells.
#include <utility>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/mapping/mapping_proposal.h"
#include "core/ingest/mapping/record_table.h"
#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/text/json_scanner.h"

namespace plumbline {
namespace {

/// The first key of a document whose value is a list of objects, as rows; nothing where the document is no object, or
/// has none.
Result<std::optional<std::string>> listInside(const std::string& path, std::stop_token stop) {
    const ReadInput input{path, {}, std::move(stop), [](const Error&) {}};
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    JsonScanner scan(std::move(*source));
    std::optional<std::string> found;
    std::string key;
    if (scan.peek() == JsonScanner::Kind::object && scan.enter())
        while (!found && scan.nextKey(key)) {
            if (scan.peek() != JsonScanner::Kind::list) {
                scan.skip();
                continue;
            }
            scan.enter();
            const bool any = scan.nextElement();
            if (any && scan.peek() == JsonScanner::Kind::object && rowsPath("$." + key)) found = "$." + key + "[*]";
            while (!found && any && scan.skip() && scan.nextElement()) {
            }
        }
    if (const auto status = scan.status(); !status) return Unexpected{status.error()};
    return found;
}

}  // namespace

Result<RowsSample> sampleRows(const std::string& path, const std::optional<std::string>& rows, std::size_t most,
                              std::stop_token stop) {
    RowsSample sample;
    std::string storage;
    const auto head = sampleFile(path, storage, stop);
    if (!head) return Unexpected{head.error()};
    if (rows) {
        sample.rows = *rows;
    } else if (head->shape == Sample::Shape::object) {
        const auto inside = listInside(path, stop);
        if (!inside) return Unexpected{inside.error()};
        sample.rows = inside->value_or("$");
    }
    const ReadInput input{path, {}, stop, [](const Error&) {}};
    Diagnostics ignored;
    auto table = RecordTable::open(input, *head, sample.rows, {}, ignored);
    if (!table) return Unexpected{table.error()};
    TableRecord record;
    for (std::size_t read = 0; read < most; ++read) {
        const auto more = (*table)->next(record);
        if (!more) return Unexpected{more.error()};
        if (!*more) break;
        if (record.broken.empty()) sample.cells.push_back(record.cells);
    }
    sample.columns = (*table)->columns();
    for (auto& cells : sample.cells) cells.resize(sample.columns.size());
    return sample;
}

}  // namespace plumbline
