// Files of summaries: one JSON object, a list of them, or one after another, each the summary of one run.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/reader/reader.h"

namespace plumbline {

/// Fills a source of one run from a document; why it can't be, else an empty string.
using TakeSummary = std::function<std::string(const nlohmann::json& document, SourceInfo& source, RunInfo& run)>;

/// Reads every object of the file. One without figures, or of which `take` says why not, is a rejected record with its
/// byte; the others are summary points. Errors: io, cancelled; refused when the file holds no object at all.
Result<ReadOutcome> readSummaryDocuments(const ReadInput& input, RowSink& sink, const TakeSummary& take);

/// An outcome of one summary point.
ReadOutcome oneSummary(SourceInfo source, RunInfo run);

/// A document that the harness writes beside a result: null where there is none. One that is there joins `siblings`;
/// one that cannot be read is said.
nlohmann::json siblingDocument(const std::string& path, std::vector<std::string>& siblings, Diagnostics& diagnostics);

/// A summary that is read alone, with its siblings. Error: format, `without` and `instead`, where it has no figures.
Result<ReadOutcome> summaryAlone(ReadOutcome summary, const std::string& path, std::vector<std::string> siblings,
                                 Diagnostics& diagnostics, const std::string& without, const std::string& instead);

}  // namespace plumbline
