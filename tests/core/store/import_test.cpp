// Each file's fate: in, skipped, rejected, cancelled; whatever the order and however often.
#include <sys/stat.h>

#include <QTest>
#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>

#include "core/store/workspace_files.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;
namespace fs = std::filesystem;

namespace {

const FileReport& reportOf(const ImportReport& report, const std::string& path) {
    for (const FileReport& each : report.files)
        if (each.path == path) return each;
    static const FileReport none;
    return none;
}

std::int64_t ask(const std::string& workspace, const std::string& sql) {
    auto connection = openWorkspaceFile(workspace);
    return connection ? connection->number(sql) : -1;
}

/// Everything that an import may write, as counts.
std::vector<std::int64_t> counts(const std::string& workspace) {
    std::vector<std::int64_t> out;
    for (const char* table : {"files", "siblings", "sources", "contexts", "runs", "reported", "requests", "gaps",
                              "gap_cache", "rejections", "diagnostics", "configurations", "members", "texts"})
        out.push_back(ask(workspace, std::string("SELECT count(*) FROM ") + table));
    return out;
}

}  // namespace

class ImportTest : public QObject {
    Q_OBJECT

    std::unique_ptr<fake::Folder> m_folder;
    std::string m_workspace;

    std::string write(const std::string& name, const std::string& text) const { return m_folder->write(name, text); }
    ImportReport import(const std::vector<std::string>& paths, ImportOptions options = {}) const {
        return fake::import(m_workspace, paths, std::move(options));
    }

private slots:
    void init() {
        m_folder = std::make_unique<fake::Folder>();
        m_workspace = m_folder->path("w.plumb");
        QVERIFY(Workspace::create(m_workspace));
    }

    void rowsAndRejectionsAreCounted() {
        const auto file = write("a", "fake\nrow 0 0 100 5\nbad no end\nrow 0 0 90 5\nbad no start\nbad no start\n");
        const auto report = import({file});
        QCOMPARE(report.files.size(), 1U);
        const FileReport& a = report.files[0];
        QCOMPARE(a.records, 5U);
        QCOMPARE(a.rows, 2U);
        QCOMPARE(a.rejected, 3U);
        QCOMPARE(a.reader, std::string("fake"));
        QCOMPARE(a.sha256.size(), 64U);
        QVERIFY(a.id && !a.error && !a.skipped);
        QCOMPARE(a.rejections.size(), 3U);
        QCOMPARE(a.rejections[0].reason, std::string("no end"));
        QCOMPARE(a.rejections[0].line, 3U);
        QCOMPARE(report.rows(), 2U);
        QCOMPARE(report.rejected(), 3U);
        QCOMPARE(report.imported(), 1U);
    }

    void manyRejectionsAreAllKeptAndTheFirstThousandShown() {
        std::string text = "fake\n";
        for (int each = 0; each < 1500; ++each) text += "bad number " + std::to_string(each) + "\n";
        const auto report = import({write("a", text)});
        QCOMPARE(report.files[0].rejected, 1500U);
        QCOMPARE(report.files[0].rejections.size(), 1000U);
        auto workspace = Workspace::open(m_workspace);
        QVERIFY(workspace);
        const auto all = workspace->rejections(*report.files[0].id, 5000);
        QCOMPARE(all.size(), 1500U);
        QCOMPARE(all[1499].reason, std::string("number 1499"));
        QCOMPARE(workspace->rejections(*report.files[0].id, 2).size(), 2U);
    }

    void sha256IsThatOfTheFile() {
        // Of the five bytes "fake\n": sha256sum.
        const auto report = import({write("a", "fake\n")});
        const auto again = import({write("b", "fake\nrow 0 0 1 1\n")});
        QCOMPARE(report.files[0].sha256,
                 std::string("997890bc85c5796408ceb20b0ca75dabe6fe868136e926d24ad0f36aa424f99d"));
        QVERIFY(again.files[0].sha256 != report.files[0].sha256);
    }

    void theSameFileAgainIsSkipped() {
        const auto a = write("a", fake::oneRun(3)), copy = write("copy", fake::oneRun(3));
        const auto first = import({a, copy});
        QVERIFY(first.files[0].id);
        QCOMPARE(first.files[1].skipped.value_or(""), std::string("already imported"));
        QCOMPARE(first.files[1].sha256, first.files[0].sha256);
        const auto before = counts(m_workspace);
        const auto second = import({copy, a});
        QCOMPARE(second.imported(), 0U);
        QCOMPARE(second.files[1].skipped.value_or(""), std::string("already imported"));
        QCOMPARE(counts(m_workspace), before);
    }

    void sameSizeOtherContentIsRead() {
        const auto report = import({write("a", "fake\nrow 0 0 100 5\n"), write("b", "fake\nrow 0 0 200 5\n")});
        QCOMPARE(report.imported(), 2U);
    }

    void changedFileTakesTheOldOnesPlace_data() {
        QTest::addColumn<bool>("keepBoth");
        QTest::newRow("replaced") << false;
        QTest::newRow("kept in both versions") << true;
    }
    void changedFileTakesTheOldOnesPlace() {
        QFETCH(bool, keepBoth);
        const auto file = write("a", fake::oneRun(10)), other = write("b", fake::oneRun(3, "other"));
        const auto first = import({file, other});
        write("a", fake::oneRun(11));
        ImportOptions options;
        options.keepBoth = keepBoth;
        const auto again = import({file, other}, options);
        QVERIFY(again.files[0].id && again.files[1].skipped);
        QCOMPARE(again.files[0].replaced.has_value(), !keepBoth);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM files"), keepBoth ? 3 : 2);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM requests"), keepBoth ? 24 : 14);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM configurations"), 2);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM sources WHERE id NOT IN (SELECT source FROM members)"), 0);
        if (keepBoth) return;
        QVERIFY(again.files[0].replaced->id == *first.files[0].id);
        QCOMPARE(replacedText(again.files[0]), std::string("a had changed: its 10 rows were replaced by 11."));
        auto workspace = Workspace::open(m_workspace);
        QVERIFY(workspace->log().back().text.find("its 10 rows were replaced by 11") != std::string::npos);
        QVERIFY(import({file}).files[0].skipped);  // and is then what is in
    }

    void aVersionThatCannotBeReadReplacesNothing() {
        const auto file = write("a", fake::oneRun(10));
        import({file});
        const auto before = counts(m_workspace);
        write("a", fake::oneRun(11) + "broken\n");
        const auto again = import({file});
        QVERIFY(again.files[0].error && !again.files[0].replaced);
        QCOMPARE(counts(m_workspace), before);
    }

    // A name, an edit and a typed load belong to the configuration; decisions to rows, which may have moved.
    void whatAPersonDidIsCarriedOver() {
        auto& set = fake::setRows();
        const auto row = [](const char* id, int start) {
            Row made;
            made.id = id;
            made.start = Nanoseconds(start);
            return made;
        };
        set = {{row("r0", 0), row("r1", 10), row("r2", 20), row("", 30)}, {0, 0, 0, 0}, 1};
        for (std::size_t i = 0; i < set.rows.size(); ++i) set.rows[i].record = i;
        const auto file = write("a", "set 1\n");
        import({file});
        std::string before;
        {
            auto workspace = Workspace::open(m_workspace);
            Settings settings = *workspace->settings();
            before = workspace->imports()[0].sha256;
            auto grouping = std::make_shared<Grouping>(*settings.grouping);
            const ConfigurationId configuration = grouping->configurations[0].id;
            grouping->configurations[0].name = "mine";
            grouping->typedLoads[{grouping->configurations[0].sources[0], 0}] = {LoadKind::concurrency, 7};
            settings.grouping = grouping;
            settings.edits[configuration]["engine"] = "\"e\"";
            auto decisions = std::make_shared<std::vector<Decision>>();
            for (const std::uint64_t record : {0U, 1U, 2U}) {
                Decision& decision = decisions->emplace_back();
                decision.fileSha256 = before;
                decision.record = record;
                decision.kind = DecisionKind::exclude;
            }
            settings.decisions = decisions;
            QVERIFY(workspace->save(settings, *workspace->settings(), "me"));
        }
        // r0 stays, a row comes before r1, r2 is gone.
        set.rows = {row("r0", 0), row("new", 5), row("r1", 10)};
        set.runs = {0, 0, 0};
        for (std::size_t i = 0; i < set.rows.size(); ++i) set.rows[i].record = i;
        write("a", "set 2\n");
        const auto again = import({file});
        QVERIFY(again.files[0].replaced);
        QCOMPARE(again.files[0].replaced->decisionsCarried, 2U);
        QCOMPARE(again.files[0].replaced->decisionsLost, 1U);
        auto workspace = Workspace::open(m_workspace);
        const Settings settings = *workspace->settings();
        QCOMPARE(settings.grouping->configurations.size(), 1U);
        QVERIFY(settings.grouping->configurations[0].name == "mine");
        QCOMPARE(settings.grouping->typedLoads.size(), 1U);
        QVERIFY(settings.grouping->typedLoads.begin()->first.first == settings.grouping->configurations[0].sources[0]);
        QCOMPARE(settings.edits.size(), 1U);
        QCOMPARE(settings.decisions->size(), 3U);
        const std::string now = again.files[0].sha256;
        QVERIFY((*settings.decisions)[0].fileSha256 == now && (*settings.decisions)[0].record == 0);
        QVERIFY((*settings.decisions)[1].fileSha256 == now && (*settings.decisions)[1].record == 2);
        QVERIFY((*settings.decisions)[2].fileSha256 == before && (*settings.decisions)[2].record == 2);
    }

    void theSameFileByTwoAtOnce() {
        const auto file = write("a", fake::oneRun(5) + "wait 300\n");
        ImportReport one, two;
        {
            std::jthread first([&] { one = import({file}); });
            std::jthread second([&] { two = import({file}); });
        }
        QVERIFY(!one.files[0].error && !two.files[0].error);
        QCOMPARE(one.imported() + two.imported(), 1U);
        const FileReport& later = one.files[0].id ? two.files[0] : one.files[0];
        QCOMPARE(later.skipped.value_or(""), std::string("already imported"));
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM requests"), 5);
    }

    void aFileThatGrowsMeanwhileIsSaid() {
        const auto file = write("a", fake::oneRun(5) + "wait 400\n");
        ImportReport report;
        {
            std::jthread reading([&] { report = import({file}); });
            std::this_thread::sleep_for(std::chrono::milliseconds(150));
            write("a", fake::oneRun(6) + "wait 400\n");
        }
        QCOMPARE(report.files[0].diagnostics.size(), 1U);
        QCOMPARE(report.files[0].diagnostics[0].id, std::string("changed-while-read"));
        QVERIFY(import({write("b", fake::oneRun(7))}).files[0].diagnostics.empty());
    }

    void pipesAreNotWaitedFor() {
        const auto pipe = m_folder->path("pipe");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(!Workspace::isWorkspace(pipe));
        const auto report = import({pipe});
        QVERIFY(report.files[0].error && report.files[0].error->message.find("a pipe") != std::string::npos);
    }

    /// What is in a folder beside results: listed, not waited for, and no failure; what it is, is said.
    void besideResults_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");  // "|": a pipe
        QTest::addColumn<QString>("skipped");
        QTest::addColumn<bool>("aside");
        QTest::newRow("a pipe") << "in/live"
                                << "|"
                                << "a pipe, a socket or a device, not a file" << false;
        QTest::newRow("a pipe that is called a context") << "in/context.json"
                                                         << "|"
                                                         << "" << false;
        QTest::newRow("a readme") << "in/README"
                                  << "hello\n"
                                  << "text, not a result" << true;
        QTest::newRow("a licence") << "in/Licence.txt"
                                   << "hello\n"
                                   << "text, not a result" << true;
        QTest::newRow("notes") << "in/deep/notes.md"
                               << "hello\n"
                               << "text, not a result" << true;
        QTest::newRow("other text") << "in/notes.txt"
                                    << "hello\n"
                                    << "not recognised" << false;
        QTest::newRow("a context") << "in/context.json"
                                   << R"({"configuration": {"engine": "e"}})"
                                   << "context, applied to 2 files" << true;
        QTest::newRow("the context of one file") << "in/a.context.json"
                                                 << R"({"configuration": {"engine": "e"}})"
                                                 << "context, applied to 1 file" << true;
        QTest::newRow("a broken context") << "in/context.json"
                                          << "{\"configuration\": "
                                          << "context, not applied: The context file is not valid JSON" << false;
    }
    void besideResults() {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, skipped);
        QFETCH(bool, aside);
        write("in/a", fake::oneRun(1));
        write("in/deep/b", fake::oneRun(2));
        const std::string path = m_folder->path(name.toStdString());
        if (text == "|")
            QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        else
            write(name.toStdString(), text.toStdString());
        const auto report = import({m_folder->path("in")});
        QCOMPARE(report.imported(), 2U);
        QVERIFY(std::ranges::none_of(report.files, [](const FileReport& file) { return file.error.has_value(); }));
        if (skipped.isEmpty()) {
            QCOMPARE(report.files.size(), 2U);
            return;
        }
        QCOMPARE(report.files.size(), 3U);
        const FileReport& beside = reportOf(report, path);
        QVERIFY2(QString::fromStdString(beside.skipped.value_or("")).contains(skipped), beside.skipped->c_str());
        QCOMPARE(beside.aside, aside);
    }

    void aContextNamedAsAResultIsApplied() {
        const auto a = write("in/a", fake::oneRun(1)),
                   context = write("in/context.json", R"({"workload": {"name": "w"}})");
        const auto report = import({a, context});
        QCOMPARE(report.files.size(), 2U);
        QCOMPARE(report.files[1].skipped.value_or(""), std::string("context, applied to 1 file"));
        QVERIFY(!report.files[1].error);
    }

    void contextsKeepNoSecretsAndTheirOtherKeys() {
        write("in/a", fake::oneRun(1));
        write("in/context.json", R"({"configuration": {"accelerator_count": "eight", "engine": "e", "api_key": "ZEBRA",
            "flags": ["--hf-token", "ZEBRA", "--tp", "8"], "server": {"auth": "ZEBRA"}}, "note": {"by": "sk-ZEBRA123456"}})");
        const auto report = import({m_folder->path("in")});
        const FileReport& file = report.files[0];
        QVERIFY(file.id);
        std::string words;
        auto workspace = Workspace::open(m_workspace);
        const auto data = workspace->load();
        QVERIFY(data);
        for (const auto& [key, fact] : (*data)->sources[0].context) words += key + " " + fact.inForce() + "\n";
        for (const Diagnostic& each : workspace->diagnostics(*file.id)) words += each.text + "\n";
        QVERIFY2(words.find("ZEBRA") == std::string::npos, words.c_str());
        for (const char* kept :
             {"engine \"e\"", "--tp", "configuration.accelerator_count: 'eight' is no whole number", "context.json: "})
            QVERIFY2(words.find(kept) != std::string::npos, words.c_str());
        QVERIFY(words.find("accelerator_count \"") == std::string::npos);
    }

    void unclaimedFiles() {
        const auto stranger = write("in/stranger.txt", "hello\n");
        write("in/a", fake::oneRun(1));
        const auto asFolder = import({m_folder->path("in")});
        QCOMPARE(asFolder.files.size(), 2U);
        const FileReport& skipped = reportOf(asFolder, stranger);
        QVERIFY(!skipped.error);
        QVERIFY(skipped.skipped->find("not recognised") != std::string::npos);
        const auto named = import({stranger});
        QVERIFY(named.files[0].error);
        QVERIFY(named.files[0].error->kind == ErrorKind::notRecognised);
        QVERIFY(!named.files[0].skipped);
    }

    void failures_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("expected");
        QTest::newRow("claimed but broken") << QByteArray("fake\nrow 0 0 1 1\nbroken\n") << "broken by the test";
        QTest::newRow("the reader throws") << QByteArray("fake\nrow 0 0 1 1\nthrow\n") << "thrown by the test";
    }
    void failures() {
        QFETCH(QByteArray, content);
        QFETCH(QString, expected);
        const auto before = counts(m_workspace);
        write("in/bad", content.toStdString());
        const auto report = import({m_folder->path("in")});
        QVERIFY(report.files[0].error);
        QVERIFY(QString::fromStdString(report.files[0].error->message).contains(expected));
        QCOMPARE(report.files[0].rows, 0U);
        QVERIFY(!report.files[0].id);
        QCOMPARE(counts(m_workspace), before);  // not a trace of it
    }

    void aFailureInBetweenCostsOnlyThatFile() {
        write("in/1", fake::oneRun(2));
        write("in/2", "fake\nrow 0 0 1 1\nbroken\n");
        write("in/3", fake::oneRun(3));
        const auto report = import({m_folder->path("in")});
        QCOMPARE(report.imported(), 2U);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM requests"), 5);
    }

    void whatIsNoFile() {
        const auto report = import({m_folder->path("missing"), "/dev/null", m_workspace});
        QCOMPARE(report.files.size(), 3U);
        QVERIFY(report.files[0].error->message.find("no such file") != std::string::npos);
        QVERIFY(report.files[1].error->message.find("can be read twice") != std::string::npos);
        QVERIFY(report.files[2].error->message.find("is a Plumbline workspace") != std::string::npos);
    }

    void siblings_data() {
        QTest::addColumn<QString>("rows");
        QTest::addColumn<QString>("summary");
        QTest::newRow("the rows come first") << "a_rows"
                                             << "b_summary";
        QTest::newRow("the summary comes first") << "z_rows"
                                                 << "b_summary";
    }
    void siblings() {
        QFETCH(QString, rows);
        QFETCH(QString, summary);
        const auto rowsFile =
            write("in/" + rows.toStdString(), fake::oneRun(2) + "sibling " + summary.toStdString() + "\n");
        const auto summaryFile = write("in/" + summary.toStdString(), "fake\nmodel 0 m\nsummary 0 0\n");
        const std::string expected = "read with " + rows.toStdString();

        const auto report = import({m_folder->path("in")});
        QVERIFY(reportOf(report, rowsFile).id);
        QCOMPARE(reportOf(report, summaryFile).skipped.value_or(""), expected);
        QVERIFY(!reportOf(report, summaryFile).id);
        QCOMPARE(report.imported(), 1U);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM files"), 1);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM configurations"), 1);

        // Opened again, the rows are skipped; the summary must not become a result of its own then.
        const auto again = import({m_folder->path("in")});
        QCOMPARE(reportOf(again, rowsFile).skipped.value_or(""), std::string("already imported"));
        QCOMPARE(reportOf(again, summaryFile).skipped.value_or(""), expected);
        const auto alone = import({summaryFile});
        QCOMPARE(alone.files[0].skipped.value_or(""), expected);
    }

    void summaryStaysWhenItsRowsFail() {
        const auto summary = write("in/a_summary", "fake\nmodel 0 m\nsummary 0 0\n");
        write("in/z_rows", fake::oneRun(2) + "sibling a_summary\nbroken\n");
        const auto report = import({m_folder->path("in")});
        QVERIFY(reportOf(report, summary).id);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM files"), 1);
    }

    void sourcesAreGroupedAsTheyCome() {
        const auto report = import({write("a", fake::oneRun(40, "m", 1)), write("b", fake::oneRun(40, "m", 8)),
                                    write("c", fake::oneRun(40, "other", 1))});
        QCOMPARE(report.imported(), 3U);
        auto workspace = Workspace::open(m_workspace);
        QVERIFY(workspace);
        const auto settings = workspace->settings();
        QVERIFY(settings);
        std::size_t placed = 0;
        std::set<std::size_t> models;
        for (const auto& configuration : settings->grouping->configurations) {
            placed += configuration.sources.size();
            for (const SourceId source : configuration.sources)
                if (source == SourceId(3)) QCOMPARE(configuration.sources.size(), 1U);  // the other model is alone
        }
        QCOMPARE(placed, 3U);
    }

    void context_data() {
        QTest::addColumn<QString>("beside");
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("engine");
        const QString header = "{\"plumbline\": \"trace/1\", \"configuration\": {\"engine\": \"%1\"}}";
        QTest::newRow("none") << ""
                              << ""
                              << "";
        QTest::newRow("in the folder above") << header.arg("vllm") << ""
                                             << "\"vllm\"";
        QTest::newRow("given") << "" << header.arg("sglang") << "\"sglang\"";
        QTest::newRow("the given one is in force") << header.arg("vllm") << header.arg("sglang") << "\"sglang\"";
    }
    void context() {
        QFETCH(QString, beside);
        QFETCH(QString, given);
        QFETCH(QString, engine);
        write("in/deep/a", fake::oneRun(1));
        if (!beside.isEmpty()) write("in/context.json", beside.toStdString());
        ImportOptions options;
        if (!given.isEmpty()) options.contextFile = write("given.json", given.toStdString());
        QCOMPARE(import({m_folder->path("in")}, options).imported(), 1U);
        auto workspace = Workspace::open(m_workspace);
        const auto data = workspace->load();
        QVERIFY(data);
        const Context& facts = (*data)->sources[0].context;
        QCOMPARE(factText(facts, "engine").value_or(""), engine.toStdString());
        QCOMPARE(factText(facts, "model").value_or(""), std::string("\"m\""));
    }

    void brokenContexts() {
        write("in/a", fake::oneRun(1));
        const auto broken = write("in/context.json", "{\"configuration\": ");
        const auto beside = import({m_folder->path("in")});
        QVERIFY(beside.files[0].id);  // read all the same, and said
        QCOMPARE(beside.files[0].diagnostics.size(), 1U);
        QCOMPARE(beside.files[0].diagnostics[0].id, std::string("context-file"));
        ImportOptions options;
        options.contextFile = broken;
        const auto given = import({write("b", fake::oneRun(2))}, options);
        QCOMPARE(given.imported(), 0U);
        QVERIFY(given.files[0].error);
        QCOMPARE(given.files[0].path, broken);
    }

    void progressCoversAllFilesAndTellsOfEachOneIn() {
        write("in/1", fake::oneRun(50));
        write("in/2", "hello\n");
        write("in/3", fake::oneRun(60));
        std::vector<ImportProgress> told;
        ImportOptions options;
        options.progress = [&](const ImportProgress& progress) { told.push_back(progress); };
        import({m_folder->path("in")}, options);
        QVERIFY(!told.empty());
        std::uint64_t last = 0, total = 0;
        int in = 0;
        for (const char* name : {"in/1", "in/2", "in/3"}) total += fs::file_size(m_folder->path(name));
        for (const ImportProgress& each : told) {
            QVERIFY(each.bytesDone >= last && each.bytesDone <= total);
            QCOMPARE(each.bytesTotal, total);
            last = each.bytesDone;
            if (each.fileIn) ++in;
        }
        QCOMPARE(last, total);
        QCOMPARE(told.back().filesDone, 3U);
        QCOMPARE(in, 2);
    }

    void cancelLeavesNothingOfTheFileAtHand() {
        write("in/1", fake::oneRun(5));
        write("in/2", fake::oneRun(5000) + "wait 60000\n");
        write("in/3", fake::oneRun(7));
        std::stop_source stop;
        ImportOptions options;
        options.stop = stop.get_token();
        std::chrono::steady_clock::time_point asked;
        options.progress = [&](const ImportProgress& progress) {
            if (progress.filesDone != 1 || progress.bytesDone < 50'000 || stop.stop_requested()) return;
            asked = std::chrono::steady_clock::now();
            stop.request_stop();
        };
        const auto report = import({m_folder->path("in")}, options);
        QVERIFY(stop.stop_requested());
        const auto took = std::chrono::steady_clock::now() - asked;
        QVERIFY2(took < std::chrono::milliseconds(1000), "the cancel hangs");  // 200 ms, with room for a busy machine
        QVERIFY(report.cancelled);
        QCOMPARE(report.imported(), 1U);
        QCOMPARE(report.files.size(), 3U);
        QVERIFY(report.files[1].skipped && report.files[2].skipped);
        QVERIFY(!report.files[1].error);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM requests"), 5);
        QCOMPARE(ask(m_workspace, "SELECT count(*) FROM files"), 1);
        QCOMPARE(import({m_folder->path("in/3")}).imported(), 1U);
    }

    void cancelledBeforeItBegan() {
        std::stop_source stop;
        stop.request_stop();
        ImportOptions options;
        options.stop = stop.get_token();
        const auto report = import({write("a", fake::oneRun(1))}, options);
        QVERIFY(report.cancelled);
        QCOMPARE(report.imported(), 0U);
    }

    void removedFileLeavesNoTrace() {
        const auto before = counts(m_workspace);
        const auto report = import({write("a", fake::oneRun(5) + "bad reason\n")});
        auto workspace = Workspace::open(m_workspace);
        QVERIFY(workspace->remove(*report.files[0].id));
        QVERIFY(!workspace->remove(*report.files[0].id));
        QCOMPARE(counts(m_workspace), before);
        QVERIFY(workspace->settings()->grouping->configurations.empty());
        QCOMPARE(import({m_folder->path("a")}).imported(), 1U);  // and may be read again
    }

    void readersAndWritersWorkAtTheSameTime() {
        write("in/1", fake::oneRun(5));
        write("in/2", fake::oneRun(5) + "wait 300\n");
        auto reader = Workspace::open(m_workspace);
        std::size_t rowsSeen = 0;
        ImportOptions options;
        options.progress = [&](const ImportProgress& progress) {
            if (progress.filesDone == 1 && rowsSeen == 0) rowsSeen = (*reader->load())->rows.size();
        };
        QCOMPARE(import({m_folder->path("in")}, options).imported(), 2U);
        QCOMPARE(rowsSeen, 5U);  // the first file, while the second one is read
    }
};

QTEST_GUILESS_MAIN(ImportTest)
#include "import_test.moc"
