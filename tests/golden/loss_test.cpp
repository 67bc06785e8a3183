// The program as a person runs it, where work could be lost: two at once, ended early, no room left.
#include <fcntl.h>
#include <sys/resource.h>

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <memory>

#include "core/sqlite/sqlite.h"
#include "core/store/workspace.h"
#include "core/store/workspace_lock.h"

using namespace plumbline;

namespace {

QByteArray rows(const QByteArray& name, int count) {
    QByteArray text = R"({"plumbline": "trace/1", "configuration": {"name": ")" + name + "\", \"model\": \"m\"}}\n";
    for (int row = 0; row < count; ++row)
        text += R"({"id": "r-)" + QByteArray::number(row) + R"(", "start_ns": )" +
                QByteArray::number(1'000'000'000LL * row) +
                R"(, "load": {"concurrency": 2}, "first_content_s": 0.1, "end_s": 1.1, "chunks": 50, )"
                R"("output_tokens": 50})"
                "\n";
    return text;
}

}  // namespace

class LossTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString path(const QString& name) const { return m_folder->filePath(name); }

    QString write(const QString& name, const QByteArray& text) const {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return path(name);
    }

    QByteArray bytes(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QProcess> start(const QStringList& arguments, const QStringList& environment = {}) const {
        auto process = std::make_unique<QProcess>();
        auto set = QProcessEnvironment::systemEnvironment();
        set.insert("QT_QPA_PLATFORM", "offscreen");
        // The library that lets the disk be full comes before the sanitizer's.
        set.insert("ASAN_OPTIONS", set.value("ASAN_OPTIONS") + ":verify_asan_link_order=0");
        for (const QString& each : environment) set.insert(each.section('=', 0, 0), each.section('=', 1));
        process->setProcessEnvironment(set);
        process->start(PLUMBLINE_PROGRAM, arguments);
        return process;
    }

    int code(QProcess& process) const { return process.waitForFinished(60'000) ? process.exitCode() : -1; }

    QStringList importing(const QString& what) const { return {"import", "-o", path("w.plumb"), path(what)}; }

    std::size_t rowsHeld() const {
        const auto workspace = Workspace::open(path("w.plumb").toStdString());
        const auto data = workspace ? workspace->load() : Result<std::shared_ptr<const Dataset>>(nullptr);
        return data && *data ? (*data)->rows.size() : 0;
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        write("a.jsonl", rows("A", 10));
        write("b.jsonl", rows("B", 20));
    }

    void anImportOfNothingTakesNothingAway_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("it ends by itself") << 0;
        QTest::newRow("it is interrupted") << SIGINT;
        QTest::newRow("it is terminated") << SIGTERM;
    }
    void anImportOfNothingTakesNothingAway() {
        QFETCH(int, signal);
        for (int i = 0; i < 1500; ++i) write(QString("junk/%1.json").arg(i), "{\"x\": 1}");
        const auto first = start(importing("junk"));
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path("w.plumb")).size() > 0, 20'000);
        const auto second = start(importing("a.jsonl"));
        if (signal != 0) ::kill(static_cast<pid_t>(first->processId()), signal);
        QCOMPARE(code(*second), 0);
        QVERIFY(code(*first) != 0);
        QCOMPARE(rowsHeld(), 10U);
    }

    void twoFirstImportsAtOnce() {
        const auto first = start(importing("a.jsonl")), second = start(importing("b.jsonl"));
        const int one = code(*first), two = code(*second);
        QVERIFY2(one == 0 && two == 0, first->readAllStandardError() + second->readAllStandardError());
        QCOMPARE(rowsHeld(), 30U);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden),
                 (QStringList{"a.jsonl", "b.jsonl", "w.plumb"}));
    }

    void anImportIntoAnOpenOneIsRefusedAtOnce() {
        QCOMPARE(code(*start(importing("a.jsonl"))), 0);
        const auto window = Workspace::open(path("w.plumb").toStdString());
        QElapsedTimer clock;
        clock.start();
        const auto refused = start(importing("b.jsonl"));
        QCOMPARE(code(*refused), 2);
        const QString said = refused->readAllStandardError();
        QVERIFY2(said.contains(QString("open in a window of ")) &&
                     said.contains(QString("process %1, since ").arg(QCoreApplication::applicationPid())),
                 qPrintable(said));
        QCOMPARE(said.count('\n'), 1);
        QVERIFY(refused->readAllStandardOutput().isEmpty());
        // What only reads does not ask.
        QCOMPARE(code(*start({"analyze", path("w.plumb")})), 0);
        QCOMPARE(code(*start({"export", "-o", path("o.csv"), path("w.plumb")})), 0);
        QCOMPARE(rowsHeld(), 10U);
    }

    void aSecondImportWaitsAndSaysForWhom() {
        QCOMPARE(code(*start(importing("a.jsonl"))), 0);
        auto first = std::make_unique<Result<Workspace>>(Workspace::openOrCreate(path("w.plumb").toStdString()));
        const auto second = start(importing("b.jsonl"));
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += second->readAllStandardError()).contains("waiting for its end"), 20'000);
        QVERIFY2(said.contains("an import of ") &&
                     said.contains("process " + QByteArray::number(QCoreApplication::applicationPid())),
                 said);
        first.reset();
        QCOMPARE(code(*second), 0);
        QCOMPARE(rowsHeld(), 30U);
    }

    void itSaysThatAnotherProgramWrites() {
        QCOMPARE(code(*start(importing("a.jsonl"))), 0);
        auto other = Connection::open(path("w.plumb").toStdString(), Connection::Mode::readWrite);
        auto writing = std::make_unique<Transaction>(*other);
        const auto waiting = start(importing("b.jsonl"));
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += waiting->readAllStandardError()).contains("another program is writing"),
                                 20'000);
        writing.reset();
        QCOMPARE(code(*waiting), 0);
    }

    // Ended at its first sync: a file of no bytes, or one with a journal that rolls back to none.
    void aKilledFirstImportBarsNoName() {
        for (int step = 1; step <= 12; ++step) {
            QFile::remove(path("w.plumb"));
            write("count", QByteArray(8, '\0'));
            const auto killed =
                start(importing("a.jsonl"),
                      {"LD_PRELOAD=" PLUMBLINE_FAULTS_PRELOAD, "FAULT_FOLDER=" + path("w.plumb"), "FAULT_KIND=0",
                       QString("FAULT_STEP=%1").arg(step), "FAULT_COUNT=" + path("count")});
            QVERIFY(killed->waitForFinished(60'000));
            QCOMPARE(killed->exitStatus(), QProcess::CrashExit);
            const auto again = start(importing("a.jsonl"));
            QVERIFY2(code(*again) == 0, again->readAllStandardError());
            QCOMPARE(rowsHeld(), 10U);
        }
    }

    void aFullDiskKeepsWhatWasThere_data() {
        QTest::addColumn<QStringList>("verb");
        QTest::addColumn<QString>("name");
        QTest::newRow("svg") << QStringList{"picture", "--view", "curve"} << "p.svg";
        QTest::newRow("png") << QStringList{"picture", "--view", "curve"} << "p.png";
        QTest::newRow("trace") << QStringList{"export"} << "o.trace.jsonl";
        QTest::newRow("tables") << QStringList{"export"} << "o.csv";
    }
    void aFullDiskKeepsWhatWasThere() {
        QFETCH(QStringList, verb);
        QFETCH(QString, name);
        write("out/" + name, "OLD");
        write("count", QByteArray(8, '\0'));
        // Room for the file itself, and none for what is written into it.
        const auto full = start(verb + QStringList{"-o", path("out/" + name), path("a.jsonl")},
                                {"LD_PRELOAD=" PLUMBLINE_FAULTS_PRELOAD, "FAULT_FOLDER=" + path("out/"), "FAULT_KIND=2",
                                 "FAULT_STEP=2", "FAULT_COUNT=" + path("count")});
        QCOMPARE(code(*full), 2);
        const QByteArray said = full->readAllStandardError();
        QVERIFY2(said.contains("No space left on device"), said);
        QCOMPARE(said.count('\n'), 1);
        QCOMPARE(bytes("out/" + name), QByteArray("OLD"));
        QCOMPARE(QDir(path("out")).entryList(QDir::Files | QDir::Hidden), QStringList{name});
    }

    void aFileThatMayNotGrowIsASentence() {
        auto process = std::make_unique<QProcess>();
        process->setChildProcessModifier([] {
            const rlimit small{100'000, 100'000};
            ::setrlimit(RLIMIT_FSIZE, &small);
        });
        process->start(PLUMBLINE_PROGRAM, importing("a.jsonl"));
        QCOMPARE(code(*process), 2);
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        const QByteArray said = process->readAllStandardError();
        QVERIFY2(said.contains("how large a file may be there"), said);
        QCOMPARE(code(*start(importing("a.jsonl"))), 0);
    }
};

QTEST_GUILESS_MAIN(LossTest)
#include "loss_test.moc"
