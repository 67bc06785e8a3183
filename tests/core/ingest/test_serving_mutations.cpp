// Good results of SGLang, TensorRT-LLM and GuideLLM, damaged at random: records = rows + rejected, every row is of a
// run and every rejection has a reason. Seeds are fixed, so a failure can be repeated.
#include <QTest>
#include <map>

#include "core/ingest/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/random.h"

using namespace plumbline;
using support::Random;
using test::Folder;
using test::Ingested;

namespace {

const std::string sglangFile =
    R"({"backend": "sglang", "dataset_name": "random", "request_rate": Infinity, "max_concurrency": 2, "server_info": {"model_path": "m", "tp_size": 2, "x": [1, {"y": "]"}]}, "duration": 2.5, "completed": 2, "total_output_tokens_retokenized": 6, "mean_ttft_ms": 375.0, "input_lens": [1, 2], "output_lens": [2, 4], "ttfts": [0.5, 0.25], "itls": [[0.125], [0.1, 0.2, 0.3]], "generated_texts": ["a \"}]", "{["], "errors": ["", "b"]})"
    "\n"
    R"({"backend": "vllm", "dataset_name": "sharegpt", "request_rate": 2.0, "total_output_tokens_retokenized": 9, "duration": 1, "completed": 9, "median_e2e_latency_ms": 3.5})"
    "\n";

const std::string servingFile =
    R"({"backend": "openai-chat", "model_id": "m", "duration": 2.5, "completed": 2, "request_rate": "inf", "max_concurrency": 4, "total_token_throughput": 14.4, "user_throughput": 4.5, "energy": {"a": 1}, "input_lens": [10, 20], "output_lens": [2, 3], "ttfts": [-1, 0.25], "itls": [[], [0.001, 0.2, 0.3]], "e2els": [0.7, 0.8], "errors": ["", ""], "mean_ttft_ms": -375.0})";

const std::string benchFile =
    R"([{"id": 1, "num_input_tokens": 12, "start_timestamp": 4000000000000000001, "first_token_timestamp": 4000000000250000001, "end_timestamp": 4000000001250000001, "num_output_tokens": 11, "output": "a \"}]"},)"
    "\n"
    R"( {"id": 2, "num_input_tokens": 3, "start_timestamp": 40, "first_token_timestamp": -1, "end_timestamp": 90, "output_tokens": [1, 2, 3]}])";

const std::string guideLlmFile =
    R"({"metadata": {"guidellm_version": "0.7.1"}, "benchmarks": [{"type_": "generative_benchmark", "requests": {"successful": [{"request_id": "a", "request_args": "{\"body\":{\"prompt\":\"x \\\"y\",\"max_tokens\":5}}", "info": {"turn_index": 0, "timings": {"request_start": 1700000100.0, "first_token_iteration": 1700000100.25, "token_iterations": 4, "request_end": 1700000102.5}}, "output_tokens": 5}, {"request_id": "b", "output_tokens": 5}], "errored": [], "incomplete": [{"request_id": "c", "output_tokens": 128, "start_time": 1700000100.0, "first_token_time": -1.0}]}, "config": {"id_": "b-2", "strategy": {"type_": "concurrent", "streams": 8}}, "metrics": {"request_latency": {"successful": {"mean": 2.5, "percentiles": {"p99": 3}}}}}]})";

const std::map<QByteArray, std::pair<const Reader*, const std::string*>> cases{
    {"sglang", {&sglangReader, &sglangFile}},
    {"trtllm-serving", {&trtllmServingReader, &servingFile}},
    {"trtllm-bench", {&trtllmBenchReader, &benchFile}},
    {"guidellm", {&guideLlmReader, &guideLlmFile}}};

constexpr std::string_view alphabet = "{}[]\":,\\0123456789.eE+-NaInfty tru\n\r\t\x01\x80\xff\xc2\xa0 ";

std::string mutated(std::string text, Random& random) {
    for (std::uint64_t edits = 1 + random.below(4); edits > 0; --edits) {
        const std::size_t at = random.below(text.size());
        const char byte = alphabet[random.below(alphabet.size())];
        switch (random.below(4)) {
            case 0:
                text[at] = byte;
                break;
            case 1:
                text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), byte);
                break;
            case 2:
                text.erase(at, 1 + random.below(20));
                break;
            default:
                text.insert(at, text.substr(random.below(text.size()), random.below(60)));
                break;
        }
    }
    return random.below(4) == 0 ? text.substr(0, random.below(text.size() + 1)) : text;
}

QByteArray wrong(const Ingested& got, std::size_t size) {
    if (got.error)
        return got.rows.empty() && got.rejections.empty() ? QByteArray() : QByteArray("records and an error");
    if (!got.identityHolds()) return "records are not rows + rejected";
    for (const Rejection& rejection : got.rejections)
        if (rejection.reason.empty() || rejection.byte > size) return "a rejection without a reason or a place";
    for (const auto& [source, run, row] : got.rows) {
        if (source >= got.outcome.sources.size() || run >= got.outcome.sources[source].runs.size())
            return "a row of no run";
        if (row.byte >= size) return "a row of no place";
        if (!row.gapsKnown && !row.gaps.empty()) return "unknown gaps that are listed";
        for (const Count count : {row.outputTokens, row.promptTokens, row.chunks, row.turn, row.firstChunkTokens})
            if (count < unknownCount) return "a negative count";
    }
    return {};
}

}  // namespace

class TestServingMutations : public QObject {
    Q_OBJECT

private:
    Folder m_folder;

private slots:
    void damaged_data() {
        QTest::addColumn<QByteArray>("reader");
        for (const auto& [name, reader] : cases) QTest::newRow(name) << name;
    }
    void damaged() {
        QFETCH(QByteArray, reader);
        const auto [used, text] = cases.at(reader);
        Random random(20261129);
        std::size_t rejected = 0, rows = 0;
        for (int round = 0; round < 150; ++round) {
            const std::string file = mutated(*text, random);
            const std::string path = m_folder.write("damaged.json", file);
            const Ingested got = test::readWith(*used, path);
            const QByteArray why = wrong(got, file.size());
            QVERIFY2(why.isEmpty(), (why + "\n" + QByteArray::fromStdString(file)).constData());
            rejected += got.rejections.size();
            rows += got.rows.size();
            if (round % 8 == 0) test::ingestFile(path);  // the probes hold as well
        }
        // The damage must be neither nothing nor everything, or this tests nothing.
        QVERIFY(rejected > 20 && rows > 50);
    }

    void cutAnywhere_data() { damaged_data(); }
    /// What is left after a cut is never taken for the whole.
    void cutAnywhere() {
        QFETCH(QByteArray, reader);
        const auto [used, text] = cases.at(reader);
        const std::size_t whole = text->find_last_not_of("\n") + 1;
        for (std::size_t size = 1; size < whole; size += 3) {
            const Ingested got = test::readWith(*used, m_folder.write("cut.json", text->substr(0, size)));
            QVERIFY2(wrong(got, size).isEmpty(), wrong(got, size).constData());
            const bool lineEnd = (*text)[size] == '\n' || (*text)[size - 1] == '\n';
            QVERIFY2(lineEnd || got.error || !got.rejections.empty() || got.noticed("truncated") > 0,
                     text->substr(0, size).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestServingMutations)
#include "test_serving_mutations.moc"
