#include "core/ingest/collect.h"

#include <QTest>
#include <algorithm>
#include <filesystem>

#include "tests/core/store/fake_reader.h"

using namespace plumbline;
namespace fs = std::filesystem;

class CollectTest : public QObject {
    Q_OBJECT

    static std::vector<std::string> names(const std::vector<FoundFile>& files, const std::string& below) {
        std::vector<std::string> out;
        for (const FoundFile& file : files) out.push_back(fs::path(file.path).lexically_relative(below).string());
        return out;
    }

private slots:
    void orderIsNatural_data() {
        QTest::addColumn<QStringList>("files");  // in the order that is expected
        QTest::newRow("digits by value") << QStringList{"run2.json", "run10.json", "run100.json"};
        QTest::newRow("in folders too") << QStringList{"c2/a.json", "c2/b.json", "c16/a.json"};
        QTest::newRow("leading zeros") << QStringList{"a01.json", "a1.json", "a02.json"};
        QTest::newRow("longer than any integer")
            << QStringList{"99999999999999999999998", "99999999999999999999999", "100000000000000000000000"};
        QTest::newRow("bytes, not letters") << QStringList{"B", "a", "\u00e9"};
        QTest::newRow("the shorter first") << QStringList{"a", "a1", "ab"};
    }
    void orderIsNatural() {
        QFETCH(QStringList, files);
        const fake::Folder folder;
        QStringList shuffled = files;
        std::reverse(shuffled.begin(), shuffled.end());
        for (const QString& name : shuffled) folder.write("in/" + name.toStdString(), "x");
        std::vector<std::string> expected;
        for (const QString& name : files) expected.push_back(name.toStdString());
        QCOMPARE(names(collectFiles({folder.path("in")}), folder.path("in")), expected);
    }

    void leavesOutWhatIsNoResult() {
        const fake::Folder folder;
        for (const char* name : {"a.json", "README.md", ".hidden", ".git/config", "context.json", "a.context.json",
                                 "w.plumb", "w.plumb-wal", "w.plumb-shm", "w.plumb.lock", "deep/context.json"})
            folder.write(std::string("in/") + name, "x");
        QCOMPARE(names(collectFiles({folder.path("in")}), folder.path("in")),
                 (std::vector<std::string>{"README.md", "a.json"}));
    }

    void namedFilesAreKeptWhateverTheyAre() {
        const fake::Folder folder;
        const auto hidden = folder.write(".hidden", "x"), context = folder.write("context.json", "{}");
        const auto files = collectFiles({context, hidden, folder.path("missing")});
        QCOMPARE(files.size(), 3U);
        for (const FoundFile& file : files) {
            QVERIFY(file.named);
            QCOMPARE(file.root, file.path);
        }
        QCOMPARE(files[2].path, folder.path("missing"));
    }

    void argumentsKeepTheirOrder() {
        const fake::Folder folder;
        const auto b = folder.write("b", "x"), a = folder.write("a", "x");
        folder.write("in/z", "x");
        folder.write("in/y", "x");
        QCOMPARE(names(collectFiles({b, folder.path("in"), a}), folder.path("")),
                 (std::vector<std::string>{"b", "in/y", "in/z", "a"}));
    }

    void aFileFoundTwiceComesOnceAndCountsAsNamed() {
        const fake::Folder folder;
        const auto file = folder.write("in/a", "x");
        folder.write("in/b", "x");
        const auto files = collectFiles({folder.path("in"), file, folder.path("in/../in/a")});
        QCOMPARE(files.size(), 2U);
        QVERIFY(files[0].named);
        QVERIFY(!files[1].named);
        QCOMPARE(files[0].root, folder.path("in"));
    }

    void linkLoopsEnd() {
        const fake::Folder folder;
        folder.write("in/sub/a", "x");
        fs::create_directory_symlink(folder.path("in"), folder.path("in/sub/back"));
        fs::create_symlink(folder.path("in/sub/a"), folder.path("in/again"));
        fs::create_symlink(folder.path("nowhere"), folder.path("in/dangling"));
        const auto files = collectFiles({folder.path("in")});
        QCOMPARE(files.size(), 2U);  // one of the two names of a; and the dangling link, for its error
    }

    void emptyInputGivesNothing() {
        const fake::Folder folder;
        fs::create_directories(folder.path("empty"));
        QVERIFY(collectFiles({}).empty());
        QVERIFY(collectFiles({folder.path("empty")}).empty());
    }
};

QTEST_GUILESS_MAIN(CollectTest)
#include "collect_test.moc"
