// From real files to a Dataset: what comes out is what the files hold, counted here by other means.
#include <QTest>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "tests/core/store/fake_reader.h"
#include "tests/support/real_files.h"

using namespace plumbline;
namespace fs = std::filesystem;

namespace {

struct Counted {
    std::uint64_t rows = 0, gaps = 0, outputTokens = 0;
    bool operator==(const Counted&) const = default;
};

/// One detailed vLLM result: arrays of one length, and the gaps of each request in a list of its own.
Counted countVllm(const std::string& path) {
    const auto json = nlohmann::json::parse(std::ifstream(path));
    Counted out;
    if (!json.contains("ttfts")) return out;
    out.rows = json["ttfts"].size();
    for (const auto& gaps : json["itls"]) out.gaps += gaps.size();
    for (const auto& tokens : json["output_lens"]) out.outputTokens += tokens.get<std::uint64_t>();
    return out;
}

std::uint64_t countLines(const std::string& path) {
    std::ifstream file(path);
    std::uint64_t lines = 0;
    for (std::string line; std::getline(file, line);)
        if (!line.empty()) ++lines;
    return lines;
}

/// By file, what the Dataset holds of it.
std::map<std::string, Counted> countLoaded(const Dataset& data) {
    std::map<std::string, Counted> out;
    for (std::size_t row = 0; row < data.rows.size(); ++row) {
        const Run& run = data.runs[at(data.rows.run[row])];
        Counted& of = out[data.files[data.sources[run.source].file].path];
        ++of.rows;
        if (data.rows.gapCount[row] > 0) of.gaps += static_cast<std::uint64_t>(data.rows.gapCount[row]);
        if (data.rows.outputTokens[row] > 0) of.outputTokens += static_cast<std::uint64_t>(data.rows.outputTokens[row]);
    }
    return out;
}

}  // namespace

class TracesTest : public QObject {
    Q_OBJECT

    fake::Folder m_folder;

    Workspace imported(const std::string& path, ImportReport& report) {
        static int number = 0;
        auto workspace = Workspace::create(m_folder.path(std::to_string(++number) + ".plumb"));
        report = workspace->import({path}, {});
        return std::move(*workspace);
    }

private slots:
    void everyFileIsWholeOrSaid_data() {
        QTest::addColumn<bool>("real");
        for (const char* name : {"vllm", "aiperf"}) QTest::newRow(name) << true;
        QTest::newRow("sample_runs") << false;
    }
    void everyFileIsWholeOrSaid() {
        QFETCH(bool, real);
        if (real) PLUMBLINE_NEEDS_REAL_FILES();
        const std::string path =
            real ? support::realPath(QTest::currentDataTag()) : PLUMBLINE_SOURCE_DIR "/sample_runs";
        ImportReport report;
        Workspace workspace = imported(path, report);
        QVERIFY(report.imported() > 0);
        const auto data = *workspace.load();
        auto loaded = countLoaded(*data);
        for (const FileReport& file : report.files) {
            const QByteArray where = QByteArray::fromStdString(file.path);
            QVERIFY2(!file.error, where);
            QVERIFY2(file.id.has_value() != file.skipped.has_value(), where);
            QCOMPARE(file.records, file.rows + file.rejected);
            QVERIFY2(!file.id || file.rows + file.summaries > 0, where);
            QCOMPARE(loaded[file.path].rows, file.rows);
        }
        QCOMPARE(data->rows.size(), report.rows());
        std::set<SourceId> placed;
        const auto settings = workspace.settings();
        for (const auto& configuration : settings->grouping->configurations)
            placed.insert(configuration.sources.begin(), configuration.sources.end());
        QCOMPARE(placed.size(), data->sources.size());

        // The same folder again changes nothing.
        const auto again = workspace.import({path}, {});
        QCOMPARE(again.imported(), 0U);
        QVERIFY(*workspace.settings() == *settings);
    }

    void vllmRowsAreThoseOfTheFile() {
        PLUMBLINE_NEEDS_REAL_FILES();
        ImportReport report;
        Workspace workspace = imported(support::realPath("vllm"), report);
        auto loaded = countLoaded(**workspace.load());
        for (const FileReport& file : report.files) {
            if (file.path.ends_with("summary.json")) continue;
            const Counted expected = countVllm(file.path);
            const QByteArray where = QByteArray::fromStdString(file.path);
            QCOMPARE(loaded[file.path].rows, expected.rows);
            QVERIFY2(loaded[file.path] == expected, where);
        }
    }

    void aiperfRowsAreThoseOfTheFile() {
        PLUMBLINE_NEEDS_REAL_FILES();
        ImportReport report;
        Workspace workspace = imported(support::realPath("aiperf"), report);
        int rowFiles = 0;
        for (const FileReport& file : report.files) {
            if (fs::path(file.path).filename() != "profile_export.jsonl") continue;
            ++rowFiles;
            QCOMPARE(file.records, countLines(file.path));
            const auto summary = (fs::path(file.path).parent_path() / "profile_export_aiperf.json").string();
            for (const FileReport& other : report.files)
                if (other.path == summary)
                    QCOMPARE(other.skipped.value_or(""), std::string("read with profile_export.jsonl"));
        }
        QVERIFY(rowFiles > 0);
    }

    // Two configurations of four loads.
    void songIsTwoConfigurationsOfFourLoads() {
        PLUMBLINE_NEEDS_REAL_FILES();
        ImportReport report;
        Workspace workspace = imported(support::realPath("vllm/SongXP111__vllm-serving-lab"), report);
        const auto data = *workspace.load();
        const auto settings = *workspace.settings();
        QCOMPARE(settings.grouping->configurations.size(), 2U);
        for (const auto& configuration : settings.grouping->configurations) {
            std::vector<double> loads;
            for (const Run& run : data->runs)
                if (std::ranges::find(configuration.sources, data->sources[run.source].id) !=
                    configuration.sources.end())
                    loads.push_back(run.info.load.value);
            std::ranges::sort(loads);
            QCOMPARE(loads, (std::vector<double>{1, 2, 4, 8}));
        }
    }

    void gapsComeFromTheFile() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const auto folder = support::realPath("vllm/SongXP111__vllm-serving-lab/results/baseline/in128_out512_c1");
        ImportReport report;
        Workspace workspace = imported(folder, report);
        const auto data = *workspace.load();
        const auto json = nlohmann::json::parse(std::ifstream(report.files[0].path));
        std::vector<RowIndex> rows(data->rows.size());
        for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = RowIndex(static_cast<std::uint32_t>(row));
        std::size_t visited = 0;
        QVERIFY(data->gaps->visit(rows, [&](std::size_t row, std::span<const Nanoseconds> gaps) {
            ++visited;
            const auto& listed = json["itls"][data->rows.record[row]];
            QCOMPARE(gaps.size(), listed.size());
            for (std::size_t gap = 0; gap < gaps.size(); ++gap)
                QVERIFY(std::abs(seconds(gaps[gap]) - listed[gap].get<double>()) <= 0.5e-9 + 1e-15);
        }));
        QVERIFY(visited > 0);
    }
};

QTEST_GUILESS_MAIN(TracesTest)
#include "traces_test.moc"
