#include "core/ingest/harness/llmperf/llmperf_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/document_form.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/redact/raw_text.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// Its "inter token latency" holds the TTFT and divides by messages, and its throughput of a request holds the TTFT
/// too, so both keep its own names.
constexpr std::array figures{
    form::statistics("results_ttft_s_*", "ttft_s"),
    form::statistics("results_end_to_end_latency_s_*", "e2e_s"),
    form::statistics("results_inter_token_latency_s_*", "llmperf_inter_token_latency_s"),
    form::statistics("results_request_output_throughput_token_per_s_*", "llmperf_request_output_throughput"),
    form::statistics("results_number_input_tokens_*", "prompt_tokens"),
    form::statistics("results_number_output_tokens_*", "output_tokens"),
    form::above0("results_mean_output_throughput_token_per_s", "system_output_tokens_per_s"),
    form::from0("results_error_rate", "error_rate"),
    form::perMinute("results_num_completed_requests_per_min", "requests_per_s"),
    form::users("num_concurrent_requests"),
    form::requests("results_num_requests_started"),
    form::completed("results_num_completed_requests")};

/// The span of the test is not stored: it is what both throughputs were divided by, and so good for no rate.
void duration(RunInfo& run, Context& context) {
    const auto rate = run.reported.find("requests_per_s");
    if (rate == run.reported.end() || !run.declaredCompleted || *run.declaredCompleted == 0) return;
    run.declaredDuration = toTime(static_cast<double>(*run.declaredCompleted) / rate->second, TimeUnit::seconds);
    takeDurationFromRate(context);
}

void describe(const Json& document, Context& context) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> facts{
        {{"model", "model"},
         {"framework", "backend"},
         {"mean_input_tokens", "workload.input_tokens"},
         {"mean_output_tokens", "workload.output_tokens"},
         {"stddev_input_tokens", "workload.input_tokens_std"},
         {"stddev_output_tokens", "workload.output_tokens_std"},
         {"name", "note.name"},
         {"timestamp", "note.timestamp"}}};
    for (const auto& [key, value] : document.items()) {
        if (key.starts_with("results_") || key == "version" || key == "num_concurrent_requests" ||
            isPrivateField(key) || !value.is_primitive())
            continue;
        const auto* const known =
            std::find_if(facts.begin(), facts.end(), [&k = key](const auto& each) { return each.first == k; });
        stateFact(context, known != facts.end() ? known->second : std::string_view(key), value);
    }
    stateFact(context, "note.harness", "LLMPerf");
}

std::string fingerprintOf(const Json& document) {
    std::string text = "llmperf";
    for (const char* key : {"name", "model", "timestamp", "num_concurrent_requests", "results_num_requests_started",
                            "results_ttft_s_mean", "results_end_to_end_latency_s_mean"})
        text += "|" + valueAt(document, {key}).dump();
    return "llmperf:" + keyText(internKey(text));
}

/// `path` with the last `from` in it replaced; empty when it has none.
std::string replaced(const std::string& path, std::string_view from, std::string_view to) {
    const std::size_t found = path.rfind(from);
    return found == std::string::npos ? std::string()
                                      : path.substr(0, found) + std::string(to) + path.substr(found + from.size());
}

void addPoint(LlmperfSummary summary, ReadOutcome& outcome) {
    SourceInfo source;
    source.boundary = {
        "sent", std::string(name(FirstTokenKind::answerText)), "closed", std::string(name(TokenSource::tokenizer)), {}};
    source.context = std::move(summary.context);
    makeSummary(summary.run);
    if (summary.run.reported.contains("llmperf_inter_token_latency_s.mean"))
        for (const char* key : {"tpot_s", "itl_s"})
            leaveOut(
                source.context, key,
                "LLMPerf's inter-token latency holds the TTFT and divides by messages: it stands under its own name");
    ++outcome.summaries;
    for (SourceInfo& known : outcome.sources)
        if (known.context == source.context) return known.runs.push_back(std::move(summary.run));
    source.runs.push_back(std::move(summary.run));
    outcome.sources.push_back(std::move(source));
}

bool isSummary(const Sample& sample) {
    return sample.has("num_concurrent_requests") &&
           (sample.has("results_ttft_s_mean") || sample.has("results_num_requests_started"));
}

/// An object of summaries, keyed by concurrency.
bool isSummarySet(const Sample& sample) {
    const bool numbers = std::all_of(sample.keys.begin(), sample.keys.end(), [](const std::string& key) {
        return !key.empty() && key.find_first_not_of("0123456789") == std::string::npos;
    });
    return numbers && !sample.keys.empty() && sample.holds("\"results_ttft_s_");
}

int probeSummaries(const Sample& sample) {
    if (sample.shape != Sample::Shape::object) return 0;
    return isSummary(sample) ? 100 : isSummarySet(sample) ? 95 : 0;
}

Result<ReadOutcome> readSummaries(const ReadInput& input, const Sample&, RowSink&) {
    if (input.stop.stop_requested()) return unexpected(ErrorKind::cancelled, "Reading was cancelled.", input.path);
    const auto text = readSmallFile(input.path);
    if (!text) return Unexpected{text.error()};
    const auto document = parseDocument(*text, input.path);
    if (!document) return Unexpected{document.error()};
    ReadOutcome outcome;
    if (document->contains("num_concurrent_requests")) {
        addPoint(llmperfSummary(*document), outcome);
    } else {
        for (const auto& [users, each] : document->items()) {
            LlmperfSummary summary = llmperfSummary(each);
            double number = 0;
            if (summary.run.load.kind == LoadKind::notStated && parseDouble(users, number) == NumberKind::number)
                summary.run.load = {LoadKind::concurrency, number};
            addPoint(std::move(summary), outcome);
        }
    }
    return outcome;
}

}  // namespace

const ReaderForm llmperfSummaries{probeSummaries, readSummaries};

LlmperfSummary llmperfSummary(const Json& document) {
    LlmperfSummary summary;
    RunInfo& run = summary.run;
    describe(document, summary.context);
    takeFigures(document, figures, run);
    duration(run, summary.context);
    run.fingerprint = fingerprintOf(document);
    return summary;
}

std::string llmperfSummaryOf(const std::string& path) {
    for (const std::string& candidate :
         {replaced(path, "_individual_responses.json", "_summary.json"), replaced(path, "/individual/", "/summary/")})
        if (!candidate.empty() && isFile(candidate)) return candidate;
    return {};
}

}  // namespace plumbline
