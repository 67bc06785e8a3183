// Small files of readers, cut off at every second byte and changed anywhere: nothing crashes, every record is a row or
// a rejection, and cutting never makes a row more.
#include <QTest>
#include <cmath>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/reader_texts.h"
#include "tests/support/random.h"

using namespace plumbline;
using namespace plumbline::test;

class TestReaderMutations : public QObject {
    Q_OBJECT

private:
    Folder m_folder;
    static void texts() {
        QTest::addColumn<const Reader*>("reader");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const Reader& reader, const char* text) {
            QTest::newRow(name) << &reader << QByteArray(text);
        };
        row("inference-perf", inferencePerfReader, inferencePerf);
        row("inference-perf stage", inferencePerfReader, stage);
        row("genai-perf", genaiPerfReader, genaiPerf);
        row("otel", otelReader, otel);
        row("endpoints", endpointsReader, endpoints);
        row("llm-optimizer", llmOptimizerReader, llmOptimizer);
        row("mlperf", mlperfReader, mlperf);
        row("inferencex", inferencexReader, inferencex);
        row("llm-d", llmdReader, llmd);
    }
    Ingested readText(const Reader& reader, const QByteArray& text) const {
        return readWith(reader, m_folder.write("file", text.toStdString()));
    }

private slots:
    void cutOffAnywhere_data() { texts(); }
    void cutOffAnywhere() {
        QFETCH(const Reader*, reader);
        QFETCH(QByteArray, text);
        const Ingested whole = readText(*reader, text);
        QVERIFY2(!whole.error, whole.error ? whole.error->text().c_str() : "");
        QVERIFY(whole.identityHolds() && whole.rejections.empty());
        QVERIFY(whole.rows.size() + whole.outcome.summaries > 0);
        for (qsizetype size = 0; size < text.size(); size += 2) {
            const Ingested file = readText(*reader, text.left(size));
            QVERIFY2(file.identityHolds() || file.error, std::to_string(size).c_str());
            QVERIFY2(file.rows.size() <= whole.rows.size(), std::to_string(size).c_str());
        }
    }

    void changedAnywhere_data() { texts(); }
    void changedAnywhere() {
        QFETCH(const Reader*, reader);
        QFETCH(QByteArray, text);
        support::Random random(20261129);
        for (int round = 0; round < 150; ++round) {
            QByteArray changed = text;
            for (std::uint64_t flips = 1 + random.below(3); flips > 0; --flips)
                changed[qsizetype(random.below(std::uint64_t(changed.size())))] = static_cast<char>(random.below(256));
            const Ingested file = readText(*reader, changed);
            QVERIFY2(file.identityHolds() || file.error, std::to_string(round).c_str());
            for (const auto& placed : file.rows) {
                QVERIFY(placed.row.outputTokens >= unknownCount && placed.row.promptTokens >= unknownCount);
                QVERIFY(placed.source < file.outcome.sources.size());
                QVERIFY(placed.run < file.outcome.sources[placed.source].runs.size());
            }
            for (const SourceInfo& source : file.outcome.sources)
                for (const RunInfo& run : source.runs)
                    for (const auto& [key, value] : run.reported) QVERIFY2(std::isfinite(value), key.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestReaderMutations)
#include "test_reader_mutations.moc"
