// LLMeter: responses.jsonl with the files of its run, or its statistics alone (FORMATS/llmeter.md).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/json_rows.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/harness/llmeter/llmeter_run.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

struct Raw {
    Nanoseconds first = unknownTime, last = unknownTime, sent = unknownTime;
    bool hasRequestTime = false;  ///< the key is there, as from 0.1.10 on
    bool known = false;           ///< it has the key of a response
    Count prompt = unknownCount, output = unknownCount, cached = unknownCount, reasoning = unknownCount;
    Count maxTokens = unknownCount;
    Key promptKey = 0;
    std::string id, error, model;
    bool failed = false;
};

void payload(JsonRead& json, JsonRead::Value& value, Raw& raw) {
    json.fields(value, [&](std::string_view key, JsonRead::Value& inner) {
        if (key == "max_tokens" || key == "max_completion_tokens")
            raw.maxTokens = json.count(inner);
        else if (key == "model")
            raw.model = json.text(inner).value_or(std::string_view());
        else
            json.walk(inner);
    });
}

void field(JsonRead& json, std::string_view key, JsonRead::Value& value, Raw& raw) {
    if (key == "time_to_first_token") {
        raw.first = json.time(value, TimeUnit::seconds);
    } else if (key == "time_to_last_token") {
        raw.known = true;
        raw.last = json.time(value, TimeUnit::seconds);
    } else if (key == "num_tokens_input") {
        raw.prompt = json.count(value);
    } else if (key == "num_tokens_output") {
        raw.output = json.count(value);
    } else if (key == "num_tokens_input_cached") {
        raw.cached = json.count(value);
    } else if (key == "num_tokens_output_reasoning") {
        raw.reasoning = json.count(value);
    } else if (key == "request_time") {
        raw.hasRequestTime = true;
        if (const auto text = json.text(value)) raw.sent = parseIsoTime(*text);
    } else if (key == "input_prompt") {
        if (const auto text = json.text(value)) raw.promptKey = internKey(*text);
    } else if (key == "input_payload") {
        if (json.isNull(value))
            json.walk(value);
        else
            payload(json, value, raw);
    } else if (key == "id") {
        raw.id = json.text(value).value_or(std::string_view());
    } else if (key == "error") {
        raw.failed = !json.isNull(value);
        raw.error = json.text(value).value_or(std::string_view());
    } else {
        json.walk(value);
    }
}

class LlmeterResponses {
public:
    LlmeterResponses(const ReadInput& input, RowSink& sink)
        : m_input(input), m_out(sink, m_outcome), m_json(m_diagnostics) {}

    Result<ReadOutcome> read() {
        m_told = llmeterRunOf(m_input.path, m_diagnostics);
        m_outcome.siblings = m_told.siblings;
        const auto rows = countLines();
        if (!rows) return Unexpected{rows.error()};
        settleRuns(*rows);
        const auto read = forEachRecord(m_input, [this](const Record& next) { take(next); });
        if (!read) return Unexpected{read.error()};
        return finish();
    }

private:
    Result<std::int64_t> countLines() {
        std::int64_t lines = 0;
        const auto read = forEachRecord(lookAheadOf(m_input), [&](const Record&) { ++lines; });
        if (!read) return Unexpected{read.error()};
        return lines;
    }

    /// From 0.1.8 on all levels of a load test append to one file, whose summary describes the last of them.
    void settleRuns(std::int64_t rows) {
        auto expected = m_told.run.declaredRequests;
        if (!expected && m_told.clients && m_told.perClient) expected = *m_told.clients * *m_told.perClient;
        if (!m_told.run.declaredRequests) m_told.run.declaredRequests = expected;  // interrupted: no summary
        if (!expected || rows <= *expected) return single();
        m_levels = llmeterLevels(m_input.path, m_told, rows);
        if (m_levels.empty()) return mixed(rows, *expected);
        for (const LlmeterLevel& level : m_levels) {
            RunInfo run;
            if (&level == &m_levels.back()) run = m_told.run;
            run.load = {LoadKind::concurrency, static_cast<double>(level.clients)};
            run.declaredRequests = level.rows;
            m_runs.push_back(std::move(run));
        }
    }

    void single() {
        if (m_told.run.load.kind == LoadKind::notStated)
            m_diagnostics.note("load-not-stated", 0, [] {
                return std::string(
                    "No summary lies beside it and its folder's name tells no number of clients, so its "
                    "load is not stated.");
            });
        m_runs.push_back(m_told.run);
    }

    /// Neither the load nor the figures of the last level are those of the rows.
    void mixed(std::int64_t rows, std::int64_t expected) {
        m_runs.emplace_back();
        m_diagnostics.note("levels-mixed", 0, [&] {
            return fmt::format(
                "It holds {} responses, but the summary beside it speaks of {}: a load test has written all its levels "
                "here and only the last one's summary. Its load is not stated; to split it, list the client counts in "
                "a "
                "context.json beside it: {{\"run\": {{\"clients\": [1, 4]}}}}.",
                rows, expected);
        });
    }

    void take(const Record& record) {
        const std::size_t run = runOf(m_outcome.records);
        if (record.tooLong) return reject(record, "The line is too long to be a record.");
        m_raw = {};
        const bool whole =
            m_json.record(record.text, record.line,
                          [this](std::string_view key, JsonRead::Value& value) { field(m_json, key, value, m_raw); });
        if (!whole) return reject(record, m_json.reason());
        if (!m_raw.known) return reject(record, "It has no time_to_last_token, so it is no response of LLMeter.");
        Row row;
        row.line = record.line;
        row.byte = record.byte;
        row.load = m_runs[run].load;
        fill(row);
        m_out.row(0, run, row);
    }

    /// Levels are contiguous blocks, whatever became of a line.
    std::size_t runOf(std::uint64_t record) const {
        std::uint64_t end = 0;
        for (std::size_t i = 0; i < m_levels.size(); ++i) {
            end += static_cast<std::uint64_t>(m_levels[i].rows);
            if (record < end) return i;
        }
        return m_runs.size() - 1;
    }

    void fill(Row& row) {
        row.id = std::move(m_raw.id);
        row.start = m_raw.sent;
        m_fractions = m_fractions || (isKnown(row.start) && row.start.count() % 1'000'000'000 != 0);
        m_anyStart = m_anyStart || isKnown(row.start);
        row.promptTokens = m_raw.prompt;
        row.cachedTokens = m_raw.cached;
        row.outputTokens = m_raw.output;
        row.reasoningTokens = m_raw.reasoning;
        row.maxTokens = m_raw.maxTokens;
        row.promptKey = m_raw.promptKey;
        if (isKnown(row.outputTokens)) row.tokenSource = TokenSource::usage;
        if (m_raw.failed) row.status = Status::error, row.error = withoutKeys(m_raw.error);
        if (m_model.empty()) m_model = m_raw.model;
        times(row);
        noteCached(row);
    }

    /// From 0.1.10 on the last token is the last chunk with text; before, the stream had closed. The first token was
    /// the first chunk of any kind, and is the first visible text since; Bedrock's endpoints wait for text in all.
    void times(Row& row) {
        const bool isNew = m_raw.hasRequestTime;
        const bool bedrock = m_told.endpointType.find("Bedrock") != std::string::npos;
        if (m_raw.first > Nanoseconds(0)) {
            row.firstToken = m_raw.first;
            row.firstTokenKind = isNew || bedrock ? FirstTokenKind::answerText : FirstTokenKind::anyEvent;
        }
        if (m_raw.last > Nanoseconds(0)) (isNew && isKnown(row.firstToken) ? row.lastContent : row.end) = m_raw.last;
        (isNew ? m_anyNew : m_anyOld) = true;
    }

    void noteCached(const Row& row) {
        if (row.cachedTokens <= 0 || row.cachedTokens <= row.promptTokens) return;
        m_diagnostics.note("cached-excluded", row.line, [&] {
            return fmt::format(
                "Line {} has more cached tokens than input tokens: its endpoint leaves cached tokens out "
                "of the input.",
                row.line);
        });
    }

    void reject(const Record& record, std::string reason) {
        m_out.rejectLine(record, std::move(reason), m_diagnostics);
    }

    TimingBoundary boundary() const {
        TimingBoundary out{"sent", {}, {}, std::string(name(TokenSource::usage)), {}};
        const bool bedrock = m_told.endpointType.find("Bedrock") != std::string::npos;
        if (m_anyNew != m_anyOld) {
            out.first = name(m_anyNew || bedrock ? FirstTokenKind::answerText : FirstTokenKind::anyEvent);
            out.end = m_anyNew ? "last-text" : "closed";
        }
        if (m_anyStart) out.clock = "epoch";
        return out;
    }

    Result<ReadOutcome> finish() {
        SourceInfo source;
        source.boundary = boundary();
        source.context = std::move(m_told.context);
        if (!m_model.empty() && !source.context.contains("model")) stateFact(source.context, "model", m_model);
        for (RunInfo& run : m_runs) run.startsCoarse = m_anyStart && !m_fractions;
        source.runs = std::move(m_runs);
        m_outcome.sources.push_back(std::move(source));
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

    const ReadInput& m_input;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    ReadOutcome m_outcome;
    LlmeterRun m_told;
    std::vector<LlmeterLevel> m_levels;
    std::vector<RunInfo> m_runs;
    Raw m_raw;
    std::string m_model;
    bool m_anyStart = false, m_fractions = false, m_anyNew = false, m_anyOld = false;
};

int probeResponses(const Sample& sample) {
    const bool keys = sample.has("time_to_first_token") && sample.has("time_to_last_token") &&
                      (sample.has("input_prompt") || sample.has("num_tokens_output"));
    return sample.isObjects() && keys ? 100 : 0;
}

Result<ReadOutcome> readResponses(const ReadInput& input, const Sample&, RowSink& sink) {
    return LlmeterResponses(input, sink).read();
}

}  // namespace

const Reader llmeterReader{"llmeter",
                           "LLMeter (awslabs)",
                           "lines with time_to_first_token, time_to_last_token and input_prompt; or statistics with "
                           "time_to_last_token-average",
                           {ReaderForm{probeResponses, readResponses}, llmeterStats}};

}  // namespace plumbline
