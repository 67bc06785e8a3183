// Reader of GuideLLM's reports, 0.2 to 0.8 (FORMATS/guidellm.md). The file is gone through twice: what a benchmark says
// of itself may stand behind its requests, and requests are too many to be held.
#include "core/ingest/harness/guidellm/guidellm.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/ingest/form/row_output.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/source_join.h"
#include "core/ingest/harness/guidellm/guidellm_walk.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// "benchmarks" is a common key: what is inside must tell.
bool isReport(const Sample& sample) {
    if (sample.shape != Sample::Shape::object || !sample.has("benchmarks")) return false;
    for (const std::string_view word :
         {"\"guidellm_version\"", "\"generative_benchmark\"", "\"generative_text_response\"",
          "\"generative_request_stats\"", "\"scheduler_state\"", "\"request_loader\"", "\"strategy_index\""})
        if (sample.holds(word)) return true;
    return false;
}

bool isFirstLayout(const Sample& sample) {
    return sample.shape == Sample::Shape::object && sample.has("benchmarks") && sample.holds("\"decode_times\"");
}

/// The first time through: all but the requests, which are counted.
class Describing : public GuideLlmWalk {
public:
    struct Benchmark {
        Json document = Json::object();
        std::uint64_t requests = 0;
    };
    Describing(ByteSource source, Diagnostics& diagnostics)
        : GuideLlmWalk(std::move(source)), m_diagnostics(diagnostics) {}
    Json document = Json::object();
    std::vector<Benchmark> benchmarks;

private:
    bool other(const std::string& key) override { return keep(key, document); }
    bool field(const std::string& key) override { return keep(key, benchmarks.back().document); }
    void beginBenchmark() override { benchmarks.emplace_back(); }
    bool request(Status) override {
        ++benchmarks.back().requests;
        return m_scanner.skip();
    }
    bool keep(const std::string& key, Json& into) {
        std::string_view text;
        if (!m_scanner.value(text, largestDocument)) return false;
        auto value = parseDocument(text, {});
        if (value)
            into[key] = std::move(*value);
        else
            m_diagnostics.note("broken-value", 0, [&] {
                return fmt::format("'{}' is {}, so it is unknown.", key, text.empty() ? "too large" : "broken JSON");
            });
        return true;
    }

    Diagnostics& m_diagnostics;
};

/// The second time: the requests, each to its run.
class Requests : public GuideLlmWalk {
public:
    struct Place {
        std::size_t source, run;
        GuideLlmReading reading;
    };
    Requests(ByteSource source, const std::vector<Place>& places, RowSink& sink, ReadOutcome& outcome,
             Diagnostics& diagnostics)
        : GuideLlmWalk(std::move(source)), m_places(places), m_out(sink, outcome), m_rows(diagnostics) {}

    void reject(std::string_view text, std::uint64_t byte, std::string reason) {
        m_out.reject(std::move(reason), text, byte);
    }

private:
    bool other(const std::string&) override { return m_scanner.skip(); }
    bool field(const std::string&) override { return m_scanner.skip(); }
    void beginBenchmark() override { ++m_next; }
    void strange(std::uint64_t byte) override { reject({}, byte, "An entry of 'benchmarks' is no object."); }
    bool request(Status status) override {
        const std::uint64_t byte = m_scanner.offset();
        std::string_view text;
        if (m_next > m_places.size()) return false;  // the file has changed since the first time
        if (!m_scanner.value(text, RecordReader::defaultCap)) return false;
        const Place& place = m_places[m_next - 1];
        if (text.empty())
            reject(text, byte, "Too long to be a request.");
        else if (!m_rows.read(text, status, place.reading))
            reject(text, byte, m_rows.reason());
        else
            take(place, byte);
        return true;
    }
    void take(const Place& place, std::uint64_t byte) {
        Row& row = m_rows.row();
        row.byte = byte;
        m_out.row(place.source, place.run, row);
    }

    const std::vector<Place>& m_places;
    RowOutput m_out;
    GuideLlmRowReader m_rows;
    std::size_t m_next = 0;
};

class GuideLlm {
public:
    GuideLlm(const ReadInput& input, RowSink& sink) : m_input(input), m_sink(sink) {
        std::error_code ignored;
        const auto size = std::filesystem::file_size(input.path, ignored);
        m_half = ignored ? 0 : size / 2;
    }

    Result<ReadOutcome> read() {
        // Both times through count as one: half the file's bytes each.
        ReadInput first = pass([this](std::uint64_t done) { m_input.progress(done / 2); });
        if (first.damaged) first.damaged = [](const Error&) {};  // told the second time
        auto source = ByteSource::open(first);
        if (!source) return Unexpected{source.error()};
        Describing describing(std::move(*source), m_diagnostics);
        describing.report();
        if (const auto status = describing.scanner().status(); !status) return Unexpected{status.error()};
        if (describing.benchmarks.empty())
            return unexpected(ErrorKind::format, "The report of GuideLLM holds no benchmark.", m_input.path);
        for (const Describing::Benchmark& each : describing.benchmarks) add(describing.document, each);
        return readRequests();
    }

private:
    ReadInput pass(ByteProgress progress) const {
        ReadInput out = m_input;
        if (m_input.progress) out.progress = std::move(progress);
        return out;
    }

    void add(const Json& report, const Describing::Benchmark& benchmark) {
        GuideLlmBenchmark described = describeGuideLlm(report, benchmark.document, m_diagnostics);
        if (benchmark.requests == 0) {
            makeSummary(described.run);
            leaveOutGuideLlm(described.context);
            noteEmptied(described.run);
        }
        m_outcome.summaries += described.run.summaryOnly ? 1 : 0;
        const std::size_t source =
            m_joiner.join(std::move(described.context), std::move(described.boundary), lengthsOfSummary(described.run));
        SourceInfo& info = m_outcome.sources[source];
        info.warmupRemoved = info.warmupRemoved || described.warmupRemoved;
        noteSampled(benchmark.requests, described.run);
        m_places.push_back({source, info.runs.size(), described.reading});
        info.runs.push_back(std::move(described.run));
    }

    void noteEmptied(const RunInfo& run) {
        m_diagnostics.note("no-per-request-data", 0, [&] {
            return fmt::format(
                "No per-request data: {} requests were made, and none of them is in the report. Its summary is "
                "used.",
                run.declaredRequests.value_or(0));
        });
    }
    void noteSampled(std::uint64_t requests, const RunInfo& run) {
        const auto made = static_cast<std::uint64_t>(run.declaredRequests.value_or(0));
        if (requests == 0 || requests >= made) return;
        m_diagnostics.note("sampled", 0, [&] {
            return fmt::format("The report holds {} of {} requests: a sample, or some were left out.", requests, made);
        });
    }

    Result<ReadOutcome> readRequests() {
        const ReadInput second = pass([this](std::uint64_t done) { m_input.progress(m_half + done / 2); });
        auto source = ByteSource::open(second);
        if (!source) return Unexpected{source.error()};
        Requests requests(std::move(*source), m_places, m_sink, m_outcome, m_diagnostics);
        const std::string why = requests.unreadRest();
        if (const auto status = requests.scanner().status(); !status) return Unexpected{status.error()};
        if (!why.empty()) {
            requests.reject({}, requests.scanner().offset(), why);
            m_diagnostics.note("truncated", 0, [&] { return why + " What had been read before is kept."; });
        }
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

    const ReadInput& m_input;
    RowSink& m_sink;
    std::uint64_t m_half = 0;
    Diagnostics m_diagnostics;
    ReadOutcome m_outcome;
    SourceJoiner m_joiner{m_outcome.sources};  // by the means that each benchmark reports, with or without its requests
    std::vector<Requests::Place> m_places;
};

int probeReport(const Sample& sample) { return isReport(sample) ? 96 : 0; }

Result<ReadOutcome> readReport(const ReadInput& input, const Sample&, RowSink& sink) {
    return GuideLlm(input, sink).read();
}

}  // namespace

const Reader guideLlmReader{"guidellm",
                            "GuideLLM (guidellm benchmark)",
                            "an object with benchmarks that hold strategies, figures and requests; or its summary "
                            "table with the groups Run Info, Benchmark and Request Counts",
                            {ReaderForm{probeReport, readReport}, guideLlmCsv}};

std::string refusalOfGuideLlmFile(const Sample& sample) {
    if (isFirstLayout(sample))
        return "It is a report of GuideLLM 0.1, whose layout is not read: record it again with 0.2 or later.";
    const bool oldTable = sample.shape == Sample::Shape::table && sample.has("Run Id") && sample.has("Id") &&
                          sample.has("Type") && sample.has("Name");
    if (oldTable)
        return "It is the summary table of GuideLLM 0.2 or 0.3, without requests: give the report in JSON or YAML.";
    return {};
}

}  // namespace plumbline
