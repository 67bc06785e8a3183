// Reference traffic in a workspace, declared begins and ends of runs, and a workspace of version 1.
#include <QTest>
#include <filesystem>

#include "core/store/schema.h"
#include "core/store/schema_version_1.h"
#include "core/store/workspace_files.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;
namespace fs = std::filesystem;

namespace {

const std::string twoRequests =
    R"({"timestamp": 0, "input_length": 600, "output_length": 5, "hash_ids": [0, 1]}
{"timestamp": 2000, "input_length": 100, "output_length": 7, "hash_ids": [0]}
)";
const std::string azure =
    "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,374,44\n2023-11-16 18:15:47,,4\n";
const std::string burst = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n1,m,9,0,9,API log\n";

/// One run of one row, as version 1 wrote it.
const char* const oldRows = R"sql(
INSERT INTO files (id, path, reader, sha256, bytes, records, rows, imported_at)
    VALUES (1, '/a.jsonl', 'fake', 'abc', 10, 1, 1, '2026-01-01T00:00:00Z');
INSERT INTO sources (id, file, position) VALUES (1, 1, 0);
INSERT INTO runs (id, source, position, load_kind, load, declared_duration_ns) VALUES (1, 1, 0, 'concurrency', 8, 5);
INSERT INTO requests (id, run, record, byte, start_ns, end_ns, output_tokens, status, phase)
    VALUES (1, 1, 0, 0, 100, 200, 4, 0, 0);
INSERT INTO configurations (id, position, name) VALUES (3, 0, 'mine');
INSERT INTO members (source, configuration, position) VALUES (1, 3, 0);
)sql";

Result<ReadOutcome> readDeclared(const ReadInput&, const Sample&, RowSink& sink) {
    Row row;
    row.start = Nanoseconds(100);
    sink.row(0, 0, row);
    ReadOutcome outcome;
    outcome.records = outcome.rows = 1;
    outcome.sources.resize(1);
    outcome.sources[0].runs.resize(2);
    outcome.sources[0].runs[0].declaredStart = Nanoseconds(90);
    outcome.sources[0].runs[0].declaredEnd = Nanoseconds(0);  // known, and no unknown one
    return outcome;
}
const Reader declaredReader{"declared", "", "", nullptr, readDeclared};

}  // namespace

class TrafficTest : public QObject {
    Q_OBJECT

    std::unique_ptr<fake::Folder> m_folder;

    static void makeOld(const std::string& path) {
        auto connection = Connection::open(path, Connection::Mode::create);
        QVERIFY(connection);
        connection->run(std::string("PRAGMA application_id = ") + std::to_string(applicationId));
        connection->run(schemaVersion1);
        connection->run("PRAGMA user_version = 1");
        connection->run(oldRows);
        QVERIFY(connection->check());
    }

private slots:
    void init() { m_folder = std::make_unique<fake::Folder>(); }

    void trafficIsNoResult() {
        auto workspace = *Workspace::create(m_folder->path("w.plumb"));
        const auto report = workspace.import({m_folder->write("m.jsonl", twoRequests)}, {});
        QCOMPARE(report.files.at(0).rows, 2U);
        const auto data = *workspace.load();
        QCOMPARE(data->files.size(), 1U);
        QVERIFY(data->sources.empty() && data->runs.empty());
        QCOMPARE(data->rows.size(), 0U);
        QVERIFY(workspace.settings()->grouping->configurations.empty());
        QCOMPARE(data->traffic.size(), 1U);
        const TrafficSet& set = data->traffic[0];
        QCOMPARE(set.file, 0U);
        QCOMPARE(set.blockTokens, Count{512});
        QVERIFY((set.promptTokens == std::vector<Count>{600, 100}));
        QVERIFY((set.outputTokens == std::vector<Count>{5, 7}));
        QVERIFY((set.start == std::vector<Nanoseconds>{Nanoseconds(0), std::chrono::seconds(2)}));
        QVERIFY((set.blocks == std::vector<Key>{1, 2, 1}));
        QVERIFY((set.blockEnds == std::vector<std::size_t>{2, 3}));
    }

    void besideResults() {
        const auto path = m_folder->path("w.plumb");
        auto workspace = *Workspace::create(path);
        workspace.import({m_folder->write("a.csv", azure)}, {});
        fake::import(path, {m_folder->write("r.in", fake::oneRun(3))});
        workspace.import({m_folder->write("b.csv", burst)}, {});
        const auto data = *workspace.load();
        QCOMPARE(data->files.size(), 3U);
        QCOMPARE(data->sources.size(), 1U);
        QCOMPARE(data->sources[0].file, 1U);
        QCOMPARE(data->rows.size(), 3U);
        QCOMPARE(data->rows.gapCount[0], Count{2});
        QCOMPARE(workspace.settings()->grouping->configurations.size(), 1U);
        QCOMPARE(data->traffic.size(), 2U);
        QCOMPARE(data->traffic[0].file, 0U);
        QVERIFY((data->traffic[0].promptTokens == std::vector<Count>{374, unknownCount}));
        QVERIFY(data->traffic[0].blocks.empty() && data->traffic[0].blockEnds.empty());
        QVERIFY(!isKnown(data->traffic[0].blockTokens));
        QCOMPARE(data->traffic[1].file, 2U);
        QVERIFY(data->traffic[1].status.at(0) == Status::error);
    }

    void removedItTakesItsBlocksAlong() {
        auto workspace = *Workspace::create(m_folder->path("w.plumb"));
        const auto report = workspace.import({m_folder->write("m.jsonl", twoRequests)}, {});
        QVERIFY(workspace.remove(*report.files.at(0).id));
        auto connection = openWorkspaceFile(workspace.path());
        QCOMPARE(connection->number("SELECT count(*) FROM blocks"), 0);
        QVERIFY((*workspace.load())->traffic.empty());
    }

    void aChangedFileIsReadAgain() {
        auto workspace = *Workspace::create(m_folder->path("w.plumb"));
        workspace.import({m_folder->write("a.csv", azure)}, {});
        const auto report = workspace.import({m_folder->write("a.csv", azure + "2023-11-16 18:15:48,1,2\n")}, {});
        QVERIFY(report.files.at(0).replaced);
        const auto data = *workspace.load();
        QCOMPARE(data->traffic.size(), 1U);
        QCOMPARE(data->traffic[0].size(), 3U);
        QVERIFY(workspace.settings()->grouping->configurations.empty());
    }

    void declaredBeginAndEndComeBack() {
        const auto path = m_folder->path("w.plumb");
        auto workspace = *Workspace::create(path);
        auto connection = *openWorkspaceFile(path);
        const ImportOptions options;
        Importer importer(connection, options, [](const Sample&) { return Result<const Reader*>(&declaredReader); });
        QCOMPARE(importer.run({m_folder->write("d", "x")}).rows(), 1U);
        const auto data = *workspace.load();
        QCOMPARE(data->runs.at(0).info.declaredStart, Nanoseconds(90));
        QCOMPARE(data->runs.at(0).info.declaredEnd, Nanoseconds(0));
        QVERIFY(!isKnown(data->runs.at(1).info.declaredStart) && !isKnown(data->runs.at(1).info.declaredEnd));
    }

    void versionOneIsMigrated() {
        const auto path = m_folder->path("old.plumb");
        makeOld(path);
        auto workspace = Workspace::open(path);
        QVERIFY2(workspace, workspace ? "" : workspace.error().text().c_str());
        const auto data = *workspace->load();
        QVERIFY(data->traffic.empty());
        QCOMPARE(data->rows.size(), 1U);
        QCOMPARE(data->rows.end[0], Nanoseconds(200));
        QCOMPARE(data->runs.at(0).info.declaredDuration, Nanoseconds(5));
        QVERIFY(!isKnown(data->runs[0].info.declaredStart));
        QCOMPARE(*workspace->settings()->grouping->configurations.at(0).name, std::string("mine"));
        QCOMPARE(workspace->import({m_folder->write("m.jsonl", twoRequests)}, {}).rows(), 2U);
        QCOMPARE((*workspace->load())->traffic.size(), 1U);
        QCOMPARE(openWorkspaceFile(path)->number("PRAGMA user_version"), workspaceVersion);
    }

    void versionOneThatMayNotBeWrittenIsRefused() {
        const auto path = m_folder->path("old.plumb");
        makeOld(path);
        auto connection = Connection::open(path, Connection::Mode::immutable);
        QVERIFY(connection);
        const auto migrated = migrate(*connection, path);
        QVERIFY(!migrated);
        QVERIFY(migrated.error().message.find("older version (1)") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TrafficTest)
#include "traffic_test.moc"
