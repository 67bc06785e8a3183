// sample_runs in the source tree are what the generator writes, byte for byte, and nothing else.
#include <QDir>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/samples.h"

namespace {

constexpr qint64 sizeLimit = 3'000'000;

QString committedRoot() { return QStringLiteral(PLUMBLINE_SOURCE_DIR) + QStringLiteral("/sample_runs"); }

/// Paths under a folder, relative to it, in order.
QStringList filesUnder(const QString& root) {
    QStringList files;
    QDirIterator iterator(root, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (iterator.hasNext()) files << QDir(root).relativeFilePath(iterator.next());
    files.sort();
    return files;
}

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class SampleRunsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void holdsWhatTheGeneratorWrites();
    void isTheSameByteForByte();
    void everyFolderHasAReadme();
    void isSmall();

private:
    QTemporaryDir m_fresh;
};

void SampleRunsTest::initTestCase() {
    QVERIFY(m_fresh.isValid());
    plumbline::support::writeSampleRuns(m_fresh.path().toStdString());
}

void SampleRunsTest::holdsWhatTheGeneratorWrites() {
    QStringList committed = filesUnder(committedRoot());
    committed.erase(std::remove_if(committed.begin(), committed.end(),
                                   [](const QString& path) { return path.endsWith(QStringLiteral("README.md")); }),
                    committed.end());
    QCOMPARE(committed, filesUnder(m_fresh.path()));
}

void SampleRunsTest::isTheSameByteForByte() {
    for (const QString& path : filesUnder(m_fresh.path())) {
        const QByteArray committed = contents(QDir(committedRoot()).filePath(path));
        const QByteArray fresh = contents(m_fresh.filePath(path));
        QVERIFY(!fresh.isEmpty());
        QVERIFY2(committed == fresh, qPrintable(path + QStringLiteral(": run the target sample_runs")));
    }
}

void SampleRunsTest::everyFolderHasAReadme() {
    const QDir root(committedRoot());
    QVERIFY(root.exists(QStringLiteral("README.md")));
    const QStringList folders = root.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(folders.size(), 6);
    for (const QString& folder : folders)
        QVERIFY2(root.exists(folder + QStringLiteral("/README.md")), qPrintable(folder));
}

void SampleRunsTest::isSmall() {
    qint64 bytes = 0;
    for (const QString& path : filesUnder(committedRoot()))
        bytes += QFileInfo(QDir(committedRoot()).filePath(path)).size();
    QVERIFY2(bytes <= sizeLimit, qPrintable(QString::number(bytes)));
}

QTEST_GUILESS_MAIN(SampleRunsTest)
#include "sample_runs_test.moc"
