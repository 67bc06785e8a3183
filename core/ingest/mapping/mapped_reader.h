// Rows by a mapping, and what a person sees of them before an import.
#pragma once

#include <string>
#include <vector>

#include "core/ingest/mapping/mapping.h"
#include "core/ingest/reader/reader.h"
#include "core/measure/classify.h"

namespace plumbline {

/// Reads any table or JSON by ReadInput::mapping; claims nothing by itself. Without a mapping, refused.
extern const Reader mappedReader;

/// The first `records` of a file by a mapping. Errors: those of a read.
Result<ReadOutcome> readByMapping(const ReadInput& input, const Sample& sample, const Mapping& mapping, RowSink& sink,
                                  std::uint64_t records);

struct PreviewRow {
    Row row;
    RowFigures figures;
};
struct MappingPreview {
    std::vector<PreviewRow> rows;
    std::vector<Rejection> rejections;    ///< among the first records
    std::vector<Diagnostic> diagnostics;  ///< columns that are missing, units that change, TTFT above latency, ...
};
/// The first `records` of a file as rows, each with its verdict under `settings`. Errors: those of a read.
Result<MappingPreview> previewMapping(const std::string& path, const Mapping& mapping, const Settings& settings,
                                      std::size_t records, std::stop_token stop = {});

}  // namespace plumbline
