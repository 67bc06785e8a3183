// What a person sees of a mapping before an import: the first rows with their verdicts.
#include <algorithm>
#include <utility>

#include "core/ingest/mapping/mapped_reader.h"

namespace plumbline {
namespace {

struct PreviewSink final : RowSink {
    std::vector<std::pair<std::size_t, Row>> rows;
    std::vector<Rejection> rejections;
    void row(std::size_t, std::size_t run, const Row& row) override { rows.emplace_back(run, row); }
    void reject(const Rejection& rejection) override { rejections.push_back(rejection); }
};

/// Verdicts need a Dataset. Its rows are ordered by run, and by record within one.
std::vector<PreviewRow> classified(const std::vector<std::pair<std::size_t, Row>>& rows, const SourceInfo& info,
                                   const Settings& settings) {
    DatasetBuilder builder;
    builder.addFile({});
    const std::size_t source = builder.addSource({});
    std::vector<RunIndex> runs;
    for (const RunInfo& run : info.runs) runs.push_back(builder.addRun(source, run));
    for (const auto& [run, row] : rows) builder.addRow(runs[run], row);
    const auto data = builder.finish();
    std::vector<PreviewRow> out(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto place = std::find_if(rows.begin(), rows.end(),
                                        [&](const auto& one) { return one.second.record == data->rows.record[i]; });
        PreviewRow& preview = out[static_cast<std::size_t>(place - rows.begin())];
        preview.row = place->second;
        preview.figures = rowFigures(*data, settings, RowIndex(static_cast<std::uint32_t>(i)));
    }
    return out;
}

}  // namespace

Result<MappingPreview> previewMapping(const std::string& path, const Mapping& mapping, const Settings& settings,
                                      std::size_t records, std::stop_token stop) {
    PreviewSink sink;
    std::string storage;
    const auto sample = sampleFile(path, storage, stop);
    if (!sample) return Unexpected{sample.error()};
    const ReadInput input{path, {}, std::move(stop), [](const Error&) {}};
    auto outcome = readByMapping(input, *sample, mapping, sink, records);
    if (!outcome) return Unexpected{outcome.error()};
    return MappingPreview{classified(sink.rows, outcome->sources[0], settings), std::move(sink.rejections),
                          std::move(outcome->diagnostics)};
}

}  // namespace plumbline
