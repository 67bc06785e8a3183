// Replays what fuzzing has kept: tests/fuzz/corpus/TARGET holds small inputs of each target, and whatever once broke
// it.
#include <QTest>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/fuzz_targets.h"

using namespace plumbline::fuzz;
namespace fs = std::filesystem;

class CorpusTest : public QObject {
    Q_OBJECT

    Scratch m_scratch;
    static fs::path folderOf(const std::string& target) {
        return fs::path(PLUMBLINE_SOURCE_DIR) / "tests/fuzz/corpus" / target;
    }
    static std::string bytesOf(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private slots:
    void everyTargetHasInputs_data() { everyInput_data(); }
    void everyTargetHasInputs() {
        QFETCH(QString, target);
        QVERIFY2(fs::is_directory(folderOf(target.toStdString())), "no folder of inputs");
        QVERIFY(fs::directory_iterator(folderOf(target.toStdString())) != fs::directory_iterator());
    }

    void everyInput_data() {
        QTest::addColumn<QString>("target");
        for (const Target& target : targets())
            QTest::newRow(target.name.c_str()) << QString::fromStdString(target.name);
    }
    // A fault ends the process: the line before it names the input.
    void everyInput() {
        QFETCH(QString, target);
        for (const Target& each : targets()) {
            if (each.name != target.toStdString()) continue;
            for (const auto& entry : fs::directory_iterator(folderOf(each.name))) {
                qInfo("%s", entry.path().filename().c_str());
                each.run(m_scratch, bytesOf(entry.path()));
            }
        }
    }

    void noFolderWithoutTarget() {
        for (const auto& entry : fs::directory_iterator(folderOf("")))
            QVERIFY2(std::any_of(targets().begin(), targets().end(),
                                 [&](const Target& each) { return each.name == entry.path().filename(); }),
                     entry.path().c_str());
    }
};

QTEST_APPLESS_MAIN(CorpusTest)
#include "corpus_test.moc"
