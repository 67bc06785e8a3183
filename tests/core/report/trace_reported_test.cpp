// Reported figures out in a trace and back in: by whose rules they are made is not lost, nor why they differ.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/store/workspace.h"
#include "tests/core/report/reported.h"
#include "tests/support/real_files.h"

using namespace plumbline;
namespace fs = std::filesystem;

namespace {

/// A workspace with what lies at a path.
struct Opened {
    QTemporaryDir room;
    std::shared_ptr<const Dataset> data;
    Settings settings;
    Figures measured;

    void open(const fs::path& path) {
        auto workspace = Workspace::create(room.filePath("w.plumb").toStdString());
        QVERIFY(workspace);
        workspace->import({path.string()}, {});
        const auto loaded = workspace->load();
        const auto stored = workspace->settings();
        QVERIFY(loaded && stored);
        data = *loaded;
        settings = *stored;
        measured = figures(*data, settings);
    }
    fs::path exported() const {
        fs::path path = room.filePath("out.trace.jsonl").toStdString();
        std::ofstream out(path, std::ios::binary);
        const Result<void> done = writeTrace({*data, settings, measured}, out);
        if (!done) qWarning("%s", done.error().text().c_str());
        return path;
    }
};

std::string numberOf(const std::optional<double>& value) { return value ? std::to_string(*value) : "-"; }

/// A line a figure, whatever the order of configurations.
std::multiset<std::string> differences(const Dataset& data, const Settings& settings, const Figures& measured) {
    std::multiset<std::string> out;
    const ReportedDifferences all = reportedDifferences(data, settings, measured);
    for (std::size_t c = 0; c < all.size(); ++c)
        for (std::size_t l = 0; l < all[c].size(); ++l)
            for (const ReportedRun& run : all[c][l])
                for (const ReportedFigure& figure : run.figures)
                    out.insert(text(measured.configurations[c].levels[l].load) + " " +
                               (run.dialect ? std::string(entry(*run.dialect).name) : "no dialect") + " " + figure.key +
                               " " + numberOf(figure.reported) + " " + numberOf(figure.ours) + " " +
                               numberOf(figure.dialect) + " " + std::string(name(figure.cause)) + " " + figure.text);
    return out;
}
std::multiset<std::string> differences(const Opened& of) { return differences(*of.data, of.settings, of.measured); }

void compareAll(const std::multiset<std::string>& before, const std::multiset<std::string>& after) {
    for (const std::string& each : before) QVERIFY2(after.contains(each), ("lost: " + each).c_str());
    for (const std::string& each : after) QVERIFY2(before.contains(each), ("new: " + each).c_str());
    QCOMPARE(after.size(), before.size());
}

std::shared_ptr<const Dataset> madeData(const std::string& reader, const std::string& end, const std::string& harness) {
    DatasetBuilder builder;
    Source source;
    source.id = SourceId(1);
    source.file = builder.addFile({FileId(1), "a", "sha", reader});
    source.boundary.end = end;
    if (!harness.empty()) source.context["note.harness"].stated = plumbline::quoted(harness);
    RunInfo info;
    info.load = {LoadKind::concurrency, 4};
    info.declaredDuration = 21 * second;
    info.declaredRequests = 21;
    info.declaredCompleted = 20;
    info.reported = {{"requests_per_s", 1}, {"ttft_s.mean", 0.15}, {"ttft_s.p25", 0.15}, {"tpot_s.p50", 0.02}};
    const RunIndex run = builder.addRun(builder.addSource(source), info);
    for (int i = 0; i < 20; ++i) {
        Row row = streamedRow(i);
        row.start += std::chrono::microseconds(137 * i);
        row.firstContent = (100 + 10 * i) * millisecond;
        builder.addRow(run, row);
    }
    Row failed;
    failed.record = 99;
    failed.start = 1003 * second;
    failed.status = Status::error;
    builder.addRow(run, failed);
    return builder.finish();
}

}  // namespace

class TraceReportedTest : public QObject {
    Q_OBJECT

private slots:
    void madeRowsKeepTheirDialect_data() {
        QTest::addColumn<QString>("reader");
        QTest::addColumn<QString>("end");
        QTest::addColumn<QString>("harness");
        QTest::addColumn<QString>("dialect");
        QTest::newRow("a reader that leaves no note") << "vllm"
                                                      << ""
                                                      << ""
                                                      << "vllm";
        QTest::newRow("a fork") << "trtllm-serving"
                                << ""
                                << "TensorRT-LLM benchmark_serving"
                                << "vllm";
        QTest::newRow("an age by the boundary") << "llmeter"
                                                << "closed"
                                                << "LLMeter"
                                                << "llmeter-old";
        QTest::newRow("an age by the note") << "evalscope"
                                            << "closed"
                                            << "evalscope perf to 1.1.0"
                                            << "evalscope-old";
        QTest::newRow("weighted percentiles") << "guidellm"
                                              << "closed"
                                              << "GuideLLM 0.6.0"
                                              << "guidellm";
        QTest::newRow("a harness without a dialect") << "endpoints"
                                                     << ""
                                                     << "MLCommons Endpoints"
                                                     << "";
    }
    void madeRowsKeepTheirDialect() {
        QFETCH(QString, reader);
        QFETCH(QString, end);
        QFETCH(QString, harness);
        QFETCH(QString, dialect);
        Opened made;
        made.data = madeData(reader.toStdString(), end.toStdString(), harness.toStdString());
        made.measured = figures(*made.data, made.settings);
        const auto before = differences(made);
        QCOMPARE(before.size(), 4U);
        const std::string name = dialect.isEmpty() ? "no dialect" : dialect.toStdString();
        for (const std::string& each : before) QVERIFY2(says(each, " " + name + " "), each.c_str());
        Opened again;
        again.open(made.exported());
        compareAll(before, differences(again));
        Opened twice;  // of a trace of a trace
        twice.open(again.exported());
        compareAll(before, differences(twice));
    }

    void headerNamesTheHarness() {
        Opened made;
        made.data = madeData("llmeter", "closed", "LLMeter");
        made.measured = figures(*made.data, made.settings);
        std::ifstream in(made.exported());
        std::string header;
        std::getline(in, header);
        QVERIFY2(says(header, R"("harness":"llmeter-old")"), header.c_str());
        QVERIFY2(says(header, R"("note":{"harness":"LLMeter"})"), header.c_str());
    }

    /// Other people's runs: what differs and why is the same of the export.
    void realRunsKeepTheirDialect_data() {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"vllm", "sglang", "aiperf", "guidellm", "genai-bench", "inference-perf", "llmperf",
                                   "evalscope-recorded", "llmeter-recorded"})
            QTest::newRow(folder) << folder;
    }
    void realRunsKeepTheirDialect() {
        QFETCH(QString, folder);
        PLUMBLINE_NEEDS_REAL_FILES();
        Opened first;
        first.open(support::realPath(folder.toStdString()));
        const auto before = differences(first);
        QVERIFY(!before.empty());
        Opened again;
        again.open(first.exported());
        compareAll(before, differences(again));
    }
};

QTEST_GUILESS_MAIN(TraceReportedTest)
#include "trace_reported_test.moc"
