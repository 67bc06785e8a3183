// kubernetes-sigs/inference-perf: the per-request file with the stage and summary files beside it, or one of those
// alone (FORMATS/inference_perf.md).
#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/ingest/form/row_output.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/harness/inference_perf/inference_perf_row.h"
#include "core/ingest/harness/inference_perf/inference_perf_summary.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/json_scanner.h"
#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

constexpr std::size_t longestRequest = std::size_t{256} << 20;

TimingBoundary boundaryOf(FirstTokenKind first, TokenSource tokens) {
    TimingBoundary boundary{"sent", std::string(name(first)), "retokenised", std::string(name(tokens)), "monotonic"};
    if (first == FirstTokenKind::unknown) boundary.first.clear();
    if (tokens == TokenSource::unknown) boundary.tokens.clear();
    return boundary;
}

class PerRequestFile {
public:
    PerRequestFile(const ReadInput& input, RowSink& sink) : m_input(input), m_out(sink, m_outcome) {}

    Result<ReadOutcome> read() {
        m_siblings = inferencePerfSiblings(m_input.path, m_diagnostics);
        if (const auto placed = placeStages(); !placed) return Unexpected{placed.error()};
        chooseRuns();
        InferencePerfRowReader rows(m_diagnostics);
        const auto walked = walk([&](std::uint64_t byte, std::string_view text) { request(rows, byte, text); },
                                 [&](std::uint64_t byte, std::string reason) { reject(byte, std::move(reason), {}); });
        if (!walked) return Unexpected{walked.error()};
        return finish();
    }

private:
    using Visit = std::function<void(std::uint64_t byte, std::string_view text)>;
    using Broken = std::function<void(std::uint64_t byte, std::string reason)>;

    /// Goes over the elements of the file's list.
    Result<void> walk(const Visit& visit, const Broken& broken) {
        auto source = ByteSource::open(m_input);
        if (!source) return Unexpected{source.error()};
        JsonScanner scanner(std::move(*source));
        bool followed = scanner.peek() == JsonScanner::Kind::list && scanner.enter();
        while (followed && scanner.nextElement()) {
            const std::uint64_t byte = scanner.offset();
            std::string_view text;
            followed = scanner.value(text, longestRequest);
            if (followed && text.empty()) broken(byte, "The request is too long to be read.");
            if (followed && !text.empty()) visit(byte, text);
        }
        if (const auto status = scanner.status(); !status) return status;
        if (scanner.truncated())
            broken(scanner.offset(), "Truncated: the file ends inside this record.");
        else if (!followed || scanner.stuck())
            broken(scanner.offset(), scanner.stuck() ? scanner.reason() : "Not a list of requests.");
        return {};
    }

    /// A row does not say its stage. Where the stages' counts and the times from their first to their last request fit
    /// the starts, that is proof enough; else rows stay together.
    Result<void> placeStages() {
        if (m_siblings.stages.size() < 2) return {};
        std::vector<Nanoseconds> starts;
        Diagnostics dropped;
        InferencePerfRowReader rows(dropped);
        bool whole = true;
        const auto walked = walk(
            [&](std::uint64_t, std::string_view text) {
                if (rows.read(text))
                    starts.push_back(rows.row().start);
                else
                    whole = false;
            },
            [&](std::uint64_t, const std::string&) { whole = false; });
        if (!walked) return walked;
        std::sort(starts.begin(), starts.end());
        if (!whole || !fits(starts)) m_cuts.clear();
        return {};
    }

    bool fits(const std::vector<Nanoseconds>& starts) {
        std::size_t from = 0;
        for (const InferencePerfStage& stage : m_siblings.stages) {
            const auto count = static_cast<std::size_t>(stage.run.declaredRequests.value_or(0));
            if (count == 0 || count > starts.size() - from) return false;
            const double sent = seconds(starts[from + count - 1] - starts[from]);
            if (std::abs(sent - stage.sendSeconds) > std::max(1e-3, 1e-3 * sent)) return false;
            m_cuts.push_back(starts[from]);
            from += count;
        }
        return from == starts.size();
    }

    void chooseRuns() {
        if (!m_cuts.empty()) {
            for (InferencePerfStage& stage : m_siblings.stages) m_runs.push_back(std::move(stage.run));
            return m_diagnostics.note("stages-placed", 0, [] {
                return "Rows were given to stages by the stages' counts and send durations, which fit their starts.";
            });
        }
        m_runs.push_back(m_siblings.summary);
        Load load = m_siblings.stages.empty() ? m_siblings.summary.load : m_siblings.stages.front().run.load;
        for (const InferencePerfStage& stage : m_siblings.stages)
            if (stage.run.load != load) load = {};
        m_runs[0].load = load;
        if (m_siblings.stages.size() == 1 && m_runs[0].reported.empty())
            m_runs[0] = std::move(m_siblings.stages[0].run);
        if (m_runs[0].load.kind == LoadKind::notStated)
            m_diagnostics.note("load-not-stated", 0, [] {
                return "No stage file beside it tells the load of these rows, so it is not stated.";
            });
    }

    std::size_t runOf(Nanoseconds start) const {
        if (m_cuts.empty()) return 0;
        const auto after = std::upper_bound(m_cuts.begin(), m_cuts.end(), start);
        return static_cast<std::size_t>(after - m_cuts.begin()) - 1;
    }

    void request(InferencePerfRowReader& rows, std::uint64_t byte, std::string_view text) {
        if (!rows.read(text)) return reject(byte, rows.reason(), text);
        Row& row = rows.row();
        const std::size_t run = runOf(row.start);
        row.byte = byte;
        row.load = m_runs[run].load;
        if (m_first == FirstTokenKind::unknown) m_first = row.firstTokenKind;
        if (m_tokens == TokenSource::unknown) m_tokens = row.tokenSource;
        m_out.row(0, run, row);
    }

    /// Its text holds prompts, so that its excerpt ends before them.
    void reject(std::uint64_t byte, std::string reason, std::string_view text) {
        m_out.reject(std::move(reason), text.substr(0, 60), byte);
    }

    Result<ReadOutcome> finish() {
        SourceInfo source;
        source.context = std::move(m_siblings.context);
        source.boundary = boundaryOf(m_first, m_tokens);
        source.runs = std::move(m_runs);
        m_outcome.sources.push_back(std::move(source));
        m_outcome.siblings = std::move(m_siblings.files);
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

    const ReadInput& m_input;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    InferencePerfSiblings m_siblings;
    ReadOutcome m_outcome;
    std::vector<RunInfo> m_runs;
    std::vector<Nanoseconds> m_cuts;  ///< first start of each stage; empty: rows can't be told apart
    FirstTokenKind m_first = FirstTokenKind::unknown;
    TokenSource m_tokens = TokenSource::unknown;
};

Result<ReadOutcome> readSummaryAlone(const ReadInput& input, const Sample&, RowSink& sink) {
    Diagnostics diagnostics;
    std::vector<std::string> files;
    const Context context = inferencePerfContext(input.path, diagnostics, files);
    auto outcome =
        readSummaryDocuments(input, sink, [&](const nlohmann::json& document, SourceInfo& source, RunInfo& run) {
            source.context = context;
            if (isInferencePerfWholeRun(input.path)) stateFirst(source.context, "note.sums_up", "the run's stages");
            source.boundary = boundaryOf(FirstTokenKind::unknown, TokenSource::tokenizer);
            takeInferencePerfSummary(document, run, source.context, diagnostics);
            return std::string();
        });
    if (!outcome) return outcome;
    outcome->siblings = std::move(files);
    outcome->diagnostics = diagnostics.take();
    return outcome;
}

int probeSummary(const Sample& sample) { return isInferencePerfSummary(sample) ? 95 : 0; }

int probeRequests(const Sample& sample) {
    const bool rows = sample.shape == Sample::Shape::array && sample.has("start_time") && sample.has("end_time") &&
                      sample.has("error") && (sample.has("info") || (sample.has("request") && sample.has("response")));
    return rows ? 95 : 0;
}

Result<ReadOutcome> readRequests(const ReadInput& input, const Sample&, RowSink& sink) {
    return PerRequestFile(input, sink).read();
}

}  // namespace

const Reader inferencePerfReader{
    "inference-perf",
    "inference-perf (kubernetes-sigs)",
    "a list of requests with start_time, end_time, info and error; or a summary with load_summary and successes",
    {ReaderForm{probeRequests, readRequests}, ReaderForm{probeSummary, readSummaryAlone}}};

}  // namespace plumbline
