// Perf Analyzer's profile_export.json, which GenAI-Perf reads: experiments with each request's readings; and
// GenAI-Perf's summary (FORMATS/genai_perf.md).
#include <nlohmann/json.hpp>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/harness/aiperf/genai_perf_row.h"
#include "core/ingest/harness/aiperf/genai_perf_summary.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/json_scanner.h"
#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longestRequest = std::size_t{256} << 20, longestScalar = std::size_t{64} << 10;

TimingBoundary boundaryOf(std::string_view tokens) {
    return {"sent", std::string(name(FirstTokenKind::anyText)), "closed", std::string(tokens), "epoch"};
}

class ProfileExport {
public:
    ProfileExport(const ReadInput& input, RowSink& sink, ByteSource source)
        : m_input(input), m_sink(sink), m_scanner(std::move(source)), m_rows(m_diagnostics) {}

    Result<ReadOutcome> read() {
        readSummary();
        const bool followed = m_scanner.enter() && document();
        if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
        if (!followed || m_scanner.stuck()) broken();
        if (m_outcome.records == 0)
            return unexpected(ErrorKind::refused, "This export of Perf Analyzer holds no requests.", m_input.path);
        return finish();
    }

private:
    void readSummary() {
        m_outcome.siblings = genaiPerfSummariesOf(m_input.path);
        for (const std::string& path : m_outcome.siblings) {
            if (auto summary = readGenaiPerfSummary(path)) {
                m_summary = std::move(*summary);
                return;
            }
            m_diagnostics.note("sibling", 0, [&] { return "The summary beside it cannot be read: " + path + "."; });
        }
    }

    bool document() {
        std::string key;
        while (m_scanner.nextKey(key)) {
            if (key == "experiments" ? !experiments() : !scalar(key)) return false;
        }
        return !m_scanner.stuck();
    }

    bool scalar(const std::string& key) {
        std::string_view text;
        if (!m_scanner.value(text, longestScalar)) return false;
        const Json value = Json::parse(text, nullptr, false);
        if (key == "endpoint" || key == "service_kind") stateFirst(m_summary.context, "note." + key, value);
        if (key == "version") stateFirst(m_summary.context, "note.harness_version", value);
        return true;
    }

    bool experiments() {
        if (m_scanner.peek() != JsonScanner::Kind::list) return m_scanner.skip();
        if (!m_scanner.enter()) return false;
        while (m_scanner.nextElement())
            if (m_scanner.peek() != JsonScanner::Kind::object ? !m_scanner.skip() : !experiment()) return false;
        return !m_scanner.stuck();
    }

    bool experiment() {
        m_runs.emplace_back();
        m_loadKnown = false;
        bool followed = m_scanner.enter();
        std::string key;
        while (followed && m_scanner.nextKey(key))
            followed = key == "experiment" ? mode() : key == "requests" ? requests() : m_scanner.skip();
        m_loadKnown = true;
        giveHeld();
        return followed && !m_scanner.stuck();
    }

    /// Runs by sessions say request_rate 0: not known.
    bool mode() {
        std::string_view text;
        if (!m_scanner.value(text, longestScalar)) return false;
        const Json value = Json::parse(text, nullptr, false);
        const std::string word = stringOf(valueAt(value, {"mode"}));
        if (const auto number = positiveOf(valueAt(value, {"value"}))) {
            if (word == "concurrency") m_runs.back().load = {LoadKind::concurrency, *number};
            if (word == "request_rate") m_runs.back().load = {LoadKind::requestRate, *number};
        }
        m_loadKnown = true;
        giveHeld();
        return true;
    }

    bool requests() {
        if (m_scanner.peek() != JsonScanner::Kind::list) return m_scanner.skip();
        if (!m_scanner.enter()) return false;
        while (m_scanner.nextElement()) {
            const std::uint64_t byte = m_scanner.offset();
            std::string_view text;
            if (!m_scanner.value(text, longestRequest)) return false;
            request(byte, text);
        }
        return !m_scanner.stuck();
    }

    void request(std::uint64_t byte, std::string_view text) {
        if (text.empty()) return reject(byte, "The request is too long to be read.", {});
        if (!m_rows.read(text)) return reject(byte, m_rows.reason(), text);
        Row& row = m_rows.row();
        row.record = m_outcome.records++;
        row.byte = byte;
        ++m_outcome.rows;
        m_usage = m_usage || row.tokenSource == TokenSource::usage;
        m_counted = m_counted || row.tokenSource == TokenSource::chunks;
        if (m_loadKnown)
            give(row);
        else
            m_held.push_back(row);
    }

    void give(Row& row) {
        row.load = m_runs.back().load;
        m_sink.row(0, m_runs.size() - 1, row);
    }

    /// Rows that stood before their experiment's load.
    void giveHeld() {
        for (Row& row : m_held) give(row);
        m_held.clear();
    }

    void broken() {
        const std::string reason = m_scanner.truncated() ? "Truncated: the file ends inside this record."
                                   : m_scanner.stuck()   ? m_scanner.reason()
                                                         : "Not a JSON object.";
        reject(m_scanner.offset(), reason, {});
        if (m_scanner.truncated())
            m_diagnostics.note("truncated", 0, [] { return "The file ends inside its requests."; });
    }

    void reject(std::uint64_t byte, std::string reason, std::string_view text) {
        m_sink.reject({m_outcome.records++, 0, byte, std::move(reason), excerpt(text)});
        ++m_outcome.rejected;
    }

    Result<ReadOutcome> finish() {
        SourceInfo source;
        source.context = std::move(m_summary.context);
        stateFirst(source.context, "model", m_rows.request().model);
        if (m_rows.request().stream) stateFirst(source.context, "streaming", *m_rows.request().stream);
        stateFirst(source.context, "note.harness", "GenAI-Perf");
        source.boundary = boundaryOf(name(m_usage ? TokenSource::usage : TokenSource::chunks));
        if (!m_usage && !m_counted) source.boundary.tokens.clear();
        // A summary tells of one experiment; a sweep's would be told of all.
        if (m_runs.size() == 1) {
            const Load load = m_runs[0].load;
            m_runs[0] = m_summary.run;
            if (load.kind != LoadKind::notStated) m_runs[0].load = load;
        }
        m_diagnostics.note("failures-not-recorded", 0, [] {
            return "Perf Analyzer records no request that failed, so the error rate is not known.";
        });
        source.runs = std::move(m_runs);
        m_outcome.sources.push_back(std::move(source));
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

    const ReadInput& m_input;
    RowSink& m_sink;
    JsonScanner m_scanner;
    Diagnostics m_diagnostics;
    GenaiPerfRowReader m_rows;
    AiperfSummary m_summary;
    ReadOutcome m_outcome;
    std::vector<RunInfo> m_runs;
    std::vector<Row> m_held;
    bool m_loadKnown = false, m_usage = false, m_counted = false;
};

Result<ReadOutcome> readGenaiPerfSummaryAlone(const ReadInput& input, const Sample&, RowSink&) {
    auto summary = readGenaiPerfSummary(input.path);
    if (!summary) return Unexpected{summary.error()};
    if (summary->run.reported.empty())
        return unexpected(ErrorKind::format, "The summary of GenAI-Perf holds no figures.", input.path,
                          "Give profile_export.json, which holds its requests.");
    SourceInfo source;
    source.context = std::move(summary->context);
    source.boundary = {"sent", std::string(name(FirstTokenKind::answerText)), "last-text",
                       std::string(name(TokenSource::tokenizer)), "epoch"};
    ReadOutcome outcome = oneSummary(std::move(source), std::move(summary->run));
    if (input.path.ends_with(".json")) outcome.siblings = genaiPerfSummariesOf(input.path);
    return outcome;
}

int probeGenaiPerfSummary(const Sample& sample) { return isGenaiPerfSummary(sample) ? 95 : 0; }

int probeProfile(const Sample& sample) {
    if (sample.shape != Sample::Shape::object || !sample.has("experiments")) return 0;
    return sample.has("service_kind") || sample.holds("\"response_timestamps\"") ? 95 : 0;
}

Result<ReadOutcome> readProfile(const ReadInput& input, const Sample&, RowSink& sink) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return ProfileExport(input, sink, std::move(*source)).read();
}

}  // namespace

const Reader genaiPerfReader{
    "genai-perf",
    "NVIDIA GenAI-Perf and Perf Analyzer",
    "experiments with requests and response_timestamps; or a summary with input_config",
    {ReaderForm{probeProfile, readProfile}, ReaderForm{probeGenaiPerfSummary, readGenaiPerfSummaryAlone}}};

}  // namespace plumbline
