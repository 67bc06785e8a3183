#include "core/ingest/harness/llmeter/llmeter_run.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "core/ingest/context/context_file.h"
#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/document_form.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

void describe(const Json& document, LlmeterRun& out) {
    const Json& endpoint = valueAt(document, {"endpoint"});
    for (const Json* from : {&document, &endpoint}) {
        stateFact(out.context, "model", valueAt(*from, {"model_id"}));
        stateFact(out.context, "provider", valueAt(*from, {"provider"}));
        stateFact(out.context, "note.endpoint_name", valueAt(*from, {"endpoint_name"}));
    }
    stateFact(out.context, "backend", valueAt(endpoint, {"endpoint_type"}));
    stateFact(out.context, "tokenizer", valueAt(document, {"tokenizer", "name"}));
    if (!out.context.contains("tokenizer"))
        stateFact(out.context, "tokenizer", valueAt(document, {"tokenizer", "tokenizer_module"}));
    for (const char* note : {"run_name", "run_description", "timeout", "run_duration"})
        stateFact(out.context, std::string("note.") + note, valueAt(document, {note}));
    if (const std::string type = textAt(endpoint, {"endpoint_type"}); !type.empty()) out.endpointType = type;
}

void counts(const Json& document, LlmeterRun& out) {
    if (const auto clients = countAt(document, {"clients"}); clients && *clients > 0) out.clients = clients;
    if (const auto each = countAt(document, {"n_requests"}); each && *each > 0) out.perClient = each;
    if (const auto total = countAt(document, {"total_requests"})) out.run.declaredRequests = total;
    if (const auto time = positiveAt(document, {"total_test_time"}))
        out.run.declaredDuration = toTime(*time, TimeUnit::seconds);
    const Nanoseconds start = parseIsoTime(textAt(document, {"start_time"}));
    const Nanoseconds end = parseIsoTime(textAt(document, {"end_time"}));
    if (isKnown(start)) out.run.declaredStart = start;
    if (isKnown(end)) out.run.declaredEnd = end;
}

constexpr std::array figures{form::statistics("time_to_first_token-*", "ttft_s"),
                             form::statistics("time_to_last_token-*", "e2e_s"),
                             form::statistics("time_per_output_token-*", "tpot_s"),
                             form::above0("num_tokens_input-average", "prompt_tokens.mean"),
                             form::above0("num_tokens_output-average", "output_tokens.mean"),
                             form::above0("total_output_tokens", "output_tokens.total"),
                             form::above0("total_input_tokens", "prompt_tokens.total"),
                             form::from0("failed_requests_rate", "error_rate"),
                             form::failed("failed_requests"),
                             form::perMinute("requests_per_minute", "requests_per_s"),
                             form::above0("output_tps", "system_output_tokens_per_s"),
                             form::perMinute("average_output_tokens_per_minute", "system_output_tokens_per_s")};

std::string fingerprintOf(const Json& from) {
    std::string text = "llmeter";
    for (const char* key : {"run_name", "start_time", "end_time", "total_test_time", "clients", "total_requests"})
        text += "|" + valueAt(from, {key}).dump();
    return from.contains("total_test_time") ? "llmeter:" + keyText(internKey(text)) : std::string();
}

/// "00004-clients": the folder of a level, in load tests of 0.1.5 to 0.1.7.
std::optional<std::int64_t> clientsOfFolder(const std::string& path) {
    const std::string name = std::filesystem::path(folderOf(path)).parent_path().filename().string();
    const std::size_t digits = name.find_first_not_of("0123456789");
    std::int64_t clients = 0;
    if (digits == std::string::npos || digits == 0 || name.substr(digits) != "-clients") return std::nullopt;
    std::from_chars(name.data(), name.data() + digits, clients);
    return clients > 0 ? std::optional(clients) : std::nullopt;
}

/// A list of whole numbers above 0 that the context beside the file gives; empty without one.
std::vector<std::int64_t> contextList(const std::string& path, std::initializer_list<const char*> keys) {
    const auto file = findContextFile(path, path);
    const auto text = file ? readSmallFile(*file) : Result<std::string>(std::string());
    const auto facts = text && !text->empty() ? parseHeader(*text, true) : Result<HeaderFacts>(HeaderFacts());
    if (!facts) return {};  // the importer says so
    for (const char* key : keys) {
        const auto stated = factText(facts->context, key);
        const Json list = stated ? Json::parse(*stated, nullptr, false) : Json();
        std::vector<std::int64_t> out;
        if (!list.is_array()) continue;
        for (const Json& each : list)
            if (const auto value = countAt(Json{{"value", each}}, {"value"}); value && *value > 0 && *value < 1'000'000)
                out.push_back(*value);
        if (out.size() == list.size()) return out;
    }
    return {};
}

std::vector<LlmeterLevel> levelsOf(const std::vector<std::int64_t>& clients, const std::vector<std::int64_t>& each) {
    std::vector<LlmeterLevel> out;
    for (std::size_t i = 0; i < clients.size(); ++i) out.push_back({clients[i], clients[i] * each[i]});
    return out;
}

std::int64_t sum(const std::vector<LlmeterLevel>& levels) {
    std::int64_t rows = 0;
    for (const LlmeterLevel& level : levels) rows += level.rows;
    return rows;
}

/// Each client sends the larger of a minimum of its own and a client's share of the run's minimum, rounded up. Neither
/// minimum is stored, so every pair that fits the last level is tried; more than one outcome is none.
class Minima {
public:
    Minima(const std::vector<std::int64_t>& clients, std::int64_t last, std::int64_t rows)
        : m_clients(clients), m_last(last), m_rows(rows) {}

    std::vector<LlmeterLevel> only() {
        const std::int64_t ofRun = m_last * m_clients.back();
        if (ofRun > mostTried) return {};
        for (std::int64_t run = 0; run <= ofRun; ++run) attempt(m_last, run);
        for (std::int64_t run = ofRun - m_clients.back() + 1; run <= ofRun; ++run)
            for (std::int64_t client = 1; client < m_last; ++client) attempt(client, run);
        return m_found.size() == 1 ? levelsOf(m_clients, *m_found.begin()) : std::vector<LlmeterLevel>();
    }

private:
    static constexpr std::int64_t mostTried = 1'000'000;

    void attempt(std::int64_t ofClient, std::int64_t ofRun) {
        std::vector<std::int64_t> each;
        std::int64_t total = 0;
        for (const std::int64_t clients : m_clients) {
            each.push_back(std::max(ofClient, (ofRun + clients - 1) / clients));
            total += each.back() * clients;
        }
        if (total == m_rows && each.back() == m_last) m_found.insert(std::move(each));
    }

    const std::vector<std::int64_t>& m_clients;
    std::int64_t m_last, m_rows;
    std::set<std::vector<std::int64_t>> m_found;
};

}  // namespace

LlmeterRun llmeterRunOf(const std::string& path, Diagnostics& diagnostics) {
    LlmeterRun out;
    for (const char* name : {"run_config.json", "summary.json", "stats.json"}) {
        const std::string file = folderOf(path) + name;
        const Json document = siblingDocument(file, out.siblings, diagnostics);
        if (!document.is_object()) continue;
        describe(document, out);
        counts(document, out);
        if (std::string_view(name) != "run_config.json") out.run.fingerprint = fingerprintOf(document);
        if (std::string_view(name) == "stats.json") takeFigures(document, figures, out.run);
    }
    if (!out.clients) out.clients = clientsOfFolder(path);
    if (out.clients) out.run.load = {LoadKind::concurrency, static_cast<double>(*out.clients)};
    stateFact(out.context, "note.harness", "LLMeter");
    return out;
}

std::vector<LlmeterLevel> llmeterLevels(const std::string& path, const LlmeterRun& told, std::int64_t rows) {
    const auto clients = contextList(path, {"note.run.clients", "note.clients", "clients"});
    if (clients.empty()) return {};
    const auto each = contextList(path, {"note.run.requests_per_client", "note.requests_per_client"});
    if (each.size() == clients.size()) {
        auto levels = levelsOf(clients, each);
        return sum(levels) == rows ? levels : std::vector<LlmeterLevel>();
    }
    if (!told.perClient || told.clients != clients.back()) return {};
    return Minima(clients, *told.perClient, rows).only();
}

namespace {

int probeStats(const Sample& sample) {
    const bool isStats = sample.has("time_to_last_token-average") || sample.has("time_to_first_token-average") ||
                         sample.has("time_to_last_token-p50");
    return sample.shape == Sample::Shape::object && sample.has("total_requests") && isStats ? 100 : 0;
}

Result<ReadOutcome> readStats(const ReadInput& input, const Sample&, RowSink&) {
    if (input.stop.stop_requested()) return unexpected(ErrorKind::cancelled, "Reading was cancelled.", input.path);
    Diagnostics diagnostics;
    LlmeterRun told = llmeterRunOf(input.path, diagnostics);
    Json document;
    std::string problem;
    if (!readBeside(input.path, document, problem)) return unexpected(ErrorKind::format, problem, input.path);
    if (std::erase(told.siblings, input.path) == 0) {  // named otherwise than its harness names it: the file alone
        told = {};
        describe(document, told);
        counts(document, told);
        takeFigures(document, figures, told.run);
        told.run.fingerprint = fingerprintOf(document);
        if (told.clients) told.run.load = {LoadKind::concurrency, static_cast<double>(*told.clients)};
        stateFact(told.context, "note.harness", "LLMeter");
    }
    const TimingBoundary boundary{"sent", {}, {}, std::string(name(TokenSource::usage)), {}};
    return summaryAlone(oneSummary({std::move(told.context), boundary, {}}, std::move(told.run)), input.path,
                        std::move(told.siblings), diagnostics, "The statistics of LLMeter hold no figures.",
                        "Give responses.jsonl, which holds its requests.");
}

}  // namespace

const ReaderForm llmeterStats{probeStats, readStats};

}  // namespace plumbline
