// Thousands of files: the window stays live while they come in, and the import can be stopped.
#include <QSignalSpy>
#include <fstream>

#include "tests/gui/window_fixture.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

/// Summaries of vLLM's benchmark, each of another model: as many configurations.
QString writeSummaries(const QString& folder, int count) {
    QDir().mkpath(folder);
    for (int i = 0; i < count; ++i) {
        std::ofstream file((folder + QStringLiteral("/s%1.json").arg(i, 5, 10, QLatin1Char('0'))).toStdString());
        file
            << R"({"date":"20260101-000000","backend":"vllm","model_id":"model-)" << i
            << R"(","tokenizer_id":"t","num_prompts":100,"request_rate":"inf","max_concurrency":)" << 1 + i % 64
            << R"(,"duration":10.5,"completed":100,"total_input_tokens":1000,"total_output_tokens":)" << 2000 + i
            << R"(,"request_throughput":9.52,"output_throughput":)" << (2000 + i) / 10.5
            << R"(,"total_token_throughput":)" << (3000 + i) / 10.5 << R"(,"mean_ttft_ms":)" << 20 + i % 97
            << R"(,"median_ttft_ms":19.0,"p99_ttft_ms":60.0,"mean_tpot_ms":9.0,"median_tpot_ms":8.9,"p99_tpot_ms":12.0,)"
            << R"("mean_itl_ms":9.0,"median_itl_ms":8.9,"p99_itl_ms":12.0})";
    }
    return folder;
}

}  // namespace

class ManyFilesTest : public QObject {
    Q_OBJECT
private slots:
    void aCancelledImportKeepsWhatIsIn() {
        WindowFixture fixture;
        const QString folder = writeSummaries(fixture.filePath("many"), 2000);
        bool asked = false;
        connect(&fixture.session().files(), &WorkspaceFiles::importProgressed, this, [&](double share) {
            if (asked || share < 0.05) return;
            fixture.session().files().cancelImport();
            asked = true;
        });
        QTimer::singleShot(0, &fixture.window(), [&] { fixture.window().files().open({folder}); });
        QVERIFY(QTest::qWaitFor([&] { return asked && !fixture.session().files().importing(); }, patience));
        QVERIFY(fixture.session().files().lastImport().cancelled);
        const std::size_t in = fixture.session().files().lastImport().imported();
        QVERIFY2(in > 0 && in < 2000, qPrintable(QString::number(in)));
        QVERIFY(fixture.window().messages().text().contains(QStringLiteral("cancelled")));
    }

    /// PLUMBLINE_MANY_FILES sets another number, to measure the window with thousands.
    void eachSummaryIsAConfigurationOfItsOwn() {
        WindowFixture fixture;
        const int count = qEnvironmentVariableIsSet("PLUMBLINE_MANY_FILES")
                              ? qEnvironmentVariableIntValue("PLUMBLINE_MANY_FILES")
                              : 300;
        const QString folder = writeSummaries(fixture.filePath("many"), count);
        QSignalSpy failed(&fixture.session(), &Session::failed);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(fixture.open({folder}));
        qInfo("%d summaries settled after %lld ms", count, clock.elapsed());
        QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
        QVERIFY(fixture.session().shown().figures);
        QCOMPARE(fixture.session().shown().figures->configurations.size(), size_t(count));
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, ManyFilesTest)
#include "many_files_test.moc"
