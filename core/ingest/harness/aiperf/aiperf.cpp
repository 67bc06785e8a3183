// Reader of AIPerf's results: rows with the summary beside them, or a summary alone (FORMATS/aiperf.md).
#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/ingest/form/row_output.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/harness/aiperf/aiperf_row.h"
#include "core/ingest/harness/aiperf/aiperf_summary.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

bool isRaw(const Sample& sample) {
    return sample.isObjects() && sample.has("metadata") && (sample.has("payload") || sample.has("responses"));
}

bool isRows(const Sample& sample) {
    return sample.isObjects() && sample.has("metadata") && (sample.has("metrics") || sample.has("error")) &&
           !isRaw(sample) && sample.holds("\"x_request_id\"");
}

TimingBoundary boundaryOf(TokenSource counted) {
    return {"sent", std::string(name(FirstTokenKind::anyText)), "last-text",
            counted == TokenSource::unknown ? std::string() : std::string(name(counted)), "epoch"};
}

TokenSource countedBy(const AiperfSummary& summary) {
    if (!summary.serverTokens) return TokenSource::unknown;
    return *summary.serverTokens ? TokenSource::usage : TokenSource::tokenizer;
}

class AiperfRows {
public:
    AiperfRows(const ReadInput& input, RowSink& sink) : m_input(input), m_out(sink, m_outcome) {}
    Result<ReadOutcome> read();

private:
    void readSummary();
    void record(const Record& record, AiperfRowReader& rows);
    void reject(const Record& record, std::string reason);
    SourceInfo source() &&;

    const ReadInput& m_input;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    AiperfSummary m_summary;
    ReadOutcome m_outcome;
    bool m_anyWarmup = false, m_usageSeen = false;
};

/// The first summary that can be read describes the run; all of them are read with it.
void AiperfRows::readSummary() {
    m_outcome.siblings = aiperfSummariesOf(m_input.path);
    for (const std::string& path : m_outcome.siblings) {
        auto summary = readAiperfSummary(path);
        if (summary) {
            m_summary = std::move(*summary);
            return;
        }
        m_diagnostics.note("sibling", 0,
                           [&] { return "The summary beside it cannot be read: " + summary.error().text(); });
    }
    m_summary.run.load = loadOfFolder(m_input.path);
    if (m_summary.run.load.kind == LoadKind::notStated)
        m_diagnostics.note("load-not-stated", 0, [] {
            return "No summary lies beside it and no folder's name tells a concurrency, so its load is not stated.";
        });
}

Result<ReadOutcome> AiperfRows::read() {
    readSummary();
    AiperfRowReader rows(m_diagnostics, countedBy(m_summary));
    const auto read = forEachRecord(m_input, [&](const Record& next) { record(next, rows); });
    if (!read) return Unexpected{read.error()};
    m_outcome.sources.push_back(std::move(*this).source());
    m_outcome.diagnostics = m_diagnostics.take();
    return std::move(m_outcome);
}

void AiperfRows::record(const Record& record, AiperfRowReader& rows) {
    if (record.tooLong) return reject(record, "The line is too long to be a record.");
    if (!rows.read(record)) return reject(record, rows.reason());
    Row& row = rows.row();
    row.load = m_summary.run.load;
    m_anyWarmup = m_anyWarmup || row.phase == Phase::warmup;
    m_usageSeen = m_usageSeen || (isKnown(row.outputTokens) && row.tokenSource != TokenSource::tokenizer);
    m_out.row(0, 0, row);
}

void AiperfRows::reject(const Record& record, std::string reason) {
    m_out.rejectLine(record, std::move(reason), m_diagnostics);
}

SourceInfo AiperfRows::source() && {
    SourceInfo source;
    TokenSource counted = countedBy(m_summary);
    if (counted == TokenSource::unknown && m_outcome.rows > 0 && !m_usageSeen) counted = TokenSource::tokenizer;
    source.boundary = boundaryOf(counted);
    source.context = std::move(m_summary.context);
    source.warmupRemoved = m_summary.warmupAsked && !m_anyWarmup;
    source.runs.push_back(std::move(m_summary.run));
    return source;
}

Result<ReadOutcome> readSummaryAlone(const ReadInput& input, const Sample&, RowSink&) {
    if (input.stop.stop_requested()) return unexpected(ErrorKind::cancelled, "Reading was cancelled.", input.path);
    auto summary = readAiperfSummary(input.path);
    if (!summary) return Unexpected{summary.error()};
    if (summary->run.reported.empty())
        return unexpected(ErrorKind::format, "The summary of AIPerf holds no figures.", input.path,
                          "Give profile_export.jsonl, which holds its requests.");
    ReadOutcome outcome;
    outcome.summaries = 1;
    SourceInfo source;
    source.boundary = boundaryOf(countedBy(*summary));
    source.context = std::move(summary->context);
    source.warmupRemoved = summary->warmupAsked;
    makeSummary(summary->run, summary->failed);
    source.runs.push_back(std::move(summary->run));
    outcome.sources.push_back(std::move(source));
    // The JSON says more than the CSV, so that it is the one to be read where both are there.
    if (std::string_view(input.path).ends_with(".json")) outcome.siblings = aiperfSummariesOf(input.path);
    return outcome;
}

int probeRows(const Sample& sample) { return isRows(sample) ? 100 : 0; }

Result<ReadOutcome> readRows(const ReadInput& input, const Sample&, RowSink& sink) {
    return AiperfRows(input, sink).read();
}

int probeSummary(const Sample& sample) {
    return isAiperfSummaryJson(sample) ? 100 : isAiperfSummaryCsv(sample) ? 95 : 0;
}

}  // namespace

const Reader aiperfReader{
    "aiperf",
    "NVIDIA AIPerf (aiperf profile)",
    "lines with metadata.x_request_id and metrics; or a summary with input_config and min_request_timestamp",
    {ReaderForm{probeRows, readRows}, ReaderForm{probeSummary, readSummaryAlone}}};

std::string refusalOfAiperfFile(const Sample& sample) {
    constexpr std::string_view instead = " Give profile_export.jsonl, which holds the requests.";
    if (isRaw(sample)) return "It is AIPerf's raw export of requests and messages." + std::string(instead);
    if (sample.has("telemetry_data") && sample.has("gpu_uuid"))
        return "It is AIPerf's GPU telemetry, read from the summary." + std::string(instead);
    if (sample.has("timeslices")) return "It is AIPerf's summary by time slices." + std::string(instead);
    const bool server = sample.has("summary") && (sample.has("metrics") || sample.has("series"));
    if (server || (sample.head.starts_with("#") && sample.holds("Prometheus")))
        return "It is AIPerf's export of server metrics." + std::string(instead);
    if (sample.has("schema_version") && (sample.has("aggregation_type") || sample.has("num_profile_runs")))
        return "It is AIPerf's aggregate of several runs." + std::string(instead);
    return {};
}

}  // namespace plumbline
