// MLPerf LoadGen's detail log and its summary: one summary point (FORMATS/mlperf.md). Its times run from the scheduled
// send, so that they hold the generator's own delay too.
#include "core/ingest/harness/mlperf/mlperf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/number_text.h"
#include "core/ingest/text/records.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr std::string_view prefix = ":::MLLOG ";

bool isDetail(const Sample& sample) { return sample.head.starts_with(":::MLLOG"); }
bool isSummary(const Sample& sample) {
    return sample.head.substr(0, 4096).find("MLPerf Results Summary") != std::string_view::npos;
}

Json valueOf(const LoadGenValues& values, std::string_view key) {
    const auto found = values.find(key);
    return found == values.end() ? Json() : Json::parse(found->second, nullptr, false);
}

class LoadGenLog {
public:
    LoadGenLog(const ReadInput& input, RowSink& sink) : m_input(input), m_sink(sink) {}
    Result<ReadOutcome> read(bool detail);

private:
    Result<void> lines(bool detail);
    void detailLine(const Record& record);
    void reject(const Record& record, std::string reason);
    void describe(SourceInfo& source) const;
    void system(Context& context);
    RunInfo run() const;
    void figures(RunInfo& run) const;
    std::optional<double> number(std::string_view key) const { return numberOf(valueOf(m_values, key)); }
    std::string text(std::string_view key) const { return stringOf(valueOf(m_values, key)); }

    const ReadInput& m_input;
    RowSink& m_sink;
    Diagnostics m_diagnostics;
    LoadGenValues m_values;
    std::uint64_t m_records = 0;
    std::vector<std::string> m_siblings;
};

Result<void> LoadGenLog::lines(bool detail) {
    return forEachRecord(m_input, [&](const Record& next) {
        if (detail)
            detailLine(next);
        else
            takeLoadGenSummaryLine(next.text, m_values);
    });
}

/// A line that is none of the logger's is what the system under test printed between them.
void LoadGenLog::detailLine(const Record& record) {
    if (!record.text.starts_with(prefix))
        return m_diagnostics.note("foreign-line", record.line,
                                  [] { return "A line is none of LoadGen's: it is left out."; });
    const Json entry = Json::parse(record.text.substr(prefix.size()), nullptr, false);
    if (!entry.is_object() || !valueAt(entry, {"key"}).is_string())
        return reject(record, record.last ? "Truncated: the file ends inside this record." : "Broken JSON.");
    const std::string key = stringOf(valueAt(entry, {"key"}));
    const Json& value = valueAt(entry, {"value"});
    if (valueAt(entry, {"metadata", "is_error"}) == true)
        m_diagnostics.note("loadgen-error", record.line, [&] {
            return fmt::format("LoadGen reports an error: {}.", value.is_string() ? stringOf(value) : key);
        });
    if (!value.is_structured() && !value.is_null())
        m_values[key] = value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void LoadGenLog::reject(const Record& record, std::string reason) {
    m_sink.reject({m_records++, record.line, record.byte, std::move(reason), excerpt(record.text)});
}

/// ".../results/<system>/<model>/<scenario>/performance/run_1/<log>" of a submission, and the system's own file.
void LoadGenLog::system(Context& context) {
    const fs::path path(m_input.path);
    std::vector<std::string> folders;  // from the log's own upwards
    for (fs::path at = path.parent_path(); at.has_filename() && folders.size() < 6; at = at.parent_path()) {
        folders.push_back(at.filename().string());
        if (folders.size() != 6 || folders.back() != "results" || folders[1] != "performance" ||
            !folders[0].starts_with("run_"))
            continue;
        stateFirst(context, "model", folders[3]);
        stateFirst(context, "workload.name", folders[3] + " " + folders[2]);
        stateFirst(context, "name", folders[4]);
        const fs::path file = at.parent_path() / "systems" / (folders[4] + ".json");
        std::error_code ignored;
        if (!fs::is_regular_file(file, ignored)) return;
        m_siblings.push_back(file.string());
        const auto text = readSmallFile(file.string());
        const auto document = text ? parseDocument(*text, file.string()) : Result<Json>(Unexpected{text.error()});
        if (!document)
            return m_diagnostics.note("sibling", 0, [&] {
                return "The description of the system cannot be read: " + document.error().text();
            });
        const auto nodes = positiveOf(valueAt(*document, {"number_of_nodes"}));
        const auto each = positiveOf(valueAt(*document, {"accelerators_per_node"}));
        stateFirst(context, "accelerator", valueAt(*document, {"accelerator_model_name"}));
        if (nodes && each) stateFirst(context, "accelerator_count", std::llround(*nodes * *each));
        stateFirst(context, "engine", valueAt(*document, {"framework"}));
        stateFirst(context, "note.submitter", valueAt(*document, {"submitter"}));
    }
}

void LoadGenLog::describe(SourceInfo& source) const {
    source.boundary = {"scheduled", std::string(name(FirstTokenKind::engine)), "closed", {}, "relative"};
    using Pair = std::pair<const char*, const char*>;
    constexpr std::array<Pair, 11> facts{{{"sut_name", "note.sut_name"},
                                          {"qsl_name", "note.qsl_name"},
                                          {"test_datetime", "note.date"},
                                          {"loadgen_version", "note.harness_version"},
                                          {"effective_scenario", "note.scenario"},
                                          {"effective_test_mode", "note.test_mode"},
                                          {"result_validity", "note.validity"},
                                          {"requested_server_ttft_latency", "note.ttft_limit_ns"},
                                          {"requested_server_tpot_latency", "note.tpot_limit_ns"},
                                          {"effective_schedule_rng_seed", "note.seed"},
                                          {"result_scheduled_samples_per_sec", "note.scheduled_per_s"}}};
    for (const auto& [key, fact] : facts) stateFirst(source.context, fact, valueOf(m_values, key));
    // Written as tokens per nanosecond of request time: the speed of a request, not of the system.
    if (const auto speed = number("result_token_throughput"); speed && *speed < 1)
        stateFirst(source.context, "note.tokens_per_request_second", *speed * 1e9);
    stateFirst(source.context, "note.harness", "MLPerf LoadGen");
    // Made before the test, and more than it sends.
    stateFirst(source.context, "note.generated_queries", valueOf(m_values, "generated_query_count"));
    leaveOut(source.context, "error_rate", "LoadGen counts no requests that failed");
}

/// LoadGen's "99.00_percentile" among our keys; its means and extremes have no percentage.
void LoadGenLog::figures(RunInfo& run) const {
    struct Family {
        const char *before, *after, *plainBefore, *plainAfter, *key;
    };
    constexpr std::array<Family, 3> families{
        Family{"result_", "_percentile_latency_ns", "result_", "_latency_ns", "e2e_s"},
        Family{"result_first_token_", "_percentile_latency_ns", "result_first_token_", "_latency_ns", "ttft_s"},
        Family{"result_time_per_output_token_", "_percentile_ns", "result_time_to_output_token_", "", "tpot_s"}};
    for (const Family& family : families) {
        for (const char* percent : {"50.00", "90.00", "95.00", "97.00", "99.00", "99.90"})
            reportStatistic(run.reported, family.key, std::string("p") + percent,
                            valueOf(m_values, std::string(family.before) + percent + family.after), 1e-9);
        for (const char* word : {"min", "mean", "max"})
            reportStatistic(run.reported, family.key, word,
                            valueOf(m_values, std::string(family.plainBefore) + word + family.plainAfter), 1e-9);
    }
    for (const char* key : {"result_tokens_per_second", "result_completed_tokens_per_second"})
        reportTotal(run.reported, "system_output_tokens_per_s", valueOf(m_values, key));
    // The rate without LoadGen's overhead is none that was measured: one over the mean latency.
    for (const char* key :
         {"result_samples_per_second", "result_completed_samples_per_sec", "result_qps_with_loadgen_overhead"})
        reportTotal(run.reported, "requests_per_s", valueOf(m_values, key));
}

RunInfo LoadGenLog::run() const {
    RunInfo run;
    const std::string scenario = text("effective_scenario");
    const auto rate = positiveOf(valueOf(m_values, "effective_target_qps"));
    if (scenario == "Server" && rate) run.load = {LoadKind::requestRate, *rate};
    if (scenario == "Offline") run.load = {LoadKind::unbounded, 0};
    if (scenario == "SingleStream") run.load = {LoadKind::concurrency, 1};
    run.declaredCompleted = wholeOf(valueOf(m_values, "result_query_count"));
    if (const auto sent = number("result_scheduled_samples_per_sec"); sent && *sent > 0 && scenario == "Server")
        run.reported["sent_requests_per_s"] = *sent;
    figures(run);
    const auto mean = number("result_mean_latency_ns");
    if (mean)
        run.fingerprint =
            fmt::format("loadgen {:.0f} {:.0f} {:.0f}", *mean, number("result_min_latency_ns").value_or(0),
                        number("result_max_latency_ns").value_or(0));
    return run;
}

/// The summary beside a detail log says the same in fewer words.
std::optional<std::string> summaryBeside(const std::string& path) {
    const std::size_t found = path.rfind("mlperf_log_detail");
    if (found == std::string::npos) return std::nullopt;
    std::string other = path;
    other.replace(found, 17, "mlperf_log_summary");
    std::error_code ignored;
    return fs::is_regular_file(other, ignored) ? std::optional(other) : std::nullopt;
}

Result<ReadOutcome> LoadGenLog::read(bool detail) {
    if (const auto read = lines(detail); !read) return Unexpected{read.error()};
    SourceInfo source;
    system(source.context);
    describe(source);
    RunInfo result = run();
    if (result.reported.empty() && m_records == 0)
        return unexpected(ErrorKind::refused,
                          "This LoadGen log holds no results: the test did not end, or was a test of accuracy.",
                          m_input.path, "Give the logs of a performance run.");
    ReadOutcome outcome;
    if (!result.reported.empty()) outcome = oneSummary(std::move(source), std::move(result));
    outcome.records = outcome.rejected = m_records;
    outcome.siblings = std::move(m_siblings);
    if (const auto other = detail ? summaryBeside(m_input.path) : std::nullopt) outcome.siblings.push_back(*other);
    outcome.diagnostics = m_diagnostics.take();
    return outcome;
}

int probe(const Sample& sample) { return isDetail(sample) || isSummary(sample) ? 100 : 0; }

Result<ReadOutcome> read(const ReadInput& input, const Sample& sample, RowSink& sink) {
    return LoadGenLog(input, sink).read(isDetail(sample));
}

}  // namespace

const Reader mlperfReader{"mlperf",
                          "MLPerf LoadGen logs",
                          "lines that begin with :::MLLOG, or \"MLPerf Results Summary\": a summary only",
                          {ReaderForm{probe, read}}};

}  // namespace plumbline
