#include "tests/core/ingest/ingested.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/ingest/read_file.h"

namespace plumbline::test {

bool Ingested::identityHolds() const {
    if (outcome.records != outcome.rows + outcome.rejected) return false;
    if (outcome.rows != rows.size() || outcome.rejected != rejections.size()) return false;
    std::vector<std::uint64_t> records;
    for (const Placed& placed : rows) records.push_back(placed.row.record);
    for (const Rejection& rejection : rejections) records.push_back(rejection.record);
    std::sort(records.begin(), records.end());
    for (std::size_t i = 0; i < records.size(); ++i)
        if (records[i] != i) return false;
    return true;
}

std::uint64_t Ingested::noticed(std::string_view id) const {
    for (const Diagnostic& one : outcome.diagnostics)
        if (one.id == id) return one.count;
    return 0;
}

std::string Ingested::fact(std::string_view key) const {
    if (outcome.sources.empty()) return "-";
    return plainFact(outcome.sources.front().context, key).value_or("-");
}

Ingested readWith(const Reader& reader, const std::string& path, std::stop_token stop) {
    Ingested out;
    out.reader = reader.id;
    const ReadInput input{path, [](std::uint64_t) {}, stop};  // asks how far the file is, as an import does
    std::string storage;
    const auto sample = sampleFile(path, storage);
    auto read = sample ? reader.read(input, *sample, out) : Result<ReadOutcome>(Unexpected{sample.error()});
    if (read)
        out.outcome = std::move(*read);
    else
        out.error = read.error();
    return out;
}

Result<ReadOutcome> readWhole(const Reader& reader, const ReadInput& input, RowSink& sink) {
    std::string storage;
    const auto sample = sampleFile(input.path, storage);
    return sample ? readFile(reader, input, *sample, sink) : Result<ReadOutcome>(Unexpected{sample.error()});
}

Ingested ingestFile(const std::string& path) {
    Ingested out;
    std::string storage;
    const auto sample = sampleFile(path, storage);
    const auto reader = sample ? findReader(*sample) : Result<const Reader*>(Unexpected{sample.error()});
    if (reader) return readWith(**reader, path);
    out.error = reader.error();
    return out;
}

std::string Folder::path(const std::string& name) const {
    return m_folder.filePath(QString::fromStdString(name)).toStdString();
}

std::string Folder::write(const std::string& name, std::string_view text) const {
    const std::string full = path(name);
    QDir().mkpath(QFileInfo(QString::fromStdString(full)).path());
    std::ofstream(full, std::ios::binary) << text;
    return full;
}

std::string fileText(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

}  // namespace plumbline::test
