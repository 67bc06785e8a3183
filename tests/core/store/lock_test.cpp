// One workspace, several processes: who writes, who waits, who is refused, and what is never removed.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/ingest/bytes/new_file.h"
#include "core/store/workspace_files.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;
namespace fs = std::filesystem;

namespace {

/// Runs `what` in another process, which then waits until it is killed.
class Elsewhere {
public:
    template <class What>
    explicit Elsewhere(What what) {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) return;
        m_process = ::fork();
        if (m_process == 0) {
            const auto held = what();
            [[maybe_unused]] const auto told = ::write(ends[1], "x", 1);
            for (;;) ::pause();
        }
        ::close(ends[1]);
        char told = 0;
        [[maybe_unused]] const auto got = ::read(ends[0], &told, 1);
        ::close(ends[0]);
    }
    ~Elsewhere() { die(); }
    void die() {
        if (m_process > 0) ::kill(m_process, SIGKILL);
        if (m_process > 0) ::waitpid(m_process, nullptr, 0);
        m_process = 0;
    }
    long process() const { return m_process; }

private:
    pid_t m_process = 0;
};

std::string textOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

class LockTest : public QObject {
    Q_OBJECT

    std::unique_ptr<fake::Folder> m_folder;

    std::string made(const std::string& name, int rows = 4) const {
        const auto path = m_folder->path(name);
        const bool done = Workspace::create(path).has_value();
        if (done) fake::import(path, {m_folder->write(name + ".in", fake::oneRun(rows))});
        return path;
    }

    std::vector<std::string> names() const {
        std::vector<std::string> out;
        for (const auto& entry : fs::directory_iterator(m_folder->path("")))
            out.push_back(entry.path().filename().string());
        std::sort(out.begin(), out.end());
        return out;
    }

private slots:
    void init() { m_folder = std::make_unique<fake::Folder>(); }

    void anOpenOneIsReadOnlyElsewhere() {
        const auto path = made("w.plumb");
        Elsewhere other([&] { return Workspace::open(path); });
        auto workspace = Workspace::open(path);
        QVERIFY(workspace);
        const auto why = workspace->whyReadOnly();
        QVERIFY(why);
        QVERIFY2(why->message.find("open in a window of ") != std::string::npos, why->message.c_str());
        QVERIFY2(why->message.find("process " + std::to_string(other.process()) + ", since ") != std::string::npos,
                 why->message.c_str());
        QCOMPARE((*workspace->load())->rows.size(), 4U);
        const Settings before = *workspace->settings();
        Settings now = before;
        now.measure.minChunks = 9;
        const auto saved = workspace->save(now, before, "me");
        QVERIFY(!saved);
        QCOMPARE(saved.error().message, why->message);
        QVERIFY(!workspace->remove(FileId(1)));
        const auto report = workspace->import({m_folder->write("more", fake::oneRun(2))}, {});
        QVERIFY(report.files.at(0).error);
        QCOMPARE(workspace->imports().size(), 1U);
        // A crash leaves no lock: opened again it can be changed, though the lock file lies there.
        other.die();
        QVERIFY(fs::exists(path + ".lock"));
        workspace = Workspace::open(path);
        QVERIFY(workspace && !workspace->whyReadOnly());
        QVERIFY(workspace->save(now, before, "me"));
    }

    void aCopyOfAReadOnlyOneCanBeChanged() {
        const auto path = made("w.plumb");
        Elsewhere other([&] { return Workspace::open(path); });
        auto workspace = Workspace::open(path);
        QVERIFY(workspace->saveAs(m_folder->path("mine.plumb")));
        QVERIFY(!workspace->whyReadOnly());
        QVERIFY(workspace->remove(FileId(1)));
    }

    void anImportIntoAnOpenOneIsRefusedAtOnce() {
        const auto path = made("w.plumb");
        Elsewhere other([&] { return Workspace::open(path); });
        bool waited = false;
        const auto refused = Workspace::openOrCreate(path, {[&](const std::string&) { waited = true; }, {}});
        QVERIFY(!refused);
        QVERIFY(!waited);
        QVERIFY2(refused.error().message.find("open in a window of ") != std::string::npos,
                 refused.error().message.c_str());
    }

    void importsQueue() {
        const auto path = made("w.plumb");
        auto other = std::make_unique<Elsewhere>([&] { return Workspace::openOrCreate(path); });
        const auto process = other->process();
        std::vector<std::string> said;
        const std::jthread killer([killed = std::move(other)]() mutable {
            std::this_thread::sleep_for(std::chrono::milliseconds(400));
            killed.reset();
        });
        const auto mine = Workspace::openOrCreate(path, {[&](const std::string& text) { said.push_back(text); }, {}});
        QVERIFY(mine);
        QVERIFY(!mine->whyReadOnly());
        QCOMPARE(said.size(), 1U);
        QVERIFY2(said[0].find("an import of ") != std::string::npos &&
                     said[0].find("process " + std::to_string(process)) != std::string::npos,
                 said[0].c_str());
    }

    void waitingCanBeStopped() {
        const auto path = made("w.plumb");
        Elsewhere other([&] { return Workspace::openOrCreate(path); });
        std::stop_source stop;
        const auto mine =
            Workspace::openOrCreate(path, {[&](const std::string&) { stop.request_stop(); }, stop.get_token()});
        QVERIFY(!mine);
        QCOMPARE(mine.error().kind, ErrorKind::cancelled);
    }

    void closedItLeavesNoLockFile() {
        const auto path = m_folder->path("w.plumb");
        QVERIFY(Workspace::create(path));
        QCOMPARE(names(), std::vector<std::string>{"w.plumb"});
        QVERIFY(Workspace::open(path));
        QCOMPARE(names(), std::vector<std::string>{"w.plumb"});
    }

    void somebodysOwnFileOfThatNameStays() {
        const auto path = made("w.plumb");
        m_folder->write("w.plumb.lock", "my notes");
        {
            const auto workspace = Workspace::open(path);
            QVERIFY(workspace && !workspace->whyReadOnly());
        }
        QCOMPARE(textOf(path + ".lock"), std::string("my notes"));
    }

    void anEmptyFileIsOneToBeMade() {
        const auto path = m_folder->write("w.plumb", "");
        auto workspace = Workspace::openOrCreate(path);
        QVERIFY2(workspace, workspace ? "" : workspace.error().text().c_str());
        QVERIFY(!workspace->isNew());  // it was there, and stays
        workspace->discardIfEmpty();
        workspace = Workspace::openOrCreate(path);
        QVERIFY(workspace);
    }

    void onlyAnEmptyOneIsRemoved() {
        const auto path = m_folder->path("w.plumb");
        auto mine = Workspace::openOrCreate(path);
        QVERIFY(mine && mine->isNew());
        fake::import(path, {m_folder->write("in", fake::oneRun(3))});  // another connection has committed
        mine->discardIfEmpty();
        QVERIFY(fs::exists(path));
        QCOMPARE((*Workspace::open(path)->load())->rows.size(), 3U);
        fs::remove(path);
        auto again = Workspace::openOrCreate(path);
        again->discardIfEmpty();
        QCOMPARE(names(), std::vector<std::string>{"in"});
    }

    void whatCouldNotBeMadeIsNotRemoved() {
        const auto path = m_folder->path("w.plumb");
        {
            auto other = Connection::open(path, Connection::Mode::create);
            other->run("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
        }
        QVERIFY(!makeWorkspaceFile(path));
        QCOMPARE(Connection::open(path, Connection::Mode::readOnly)->number("SELECT a FROM theirs"), 1);
    }

    void saveAsIsRefusedOverAnOpenOne() {
        const auto other = made("other.plumb", 9);
        auto workspace = Workspace::open(made("w.plumb"));
        {
            Elsewhere window([&] { return Workspace::open(other); });
            const auto saved = workspace->saveAs(other);
            QVERIFY(!saved);
            QVERIFY2(saved.error().message.find("open in a window of ") != std::string::npos,
                     saved.error().message.c_str());
        }
        {
            // Any program's connection, of which no lock file tells.
            auto reader = Connection::open(other, Connection::Mode::readWrite);
            QCOMPARE(reader->number("SELECT count(*) FROM requests"), 9);
            const auto saved = workspace->saveAs(other);
            QVERIFY(!saved);
            QVERIFY2(saved.error().message.find("another program") != std::string::npos, saved.error().message.c_str());
            reader->run("INSERT INTO review_log (at, who, text) VALUES ('t', 'me', 'later')");
            QVERIFY(reader->check());
        }
        QCOMPARE(Connection::open(other, Connection::Mode::readOnly)
                     ->number("SELECT count(*) FROM review_log WHERE text = 'later'"),
                 1);
        QVERIFY(workspace->saveAs(other));
        QCOMPARE((*Workspace::open(other)->load())->rows.size(), 4U);
    }

    void saveAsTakesNoStrangersLog() {
        auto workspace = Workspace::open(made("w.plumb"));
        m_folder->write("new.plumb-wal", "of a workspace that is gone");
        m_folder->write("new.plumb-journal", "of a workspace that is gone");
        QVERIFY(workspace->saveAs(m_folder->path("new.plumb")));
        QCOMPARE((*workspace->load())->rows.size(), 4U);
    }

    void aKilledUntitledOneIsCleaned() {
        qputenv("XDG_STATE_HOME", m_folder->path("state").c_str());
        m_folder->write("state/plumbline/untitled-1.plumb", "");
        m_folder->write("state/plumbline/untitled-1.plumb.lock", "");
        m_folder->write("state/plumbline/untitled-2.plumb.lock", "");
        QVERIFY(Workspace::abandoned().empty());
        QVERIFY(fs::is_empty(m_folder->path("state/plumbline")));
        qunsetenv("XDG_STATE_HOME");
    }

    void aNewFileComesWholeOrNotAtAll() {
        const auto path = m_folder->write("a.csv", "old");
        fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
        {
            auto one = NewFile::at(path), two = NewFile::at(path);
            QVERIFY(one && two);
            QVERIFY(one->temporary() != two->temporary());
            one->stream() << "one";
            two->stream() << "two";
            QCOMPARE(textOf(path), std::string("old"));
            QVERIFY(two->commit());
            QVERIFY(one->commit());
            auto dropped = NewFile::at(path);
            dropped->stream() << "half";
        }
        QCOMPARE(textOf(path), std::string("one"));
        QVERIFY(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
        // What a killed process has left goes with the next; what another one is writing stays.
        m_folder->write(".plumbline-0123456789.partial", "half");
        auto writing = NewFile::at(path);
        QVERIFY(!fs::exists(m_folder->path(".plumbline-0123456789.partial")));
        QVERIFY(writeFile(path, "next"));
        QVERIFY(fs::exists(writing->temporary()));
        QVERIFY(writing->commit());
        QCOMPARE(names(), std::vector<std::string>{"a.csv"});
    }

    void aNewFileFollowsALink() {
        const auto path = m_folder->write("a.csv", "old");
        fs::create_symlink("a.csv", m_folder->path("link.csv"));
        QVERIFY(writeFile(m_folder->path("link.csv"), "new"));
        QVERIFY(fs::is_symlink(m_folder->path("link.csv")));
        QCOMPARE(textOf(path), std::string("new"));
    }

    void aNewFileSaysWhatTheSystemSays_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::newRow("no folder") << "none/a.csv"
                                   << "No such file or directory";
        QTest::newRow("a folder") << "."
                                  << "not a file";
        QTest::newRow("a device") << "/dev/full"
                                  << "not a file";
    }
    void aNewFileSaysWhatTheSystemSays() {
        QFETCH(QString, path);
        QFETCH(QString, says);
        const auto full = path.startsWith('/') ? path.toStdString() : m_folder->path(path.toStdString());
        const auto written = writeFile(full, "x");
        QVERIFY(!written);
        QVERIFY2(QString::fromStdString(written.error().text()).contains(says), written.error().text().c_str());
    }
};

QTEST_GUILESS_MAIN(LockTest)
#include "lock_test.moc"
