// Good files of the readers of rows in documents and logs, damaged at random: records = rows + rejected, every place is
// one of the file, and nothing crashes. Seeds are fixed, so a failure can be repeated.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/damaged.h"

using namespace plumbline;
using namespace plumbline::test;
using support::Random;

namespace {

const std::string genaiBench =
    R"({"aggregated_metrics": {"num_concurrency": 2, "run_duration": 1.5, "num_requests": 2, "stats": {"ttft": {"mean": 0.5}}},
"individual_request_metrics": [
{"ttft": 0.25, "e2e_latency": 1.25, "num_input_tokens": 4, "num_output_tokens": 31, "error_code": null},
{"ttft": null, "e2e_latency": null, "error_code": 503, "error_message": "a \" {"}
]})";
const std::string llmperf =
    R"([
{"error_code": null, "inter_token_latency_s": 0.02, "ttft_s": 0.5, "end_to_end_latency_s": 2, "request_output_throughput_token_per_s": 4, "number_output_tokens": 9},
{"error_code": 429, "error_msg": "[", "inter_token_latency_s": 0, "ttft_s": 0, "end_to_end_latency_s": 0}, "error_code"
])";
const std::string llmeter =
    R"({"input_payload": {"max_tokens": 8}, "id": "a", "input_prompt": "p", "time_to_first_token": 0.1, "time_to_last_token": 1.5, "num_tokens_output": 3, "error": null, "request_time": "2026-11-29T17:20:08Z"}
{"id": "b", "input_prompt": null, "time_to_first_token": null, "time_to_last_token": null, "error": "x"}
)";
const std::string litellm =
    R"({"id": "c", "call_type": "completion", "stream": true, "model": "m", "startTime": 1763000000.25, "endTime": 1763000002.25, "completionStartTime": 1763000000.75, "completion_tokens": 40}
{"id": "d", "call_type": "completion", "startTime": "2025-11-13T02:13:22Z", "endTime": null, "status": "failure"}
)";
const std::string llmLoadTest =
    R"({"results": [
{"input_tokens": 9, "output_tokens": 12, "start_time": 17.5, "ack_time": 18, "first_token_time": 18.5, "end_time": 20, "tt_ack": 500},
{"start_time": 18, "ack_time": 0, "error_code": 500}
], "config": {"load_options": {"concurrency": 8}}, "summary": {"total_requests": 2}})";

const std::string burstgpt =
    "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
    "5.25,7,1.5,GPT-4,472,18,490,Conversation log\n6,8,1,ChatGPT,9,0,9,\"API, log\"\n";
const std::string qwen =
    R"({"chat_id": 1, "parent_chat_id": -1, "timestamp": 0.5, "input_length": 16, "output_length": 5, "turn": 1, "hash_ids": [1]}
{"chat_id": 2, "parent_chat_id": 1, "timestamp": 1.5, "input_length": 17, "output_length": 5, "turn": 2, "hash_ids": [1, "x"]}
)";

struct Case {
    const char* name;
    const Reader* reader;
    const std::string* text;
};
const std::array cases{Case{"genai-bench", &genaiBenchReader, &genaiBench},
                       Case{"llmperf", &llmperfReader, &llmperf},
                       Case{"llmeter", &llmeterReader, &llmeter},
                       Case{"litellm", &litellmReader, &litellm},
                       Case{"llm-load-test", &llmLoadTestReader, &llmLoadTest},
                       Case{"burstgpt", &burstgptTrafficReader, &burstgpt},
                       Case{"qwen", &qwenTrafficReader, &qwen}};

QByteArray wrong(const Ingested& got, const std::string& file) {
    for (const auto& placed : got.rows)
        if (isKnown(placed.row.firstToken) && placed.row.firstToken == Nanoseconds(0))
            return "a zero for an unknown time";
    return faultOf(got, file);
}

}  // namespace

class TestRowMutations : public QObject {
    Q_OBJECT

    Folder m_folder;

private slots:
    void whole() {
        for (const Case& each : cases) {
            const Ingested got = readWith(*each.reader, m_folder.write("whole", *each.text));
            QVERIFY2(!got.error && got.rows.size() == 2 && got.rejections.empty(), each.name);
        }
    }

    void damaged_data() {
        QTest::addColumn<int>("which");
        for (int i = 0; i < int(cases.size()); ++i) QTest::newRow(cases[std::size_t(i)].name) << i;
    }
    void damaged() {
        QFETCH(int, which);
        const Case& each = cases[std::size_t(which)];
        std::size_t rejected = 0, rows = 0;
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            Random random(seed);
            const std::string file = test::damaged(*each.text, random, 4);
            const std::string path = m_folder.write("damaged", file);
            const Ingested got = readWith(*each.reader, path);
            const QByteArray why = wrong(got, file);
            QVERIFY2(why.isEmpty(), (why + "\n" + QByteArray::fromStdString(file)).constData());
            rejected += got.rejections.size();
            rows += got.rows.size();
            ingestFile(path);  // the probes and every other reader hold as well
        }
        QVERIFY(rejected > 20 && rows > 100);  // the damage must be neither nothing nor everything
    }

    void truncatedEverywhere_data() { damaged_data(); }
    void truncatedEverywhere() {
        QFETCH(int, which);
        const Case& each = cases[std::size_t(which)];
        for (std::size_t size = 0; size <= each.text->size(); ++size) {
            const std::string file = each.text->substr(0, size);
            const Ingested got = readWith(*each.reader, m_folder.write("cut", file));
            QVERIFY2(wrong(got, file).isEmpty(), wrong(got, file).constData());
            QVERIFY(got.rejections.size() <= 1);
        }
    }
};

QTEST_APPLESS_MAIN(TestRowMutations)
#include "test_row_mutations.moc"
