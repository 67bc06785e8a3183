#include "core/store/location.h"

#include <sys/wait.h>
#include <unistd.h>
#include <QTest>

#include <array>
#include <csignal>
#include <filesystem>

#include "core/store/workspace.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;
namespace fs = std::filesystem;

class LocationTest : public QObject {
    Q_OBJECT

    fake::Folder m_folder;

    std::string state() const { return m_folder.path("state/plumbline"); }

    /// Another process with an untitled workspace of its own; it dies without a word.
    class OtherProcess {
    public:
        OtherProcess() {
            std::array<int, 2> ends{};
            if (::pipe(ends.data()) != 0) return;
            m_id = ::fork();
            if (m_id == 0) live(ends[1]);
            ::close(ends[1]);
            m_path.resize(4096);
            const auto length = ::read(ends[0], m_path.data(), m_path.size());
            m_path.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
            ::close(ends[0]);
        }
        ~OtherProcess() { die(); }
        const std::string& path() const { return m_path; }
        void die() {
            if (m_id > 0) ::kill(m_id, SIGKILL);
            if (m_id > 0) ::waitpid(m_id, nullptr, 0);
            m_id = 0;
        }

    private:
        [[noreturn]] static void live(int to) {
            const auto workspace = Workspace::temporary();
            const std::string path = workspace ? workspace->path() : "";
            [[maybe_unused]] const auto sent = ::write(to, path.data(), path.size());
            ::close(to);
            for (;;) ::pause();
        }
        pid_t m_id = 0;
        std::string m_path;
    };

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_folder.path("state").c_str()); }
    void cleanup() { fs::remove_all(state()); }

    void untitledLiesInTheStateFolder() {
        auto workspace = Workspace::temporary();
        QVERIFY(workspace);
        QVERIFY(workspace->untitled());
        QCOMPARE(fs::path(workspace->path()).parent_path().string(), fs::canonical(state()).string());
        QVERIFY(Workspace::isWorkspace(workspace->path()));
    }

    void twoUntitledDoNotCollide() {
        auto one = Workspace::temporary(), two = Workspace::temporary();
        QVERIFY(one && two);
        QVERIFY(one->path() != two->path());
    }

    void heldByUsIsNotAbandoned() {
        auto workspace = Workspace::temporary();
        QVERIFY(workspace);
        QVERIFY(Workspace::abandoned().empty());
    }

    void ofADeadProcessIsAbandonedAndOpens() {
        OtherProcess other;
        other.die();
        QVERIFY(!other.path().empty());
        QCOMPARE(Workspace::abandoned(), std::vector<std::string>{other.path()});
        auto workspace = Workspace::open(other.path());
        QVERIFY(workspace);
        QVERIFY(workspace->untitled());
        QVERIFY(Workspace::abandoned().empty());  // held again, by us
    }

    void heldByAnotherProcessIsRefused() {
        OtherProcess other;
        QVERIFY(!other.path().empty());
        QVERIFY(Workspace::abandoned().empty());
        const auto workspace = Workspace::open(other.path());
        QVERIFY(!workspace);
        QVERIFY(workspace.error().message.find("open in another window") != std::string::npos);
        other.die();
        QVERIFY(Workspace::open(other.path()));
    }

    void openedTwiceInOneProcessSharesTheLock() {
        auto first = Workspace::temporary();
        QVERIFY(first);
        const std::string path = first->path();
        {
            auto second = Workspace::open(path);
            QVERIFY(second);
            QVERIFY(second->untitled());
        }
        QVERIFY(Workspace::abandoned().empty());
        first->discard();
        QVERIFY(!fs::exists(path));
    }

    void discardLeavesNothing() {
        auto workspace = Workspace::temporary();
        QVERIFY(workspace);
        workspace->discard();
        QVERIFY(fs::is_empty(state()));
    }

    void closedWithoutDiscardIsFoundAgain() {
        std::string path;
        {
            auto workspace = Workspace::temporary();
            QVERIFY(workspace);
            path = workspace->path();
        }
        QCOMPARE(Workspace::abandoned(), std::vector<std::string>{path});
        const auto again = Workspace::open(path);
        QVERIFY(again);
        QVERIFY(again->untitled());  // not a file of somebody's own that is named so
    }

    void newestFirst() {
        OtherProcess first, second;
        first.die();
        second.die();
        const std::string older = first.path(), newer = second.path();
        fs::last_write_time(older, fs::file_time_type::clock::now() - std::chrono::hours(1));
        QCOMPARE(Workspace::abandoned(), (std::vector<std::string>{newer, older}));
    }

    void saveAsTakesTheUntitledAway() {
        auto workspace = Workspace::temporary();
        QVERIFY(workspace);
        const std::string old = workspace->path();
        QVERIFY(workspace->saveAs(m_folder.path("kept.plumb")));
        QCOMPARE(workspace->path(), m_folder.path("kept.plumb"));
        QVERIFY(!workspace->untitled());
        QVERIFY(fs::is_empty(state()));
        QVERIFY(!fs::exists(old));
    }

    void strangersInTheStateFolderAreLeftAlone() {
        m_folder.write("state/plumbline/untitled-x.plumb",
                       "no database at all, but of some length .......................");
        m_folder.write("state/plumbline/notes.txt", "mine");
        QVERIFY(Workspace::abandoned().empty());
        QVERIFY(fs::exists(m_folder.path("state/plumbline/notes.txt")));
    }

    void stateFolderFallsBack() {
        qunsetenv("XDG_STATE_HOME");
        const QByteArray home = qgetenv("HOME");
        qputenv("HOME", m_folder.path("home").c_str());
        const std::string folder = stateFolder();
        qputenv("HOME", home);
        qputenv("XDG_STATE_HOME", m_folder.path("state").c_str());
        QCOMPARE(folder, m_folder.path("home/.local/state/plumbline"));
    }
};

QTEST_GUILESS_MAIN(LocationTest)
#include "location_test.moc"
