// A record is shown of the very file that was read, and of no other.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/store/digest.h"
#include "core/store/raw_records.h"

using namespace plumbline;

class RawRecordsTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::string write(const char* name, const char* text) {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate)) file.write(text);
        return path.toStdString();
    }

private slots:
    void showsWhatWasRead() {
        RawRecords records;
        const std::string path = write("a.jsonl", "{\"a\":1}\n{\"a\":2}\n");
        const std::string sha256 = *sha256OfFile(path);
        for (int i = 0; i < 2; ++i) {  // the second time from what is remembered
            const auto record = records.read({path, 8, {}}, sha256);
            QVERIFY(record && record->pieces.size() == 1);
            QCOMPARE(record->pieces[0].text, std::string("{\n  \"a\": 2\n}"));
        }
    }

    void saysThatAFileHasChanged() {
        RawRecords records;
        const std::string path = write("b.jsonl", "{\"a\":1}\n");
        const std::string sha256 = *sha256OfFile(path);
        QVERIFY(records.read({path, 0, {}}, sha256).has_value());
        write("b.jsonl", "{\"a\":100}\n");
        const auto record = records.read({path, 0, {}}, sha256);
        QVERIFY(!record && record.error().kind == ErrorKind::refused);
        QVERIFY(record.error().message.find("changed") != std::string::npos);
    }

    void saysThatAFileIsGone() {
        RawRecords records;
        const auto record = records.read({m_folder.filePath(QStringLiteral("none")).toStdString(), 0, {}}, "aa");
        QVERIFY(!record && record.error().kind == ErrorKind::io);
        QVERIFY(record.error().message.find("gone") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(RawRecordsTest)
#include "raw_records_test.moc"
