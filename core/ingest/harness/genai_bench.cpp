// sgl-project/genai-bench: one file a scenario and level, rows and figures in it (FORMATS/genai_bench.md).
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/json_rows.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/redact/raw_text.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/json_read.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;
using namespace doc;

/// A row as the file writes it; times in the file's unit.
struct Raw {
    std::optional<double> ttft;
    Nanoseconds firstToken = unknownTime, end = unknownTime;
    Count prompt = unknownCount, output = unknownCount, reasoning = unknownCount;
    std::string errorCode, errorMessage;
    bool known = false;  ///< it has a key of a row of this harness
};

void field(JsonRead& json, std::string_view key, JsonRead::Value& value, TimeUnit unit, Raw& raw) {
    raw.known = raw.known || key == "e2e_latency" || key == "error_code" || key == "ttft";
    if (key == "ttft") {
        raw.ttft = json.number(value);
        if (raw.ttft) raw.firstToken = toTime(*raw.ttft, unit);
    } else if (key == "e2e_latency") {
        raw.end = json.time(value, unit);
    } else if (key == "num_input_tokens") {
        raw.prompt = json.count(value);
    } else if (key == "num_output_tokens") {
        raw.output = json.count(value);
    } else if (key == "num_reasoning_tokens") {
        raw.reasoning = json.count(value);
    } else if (key == "error_code") {
        raw.errorCode = json.text(value).value_or(std::string_view());
    } else if (key == "error_message") {
        raw.errorMessage = json.text(value).value_or(std::string_view());
    } else {
        json.walk(value);
    }
}

bool parse(JsonRead& json, std::string_view text, TimeUnit unit, Raw& raw) {
    raw = {};
    return json.record(text, 0,
                       [&](std::string_view key, JsonRead::Value& value) { field(json, key, value, unit, raw); });
}

/// A TTFT that many rows share to the last digit is no measurement: forks write 0.0010000000002 for answers that were
/// not streamed. A clock of whole microseconds repeats by chance, so there it must be most of the rows.
class Placeholders {
public:
    void add(double ttft) { ++m_counts[ttft], ++m_rows; }
    bool contains(double ttft, TimeUnit unit) const {
        constexpr std::size_t fewest = 5;
        const auto found = m_counts.find(ttft);
        if (found == m_counts.end() || found->second < fewest) return false;
        const double microseconds = ttft * (unit == TimeUnit::milliseconds ? 1e3 : 1e6);
        const bool coarse = std::abs(microseconds - std::round(microseconds)) < 2e-15 * microseconds;
        return !coarse || 2 * found->second > m_rows;
    }

private:
    std::map<double, std::size_t> m_counts;
    std::size_t m_rows = 0;
};

/// "N(2000,200)/(200,20)" and "D(100,100)": the mean lengths asked for.
void lengthsOf(const std::string& scenario, Context& context) {
    int in = 0, out = 0, inSpread = 0, outSpread = 0;
    if (std::sscanf(scenario.c_str(), "N(%d,%d)/(%d,%d)", &in, &inSpread, &out, &outSpread) != 4 &&
        std::sscanf(scenario.c_str(), "D(%d,%d)", &in, &out) != 2)
        return;
    stateFact(context, "workload.input_tokens", in);
    stateFact(context, "workload.output_tokens", out);
}

void describeExperiment(const Json& metadata, Context& context) {
    const Json& model = valueAt(metadata, {"model"});
    const Json& served = valueAt(metadata, {"api_model_name"});
    stateFact(context, "model", served);
    if (!context.contains("model")) stateFact(context, "model", model);
    if (served != model) stateFact(context, "model_label", model);
    stateFact(context, "tokenizer", valueAt(metadata, {"server_model_tokenizer"}));
    stateFact(context, "backend", valueAt(metadata, {"api_backend"}));
    stateFact(context, "engine", valueAt(metadata, {"server_engine"}));
    stateFact(context, "engine_version", valueAt(metadata, {"server_version"}));
    stateFact(context, "accelerator", valueAt(metadata, {"server_gpu_type"}));
    stateNumber(context, "accelerator_count", valueAt(metadata, {"server_gpu_count"}));
    stateFact(context, "task", valueAt(metadata, {"task"}));
    stateFact(context, "workload.dataset", valueAt(metadata, {"dataset_path"}));
    const Json& parameters = valueAt(metadata, {"additional_request_params"});
    if (parameters.is_object())
        for (const auto& [key, value] : parameters.items())
            if (!isPrivateField(key) && value.is_primitive()) stateFact(context, "request." + key, value);
    const std::string version = textAt(metadata, {"benchmark_version"});
    stateFact(context, "note.harness", version.empty() ? "genai-bench" : "genai-bench " + version);
    stateFact(context, "note.max_requests_per_run", valueAt(metadata, {"max_requests_per_run"}));
    stateFact(context, "note.max_time_per_run_s", valueAt(metadata, {"max_time_per_run_s"}));
}

Load loadOf(const Json& aggregated) {
    const auto users = positiveAt(aggregated, {"num_concurrency"});
    return users ? Load{LoadKind::concurrency, *users} : Load{};
}

void reportStatistics(const Json& stats, const char* metric, const std::string& key, double factor, Reported& out) {
    const Json& block = valueAt(stats, {metric});
    if (!block.is_object()) return;
    for (const auto& [name, value] : block.items()) {
        const std::string statistic = name == "stddev" ? "std" : name;
        if (name == "sum") continue;
        if (factor != 0)
            reportTime(out, key + "." + statistic, numberOf(value), factor);
        else
            report(out, key + "." + statistic, numberOf(value));
    }
}

void reportRun(const Json& aggregated, double timeFactor, RunInfo& run) {
    const Json& stats = valueAt(aggregated, {"stats"});
    Reported& out = run.reported;
    reportStatistics(stats, "ttft", "ttft_s", timeFactor, out);
    reportStatistics(stats, "tpot", "tpot_s", timeFactor, out);
    reportStatistics(stats, "e2e_latency", "e2e_s", timeFactor, out);
    reportStatistics(stats, "output_inference_speed", "rate_tokens_per_s", 0, out);
    report(out, "prompt_tokens.mean", numberAt(stats, {"num_input_tokens", "mean"}));
    report(out, "output_tokens.mean", numberAt(stats, {"num_output_tokens", "mean"}));
    report(out, "system_output_tokens_per_s", positiveAt(aggregated, {"mean_output_throughput_tokens_per_s"}));
    report(out, "requests_per_s", positiveAt(aggregated, {"requests_per_second"}));
    if (const auto perMinute = positiveAt(aggregated, {"requests_per_minute"});
        perMinute && !out.contains("requests_per_s"))
        report(out, "requests_per_s", *perMinute / 60);
    run.declaredRequests = countAt(aggregated, {"num_requests"});
    run.declaredCompleted = countAt(aggregated, {"num_completed_requests"});
    if (const auto duration = positiveAt(aggregated, {"run_duration"}))
        run.declaredDuration = toTime(*duration, TimeUnit::seconds);
}

class GenaiBenchFile {
public:
    GenaiBenchFile(const ReadInput& input, RowSink& sink)
        : m_input(input), m_out(sink, m_outcome), m_json(m_diagnostics) {}

    Result<ReadOutcome> read() {
        if (const auto looked = lookAhead(); !looked) return Unexpected{looked.error()};
        readMetadata();
        describe();
        RowsPlan plan{"individual_request_metrics", {}, {}, {}, {}};
        plan.row = [this](std::string_view text, std::uint64_t byte) { takeRow(text, byte); };
        plan.broken = [this](const RowsBreak& at) { m_out.broken(at, m_diagnostics); };
        if (const auto walked = walkRows(m_input, plan); !walked) return Unexpected{walked.error()};
        return finishedRun(std::move(m_outcome), std::move(m_source), std::move(m_run), m_diagnostics, m_input.path);
    }

private:
    /// The figures, the unit and the placeholders, which rows need and which may stand after them.
    Result<void> lookAhead() {
        RowsPlan plan{"individual_request_metrics", {"aggregated_metrics", "_time_unit"}, {}, {}, {}};
        Diagnostics unheard;  // the second walk says it
        JsonRead json(unheard);
        Raw raw;
        plan.row = [&](std::string_view text, std::uint64_t) {
            if (!text.empty() && parse(json, text, TimeUnit::seconds, raw) && raw.ttft) m_placeholders.add(*raw.ttft);
        };
        plan.member = [&](const std::string& key, std::string_view text) {
            auto parsed = parseDocument(text, m_input.path);
            if (!parsed) return;
            (key == "_time_unit" ? m_unitWord : m_aggregated) = std::move(*parsed);
        };
        if (const auto walked = walkRows(lookAheadOf(m_input), plan); !walked) return walked;
        const Json& word = m_unitWord.is_null() ? valueAt(m_aggregated, {"_time_unit"}) : m_unitWord;
        if (word.is_string()) m_unit = parseTimeUnit(word.get<std::string>()).value_or(TimeUnit::seconds);
        return {};
    }

    void readMetadata() {
        const std::string path = folderOf(m_input.path) + "experiment_metadata.json";
        std::string problem;
        if (readBeside(path, m_metadata, problem)) m_outcome.siblings.push_back(path);
        if (!problem.empty())
            m_diagnostics.note("sibling", 0, [&] { return "The metadata beside it cannot be read: " + problem; });
    }

    void describe() {
        describeExperiment(m_metadata, m_source.context);
        const std::string scenario = textAt(m_aggregated, {"scenario"});
        stateFact(m_source.context, "workload.name", scenario);
        lengthsOf(scenario, m_source.context);
        const auto batch = positiveAt(m_aggregated, {"batch_size"});
        if (batch && *batch > 1) stateFact(m_source.context, "workload.batch_size", *batch);
        m_run.load = loadOf(m_aggregated);
        reportRun(m_aggregated, m_unit == TimeUnit::milliseconds ? 1e-3 : 1, m_run);
        errorRate();
        m_kind = firstTokenKind();
        m_source.boundary = {
            "sent", std::string(name(m_kind)), "end-marker", std::string(name(TokenSource::usage)), {}};
        if (m_kind == FirstTokenKind::unknown) m_source.boundary.first.clear();
        if (m_run.load.kind == LoadKind::notStated)
            m_diagnostics.note("load-not-stated", 0, [] {
                return std::string("Its figures state no concurrency, so its load is not stated.");
            });
    }

    /// The harness divides before it knows the number of requests, so its error_rate is 0 whatever happened.
    void errorRate() {
        const auto failed = countAt(m_aggregated, {"num_error_requests"});
        if (!failed || !m_run.declaredRequests || *m_run.declaredRequests == 0) return;
        const double rate = static_cast<double>(*failed) / static_cast<double>(*m_run.declaredRequests);
        m_run.reported["error_rate"] = rate;
        if (*failed == 0 || numberAt(m_aggregated, {"error_rate"}).value_or(0) != 0) return;
        m_diagnostics.note("error-rate-zero", 0, [&] {
            return fmt::format(
                "It says that the error rate is 0, but counts {} errors in {} requests: the count is used.", *failed,
                *m_run.declaredRequests);
        });
    }

    /// From version 0.0.3 on reasoning text counts too; the keys of that version tell it where no metadata does.
    FirstTokenKind firstTokenKind() const {
        const std::string version = textAt(m_metadata, {"benchmark_version"});
        if (version == "0.0.1" || version == "0.0.2") return FirstTokenKind::answerText;
        return version.empty() && m_unitWord.is_null() ? FirstTokenKind::unknown : FirstTokenKind::anyText;
    }

    void takeRow(std::string_view text, std::uint64_t byte) {
        if (text.empty()) return m_out.reject("It is too long to be a row.", text, byte);
        if (!parse(m_json, text, m_unit, m_raw)) return m_out.reject(m_json.reason(), text, byte);
        if (!m_raw.known) return m_out.reject("It has none of the keys of a request of genai-bench.", text, byte);
        Row row;
        row.byte = byte;
        row.load = m_run.load;
        row.promptTokens = m_raw.prompt;
        row.outputTokens = m_raw.output;
        if (isKnown(row.outputTokens)) row.tokenSource = TokenSource::usage;
        if (m_raw.reasoning > 0) row.reasoningTokens = m_raw.reasoning;  // 0: "not reported or none"
        row.end = m_raw.end > Nanoseconds(0) ? m_raw.end : unknownTime;
        firstToken(row);
        if (!m_raw.errorCode.empty()) {
            row.status = Status::error;
            row.error = withoutKeys(m_raw.errorCode + (m_raw.errorMessage.empty() ? "" : ": " + m_raw.errorMessage));
        }
        m_out.row(0, 0, row);
    }

    void firstToken(Row& row) {
        if (!m_raw.ttft || m_raw.firstToken <= Nanoseconds(0)) return;
        if (m_placeholders.contains(*m_raw.ttft, m_unit))
            return m_diagnostics.note("placeholder-ttft", 0, [&] {
                return fmt::format("TTFT is {} to the last digit in many rows: a placeholder, so it is unknown there.",
                                   *m_raw.ttft);
            });
        if (m_raw.firstToken == m_raw.end)
            return m_diagnostics.note("ttft-is-end", 0, [] {
                return std::string("TTFT equals the whole latency: the answer was not streamed, so TTFT is unknown.");
            });
        row.firstToken = m_raw.firstToken;
        row.firstTokenKind = m_kind;
    }

    const ReadInput& m_input;
    ReadOutcome m_outcome;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    Json m_aggregated, m_metadata, m_unitWord;
    TimeUnit m_unit = TimeUnit::seconds;
    Placeholders m_placeholders;
    FirstTokenKind m_kind = FirstTokenKind::unknown;
    SourceInfo m_source;
    RunInfo m_run;
    Raw m_raw;
};

int probeGenaiBench(const Sample& sample) {
    if (sample.shape != Sample::Shape::object) return 0;
    return sample.has("aggregated_metrics") && sample.has("individual_request_metrics") ? 100 : 0;
}

Result<ReadOutcome> readGenaiBench(const ReadInput& input, const Sample&, RowSink& sink) {
    return GenaiBenchFile(input, sink).read();
}

}  // namespace

const Reader genaiBenchReader{"genai-bench",
                              "genai-bench (sgl-project)",
                              "an object with aggregated_metrics and individual_request_metrics",
                              {ReaderForm{probeGenaiBench, readGenaiBench}}};

}  // namespace plumbline
