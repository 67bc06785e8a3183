// LLMPerf: individual responses with the summary beside them, or summaries alone (FORMATS/llmperf.md).
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/record_form.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/harness/llmperf/llmperf_summary.h"
#include "core/ingest/reader/all_readers.h"

namespace plumbline {
namespace {

constexpr auto s = TimeUnit::seconds;
constexpr NumberSlot latency{0}, throughput{1};

/// A TTFT of 0: no token came; a latency of 0: it failed. An error code is an error, whatever else the row holds
/// (METRICS §4).
constexpr std::array keys{
    form::after("ttft_s", &Row::firstToken, s, Zero::isNone),
    KeyForm{.path = "end_to_end_latency_s", .place = &Row::end, .zero = Zero::isNone, .unit = s, .number = latency},
    form::number("request_output_throughput_token_per_s", throughput),
    form::count("number_output_tokens", &Row::outputTokens, Zero::isNoneInErrors),
    form::count("number_input_tokens", &Row::promptTokens),
    form::error("error_code", ErrorPart::code),
    form::error("error_msg", ErrorPart::text),
    form::mark("inter_token_latency_s")};
constexpr std::array<std::string_view, 3> marks{"inter_token_latency_s", "ttft_s", "error_code"};

/// Throughput times latency: tokens in today's files; messages in the leaderboard's, which counted those.
std::optional<double> countedUnits(const FormRecord& record) {
    const auto rate = record.numbers[throughput.at], time = record.numbers[latency.at];
    return rate && time && *time > 0 ? std::optional(*rate * *time) : std::nullopt;
}

/// Which of the two a file is: the leaderboard's products are whole numbers, and not all of them the tokens.
class Era {
public:
    void add(const FormRecord& record) {
        const auto units = countedUnits(record);
        if (!units || !isKnown(record.row.outputTokens)) return;
        m_whole = m_whole && std::abs(*units - std::round(*units)) < 1e-3;
        m_tokens = m_tokens && std::abs(*units - record.row.outputTokens) < 1e-3 * std::max(1.0, *units);
        m_any = true;
    }
    bool countsMessages() const { return m_any && m_whole && !m_tokens; }

private:
    bool m_whole = true, m_tokens = true, m_any = false;
};

class Hooks final : public FormHooks {
    void look(const FormRecord& record) override { m_era.add(record); }

    void begin(FormFile& file) override {
        LlmperfSummary summary;
        if (file.documents.contains("summary")) summary = llmperfSummary(file.documents["summary"]);
        if (summary.run.load.kind == LoadKind::notStated) summary.run.load = loadOfFolder(file.path);
        file.source().context.merge(summary.context);
        file.run() = std::move(summary.run);
        if (m_era.countsMessages())
            stateFact(file.source().context, "note.chunks", "derived: messages per second times latency");
    }

    void complete(FormRecord& record, FormFile& file) override {
        if (record.errorCode == "-100")
            file.diagnostics.note("refused-by-harness", 0, [] {
                return std::string(
                    "Error code -100 says that the answer was shorter than LLMPerf wanted: the request "
                    "worked and its times are real, but it counts as an error, as in LLMPerf.");
            });
        const auto units = countedUnits(record);
        if (!m_era.countsMessages() || !units || *units > 1e9) return;
        record.row.chunks = static_cast<Count>(std::lround(*units));
        file.diagnostics.note("chunks-derived", 0, [] {
            return std::string(
                "Its throughput counts messages, as the leaderboard's client did: chunks are derived, "
                "messages per second times latency.");
        });
    }

    void end(FormFile& file) override {
        if (file.records == 0) return;
        file.diagnostics.note("failures-may-be-missing", 0, [] {
            return std::string(
                "LLMPerf loses the rows of requests that fail, and nothing in its files tells how "
                "many: its error rate may be too low.");
        });
    }

    Era m_era;
};

constexpr std::array beside{BesideForm{llmperfSummaryOf, "summary", "The summary beside it cannot be read: "}};
constexpr std::array rowFacts{form::word("LLMPerf", "note.harness")};

constexpr RecordForm rowsForm{
    .beside = beside,
    .keys = keys,
    .any = marks,
    .notOne = "It has none of the keys of a response of LLMPerf.",
    .facts = rowFacts,
    .start = "sent",
    .end = "closed",
    .first = FirstTokenKind::answerText,
    .tokens = TokenSource::tokenizer,
    .noLoad = "No summary lies beside it, so its load is not stated.",
    // A result that comes late is appended as the names of its keys: its values are lost.
    .strays = FormNote{"stray-text",
                       "Texts stand among the rows: the names of the keys of results that came late, whose values "
                       "LLMPerf lost."},
    .looksAhead = true,
    .hooks = makeHooks<Hooks>};

int probeRows(const Sample& sample) {
    const bool named =
        sample.has("inter_token_latency_s") && sample.has("ttft_s") && sample.has("end_to_end_latency_s");
    return sample.isJson() && named ? 100 : 0;
}

}  // namespace

const Reader llmperfReader{"llmperf",
                           "LLMPerf (ray-project/llmperf)",
                           "a list of objects with inter_token_latency_s and ttft_s; or a summary with "
                           "num_concurrent_requests and results_ttft_s_mean",
                           {ReaderForm{.probe = probeRows, .records = &rowsForm}, llmperfSummaries}};

}  // namespace plumbline
