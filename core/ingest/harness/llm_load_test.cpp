// openshift-psap's llm-load-test: results, configuration and summary in one document (FORMATS/llm_load_test.md).
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <variant>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/json_rows.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/field_map.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/json_read.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;
using namespace doc;

struct Raw {
    Nanoseconds start = unknownTime, ack = unknownTime, first = unknownTime, end = unknownTime;
    Count prompt = unknownCount, output = unknownCount;
    std::string finish, errorCode, errorText;
    Key promptKey = 0;
    bool known = false;
};

/// Where a key's value goes; stamps are epoch seconds, 0 is "never".
using Place = std::variant<Nanoseconds Raw::*, Count Raw::*, std::string Raw::*, Key Raw::*>;
using Fields = FieldMap<Place>::Known;

const Fields& fields() {
    static const Fields map{{"start_time", &Raw::start},       {"ack_time", &Raw::ack},
                            {"first_token_time", &Raw::first}, {"end_time", &Raw::end},
                            {"input_tokens", &Raw::prompt},    {"output_tokens", &Raw::output},
                            {"input_text", &Raw::promptKey},   {"stop_reason", &Raw::finish},
                            {"error_code", &Raw::errorCode},   {"error_text", &Raw::errorText}};
    return map;
}

/// Puts a value in its place.
struct Put {
    JsonRead& json;
    JsonRead::Value& value;
    Raw& raw;

    void operator()(Nanoseconds Raw::*place) const {
        const Nanoseconds time = json.time(value, TimeUnit::seconds);
        raw.*place = time > Nanoseconds(0) ? time : unknownTime;
        raw.known = raw.known || place == &Raw::start;
    }
    void operator()(Count Raw::*place) const { raw.*place = json.count(value); }
    void operator()(std::string Raw::*place) const { raw.*place = json.text(value).value_or(std::string_view()); }
    void operator()(Key Raw::*place) const {
        if (const auto text = json.text(value)) raw.*place = internKey(*text);
    }
};

Load loadOf(const Json& options) {
    const std::string type = textAt(options, {"type"});
    const auto rate = positiveAt(options, {"rps"}), users = positiveAt(options, {"concurrency"});
    if (rate && (type == "rps" || !users)) return {LoadKind::requestRate, *rate};
    return users ? Load{LoadKind::concurrency, *users} : Load{};
}

void describe(const Json& config, Context& context) {
    for (const char* key : {"model_name", "model", "model_id"})
        if (!context.contains("model")) stateFact(context, "model", valueAt(config, {"plugin_options", key}));
    stateFact(context, "backend", valueAt(config, {"plugin"}));
    stateFact(context, "streaming", valueAt(config, {"plugin_options", "streaming"}));
    stateFact(context, "interface", valueAt(config, {"plugin_options", "interface"}));
    stateFact(context, "note.url", valueAt(config, {"plugin_options", "host"}));
    stateFact(context, "workload.dataset", valueAt(config, {"dataset", "file"}));
    for (const char* key : {"max_input_tokens", "min_input_tokens", "max_output_tokens", "min_output_tokens",
                            "max_sequence_tokens", "max_queries"})
        stateFact(context, std::string("workload.") + key, valueAt(config, {"dataset", key}));
    stateFact(context, "note.duration_s", valueAt(config, {"load_options", "duration"}));
    stateFact(context, "note.harness", "llm-load-test");
}

/// Its "tpot" is the whole latency by the tokens, so it keeps its own name; its "itl" is a mean a request, our TPOT.
void reportSummary(const Json& summary, RunInfo& run) {
    for (const auto& [theirs, ours] : {std::pair{"ttft", "ttft_s"},
                                       {"response_time", "e2e_s"},
                                       {"itl", "tpot_s"},
                                       {"tt_ack", "ttfb_s"},
                                       {"tpot", "llm_load_test_tpot_s"}}) {
        const Json& block = valueAt(summary, {theirs});
        if (!block.is_object()) continue;
        for (const auto& [name, value] : block.items()) {
            const std::string statistic = name == "median"                  ? "p50"
                                          : name.starts_with("percentile_") ? "p" + name.substr(11)
                                                                            : name;
            reportTime(run.reported, std::string(ours) + "." + statistic, numberOf(value), 1e-3);
        }
    }
    report(run.reported, "prompt_tokens.mean", positiveAt(summary, {"input_tokens", "mean"}));
    report(run.reported, "output_tokens.mean", positiveAt(summary, {"output_tokens", "mean"}));
    report(run.reported, "system_output_tokens_per_s", positiveAt(summary, {"throughput"}));
    run.declaredRequests = countAt(summary, {"total_requests"});
    const auto failed = countAt(summary, {"total_failures"});
    if (!run.declaredRequests || !failed || *failed > *run.declaredRequests) return;
    run.declaredCompleted = *run.declaredRequests - *failed;
    if (*run.declaredRequests > 0)
        run.reported["error_rate"] = static_cast<double>(*failed) / static_cast<double>(*run.declaredRequests);
}

class LlmLoadTestFile {
public:
    LlmLoadTestFile(const ReadInput& input, RowSink& sink)
        : m_input(input), m_out(sink, m_outcome), m_json(m_diagnostics) {}

    Result<ReadOutcome> read() {
        RowsPlan ahead{"results", {"config", "summary"}, [](std::string_view, std::uint64_t) {}, {}, {}};
        ahead.member = [this](const std::string& key, std::string_view text) {
            if (auto parsed = parseDocument(text, m_input.path)) (key == "config" ? m_config : m_summary) = *parsed;
        };
        if (const auto walked = walkRows(lookAheadOf(m_input), ahead); !walked) return Unexpected{walked.error()};
        m_run.load = loadOf(valueAt(m_config, {"load_options"}));
        reportSummary(m_summary, m_run);
        RowsPlan plan{"results", {}, {}, {}, {}};
        plan.row = [this](std::string_view text, std::uint64_t byte) { take(text, byte); };
        plan.broken = [this](const RowsBreak& at) { m_out.broken(at, m_diagnostics); };
        if (const auto walked = walkRows(m_input, plan); !walked) return Unexpected{walked.error()};
        return finishedRun(std::move(m_outcome), source(), std::move(m_run), m_diagnostics, m_input.path);
    }

private:
    void take(std::string_view text, std::uint64_t byte) {
        if (text.empty()) return m_out.reject("It is too long to be a row.", text, byte);
        m_raw = {};
        m_fields.restart();
        const bool whole = m_json.record(text, 0, [this](std::string_view key, JsonRead::Value& value) {
            if (const Place* const place = m_fields.find(key))
                std::visit(Put{m_json, value, m_raw}, *place);
            else
                m_json.walk(value);
        });
        if (!whole) return m_out.reject(m_json.reason(), text, byte);
        if (!m_raw.known)
            return m_out.reject("It has no start_time, so it is no request of llm-load-test.", text, byte);
        Row row;
        row.byte = byte;
        row.load = m_run.load;
        row.start = m_raw.start;
        row.firstByte = between(m_raw.start, m_raw.ack);
        row.firstToken = between(m_raw.start, m_raw.first);
        if (isKnown(row.firstToken)) row.firstTokenKind = FirstTokenKind::answerText;
        row.end = between(m_raw.start, m_raw.end);
        row.promptTokens = m_raw.prompt;
        row.outputTokens = m_raw.output;
        row.promptKey = m_raw.promptKey;
        row.finish = m_raw.finish;
        const bool failed = (!m_raw.errorCode.empty() && m_raw.errorCode != "0") || !m_raw.errorText.empty();
        if (failed) {
            row.status = Status::error;
            row.error = withoutKeys(m_raw.errorCode + (m_raw.errorText.empty() ? "" : ": " + m_raw.errorText));
            if (row.outputTokens == 0) row.outputTokens = unknownCount;
        }
        m_out.row(0, 0, row);
    }

    SourceInfo source() const {
        SourceInfo source;
        describe(m_config, source.context);
        source.boundary = {"sent", std::string(name(FirstTokenKind::answerText)), "closed", {}, "epoch"};
        return source;
    }

    const ReadInput& m_input;
    ReadOutcome m_outcome;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    Json m_config, m_summary;
    RunInfo m_run;
    FieldMap<Place> m_fields{fields()};
    Raw m_raw;
};

int probeLlmLoadTest(const Sample& sample) {
    if (sample.shape != Sample::Shape::object || !sample.has("results")) return 0;
    const auto holds = [&](std::string_view text) { return sample.head.find(text) != std::string_view::npos; };
    return holds("\"ack_time\"") && holds("\"tt_ack\"") && (sample.has("config") || sample.has("summary")) ? 95 : 0;
}

Result<ReadOutcome> readLlmLoadTest(const ReadInput& input, const Sample&, RowSink& sink) {
    return LlmLoadTestFile(input, sink).read();
}

}  // namespace

const Reader llmLoadTestReader{"llm-load-test",
                               "llm-load-test (openshift-psap)",
                               "an object with results, config and summary, whose results have ack_time and tt_ack",
                               {ReaderForm{probeLlmLoadTest, readLlmLoadTest}}};

}  // namespace plumbline
