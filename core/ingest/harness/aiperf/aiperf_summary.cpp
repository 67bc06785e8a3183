#include "core/ingest/harness/aiperf/aiperf_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/ingest/form/run_facts.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/ascii.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

enum class Shape : std::uint8_t { times, values, mean, total };

/// A metric of AIPerf and where its figures stand among ours. Times come out in seconds.
struct Figure {
    std::string_view tag, key;
    Shape shape;
};
constexpr std::array figures{
    Figure{"time_to_first_token", "ttft_s", Shape::times},
    Figure{"ttft", "ttft_s", Shape::times},  // early October 2025
    Figure{"time_to_first_output_token", "ttfc_s", Shape::times},
    Figure{"request_latency", "e2e_s", Shape::times},
    Figure{"inter_token_latency", "tpot_s", Shape::times},  // AIPerf's name for our TPOT
    Figure{"inter_chunk_latency", "itl_s", Shape::times},
    Figure{"output_token_throughput_per_user", "rate_tokens_per_s", Shape::values},
    Figure{"output_sequence_length", "output_tokens", Shape::mean},
    Figure{"input_sequence_length", "prompt_tokens", Shape::mean},
    Figure{"output_token_throughput", "system_output_tokens_per_s", Shape::total},
    Figure{"request_throughput", "requests_per_s", Shape::total},
    Figure{"total_osl", "output_tokens.total", Shape::total},
    Figure{"total_output_sequence_length", "output_tokens.total", Shape::total},  // its name in the CSV
    Figure{"total_isl", "prompt_tokens.total", Shape::total},
    Figure{"total_input_sequence_length", "prompt_tokens.total", Shape::total},
};

bool isStatistic(std::string_view name) {
    return name == "mean" || name == "min" || name == "max" || name == "std" || (name.size() > 1 && name[0] == 'p');
}

/// Takes one figure after another, whatever kind of file it comes from.
class Figures {
public:
    void take(std::string_view tag, std::string_view statistic, double value, std::string_view unit);
    void finish(AiperfSummary& summary) const;

private:
    Reported m_reported;
    std::optional<double> m_completed, m_errors, m_durationSeconds, m_latencyMs, m_firstTokenMs;
};

double secondsOf(double value, std::string_view unit) {
    switch (parseTimeUnit(unit).value_or(TimeUnit::milliseconds)) {
        case TimeUnit::nanoseconds:
            return value * 1e-9;
        case TimeUnit::microseconds:
            return value * 1e-6;
        case TimeUnit::milliseconds:
            return value * 1e-3;
        case TimeUnit::seconds:
            return value;
    }
    return value;
}

void Figures::take(std::string_view tag, std::string_view statistic, double value, std::string_view unit) {
    if (!std::isfinite(value)) return;
    const std::string_view name = statistic == "avg" ? "mean" : statistic;
    const bool isMean = name == "mean";
    if (isMean && tag == "request_count") m_completed = value;
    if (isMean && tag == "error_request_count") m_errors = value;
    if (isMean && tag == "benchmark_duration") m_durationSeconds = secondsOf(value, unit);
    if (isMean && tag == "request_latency") m_latencyMs = 1e3 * secondsOf(value, unit);
    if (isMean && (tag == "time_to_first_token" || tag == "ttft")) m_firstTokenMs = 1e3 * secondsOf(value, unit);
    const auto figure = std::find_if(figures.begin(), figures.end(), [&](const Figure& one) { return one.tag == tag; });
    if (figure == figures.end()) return;
    const bool distribution = figure->shape == Shape::times || figure->shape == Shape::values;
    const std::string key(figure->key);
    if (figure->shape == Shape::total && isMean) m_reported[key] = value;
    if (figure->shape == Shape::mean && isMean) m_reported[key + ".mean"] = value;
    if (distribution && name == "count") m_reported[key + ".n"] = value;
    if (distribution && isStatistic(name))
        m_reported[fmt::format("{}.{}", key, name)] = figure->shape == Shape::times ? secondsOf(value, unit) : value;
}

std::string rounded(const std::optional<double>& value) {
    return value ? fmt::format("{:.2f}", *value) : std::string("-");
}

/// The fingerprint is made of what the JSON, the CSV (two decimals) and so the rows beside either of them agree on.
void Figures::finish(AiperfSummary& summary) const {
    RunInfo& run = summary.run;
    run.reported = m_reported;
    if (m_durationSeconds && *m_durationSeconds > 0)
        run.declaredDuration = toTime(*m_durationSeconds, TimeUnit::seconds);
    if (m_completed) run.declaredCompleted = std::llround(*m_completed);
    if (!run.declaredRequests && m_completed) run.declaredRequests = std::llround(*m_completed + m_errors.value_or(0));
    if (m_errors) summary.failed = std::llround(*m_errors);
    run.load = loadInForce(run.load, numberFact(summary.context, "note.concurrency"), run);
    if (m_completed && m_latencyMs)
        run.fingerprint = fmt::format("aiperf {} {} {} {}", rounded(m_completed), rounded(m_durationSeconds),
                                      rounded(m_latencyMs), rounded(m_firstTokenMs));
}

void takeBlocks(const Json& metrics, Figures& out) {
    for (const auto& [tag, block] : metrics.items()) {
        if (!block.is_object() || !block.contains("avg")) continue;
        const Json& unit = block.contains("unit") ? block["unit"] : Json();
        for (const auto& [statistic, value] : block.items())
            if (value.is_number())
                out.take(tag, statistic, value.get<double>(), unit.is_string() ? unit.get<std::string>() : "");
    }
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> out;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find(at, from), text.size());
        out.push_back(text.substr(from, end - from));
        while (!out.back().empty() && (out.back().back() == '\r' || out.back().back() == '"'))
            out.back().remove_suffix(1);
        if (out.back().starts_with('"')) out.back().remove_prefix(1);
        from = end + 1;
    }
    return out;
}

/// "Time to First Token (ms)" is the tag "time_to_first_token" in ms.
struct Label {
    std::string tag;
    std::string_view unit;
};
Label labelOf(std::string_view text) {
    const std::size_t open = text.rfind(" (");
    Label label{std::string(text.substr(0, open)), {}};
    if (open != std::string_view::npos) label.unit = text.substr(open + 2, text.size() - open - 3);
    for (char& c : label.tag) c = c == ' ' ? '_' : lowerOf(c);
    return label;
}

void takeTables(std::string_view text, Figures& out) {
    std::vector<std::string_view> header;
    for (const std::string_view line : split(text, '\n')) {
        const auto cells = split(line, ',');
        if (cells.front() == "Metric") header = cells;
        if (line.empty()) header.clear();
        if (header.empty() || cells.front() == "Metric") continue;
        const Label label = labelOf(cells.front());
        for (std::size_t i = 1; i < cells.size() && i < header.size(); ++i) {
            double value = 0;
            if (parseDouble(cells[i], value) == NumberKind::number)
                out.take(label.tag, header[i] == "Value" ? "avg" : header[i], value, label.unit);
        }
    }
}

bool endsWith(const std::string& path, std::string_view suffix) { return std::string_view(path).ends_with(suffix); }

/// "run/profile_export" of "run/profile_export.jsonl" and of "run/profile_export_aiperf.json".
std::string baseOf(const std::string& path) {
    std::string base = path;
    for (const std::string_view suffix : {".jsonl", ".json", ".csv", "_aiperf"})
        if (endsWith(base, suffix)) base.erase(base.size() - suffix.size());
    return base;
}

bool isSummaryFile(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    std::string storage;
    const auto sample = sampleFile(path, storage);
    return sample && (isAiperfSummaryJson(*sample) || isAiperfSummaryCsv(*sample));
}

Result<AiperfSummary> readJson(const std::string& path, std::string_view text) {
    const auto document = parseDocument(text, path);
    if (!document) return Unexpected{document.error()};
    AiperfSummary summary;
    Figures figuresRead;
    const auto records = document->find("records");
    takeBlocks(records != document->end() && records->is_object() ? *records : *document, figuresRead);
    describeAiperfRun(*document, summary);
    figuresRead.finish(summary);
    return summary;
}

Result<AiperfSummary> readCsv(const std::string& path, std::string_view text) {
    AiperfSummary summary;
    const auto others = aiperfSummariesOf(path);
    if (!others.empty() && endsWith(others.front(), ".json")) {
        auto beside = readAiperfSummary(others.front());
        if (beside) summary = std::move(*beside);
    }
    Figures figuresRead;
    takeTables(text, figuresRead);
    figuresRead.finish(summary);
    return summary;
}

}  // namespace

bool isAiperfSummaryJson(const Sample& sample) {
    if (sample.shape != Sample::Shape::object || !sample.has("input_config") || sample.has("timeslices")) return false;
    // Early October 2025: the blocks are one level down.
    if (sample.has("records"))
        return sample.holds("\"min_request_timestamp\"") || sample.holds("\"error_request_count\"");
    return sample.has("aiperf_version") || sample.has("benchmark_id") || sample.has("min_request_timestamp");
}

bool isAiperfSummaryCsv(const Sample& sample) {
    constexpr std::array<std::string_view, 4> columns{"Metric", "avg", "min", "max"};
    return sample.shape == Sample::Shape::table && sample.keys.size() > columns.size() &&
           std::equal(columns.begin(), columns.end(), sample.keys.begin()) && sample.keys[columns.size()] != "p99";
}

Result<AiperfSummary> readAiperfSummary(const std::string& path) {
    const auto text = readSmallFile(path);
    if (!text) return Unexpected{text.error()};
    const std::size_t first = text->find_first_not_of(" \t\r\n");
    const bool isJson = first != std::string::npos && (*text)[first] == '{';
    auto summary = isJson ? readJson(path, *text) : readCsv(path, *text);
    if (summary && summary->run.load.kind == LoadKind::notStated) summary->run.load = loadOfFolder(path);
    return summary;
}

std::vector<std::string> aiperfSummariesOf(const std::string& path) {
    std::vector<std::string> found;
    const std::string base = baseOf(path);
    for (const std::string_view suffix : {"_aiperf.json", ".json", "_aiperf.csv", ".csv"}) {
        const std::string candidate = base + std::string(suffix);
        if (candidate != path && isSummaryFile(candidate)) found.push_back(candidate);
    }
    return found;
}

}  // namespace plumbline
