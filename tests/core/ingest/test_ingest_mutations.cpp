// Good files, damaged at random: whatever stands in a file, records = rows + rejected, every place is one of the file,
// unknown times never come out as anything else, and nothing crashes. Seeds are fixed, so a failure can be repeated.
#include <QTest>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/damaged.h"

using namespace plumbline;
using support::Random;
using test::Folder;
using test::Ingested;

class TestIngestMutations : public QObject {
    Q_OBJECT
private slots:
    void damaged_data();
    void damaged();
    void truncatedEverywhere_data();
    void truncatedEverywhere();

private:
    Folder m_folder;
};

namespace {

const std::string traceFile =
    R"({"plumbline":"trace/1","timing_boundary":{"start":"sent","clock":"epoch"},"configuration":{"name":"A","flags":["--x"]},"run":{"requests":4},"reported":{"ttft_s.p99":0.41}})"
    "\n"
    R"({"id":"r-1","load":{"concurrency":32},"start_ns":1763000000000000000,"first_content_ms":180.5,"end_ns":5104000000,"gaps_ns":[9800000,12,0],"output_tokens":500,"phase":"measured"})"
    "\r\n"
    R"({"id":"r-2","load":{"request_rate":2.5},"start_s":1763000000.25,"end_s":"5.5","gaps_ms":[1.5,NaN],"status":"error","error":"a\u00e4\"b"})"
    "\n\n"
    R"({"id":"r-3","end_us":7,"x":{"deep":[[{}],null,true]},"prompt_key":"00ff00ff00ff00ff","repeat":2})"
    "\n";

const std::string aiperfFile =
    R"({"metadata":{"session_num":0,"x_request_id":"a","conversation_id":"c","turn_index":1,"request_start_ns":1762551534797067827,"request_ack_ns":1762551534807258440,"benchmark_phase":"profiling","was_cancelled":false},"metrics":{"time_to_first_token":{"value":31.7,"unit":"ms"},"request_latency":{"value":3644.26,"unit":"ms"},"inter_chunk_latency":{"value":[17.8,18.3,0.0],"unit":"ms"},"output_sequence_length":{"value":200,"unit":"tokens"}},"error":null})"
    "\n"
    R"({"metadata":{"x_request_id":"b","timestamp_ns":1759522419154829652,"credit_phase":"warmup"},"metrics":{"ttft":{"unit":"s","value":0.5},"zz":{"value":[1,{"y":"\n"}]}},"error":{"code":499,"type":"RequestCancellationError","message":"m"}})"
    "\n";

QByteArray wrong(const Ingested& got, const std::string& file) {
    for (const auto& placed : got.rows)
        if (placed.row.line == 0) return "a row of no line";
    return test::faultOf(got, file);
}

const Reader& readerNamed(const QByteArray& name) { return name == "aiperf" ? aiperfReader : traceJsonlReader; }
const std::string& fileFor(const QByteArray& name) { return name == "aiperf" ? aiperfFile : traceFile; }

}  // namespace

void TestIngestMutations::damaged_data() {
    QTest::addColumn<QByteArray>("reader");
    QTest::addColumn<int>("seed");
    for (const char* reader : {"trace", "aiperf"})
        for (int seed = 1; seed <= 20; ++seed) QTest::addRow("%s, seed %d", reader, seed) << QByteArray(reader) << seed;
}

void TestIngestMutations::damaged() {
    QFETCH(QByteArray, reader);
    QFETCH(int, seed);
    Random random(static_cast<std::uint64_t>(seed));
    std::size_t rejected = 0, rows = 0;
    for (int i = 0; i < 30; ++i) {
        const std::string file = test::damagedOrCut(fileFor(reader), random, 6);
        const std::string path = m_folder.write("damaged", file);
        const Ingested got = test::readWith(readerNamed(reader), path);
        const QByteArray why = wrong(got, file);
        QVERIFY2(why.isEmpty(), (why + "\n" + QByteArray::fromStdString(file)).constData());
        rejected += got.rejections.size();
        rows += got.rows.size();
        test::ingestFile(path);  // the probes and every other reader hold as well
    }
    // The damage must be neither nothing nor everything, or this tests nothing.
    QVERIFY(rejected > 5 && rows > 5);
}

void TestIngestMutations::truncatedEverywhere_data() {
    QTest::addColumn<QByteArray>("reader");
    QTest::newRow("trace") << QByteArray("trace");
    QTest::newRow("aiperf") << QByteArray("aiperf");
}

/// Cut at any byte, the records before the cut are read, and the one that is cut is a rejection.
void TestIngestMutations::truncatedEverywhere() {
    QFETCH(QByteArray, reader);
    const std::string& whole = fileFor(reader);
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const std::string file = whole.substr(0, size);
        const Ingested got = test::readWith(readerNamed(reader), m_folder.write("cut", file));
        QVERIFY2(wrong(got, file).isEmpty(), wrong(got, file).constData());
        QVERIFY(got.rejections.size() <= 1);
        if (!got.rejections.empty())
            QCOMPARE(got.rejections[0].reason, std::string("Truncated: the file ends inside this record."));
    }
}

QTEST_APPLESS_MAIN(TestIngestMutations)
#include "test_ingest_mutations.moc"
