// sgl-project/genai-bench: one file a scenario and level, rows and figures in it (FORMATS/genai_bench.md).
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/record_form.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/reader/all_readers.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

constexpr NumberSlot ttft{0};

/// Times are in the file's unit. 0 reasoning tokens are "not reported or none".
constexpr std::array keys{KeyForm{.path = "ttft", .place = &Row::firstToken, .zero = Zero::isNone, .number = ttft},
                          form::after("e2e_latency", &Row::end, {}, Zero::isNone),
                          form::count("num_input_tokens", &Row::promptTokens),
                          form::count("num_output_tokens", &Row::outputTokens),
                          form::count("num_reasoning_tokens", &Row::reasoningTokens, Zero::isNone),
                          form::error("error_code", ErrorPart::code),
                          form::error("error_message", ErrorPart::text)};
constexpr std::array<std::string_view, 3> marks{"e2e_latency", "error_code", "ttft"};

constexpr std::array facts{form::fact("metadata.api_model_name", "model"),
                           form::fact("metadata.model", "model"),
                           form::fact("metadata.server_model_tokenizer", "tokenizer"),
                           form::fact("metadata.api_backend", "backend"),
                           form::fact("metadata.server_engine", "engine"),
                           form::fact("metadata.server_version", "engine_version"),
                           form::fact("metadata.server_gpu_type", "accelerator"),
                           form::number("metadata.server_gpu_count", "accelerator_count"),
                           form::fact("metadata.task", "task"),
                           form::fact("metadata.dataset_path", "workload.dataset"),
                           form::members("metadata.additional_request_params", "request."),
                           form::fact("metadata.max_requests_per_run", "note.max_requests_per_run"),
                           form::fact("metadata.max_time_per_run_s", "note.max_time_per_run_s"),
                           form::fact("aggregated_metrics.scenario", "workload.name")};

/// Times become seconds by the file's unit.
constexpr std::array latencies{form::statistics("aggregated_metrics.stats.ttft", "ttft_s"),
                               form::statistics("aggregated_metrics.stats.tpot", "tpot_s"),
                               form::statistics("aggregated_metrics.stats.e2e_latency", "e2e_s")};
constexpr std::array figures{
    form::users("aggregated_metrics.num_concurrency"),
    form::statistics("aggregated_metrics.stats.output_inference_speed", "rate_tokens_per_s"),
    form::from0("aggregated_metrics.stats.num_input_tokens.mean", "prompt_tokens.mean"),
    form::from0("aggregated_metrics.stats.num_output_tokens.mean", "output_tokens.mean"),
    form::above0("aggregated_metrics.mean_output_throughput_tokens_per_s", "system_output_tokens_per_s"),
    form::above0("aggregated_metrics.requests_per_second", "requests_per_s"),
    form::perMinute("aggregated_metrics.requests_per_minute", "requests_per_s"),
    form::requests("aggregated_metrics.num_requests"),
    form::completed("aggregated_metrics.num_completed_requests"),
    form::failed("aggregated_metrics.num_error_requests"),
    form::duration("aggregated_metrics.run_duration")};
constexpr std::array<std::string_view, 2> members{"aggregated_metrics", "_time_unit"};

/// A TTFT that many rows share to the last digit is no measurement: forks write 0.0010000000002 for answers that were
/// not streamed. A clock of whole microseconds repeats by chance, so there it must be most of the rows.
class Placeholders {
public:
    void add(double time) { ++m_counts[time], ++m_rows; }
    bool contains(double time, TimeUnit unit) const {
        constexpr std::size_t fewest = 5;
        const auto found = m_counts.find(time);
        if (found == m_counts.end() || found->second < fewest) return false;
        const double microseconds = time * (unit == TimeUnit::milliseconds ? 1e3 : 1e6);
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
    stateFirst(context, "workload.input_tokens", in);
    stateFirst(context, "workload.output_tokens", out);
}

class Hooks final : public FormHooks {
    void look(const FormRecord& record) override {
        if (record.numbers[ttft.at]) m_placeholders.add(*record.numbers[ttft.at]);
    }

    void begin(FormFile& file) override {
        const Json& word = valueAtPath(file.documents, "_time_unit");
        const Json& inside = valueAtPath(file.documents, "aggregated_metrics._time_unit");
        file.unit = parseTimeUnit(stringOf(word.is_null() ? inside : word)).value_or(TimeUnit::seconds);
        m_isNew = !word.is_null();
        for (FigureForm latency : latencies) {
            latency.factor = file.unit == TimeUnit::milliseconds ? 1e-3 : 1;
            takeFigures(file.documents, {&latency, 1}, file.run());
        }
        describe(file.documents, file.source().context);
        noteErrorRate(file);
        file.first = firstTokenKind(file.documents);
    }

    static void describe(const Json& documents, Context& context) {
        const Json& model = valueAtPath(documents, "metadata.model");
        if (valueAtPath(documents, "metadata.api_model_name") != model) stateFirst(context, "model_label", model);
        const std::string version = stringOf(valueAtPath(documents, "metadata.benchmark_version"));
        stateFirst(context, "note.harness", version.empty() ? "genai-bench" : "genai-bench " + version);
        lengthsOf(stringOf(valueAtPath(documents, "aggregated_metrics.scenario")), context);
        const auto batch = positiveOf(valueAtPath(documents, "aggregated_metrics.batch_size"));
        if (batch && *batch > 1) stateFirst(context, "workload.batch_size", *batch);
    }

    /// The harness divides before it knows the number of requests, so its error_rate is 0 whatever happened.
    static void noteErrorRate(FormFile& file) {
        const auto failed = wholeOf(valueAtPath(file.documents, "aggregated_metrics.num_error_requests"));
        const auto rate = numberOf(valueAtPath(file.documents, "aggregated_metrics.error_rate"));
        const auto requests = file.run().declaredRequests.value_or(0);
        if (failed.value_or(0) == 0 || requests == 0 || rate.value_or(0) != 0) return;
        file.diagnostics.note("error-rate-zero", 0, [&] {
            return fmt::format(
                "It says that the error rate is 0, but counts {} errors in {} requests: the count is used.", *failed,
                requests);
        });
    }

    /// From version 0.0.3 on reasoning text counts too; the keys of that version tell it where no metadata does.
    FirstTokenKind firstTokenKind(const Json& documents) const {
        const std::string version = stringOf(valueAtPath(documents, "metadata.benchmark_version"));
        if (version == "0.0.1" || version == "0.0.2") return FirstTokenKind::answerText;
        return version.empty() && !m_isNew ? FirstTokenKind::unknown : FirstTokenKind::anyText;
    }

    void complete(FormRecord& record, FormFile& file) override {
        Row& row = record.row;
        if (!isKnown(row.firstToken)) return;
        const double value = *record.numbers[ttft.at];
        if (m_placeholders.contains(value, file.unit)) {
            row.firstToken = unknownTime;
            file.diagnostics.note("placeholder-ttft", 0, [&] {
                return fmt::format("TTFT is {} to the last digit in many rows: a placeholder, so it is unknown there.",
                                   value);
            });
        } else if (row.firstToken == row.end) {
            row.firstToken = unknownTime;
            file.diagnostics.note("ttft-is-end", 0, [] {
                return std::string("TTFT equals the whole latency: the answer was not streamed, so TTFT is unknown.");
            });
        }
    }

    Placeholders m_placeholders;
    bool m_isNew = false;  ///< the unit stands at the top, as from 0.0.3 on
};

std::string metadataOf(const std::string& file) { return folderOf(file) + "experiment_metadata.json"; }
constexpr std::array beside{BesideForm{metadataOf, "metadata", "The metadata beside it cannot be read: "}};

constexpr RecordForm genaiBenchForm{.list = "individual_request_metrics",
                                    .members = members,
                                    .beside = beside,
                                    .keys = keys,
                                    .any = marks,
                                    .notOne = "It has none of the keys of a request of genai-bench.",
                                    .facts = facts,
                                    .figures = figures,
                                    .start = "sent",
                                    .end = "end-marker",
                                    .tokens = TokenSource::usage,
                                    .noLoad = "Its figures state no concurrency, so its load is not stated.",
                                    .looksAhead = true,
                                    .hooks = makeHooks<Hooks>};

int probeGenaiBench(const Sample& sample) {
    if (sample.shape != Sample::Shape::object) return 0;
    return sample.has("aggregated_metrics") && sample.has("individual_request_metrics") ? 100 : 0;
}

}  // namespace

const Reader genaiBenchReader{"genai-bench",
                              "genai-bench (sgl-project)",
                              "an object with aggregated_metrics and individual_request_metrics",
                              {ReaderForm{.probe = probeGenaiBench, .records = &genaiBenchForm}}};

}  // namespace plumbline
