#include <algorithm>
#include <utility>

#include "core/ingest/byte_source.h"
#include "core/ingest/key_scan.h"
#include "core/ingest/reader.h"

namespace plumbline {
namespace {

constexpr std::size_t headSize = std::size_t{256} << 10;
/// A reader this sure of a head needs no scan of the rest.
constexpr int sure = 90;
constexpr std::string_view blanks = " \t\r\n";

std::string_view lineAt(std::string_view text, std::size_t from) {
    const std::string_view rest = text.substr(std::min(from, text.size()));
    std::string_view line = rest.substr(0, rest.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// The first line of a table that is no comment.
std::string_view headerLine(std::string_view head) {
    std::size_t at = 0;
    while (at < head.size() && (head[at] == '#' || head[at] == '\n' || head[at] == '\r')) {
        const std::size_t end = head.find('\n', at);
        at = end == std::string_view::npos ? head.size() : end + 1;
    }
    return lineAt(head, at);
}

char delimiterOf(std::string_view header) {
    for (const char c : {',', '\t', ';'})
        if (header.find(c) != std::string_view::npos) return c;
    return '\0';
}

std::string cleaned(std::string_view cell) {
    const std::size_t first = cell.find_first_not_of(" \"");
    if (first == std::string_view::npos) return {};
    return std::string(cell.substr(first, cell.find_last_not_of(" \"") - first + 1));
}

std::vector<std::string> columnsOf(std::string_view header, char delimiter) {
    std::vector<std::string> columns;
    bool quoted = false;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= header.size(); ++i) {
        if (i < header.size() && header[i] == '"') quoted = !quoted;
        if (i < header.size() && (header[i] != delimiter || quoted)) continue;
        columns.push_back(cleaned(header.substr(from, i - from)));
        from = i + 1;
    }
    return columns;
}

/// Sentences have commas as well: their "cells" are long, and not as many in the next line.
bool isProse(const std::vector<std::string>& columns, std::string_view nextLine, char delimiter) {
    const bool longCell =
        std::any_of(columns.begin(), columns.end(), [](const auto& cell) { return cell.size() > 40; });
    return longCell && columnsOf(nextLine, delimiter).size() != columns.size();
}

bool isText(std::string_view head) {
    return std::none_of(head.begin(), head.end(),
                        [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\r' && c != '\n'; });
}

/// A table needs two columns at least, and text.
void sampleTable(Sample& sample) {
    const std::string_view header = headerLine(sample.head);
    const char delimiter = delimiterOf(header);
    if (delimiter == '\0' || !isText(sample.head.substr(0, 4096))) return;
    auto columns = columnsOf(header, delimiter);
    const auto end = static_cast<std::size_t>(header.data() - sample.head.data()) + header.size();
    if (isProse(columns, lineAt(sample.head, sample.head.find('\n', end) + 1), delimiter)) return;
    sample.shape = Sample::Shape::table;
    sample.keys = std::move(columns);
}

/// JSON Lines whose first record is broken off: the second one stands for them all.
bool secondLineBeginsObject(std::string_view head) {
    const std::size_t end = head.find('\n');
    return end != std::string_view::npos && end > 2 && head.substr(end + 1).starts_with('{');
}

void sampleJson(Sample& sample, KeyScan& scan) {
    scan.feed(sample.head);
    const std::string_view rest = scan.done() ? sample.head.substr(scan.consumed()) : std::string_view();
    const std::size_t next = rest.find_first_not_of(blanks);
    sample.shape = scan.isList() ? Sample::Shape::array : Sample::Shape::object;
    if (!scan.isList() && next != std::string_view::npos && rest[next] == '{') sample.shape = Sample::Shape::lines;
    if (!scan.done() && !scan.isList() && secondLineBeginsObject(sample.head)) {
        scan = {};
        scan.feed(lineAt(sample.head, sample.head.find('\n') + 1));
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
    const ReadInput input{path, {}, std::move(stop)};
    auto source = ByteSource::open(input, headSize);
    if (!source) return Unexpected{source.error()};
    storage = source->window();
    Sample sample;
    sample.path = path;
    sample.head = storage;
    sample.whole = source->atEnd();
    sample.firstLine = lineAt(sample.head, 0);
    const std::size_t first = sample.head.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
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
