#include "core/ingest/harness/evalscope/evalscope_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// "Avg TTFT (ms)": the name and, in parentheses, the unit; the unit changed between versions.
struct Label {
    std::string name, unit;
};
Label labelOf(const std::string& key) {
    const std::size_t open = key.rfind(" (");
    if (open == std::string::npos || !key.ends_with(')')) return {key, {}};
    return {key.substr(0, open), key.substr(open + 2, key.size() - open - 3)};
}

/// Factor to seconds of a latency's unit.
double factorOf(const Label& label) { return label.unit == "ms" ? 1e-3 : 1; }

struct Name {
    std::string_view theirs, ours;
};
constexpr std::array latencyMeans{Name{"Average latency", "e2e_s"},
                                  Name{"Avg Latency", "e2e_s"},
                                  Name{"Average time to first token", "ttft_s"},
                                  Name{"Avg TTFT", "ttft_s"},
                                  Name{"Average time per output token", "tpot_s"},
                                  Name{"Avg TPOT", "tpot_s"},
                                  Name{"Average inter-token latency", "itl_s"},
                                  Name{"Avg ITL", "itl_s"}};
constexpr std::array values{Name{"Output token throughput", "system_output_tokens_per_s"},
                            Name{"Output Throughput", "system_output_tokens_per_s"},
                            Name{"Total token throughput", "total_tokens_per_s"},
                            Name{"Total Throughput", "total_tokens_per_s"},
                            Name{"Request throughput", "requests_per_s"},
                            Name{"Req Throughput", "requests_per_s"},
                            Name{"Average input tokens per request", "prompt_tokens.mean"},
                            Name{"Avg Input Tokens", "prompt_tokens.mean"},
                            Name{"Average output tokens per request", "output_tokens.mean"},
                            Name{"Avg Output Tokens", "output_tokens.mean"}};
constexpr std::array percentileColumns{Name{"TTFT", "ttft_s"}, Name{"ITL", "itl_s"}, Name{"TPOT", "tpot_s"},
                                       Name{"Latency", "e2e_s"}};

template <class Names>
std::string_view oursOf(const Names& names, std::string_view theirs) {
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const Name& each) { return each.theirs == theirs; });
    return found == names.end() ? std::string_view() : found->ours;
}

/// The first of the labels that the summary has, by its name without the unit.
std::optional<double> valueOf(const Json& summary, std::initializer_list<std::string_view> names) {
    for (const auto& [key, value] : summary.items())
        if (std::find(names.begin(), names.end(), labelOf(key).name) != names.end()) return numberOf(value);
    return std::nullopt;
}

std::optional<std::int64_t> whole(std::optional<double> value) {
    return value && *value >= 0 && *value < 9e15 ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

void takeSummary(const Json& summary, RunInfo& run) {
    const auto cap = valueOf(summary, {"Number of concurrency", "Concurrency"});
    if (cap && *cap > 0) run.load = {LoadKind::concurrency, *cap};
    // 0 and -1 stand for "as fast as the concurrency allows"; a cap beside a rate is context (METRICS §1).
    if (const auto rate = valueOf(summary, {"Request Rate", "Request rate"}); rate && *rate > 0)
        run.load = {LoadKind::requestRate, *rate};
    if (const auto duration = valueOf(summary, {"Time taken for tests", "Test Duration"}); duration && *duration > 0)
        run.declaredDuration = toTime(*duration, TimeUnit::seconds);
    run.declaredRequests = whole(valueOf(summary, {"Total requests", "Total Requests"}));
    run.declaredCompleted = whole(valueOf(summary, {"Succeed requests", "Success Requests"}));
    run.load = loadInForce(run.load, cap, run);
    const auto failed = valueOf(summary, {"Failed requests", "Failed Requests"});
    if (failed && run.declaredRequests && *run.declaredRequests > 0)
        run.reported["error_rate"] = *failed / static_cast<double>(*run.declaredRequests);
    if (run.declaredCompleted == 0) return;
    for (const auto& [key, value] : summary.items()) {
        const Label label = labelOf(key);
        if (const auto ours = oursOf(latencyMeans, label.name); !ours.empty())
            reportTime(run.reported, fmt::format("{}.mean", ours), numberOf(value), factorOf(label));
        if (const auto ours = oursOf(values, label.name); !ours.empty())
            reportTime(run.reported, std::string(ours), numberOf(value));
    }
}

/// "10%" to "p10"; "min" and "max" as they are.
std::string statisticOf(const std::string& word) {
    double ignored = 0;
    if (word == "min" || word == "max") return word;
    if (!word.ends_with('%')) return {};
    const std::string number = word.substr(0, word.size() - 1);
    return parseDouble(number, ignored) == NumberKind::number ? "p" + number : std::string();
}

void takePercentiles(const Json& rows, RunInfo& run) {
    if (!rows.is_array() || run.declaredCompleted == 0) return;
    for (const Json& row : rows) {
        const std::string word = textAt(row, {"Percentiles"}) + textAt(row, {"Percentile"});
        const std::string statistic = statisticOf(word);
        if (statistic.empty()) continue;
        for (const auto& [key, value] : row.items()) {
            const Label label = labelOf(key);
            if (const auto ours = oursOf(percentileColumns, label.name); !ours.empty())
                reportTime(run.reported, fmt::format("{}.{}", ours, statistic), numberOf(value), factorOf(label));
        }
    }
}

void takeArguments(const Json& arguments, EvalscopeRun& out) {
    constexpr std::array<std::pair<const char*, const char*>, 18> facts{
        {{"model", "model"},
         {"api", "backend"},
         {"tokenizer_path", "tokenizer"},
         {"dataset", "workload.dataset"},
         {"max_tokens", "workload.max_tokens"},
         {"min_tokens", "workload.min_tokens"},
         {"min_prompt_length", "workload.min_prompt_length"},
         {"max_prompt_length", "workload.max_prompt_length"},
         {"prefix_length", "workload.prefix_length"},
         {"temperature", "temperature"},
         {"stream", "streaming"},
         {"attn_implementation", "attn_implementation"},
         {"dataset_path", "note.dataset_path"},
         {"url", "note.url"},
         {"seed", "note.seed"},
         {"number", "note.number"},
         {"parallel", "note.parallel"},
         {"rate", "note.rate"}}};
    for (const auto& [key, fact] : facts) stateFact(out.context, fact, valueAt(arguments, {key}));
    if (out.run.load.kind != LoadKind::notStated) return;
    if (const auto rate = positiveAt(arguments, {"rate"}))
        out.run.load = {LoadKind::requestRate, *rate};
    else if (const auto users = positiveAt(arguments, {"parallel"}))
        out.run.load = {LoadKind::concurrency, *users};
}

/// "parallel_8_number_48" and "rate_2.5_number_48".
Load loadOfName(const std::string& folder) {
    const std::string name = std::filesystem::path(folder).parent_path().filename().string();
    const auto after = [&](std::string_view word) -> std::optional<double> {
        const std::size_t end = name.find("_number_");
        double value = 0;
        if (!name.starts_with(word) || end == std::string::npos || end < word.size()) return std::nullopt;
        const auto kind = parseDouble(std::string_view(name).substr(word.size(), end - word.size()), value);
        return kind == NumberKind::number && value > 0 ? std::optional(value) : std::nullopt;
    };
    if (const auto users = after("parallel_")) return {LoadKind::concurrency, *users};
    if (const auto rate = after("rate_")) return {LoadKind::requestRate, *rate};
    return {};
}

/// Equal for the database and its summary.
std::string fingerprintOf(const Json& summary, const RunInfo& run) {
    return summary.empty() ? std::string()
                           : "evalscope:" + keyText(internKey("evalscope " + text(run.load) + summary.dump()));
}

}  // namespace

bool isEvalscopePercentiles(const Sample& sample) {
    return sample.shape == Sample::Shape::array && (sample.has("Percentiles") || sample.has("Percentile")) &&
           sample.holds("\"TTFT (");
}

EvalscopeRun evalscopeRunOf(const std::string& path, Diagnostics& diagnostics) {
    EvalscopeRun out;
    const std::string folder = folderOf(path);
    const auto document = [&](const std::string& name) { return siblingDocument(name, out.siblings, diagnostics); };
    const Json summary = document(folder + "benchmark_summary.json");
    if (summary.is_object()) takeSummary(summary, out.run);
    takePercentiles(document(folder + "benchmark_percentile.json"), out.run);
    if (const Load told = loadOfName(folder); out.run.load.kind == LoadKind::notStated) out.run.load = told;
    takeArguments(document(folder + "benchmark_args.json"), out);
    if (summary.is_object()) out.run.fingerprint = fingerprintOf(summary, out.run);
    stateFact(out.context, "note.harness", "evalscope perf");
    if (out.run.load.kind == LoadKind::notStated)
        diagnostics.note("load-not-stated", 0, [] {
            return std::string("Neither the folder's name nor a file beside it tells a load, so it is not stated.");
        });
    return out;
}

namespace {

int probeSummary(const Sample& sample) {
    const bool total = sample.has("Total requests") || sample.has("Total Requests");
    const bool time = sample.has("Time taken for tests (s)") || sample.has("Test Duration (s)");
    return sample.shape == Sample::Shape::object && total && time ? 100 : 0;
}

Result<ReadOutcome> readSummary(const ReadInput& input, const Sample&, RowSink&) {
    if (input.stop.stop_requested()) return unexpected(ErrorKind::cancelled, "Reading was cancelled.", input.path);
    Diagnostics diagnostics;
    EvalscopeRun found = evalscopeRunOf(input.path, diagnostics);
    Json summary;
    std::string problem;
    if (!readBeside(input.path, summary, problem)) return unexpected(ErrorKind::format, problem, input.path);
    if (found.run.fingerprint.empty() && summary.is_object()) {  // named otherwise than its harness names it
        takeSummary(summary, found.run);
        found.run.fingerprint = fingerprintOf(summary, found.run);
    }
    std::erase(found.siblings, input.path);
    const TimingBoundary boundary{
        "sent", std::string(name(FirstTokenKind::anyEvent)), "closed", std::string(name(TokenSource::usage)), {}};
    return summaryAlone(oneSummary({std::move(found.context), boundary, {}}, std::move(found.run)), input.path,
                        std::move(found.siblings), diagnostics, "The summary of evalscope holds no figures.",
                        "Give benchmark_data.db, which holds its requests.");
}

}  // namespace

const ReaderForm evalscopeSummary{probeSummary, readSummary};

}  // namespace plumbline
