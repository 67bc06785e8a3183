// Files that changed on disk since they were read, and data sets that are freed elsewhere.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <thread>

#include "core/store/digest.h"
#include "ui/session/disposer.h"
#include "ui/session/file_check.h"

using namespace plumbline;

namespace {

constexpr int patience = 20'000;

/// Tells on which thread it was freed.
struct Traced {
    std::atomic<std::thread::id>* freedOn;
    ~Traced() { *freedOn = std::this_thread::get_id(); }
};

}  // namespace

class FileCheckTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("a.json"));
        write("one");
    }

    void tellsEachChangeOnce() {
        FileCheck check;
        QSignalSpy changed(&check, &FileCheck::changed);
        const FileCheck::Known read = known();
        look(check, {read});
        QCOMPARE(changed.size(), 0);
        write("other");
        look(check, {read});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toStringList(), QStringList{m_path});
        look(check, {read});
        QCOMPARE(changed.size(), 1);  // told already
        write("a third");
        look(check, {read});
        QCOMPARE(changed.size(), 2);
    }

    void whatIsReadAgainHasNotChanged() {
        FileCheck check;
        QSignalSpy changed(&check, &FileCheck::changed);
        look(check, {known()});
        write("other");
        look(check, {known()});
        QCOMPARE(changed.size(), 0);
    }

    void theSameBytesWrittenAnewAreNoChange() {
        FileCheck check;
        QSignalSpy changed(&check, &FileCheck::changed);
        look(check, {known()});
        QTest::qWait(20);  // another time of change
        write("one");
        look(check, {known()});
        QCOMPARE(changed.size(), 0);
    }

    void aFileThatIsGoneIsNotSaidToHaveChanged() {
        FileCheck check;
        QSignalSpy changed(&check, &FileCheck::changed);
        const FileCheck::Known read = known();
        QVERIFY(QFile::remove(m_path));
        look(check, {read});
        QCOMPARE(changed.size(), 0);
        check.look({});
        QVERIFY(!check.busy());
    }

    void theLastHolderDoesNotFree() {
        std::atomic<std::thread::id> freedOn{};
        {
            const auto disposer = std::make_shared<Disposer>();
            auto value = Disposer::freedBy(disposer, std::shared_ptr<const Traced>(new Traced{&freedOn}));
            auto other = value;
            value.reset();
            QVERIFY(other->freedOn == &freedOn);
            QVERIFY(freedOn.load() == std::thread::id());
            other.reset();
        }
        QVERIFY(freedOn.load() != std::thread::id());  // a disposer that ends has freed all
        QVERIFY(freedOn.load() != std::this_thread::get_id());
        QVERIFY(!Disposer::freedBy(std::make_shared<Disposer>(), std::shared_ptr<const Traced>()));
    }

private:
    void write(const char* text) {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text);
    }
    FileCheck::Known known() const { return {m_path.toStdString(), *sha256OfFile(m_path.toStdString())}; }
    static void look(FileCheck& check, const std::vector<FileCheck::Known>& files) {
        check.look(files);
        QTRY_VERIFY_WITH_TIMEOUT(!check.busy(), patience);
        QTest::qWait(50);  // the answer comes by a queued call
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

QTEST_MAIN(FileCheckTest)
#include "file_check_test.moc"
