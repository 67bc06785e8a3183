#include <algorithm>
#include <optional>
#include <utility>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/reader/reader.h"
#include "core/ingest/text/csv_cells.h"
#include "core/ingest/text/key_scan.h"
#include "core/trace/ascii.h"

namespace plumbline {
namespace {

constexpr std::size_t headSize = std::size_t{256} << 10;
/// A reader this sure of a head needs no scan of the rest.
constexpr int sure = 90;
constexpr std::string_view blanks = " \t\r\n";

/// The line at `from`, without its end; moves `from` to the next one.
std::string_view takeLine(std::string_view text, std::size_t& from) {
    from = std::min(from, text.size());
    const std::size_t end = std::min(text.find(static_cast<char>(lineEndOf(text)), from), text.size());
    std::string_view line = text.substr(from, end - from);
    from = std::min(end + 1, text.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::string_view firstLineOf(std::string_view text) {
    std::size_t at = 0;
    return takeLine(text, at);
}

bool isText(std::string_view head) {
    return std::none_of(head.begin(), head.end(),
                        [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\r' && c != '\n'; });
}

/// What a person or a program calls a column; sentences are longer, or end.
bool isColumnName(std::string_view cell) {
    constexpr std::size_t longest = 64;
    return cell.size() <= longest && !cell.ends_with('.') && !cell.ends_with(':') && !cell.starts_with('<');
}

/// The lines after the header that are looked at.
constexpr int linesLookedAt = 20;

/// "ttft_ms", "Metric", "load.concurrency": words that no sentence begins with.
bool isIdentifier(std::string_view cell) {
    const auto fits = [](char c) {
        return isLetter(c) || isDigit(c) || c == '_' || c == '.' || c == '-' || c == '%' || c == '/' || c == '(' ||
               c == ')';
    };
    return std::all_of(cell.begin(), cell.end(), fits);
}

/// Whether a line after the header has as many cells. Identifiers are columns without one too: two, where nothing
/// follows, and three, where what follows is broken.
bool isConsistent(std::string_view head, std::size_t at, const std::vector<std::string>& columns, char delimiter) {
    bool any = false;
    for (int line = 0; line < linesLookedAt && at < head.size(); ++line) {
        const std::string_view next = takeLine(head, at);
        if (next.find_first_not_of(blanks) == std::string_view::npos) continue;
        any = true;
        auto cells = csvCells(next, delimiter);
        while (cells.size() > columns.size() && cells.back().empty()) cells.pop_back();
        if (cells.size() == columns.size()) return true;
    }
    return (!any || columns.size() > 2) && std::all_of(columns.begin(), columns.end(), isIdentifier);
}

/// A table needs two columns, two lines that agree, and text.
void sampleTable(Sample& sample) {
    if (!isText(sample.head.substr(0, 4096))) return;
    std::size_t at = 0;
    std::string_view header;
    while (at < sample.head.size() && (header.empty() || header.starts_with('#'))) header = takeLine(sample.head, at);
    std::size_t after = at;
    const char delimiter = delimiterOf(header, takeLine(sample.head, after));
    auto columns = csvCells(header, delimiter);
    if (columns.size() < 2 || !std::all_of(columns.begin(), columns.end(), isColumnName)) return;
    if (!isConsistent(sample.head, at, columns, delimiter)) return;
    sample.shape = Sample::Shape::table;
    sample.keys = std::move(columns);
}

/// JSON Lines whose first record is broken off: the second one stands for them all.
std::string_view secondLine(std::string_view head) {
    std::size_t at = 0;
    return takeLine(head, at).size() < 2 ? std::string_view() : takeLine(head, at);
}

void sampleJson(Sample& sample, KeyScan& scan) {
    scan.feed(sample.head);
    const std::string_view rest = scan.done() ? sample.head.substr(scan.consumed()) : std::string_view();
    const std::size_t next = rest.find_first_not_of(blanks);
    sample.shape = scan.isList() ? Sample::Shape::array : Sample::Shape::object;
    if (!scan.isList() && next != std::string_view::npos && rest[next] == '{') sample.shape = Sample::Shape::lines;
    const std::string_view second = secondLine(sample.head);
    if (!scan.done() && !scan.isList() && second.starts_with('{')) {
        scan = {};
        scan.feed(second);
        sample.shape = Sample::Shape::lines;
    }
}

int highestScore(const Sample& sample) {
    int highest = 0;
    for (const Reader& reader : readers()) highest = std::max(highest, reader.probe(sample));
    return highest;
}

/// The keys that lie behind the head. Returns at once where a reader is sure already: a scan of gigabytes would tell it
/// nothing.
Result<void> scanOn(ByteSource& source, Sample& sample, KeyScan& scan) {
    sample.keys = scan.keys();
    while (!scan.done() && !source.atEnd() && highestScore(sample) < sure) {
        if (const auto read = source.advance(source.window().size()); !read) return read;
        scan.feed(source.window());
        sample.keys = scan.keys();
    }
    return {};
}

}  // namespace

bool Sample::has(std::string_view key) const { return std::find(keys.begin(), keys.end(), key) != keys.end(); }

Result<Sample> sampleFile(const std::string& path, std::string& storage, std::stop_token stop) {
    std::optional<Error> damage;  // what is good before it tells the reader
    const ReadInput input{path, {}, std::move(stop), [&](const Error& error) { damage = error; }};
    auto source = ByteSource::open(input, headSize);
    if (!source) return Unexpected{source.error()};
    storage = source->window();
    Sample sample;
    sample.path = path;
    sample.head = storage;
    sample.whole = source->atEnd();
    sample.firstLine = firstLineOf(sample.head);
    const std::size_t first = sample.head.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        if (damage) return Unexpected{*damage};
        if (sample.whole) sample.shape = Sample::Shape::empty;
    } else if (sample.head[first] == '{' || sample.head[first] == '[') {
        KeyScan scan;
        sampleJson(sample, scan);
        if (const auto scanned = scanOn(*source, sample, scan); !scanned) return Unexpected{scanned.error()};
    } else {
        sampleTable(sample);
    }
    return sample;
}

}  // namespace plumbline
