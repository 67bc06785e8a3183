// The arrows of the house, held by reading the sources: core knows no Qt and nobody outside it, ui no SQL and no app; a
// room includes the headers of those rooms only that it names; a folder within a room only those below it.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <vector>

namespace {

QString read(const QString& path) {
    QFile file(QStringLiteral(PLUMBLINE_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Sources and headers below a folder, by their path from the top.
QStringList sourcesIn(const QString& folder) {
    QDirIterator files(QStringLiteral(PLUMBLINE_SOURCE_DIR "/") + folder, {"*.h", "*.cpp"}, QDir::Files,
                       QDirIterator::Subdirectories);
    QStringList out;
    while (files.hasNext()) out << files.next().mid(int(sizeof PLUMBLINE_SOURCE_DIR));
    return out;
}

QStringList includesOf(const QString& text) {
    static const QRegularExpression include("#include \"([^\"]+)\"");
    QStringList out;
    for (const auto& match : include.globalMatch(text)) out << match.captured(1);
    return out;
}

QString folderOf(const QString& path) { return path.left(path.lastIndexOf(QLatin1Char('/'))); }

struct Room {
    QString folder;
    QStringList uses;  ///< names of rooms
};

/// What the CMakeLists.txt of the rooms say, by name.
QMap<QString, Room> rooms() {
    static const QRegularExpression room("plumbline_room\\((\\w+)([^)]*)\\)"), used("plumbline_(\\w+)");
    QMap<QString, Room> out;
    for (const char* top : {"core", "ui"})
        for (const QString& folder : QDir(QStringLiteral(PLUMBLINE_SOURCE_DIR "/") + top).entryList(QDir::Dirs)) {
            const QString path = QStringLiteral("%1/%2").arg(top, folder);
            const auto match = room.match(read(path + "/CMakeLists.txt"));
            if (!match.hasMatch()) continue;
            Room& one = out[match.captured(1)];
            one.folder = path;
            for (const auto& each : used.globalMatch(match.captured(2))) one.uses << each.captured(1);
        }
    return out;
}

/// What is wrong with an include in a room's source; empty: nothing.
QString faultOf(const QMap<QString, Room>& all, const QString& name, const QString& include) {
    for (auto other = all.begin(); other != all.end(); ++other)
        if (other.key() != name && include.startsWith(other->folder + "/") && !all[name].uses.contains(other.key()))
            return QStringLiteral("%1 includes %2 and does not name %3").arg(name, include, other.key());
    return {};
}

/// Folders of a room from the lowest to the highest; those in one string stand side by side and include none of each
/// other. The room's own folder is "".
struct Floors {
    QString room;
    QStringList floors;
};
const std::vector<Floors>& floorsOfRooms() {
    static const std::vector<Floors> all{
        {"core/ingest",
         {"reader", "bytes", "text", "redact", "form", "context", "trace", "mapping traffic harness", ""}},
        {"ui/panels", {"widgets", "docks", "tabs", ""}},
    };
    return all;
}

/// Of harness, each folder in it stands beside the others.
QString floorFolder(const QString& room, const QString& path) {
    const QString folder = folderOf(path).mid(room.size() + 1);
    return folder.startsWith("harness") ? QStringLiteral("harness") : folder;
}

QString faultOf(const Floors& house, const QString& path, const QString& include) {
    if (!include.startsWith(house.room + "/") || folderOf(include) == folderOf(path)) return {};
    const auto floorOf = [&](const QString& of) {
        for (int i = 0; i < house.floors.size(); ++i)
            if (house.floors[i].split(' ').contains(floorFolder(house.room, of))) return i;
        return -1;
    };
    const int from = floorOf(path), to = floorOf(include);
    if (from >= 0 && to >= 0 && to < from) return {};
    return QStringLiteral("%1 includes %2, which stands no lower").arg(path, include);
}

}  // namespace

class StructureTest : public QObject {
    Q_OBJECT
private slots:
    void holds_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("forbidden");
        QTest::addColumn<QString>("sample");  // what the pattern must find, or it could not fail
        QTest::newRow("core includes no Qt") << "core"
                                             << "#include\\s*[<\"]Q"
                                             << "#include <QString>";
        QTest::newRow("core points at nobody outside") << "core"
                                                       << "#include\\s*\"(ui|app|tests)/"
                                                       << "#include \"ui/window/style.h\"";
        QTest::newRow("core links no Qt") << "core"
                                          << "Qt6::"
                                          << "USES Qt6::Core";
        QTest::newRow("ui knows no app") << "ui"
                                         << "#include\\s*\"(app|tests)/"
                                         << "#include \"app/verbs.h\"";
        QTest::newRow("ui speaks no SQL") << "ui"
                                          << "sqlite3|\\bSELECT\\b.*\\bFROM\\b|\\bINSERT INTO\\b"
                                          << "SELECT id FROM rows";
        QTest::newRow("simdjson stays in ingest") << "core/store"
                                                  << "#include\\s*<simdjson"
                                                  << "#include <simdjson.h>";
        QTest::newRow("sqlite stays in store") << "core/measure"
                                               << "sqlite3"
                                               << "#include <sqlite3.h>";
    }
    void holds() {
        QFETCH(QString, folder);
        QFETCH(QString, forbidden);
        QFETCH(QString, sample);
        const QRegularExpression pattern(forbidden);
        QVERIFY(pattern.match(sample).hasMatch());
        QDirIterator files(QStringLiteral(PLUMBLINE_SOURCE_DIR "/") + folder, {"*.h", "*.cpp", "CMakeLists.txt"},
                           QDir::Files, QDirIterator::Subdirectories);
        int read = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto match = pattern.match(QString::fromUtf8(file.readAll()));
            QVERIFY2(!match.hasMatch(), qPrintable(file.fileName() + ": " + match.captured()));
            ++read;
        }
        QVERIFY(read > 0);
    }

    void aRoomIncludesOnlyTheRoomsThatItNames() {
        const auto all = rooms();
        QVERIFY(all.size() >= 17);
        QVERIFY(!faultOf(all, "judge", "core/ingest/reader/reader.h").isEmpty());
        for (auto room = all.begin(); room != all.end(); ++room) {
            QStringList included;
            for (const QString& path : sourcesIn(room->folder))
                for (const QString& include : includesOf(read(path))) {
                    const QString fault = faultOf(all, room.key(), include);
                    QVERIFY2(fault.isEmpty(), qPrintable(path + ": " + fault));
                    included << include;
                }
            QVERIFY(!included.isEmpty());
            for (const QString& used : room->uses) {
                QVERIFY2(all.contains(used), qPrintable(room.key() + " names " + used));
                const auto isIncluded = [&](const QString& each) { return each.startsWith(all[used].folder + "/"); };
                QVERIFY2(std::any_of(included.begin(), included.end(), isIncluded),
                         qPrintable(room.key() + " names " + used + " and includes nothing of it"));
            }
        }
    }

    void aFolderIncludesOnlyThoseBelowIt() {
        for (const Floors& house : floorsOfRooms()) {
            const QStringList sources = sourcesIn(house.room);
            QVERIFY(sources.size() > 20);
            for (const QString& path : sources)
                for (const QString& include : includesOf(read(path))) {
                    const QString fault = faultOf(house, path, include);
                    QVERIFY2(fault.isEmpty(), qPrintable(fault));
                }
        }
        const Floors& ingest = floorsOfRooms().front();
        QVERIFY(!faultOf(ingest, "core/ingest/bytes/a.cpp", "core/ingest/text/b.h").isEmpty());
        QVERIFY(!faultOf(ingest, "core/ingest/harness/otel/a.cpp", "core/ingest/harness/aiperf/b.h").isEmpty());
        QVERIFY(!faultOf(ingest, "core/ingest/form/a.cpp", "core/ingest/attic/b.h").isEmpty());
        QVERIFY(faultOf(ingest, "core/ingest/harness/otel/a.cpp", "core/ingest/form/b.h").isEmpty());
    }
};

QTEST_APPLESS_MAIN(StructureTest)
#include "structure_test.moc"
