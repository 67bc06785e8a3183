// openshift-psap's llm-load-test: results, configuration and summary in one document (FORMATS/llm_load_test.md).
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/record_form.h"
#include "core/ingest/reader/all_readers.h"

namespace plumbline {
namespace {

constexpr auto s = TimeUnit::seconds;

constexpr std::array keys{form::at("start_time", &Row::start, s, Zero::isNone),
                          form::at("ack_time", &Row::firstByte, s, Zero::isNone),
                          form::at("first_token_time", &Row::firstToken, s, Zero::isNone),
                          form::at("end_time", &Row::end, s, Zero::isNone),
                          form::count("input_tokens", &Row::promptTokens),
                          form::count("output_tokens", &Row::outputTokens, Zero::isNoneInErrors),
                          form::hashed("input_text", &Row::promptKey),
                          form::text("stop_reason", &Row::finish),
                          form::error("error_code", ErrorPart::code, Zero::isNone),
                          form::error("error_text", ErrorPart::text)};
constexpr std::array<std::string_view, 1> mark{"start_time"};

constexpr std::array facts{form::fact("config.plugin_options.model_name", "model"),
                           form::fact("config.plugin_options.model", "model"),
                           form::fact("config.plugin_options.model_id", "model"),
                           form::fact("config.plugin", "backend"),
                           form::fact("config.plugin_options.streaming", "streaming"),
                           form::fact("config.plugin_options.interface", "interface"),
                           form::fact("config.plugin_options.host", "note.url"),
                           form::fact("config.dataset.file", "workload.dataset"),
                           form::fact("config.dataset.max_input_tokens", "workload.max_input_tokens"),
                           form::fact("config.dataset.min_input_tokens", "workload.min_input_tokens"),
                           form::fact("config.dataset.max_output_tokens", "workload.max_output_tokens"),
                           form::fact("config.dataset.min_output_tokens", "workload.min_output_tokens"),
                           form::fact("config.dataset.max_sequence_tokens", "workload.max_sequence_tokens"),
                           form::fact("config.dataset.max_queries", "workload.max_queries"),
                           form::fact("config.load_options.duration", "note.duration_s"),
                           form::word("llm-load-test", "note.harness")};

/// Its "tpot" is the whole latency by the tokens, so it keeps its own name; its "itl" is a mean a request, our TPOT.
constexpr std::array figures{form::statistics("summary.ttft", "ttft_s", 1e-3),
                             form::statistics("summary.response_time", "e2e_s", 1e-3),
                             form::statistics("summary.itl", "tpot_s", 1e-3),
                             form::statistics("summary.tt_ack", "ttfb_s", 1e-3),
                             form::statistics("summary.tpot", "llm_load_test_tpot_s", 1e-3),
                             form::above0("summary.input_tokens.mean", "prompt_tokens.mean"),
                             form::above0("summary.output_tokens.mean", "output_tokens.mean"),
                             form::above0("summary.throughput", "system_output_tokens_per_s"),
                             form::requests("summary.total_requests"),
                             form::failed("summary.total_failures")};
constexpr std::array<std::string_view, 2> members{"config", "summary"};

class Hooks final : public FormHooks {
    /// A rate is in force where it is asked for, or where no number of users is.
    void begin(FormFile& file) override {
        const auto rate = positiveOf(valueAtPath(file.documents, "config.load_options.rps"));
        const auto users = positiveOf(valueAtPath(file.documents, "config.load_options.concurrency"));
        if (rate && (valueAtPath(file.documents, "config.load_options.type") == "rps" || !users))
            file.run().load = {LoadKind::requestRate, *rate};
        else if (users)
            file.run().load = {LoadKind::concurrency, *users};
    }
};

constexpr RecordForm llmLoadTestForm{.list = "results",
                                     .members = members,
                                     .keys = keys,
                                     .all = mark,
                                     .notOne = "It has no start_time, so it is no request of llm-load-test.",
                                     .facts = facts,
                                     .figures = figures,
                                     .start = "sent",
                                     .end = "closed",
                                     .clock = "epoch",
                                     .first = FirstTokenKind::answerText,
                                     .hooks = makeHooks<Hooks>};

int probeLlmLoadTest(const Sample& sample) {
    if (sample.shape != Sample::Shape::object || !sample.has("results")) return 0;
    const bool named = sample.holds("\"ack_time\"") && sample.holds("\"tt_ack\"");
    return named && (sample.has("config") || sample.has("summary")) ? 95 : 0;
}

}  // namespace

const Reader llmLoadTestReader{"llm-load-test",
                               "llm-load-test (openshift-psap)",
                               "an object with results, config and summary, whose results have ack_time and tt_ack",
                               {ReaderForm{.probe = probeLlmLoadTest, .records = &llmLoadTestForm}}};

}  // namespace plumbline
