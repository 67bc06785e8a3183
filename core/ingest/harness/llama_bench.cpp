// llama-bench's results as JSON, JSON Lines, CSV or SQL (FORMATS/llama_cpp.md §2): a test is the summary of its
// repetitions, one stream at a time.
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/document_form.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/source_join.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/csv.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

constexpr std::array facts{form::word("llama.cpp", "engine"),
                           form::fact("build_commit", "engine_version"),
                           form::fact("backends", "backend"),
                           form::fact("model_type", "model"),
                           form::number("model_size", "model_size"),
                           form::number("model_n_params", "model_n_params"),
                           form::fact("gpu_info", "accelerator"),
                           form::fact("cpu_info", "cpu"),
                           form::number("n_gpu_layers", "n_gpu_layers"),
                           form::number("n_batch", "n_batch"),
                           form::number("n_ubatch", "n_ubatch"),
                           form::number("n_threads", "n_threads"),
                           form::fact("type_k", "kv_cache_dtype"),
                           form::fact("type_v", "kv_cache_dtype_v"),
                           form::fact("flash_attn", "flash_attn"),
                           form::fact("split_mode", "split_mode"),
                           form::fact("tensor_split", "tensor_split"),
                           form::number("n_prompt", "workload.input_tokens"),
                           form::number("n_gen", "workload.output_tokens"),
                           form::number("n_depth", "workload.depth"),
                           form::fact("model_filename", "note.model_filename"),
                           form::fact("test_time", "note.date"),
                           form::word("llama-bench", "note.harness")};

constexpr std::array ofGeneration{
    form::above0("avg_ts", "rate_tokens_per_s.mean"), form::from0("stddev_ts", "rate_tokens_per_s.std"),
    form::above0("avg_ts", "system_output_tokens_per_s"), form::above0("n_gen", "output_tokens.mean")};
constexpr std::array ofPrompt{form::above0("avg_ts", "llama_bench_prompt_tokens_per_s.mean"),
                              form::from0("stddev_ts", "llama_bench_prompt_tokens_per_s.std"),
                              form::above0("n_prompt", "prompt_tokens.mean")};
constexpr std::array ofBoth{form::above0("avg_ts", "total_tokens_per_s"), form::above0("n_gen", "output_tokens.mean"),
                            form::above0("n_prompt", "prompt_tokens.mean"), form::above0("avg_ns", "e2e_s.mean", 1e-9),
                            form::from0("stddev_ns", "e2e_s.std", 1e-9)};

/// Of a test with both a prompt and a generation the rate is over both together.
std::string take(const Json& test, SourceInfo& source, RunInfo& run) {
    const auto prompt = wholeOf(valueAt(test, {"n_prompt"})), output = wholeOf(valueAt(test, {"n_gen"}));
    if (!prompt || !output) return "It has no n_prompt and n_gen, so it is no test of llama-bench.";
    takeFacts(test, facts, source.context);
    source.boundary.tokens = name(TokenSource::requested);
    run.load = {LoadKind::concurrency, 1};
    if (const Json& samples = valueAt(test, {"samples_ns"}); samples.is_array() && !samples.empty())
        run.declaredCompleted = run.declaredRequests = static_cast<std::int64_t>(samples.size());
    using Table = std::span<const FigureForm>;
    takeFigures(test, *prompt == 0 ? Table(ofGeneration) : *output == 0 ? Table(ofPrompt) : Table(ofBoth), run);
    return {};
}

bool isTest(const Sample& sample) { return sample.has("n_gen") && sample.has("avg_ts") && sample.has("model_type"); }

int probeJson(const Sample& sample) { return sample.isJson() && isTest(sample) ? 95 : 0; }

Result<ReadOutcome> readJson(const ReadInput& input, const Sample&, RowSink& sink) {
    return readSummaryDocuments(input, sink, take);
}

constexpr std::string_view insert = "INSERT INTO llama_bench (";

int probeTable(const Sample& sample) {
    if (sample.shape == Sample::Shape::table && isTest(sample)) return 95;
    return sample.holds(insert) && sample.holds("avg_ts") ? 95 : 0;
}

/// What a table holds, test by test.
class Tests {
public:
    Tests(const ReadInput& input, RowSink& sink) : m_input(input), m_out(sink, m_outcome) {}

    Result<ReadOutcome> readCsv() {
        auto source = ByteSource::open(m_input);
        if (!source) return Unexpected{source.error()};
        CsvReader table(std::move(*source));
        CsvRecord record;
        if (const auto header = table.header(record); !header) return Unexpected{header.error()};
        const std::vector<std::string> columns = record.cells;
        while (true) {
            const auto more = table.next(record);
            if (!more) return Unexpected{more.error()};
            if (!*more) return finish();
            if (record.broken.empty())
                test(columns, record.cells, record);
            else
                m_out.reject(record, record.broken);
        }
    }

    /// A statement a line, as llama-bench prints them: INSERT INTO llama_bench (names) VALUES ('...');
    Result<ReadOutcome> readSql() {
        const auto read = forEachRecord(m_input, [this](const Record& line) {
            if (!line.text.starts_with(insert)) return;
            const std::size_t values = line.text.find(") VALUES (");
            const std::size_t end = line.text.rfind(')');
            if (values == line.text.npos || end < values + 10) return m_out.reject(line, "It has no list of values.");
            test(list(line.text.substr(insert.size(), values - insert.size())),
                 list(line.text.substr(values + 10, end - values - 10)), line);
        });
        if (!read) return Unexpected{read.error()};
        return finish();
    }

private:
    /// "a, 'b''s'" cut at commas, without quotes.
    static std::vector<std::string> list(std::string_view text) {
        std::vector<std::string> out(1);
        bool quoted = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\'' && quoted && text.substr(i + 1).starts_with('\''))
                out.back() += text[i++];
            else if (text[i] == '\'')
                quoted = !quoted;
            else if (text[i] == ',' && !quoted)
                out.emplace_back();
            else if (text[i] != ' ' || quoted)
                out.back() += text[i];
        }
        return out;
    }

    template <class Text>
    void test(const std::vector<std::string>& names, const std::vector<std::string>& cells, const Text& record) {
        if (names.size() != cells.size()) return m_out.reject(record, "It has not as many values as names.");
        Json one;
        for (std::size_t i = 0; i < names.size(); ++i) one[names[i]] = cells[i];
        SourceInfo source;
        RunInfo run;
        std::string why = take(one, source, run);
        makeSummary(run);
        if (why.empty() && run.reported.empty()) why = "It holds no figure.";
        if (!why.empty()) return m_out.reject(record, std::move(why));
        ++m_outcome.summaries;
        const std::size_t at =
            m_joiner.join(std::move(source.context), std::move(source.boundary), lengthsOfSummary(run));
        m_outcome.sources[at].runs.push_back(std::move(run));
    }

    Result<ReadOutcome> finish() {
        if (m_outcome.summaries == 0 && m_outcome.records == 0)
            return unexpected(ErrorKind::refused, "It holds no test of llama-bench.", m_input.path);
        return std::move(m_outcome);
    }

    const ReadInput& m_input;
    ReadOutcome m_outcome;
    RowOutput m_out;
    SourceJoiner m_joiner{m_outcome.sources};
};

Result<ReadOutcome> readTable(const ReadInput& input, const Sample& sample, RowSink& sink) {
    Tests tests(input, sink);
    return sample.holds(insert) ? tests.readSql() : tests.readCsv();
}

}  // namespace

const Reader llamaBenchReader{
    "llama-bench",
    "llama-bench (llama.cpp)",
    "tests with model_type, n_gen and avg_ts, as JSON, JSON Lines, CSV or SQL: summaries at concurrency 1",
    {ReaderForm{probeJson, readJson}, ReaderForm{probeTable, readTable}}};

}  // namespace plumbline
