// Production traces: reference traffic and no result (FORMATS/traffic.md). One row a trap; real files when they are
// here.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

/// "374/44@0.5": prompt and output tokens and the start in s, "?" for what is unknown, "x" before a failure.
std::string described(const Row& row) {
    const auto count = [](Count value) { return isKnown(value) ? std::to_string(value) : std::string("?"); };
    std::string out = row.status == Status::ok ? "" : "x";
    out += count(row.promptTokens) + "/" + count(row.outputTokens) + "@";
    if (!isKnown(row.start)) return out + "?";
    QString nanoseconds = QString::number(row.start.count()).rightJustified(10, '0');
    nanoseconds.insert(nanoseconds.size() - 9, '.');
    while (nanoseconds.endsWith('0')) nanoseconds.chop(1);
    if (nanoseconds.endsWith('.')) nanoseconds.chop(1);
    return out + nanoseconds.toStdString();
}

QString describedAll(const Ingested& file) {
    QStringList out;
    for (const auto& placed : file.rows) out << QString::fromStdString(described(placed.row));
    return out.join(' ');
}

}  // namespace

class TestTraffic : public QObject {
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void isTrafficAndNoResult();
    void claimedByOneReaderOnly_data();
    void claimedByOneReaderOnly();
    void burstgptTellsMore();
    void severalModelsAreSaid();
    void blocks();
    void chats();
    void blockSizeThatDoesNotFit_data();
    void blockSizeThatDoesNotFit();
    void noRequest_data();
    void noRequest();
    void realFiles_data();
    void realFiles();
};

void TestTraffic::reads_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reader");
    QTest::addColumn<QString>("rows");
    QTest::addColumn<QString>("rejected");
    const QString azure = "TIMESTAMP,ContextTokens,GeneratedTokens\n";
    // 2023-11-16 18:15:46 UTC is 1,700,158,546 s.
    QTest::newRow("seven digits, no zone, no last line end")
        << azure + "2023-11-16 18:15:46.6805900,374,44\n2023-11-16 18:15:47.0000001,1,2"
        << "azure-traffic"
        << "374/44@1700158546.68059 1/2@1700158547.0000001"
        << "";
    QTest::newRow("2024: six digits and a zone") << azure + "2023-11-16 20:15:46.500000+02:00,374,44\n"
                                                 << "azure-traffic"
                                                 << "374/44@1700158546.5"
                                                 << "";
    QTest::newRow("2025: another column") << "TIMESTAMP,NumImages,ContextTokens,GeneratedTokens\n"
                                             "2023-11-16 18:15:46,1,374,44\n"
                                          << "azure-traffic"
                                          << "374/44@1700158546"
                                          << "";
    QTest::newRow("an empty count is unknown, not 0") << azure + "2023-11-16 18:15:46,,44\n"
                                                      << "azure-traffic"
                                                      << "?/44@1700158546"
                                                      << "";
    QTest::newRow("a time that is none") << azure + "yesterday,5,44\n"
                                         << "azure-traffic"
                                         << "5/44@?"
                                         << "";
    QTest::newRow("no number of tokens")
        << azure + "2023-11-16 18:15:46,many,44\n2023-11-16 18:15:46,-1,44\n2023-11-16 18:15:46,5,1.5\n"
        << "azure-traffic"
        << ""
        << "ContextTokens is 'many'|ContextTokens is '-1'|GeneratedTokens is '1.5'";
    QTest::newRow("a line cut short") << azure + "2023-11-16 18:15:46,5,6\n2023-11-16 18:1"
                                      << "azure-traffic"
                                      << "5/6@1700158546"
                                      << "It has 1 cells where the header has 3";
    const QString six = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n";
    QTest::newRow("six columns; no response is a failure")
        << six + "5,ChatGPT,472,18,490,Conversation log\n45,ChatGPT,1087,0,1087,API log\n"
        << "burstgpt-traffic"
        << "472/18@5 x1087/0@45"
        << "";
    QTest::newRow("eight columns")
        << "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
           "5.25,7,1.5,GPT-4,472,18,490,Conversation log\n"
        << "burstgpt-traffic"
        << "472/18@5.25"
        << "";
    QTest::newRow("arrivals") << "arrived_at,num_prefill_tokens,num_decode_tokens\n0.25,100,20\n"
                              << "vidur-traffic"
                              << "100/20@0.25"
                              << "";
    QTest::newRow("no arrivals, an index, tokens as fractions")
        << ",num_prefill_tokens,num_decode_tokens,num_total_tokens,pd_ratio\n0,100.0,0,100.0,\n"
        << "vidur-traffic"
        << "100/0@?"
        << "";
    QTest::newRow("ms from the start")
        << R"({"timestamp": 3000, "input_length": 600, "output_length": 5, "hash_ids": [0, 1]})"
           "\n"
        << "mooncake-traffic"
        << "600/5@3"
        << "";
    QTest::newRow("without hashes") << R"({"timestamp": 27.5, "input_length": 600, "output_length": 5})"
                                       "\n"
                                    << "mooncake-traffic"
                                    << "600/5@0.0275"
                                    << "";
    QTest::newRow("no length, and a broken line")
        << R"({"timestamp": 0, "input_length": 1, "output_length": 5, "hash_ids": [0]})"
           "\n"
           R"({"timestamp": 1, "output_length": 5, "hash_ids": [0]})"
           "\n"
           R"({"timestamp": 1, "input_le)"
        << "mooncake-traffic"
        << "1/5@0"
        << "It has no input_length|Truncated";
    QTest::newRow("s from the start")
        << R"({"chat_id": 1, "parent_chat_id": -1, "timestamp": 61.5, "input_length": 20, "output_length": 5, "type": "text", "turn": 1, "hash_ids": [7, 8]})"
           "\n"
        << "qwen-traffic"
        << "20/5@61.5"
        << "";
}

void TestTraffic::reads() {
    QFETCH(QString, text);
    QFETCH(QString, reader);
    QFETCH(QString, rows);
    QFETCH(QString, rejected);
    const Folder folder;
    const Ingested file = ingestFile(folder.write("trace", text.toStdString()));
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    QCOMPARE(QString::fromStdString(file.reader), reader);
    QCOMPARE(describedAll(file), rows);
    const QStringList reasons = rejected.isEmpty() ? QStringList() : rejected.split('|');
    QCOMPARE(static_cast<qsizetype>(file.rejections.size()), reasons.size());
    for (std::size_t i = 0; i < file.rejections.size(); ++i)
        QVERIFY2(QString::fromStdString(file.rejections[i].reason).startsWith(reasons[static_cast<qsizetype>(i)]),
                 file.rejections[i].reason.c_str());
    QVERIFY(file.identityHolds());
}

void TestTraffic::isTrafficAndNoResult() {
    const Folder folder;
    const Ingested file = ingestFile(
        folder.write("a.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,374,44\nsoon,374,44\n"));
    QCOMPARE(file.outcome.sources.size(), 1U);
    QVERIFY(file.outcome.sources[0].traffic);
    QVERIFY(!isKnown(file.outcome.sources[0].blockTokens));
    QCOMPARE(file.outcome.sources[0].boundary.clock, std::string("epoch"));
    QCOMPARE(file.outcome.sources[0].runs.size(), 1U);
    QVERIFY(file.run().load.kind == LoadKind::notStated);
    QVERIFY(file.run().startsCoarse);  // whole seconds
    QCOMPARE(file.noticed("time-unread"), 1U);
}

void TestTraffic::claimedByOneReaderOnly_data() { reads_data(); }

void TestTraffic::claimedByOneReaderOnly() {
    QFETCH(QString, text);
    QFETCH(QString, reader);
    const Folder folder;
    std::string storage;
    const auto sample = sampleFile(folder.write("trace", text.toStdString()), storage);
    QVERIFY(sample);
    for (const Reader& each : readers())
        QVERIFY2(each.probe(*sample) == 0 || QString::fromUtf8(each.id.data(), qsizetype(each.id.size())) == reader,
                 each.id.data());
}

void TestTraffic::burstgptTellsMore() {
    const Folder folder;
    const Ingested file = ingestFile(
        folder.write("b.csv",
                     "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
                     "5,7,1.5,GPT-4,472,18,490,API log\n6,7,0,GPT-4,472,18,490,API log\n"));
    QCOMPARE(file.rows.size(), 2U);
    QCOMPARE(file.rows[0].row.session, std::string("7"));
    QCOMPARE(seconds(file.rows[0].row.end), 1.5);
    QVERIFY(!isKnown(file.rows[1].row.end));
    QCOMPARE(file.fact("model"), std::string("GPT-4"));
    QCOMPARE(file.outcome.sources[0].boundary.clock, std::string("relative"));
}

void TestTraffic::severalModelsAreSaid() {
    const Folder folder;
    const Ingested file =
        ingestFile(folder.write("b.csv",
                                "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
                                "5,ChatGPT,472,18,490,API log\n6,GPT-4,472,18,490,API log\n"));
    QCOMPARE(file.fact("model"), std::string("-"));
    QCOMPARE(file.noticed("models-mixed"), 1U);
    QVERIFY(file.outcome.diagnostics[0].text.find("2 models (ChatGPT, GPT-4)") != std::string::npos);
}

void TestTraffic::blocks() {
    const Folder folder;
    const Ingested file = ingestFile(
        folder.write("m.jsonl", R"({"timestamp": 0, "input_length": 1025, "output_length": 5, "hash_ids": [0, 4, "4"]}
{"timestamp": 0, "input_length": 1, "output_length": 5, "hash_ids": ["a1"]}
{"timestamp": 0, "input_length": 1, "output_length": 5, "hash_ids": [null]}
)"));
    QCOMPARE(file.rows.size(), 3U);
    QVERIFY((file.rows[0].row.blocks == std::vector<Key>{1, 5, 5}));  // 0 is a block, and no unknown one
    QVERIFY((file.rows[1].row.blocks == std::vector<Key>{internKey("a1")}));
    QVERIFY(file.rows[2].row.blocks.empty());
    QCOMPARE(file.noticed("hash-unread"), 1U);
    QCOMPARE(file.noticed("blocks-misfit"), 0U);
    QCOMPARE(file.outcome.sources[0].blockTokens, Count{512});
}

void TestTraffic::chats() {
    const Folder folder;
    const Ingested file = ingestFile(folder.write(
        "q.jsonl",
        R"({"chat_id": 159, "parent_chat_id": -1, "timestamp": 0.5, "input_length": 16, "output_length": 5, "turn": 1, "hash_ids": [1]}
{"chat_id": 200, "parent_chat_id": 159, "timestamp": 1.5, "input_length": 17, "output_length": 5, "turn": 2, "hash_ids": [1, 2]}
{"chat_id": 201, "parent_chat_id": 200, "timestamp": 2.5, "input_length": 17, "output_length": 5, "turn": 3, "hash_ids": [1, 2]}
{"chat_id": 300, "parent_chat_id": 7, "timestamp": 3.5, "input_length": 17, "output_length": 5, "turn": 2, "hash_ids": [1, 2]}
)"));
    QCOMPARE(file.rows.size(), 4U);
    for (const std::size_t row : {0U, 1U, 2U}) QCOMPARE(file.rows[row].row.session, std::string("159"));
    QCOMPARE(file.rows[3].row.session, std::string("7"));  // it began before the trace
    QCOMPARE(file.rows[2].row.turn, Count{3});
    QCOMPARE(file.rows[2].row.id, std::string("201"));
    QCOMPARE(file.outcome.sources[0].blockTokens, Count{16});
}

void TestTraffic::blockSizeThatDoesNotFit_data() {
    QTest::addColumn<int>("misfits");
    QTest::addColumn<int>("fits");
    QTest::addColumn<Count>("blockTokens");
    QTest::newRow("half of them: as the format has it") << 1 << 1 << Count{512};
    QTest::newRow("most of them: another size, unknown") << 2 << 1 << unknownCount;
}

void TestTraffic::blockSizeThatDoesNotFit() {
    QFETCH(int, misfits);
    QFETCH(int, fits);
    QFETCH(Count, blockTokens);
    std::string text;
    for (int i = 0; i < misfits + fits; ++i)
        text += R"({"timestamp": 0, "output_length": 5, "hash_ids": [1, 2], "input_length": )" +
                std::string(i < misfits ? "1025" : "1024") + "}\n";
    const Folder folder;
    const Ingested file = ingestFile(folder.write("m.jsonl", text));
    QCOMPARE(file.outcome.sources[0].blockTokens, blockTokens);
    QCOMPARE(file.noticed("blocks-misfit"), static_cast<std::uint64_t>(misfits));
}

void TestTraffic::noRequest_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("Azure") << "TIMESTAMP,ContextTokens,GeneratedTokens\n";
    QTest::newRow("Vidur") << "num_prefill_tokens,num_decode_tokens";
}

void TestTraffic::noRequest() {
    QFETCH(QString, text);
    const Folder folder;
    const Ingested file = ingestFile(folder.write("a.csv", text.toStdString()));
    QVERIFY(file.error && file.error->kind == ErrorKind::refused);
}

/// Rows and token sums as an awk over the files gives them.
void TestTraffic::realFiles_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("reader");
    QTest::addColumn<int>("rows");
    QTest::addColumn<double>("promptMean");
    QTest::addColumn<double>("outputMean");
    PLUMBLINE_NEEDS_REAL_FILES();
    // Means as FORMATS/traffic.md §1 and §2 state them.
    QTest::newRow("code") << "data__AzureLLMInferenceTrace_code.csv"
                          << "azure-traffic" << 8819 << 2047.8 << 27.9;
    QTest::newRow("conv") << "data__AzureLLMInferenceTrace_conv.csv"
                          << "azure-traffic" << 19366 << 1154.7 << 211.1;
    QTest::newRow("Mooncake") << "FAST25-release__traces__conversation_trace.jsonl"
                              << "mooncake-traffic" << 12031 << 12035.1 << 342.6;
}

void TestTraffic::realFiles() {
    QFETCH(QString, name);
    QFETCH(QString, reader);
    QFETCH(int, rows);
    QFETCH(double, promptMean);
    QFETCH(double, outputMean);
    const Ingested file = ingestFile(support::realPath("traffic/" + name.toStdString()));
    QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
    QCOMPARE(QString::fromStdString(file.reader), reader);
    QCOMPARE(static_cast<int>(file.rows.size()), rows);
    QVERIFY(file.rejections.empty());
    QVERIFY2(file.outcome.diagnostics.empty(),
             file.outcome.diagnostics.empty() ? "" : file.outcome.diagnostics[0].text.c_str());
    double prompt = 0, output = 0;
    for (const auto& placed : file.rows) prompt += placed.row.promptTokens, output += placed.row.outputTokens;
    QVERIFY2(std::abs(prompt / rows - promptMean) < 0.1, qPrintable(QString::number(prompt / rows)));
    QVERIFY2(std::abs(output / rows - outputMean) < 0.1, qPrintable(QString::number(output / rows)));
}

QTEST_GUILESS_MAIN(TestTraffic)
#include "test_traffic.moc"
