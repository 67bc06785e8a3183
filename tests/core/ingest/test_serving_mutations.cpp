// Good results of SGLang, TensorRT-LLM and GuideLLM, damaged at random: records = rows + rejected, every row is of a
// run and every rejection has a reason. Seeds are fixed, so a failure can be repeated.
#include <QTest>
#include <map>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/damaged.h"
#include "tests/core/ingest/serving_texts.h"

using namespace plumbline;
using support::Random;
using test::Folder;
using test::Ingested;

namespace {

const std::map<QByteArray, std::pair<const Reader*, const std::string*>> cases{
    {"sglang", {&sglangReader, &test::sglangFile}},
    {"trtllm-serving", {&trtllmServingReader, &test::servingFile}},
    {"trtllm-bench", {&trtllmBenchReader, &test::benchFile}},
    {"guidellm", {&guideLlmReader, &test::guideLlmFile}}};

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
            const std::string file = test::damagedOrCut(*text, random, 4);
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
