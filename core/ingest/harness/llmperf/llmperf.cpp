// LLMPerf: individual responses with the summary beside them, or summaries alone (FORMATS/llmperf.md).
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/json_rows.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/harness/llmperf/llmperf_summary.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/json_read.h"

namespace plumbline {
namespace {

using namespace doc;

struct Raw {
    Nanoseconds ttft = unknownTime, end = unknownTime;
    std::optional<double> throughput, latency;
    Count prompt = unknownCount, output = unknownCount;
    std::optional<std::string> errorCode;
    std::string errorMessage;
    bool known = false;
};

bool parse(JsonRead& json, std::string_view text, Raw& raw) {
    raw = {};
    return json.record(text, 0, [&](std::string_view key, JsonRead::Value& value) {
        raw.known = raw.known || key == "inter_token_latency_s" || key == "ttft_s" || key == "error_code";
        if (key == "ttft_s") {
            raw.ttft = json.time(value, TimeUnit::seconds);
        } else if (key == "end_to_end_latency_s") {
            raw.latency = json.number(value);
            if (raw.latency) raw.end = toTime(*raw.latency, TimeUnit::seconds);
        } else if (key == "request_output_throughput_token_per_s") {
            raw.throughput = json.number(value);
        } else if (key == "number_output_tokens") {
            raw.output = json.count(value);
        } else if (key == "number_input_tokens") {
            raw.prompt = json.count(value);
        } else if (key == "error_code") {
            if (const auto code = json.text(value)) raw.errorCode = std::string(*code);
        } else if (key == "error_msg") {
            raw.errorMessage = json.text(value).value_or(std::string_view());
        } else {
            json.walk(value);
        }
    });
}

/// Throughput times latency: tokens in today's files; messages in the leaderboard's, which counted those.
std::optional<double> countedUnits(const Raw& raw) {
    if (!raw.throughput || !raw.latency || *raw.latency <= 0) return std::nullopt;
    return *raw.throughput * *raw.latency;
}

/// Which of the two a file is: the leaderboard's products are whole numbers, and not all of them the tokens.
class Era {
public:
    void add(const Raw& raw) {
        const auto units = countedUnits(raw);
        if (!units || !isKnown(raw.output)) return;
        m_whole = m_whole && std::abs(*units - std::round(*units)) < 1e-3;
        m_tokens = m_tokens && std::abs(*units - raw.output) < 1e-3 * std::max(1.0, *units);
        m_any = true;
    }
    bool countsMessages() const { return m_any && m_whole && !m_tokens; }

private:
    bool m_whole = true, m_tokens = true, m_any = false;
};

class LlmperfRows {
public:
    LlmperfRows(const ReadInput& input, RowSink& sink)
        : m_input(input), m_out(sink, m_outcome), m_json(m_diagnostics) {}

    Result<ReadOutcome> read() {
        readSummary();
        if (const auto told = tellEra(); !told) return Unexpected{told.error()};
        RowsPlan plan;
        plan.row = [this](std::string_view text, std::uint64_t byte) { takeRow(text, byte); };
        plan.broken = [this](const RowsBreak& at) { m_out.broken(at, m_diagnostics); };
        if (const auto walked = walkRows(m_input, plan); !walked) return Unexpected{walked.error()};
        return finish();
    }

private:
    void readSummary() {
        const std::string path = llmperfSummaryOf(m_input.path);
        nlohmann::json document;
        std::string problem;
        if (!path.empty() && readBeside(path, document, problem)) {
            m_summary = llmperfSummary(document);
            m_outcome.siblings.push_back(path);
        }
        if (!problem.empty())
            m_diagnostics.note("sibling", 0, [&] { return "The summary beside it cannot be read: " + problem; });
        if (m_summary.run.load.kind == LoadKind::notStated) m_summary.run.load = loadOfFolder(m_input.path);
        if (m_summary.run.load.kind == LoadKind::notStated)
            m_diagnostics.note("load-not-stated", 0,
                               [] { return std::string("No summary lies beside it, so its load is not stated."); });
    }

    Result<void> tellEra() {
        Diagnostics unheard;  // the second walk says it
        JsonRead json(unheard);
        Raw raw;
        RowsPlan plan;
        plan.row = [&](std::string_view text, std::uint64_t) {
            if (!text.empty() && text.front() == '{' && parse(json, text, raw)) m_era.add(raw);
        };
        if (const auto walked = walkRows(lookAheadOf(m_input), plan); !walked) return walked;
        return {};
    }

    void takeRow(std::string_view text, std::uint64_t byte) {
        if (text.empty()) return m_out.reject("It is too long to be a row.", text, byte);
        if (text.front() == '"') return stray();
        if (!parse(m_json, text, m_raw)) return m_out.reject(m_json.reason(), text, byte);
        if (!m_raw.known) return m_out.reject("It has none of the keys of a response of LLMPerf.", text, byte);
        Row row;
        row.byte = byte;
        row.load = m_summary.run.load;
        row.promptTokens = m_raw.prompt;
        row.outputTokens = m_raw.output;
        if (isKnown(row.outputTokens)) row.tokenSource = TokenSource::tokenizer;
        if (m_raw.ttft > Nanoseconds(0)) {  // 0: no token came
            row.firstToken = m_raw.ttft;
            row.firstTokenKind = FirstTokenKind::answerText;
        }
        if (m_raw.end > Nanoseconds(0)) row.end = m_raw.end;  // 0: it failed
        if (m_raw.errorCode) error(row);
        chunks(row);
        m_out.row(0, 0, row);
    }

    /// A result that comes late is appended as the names of its keys: its values are lost.
    void stray() {
        m_diagnostics.note("stray-text", 0, [] {
            return std::string(
                "Texts stand among the rows: the names of the keys of results that came late, whose "
                "values LLMPerf lost.");
        });
    }

    /// An error code is an error, whatever else the row holds (METRICS §4).
    void error(Row& row) {
        row.status = Status::error;
        row.error = withoutKeys(*m_raw.errorCode + (m_raw.errorMessage.empty() ? "" : ": " + m_raw.errorMessage));
        if (m_raw.errorCode == "-100")
            m_diagnostics.note("refused-by-harness", 0, [] {
                return std::string(
                    "Error code -100 says that the answer was shorter than LLMPerf wanted: the request "
                    "worked and its times are real, but it counts as an error, as in LLMPerf.");
            });
        if (row.outputTokens == 0) row.outputTokens = unknownCount;
    }

    void chunks(Row& row) {
        if (!m_era.countsMessages()) return;
        const auto units = countedUnits(m_raw);
        if (!units || *units > 1e9) return;
        row.chunks = static_cast<Count>(std::lround(*units));
        m_diagnostics.note("chunks-derived", 0, [] {
            return std::string(
                "Its throughput counts messages, as the leaderboard's client did: chunks are derived, "
                "messages per second times latency.");
        });
    }

    Result<ReadOutcome> finish() {
        SourceInfo source;
        source.boundary = {"sent",
                           std::string(name(FirstTokenKind::answerText)),
                           "closed",
                           std::string(name(TokenSource::tokenizer)),
                           {}};
        source.context = std::move(m_summary.context);
        stateFact(source.context, "note.harness", "LLMPerf");
        if (m_era.countsMessages())
            stateFact(source.context, "note.chunks", "derived: messages per second times latency");
        if (m_outcome.records > 0)
            m_diagnostics.note("failures-may-be-missing", 0, [] {
                return std::string(
                    "LLMPerf loses the rows of requests that fail, and nothing in its files tells how "
                    "many: its error rate may be too low.");
            });
        source.runs.push_back(std::move(m_summary.run));
        m_outcome.sources.push_back(std::move(source));
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

    const ReadInput& m_input;
    ReadOutcome m_outcome;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    LlmperfSummary m_summary;
    Era m_era;
    Raw m_raw;
};

int probeRows(const Sample& sample) {
    const bool keys = sample.has("inter_token_latency_s") && sample.has("ttft_s") && sample.has("end_to_end_latency_s");
    return sample.isJson() && keys ? 100 : 0;
}

Result<ReadOutcome> readRows(const ReadInput& input, const Sample&, RowSink& sink) {
    return LlmperfRows(input, sink).read();
}

}  // namespace

const Reader llmperfReader{"llmperf",
                           "LLMPerf (ray-project/llmperf)",
                           "a list of objects with inter_token_latency_s and ttft_s; or a summary with "
                           "num_concurrent_requests and results_ttft_s_mean",
                           {ReaderForm{probeRows, readRows}, llmperfSummaries}};

}  // namespace plumbline
