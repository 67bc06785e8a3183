// The pages beside the code: each link leads somewhere, each citation of a section finds it, and the page of the
// command line names every option, dialect, limit, finding and key of the JSON.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

#include "app/options.h"
#include "core/judge/judge.h"
#include "core/measure/dialect.h"
#include "core/trace/size_limits.h"

using namespace plumbline;

namespace {

const QString top = QStringLiteral(PLUMBLINE_SOURCE_DIR "/");

QString read(const QString& path) {
    QFile file(top + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Files below a folder of the source tree ("" for all of it), by their path from the top; none that a build has made.
QStringList filesIn(const QString& folder, const QStringList& names) {
    QDirIterator files(top + folder, names, QDir::Files, QDirIterator::Subdirectories);
    QStringList out;
    while (files.hasNext()) {
        const QString path = files.next().mid(top.size());
        if (!path.startsWith(QLatin1String("build/")) && !path.startsWith(QLatin1String(".git/"))) out << path;
    }
    return out;
}

/// What may be cited by section.
const QMap<QString, QString>& pages() {
    static const QMap<QString, QString> all = [] {
        QMap<QString, QString> out{{"METRICS", "core/measure/METRICS.md"},
                                   {"BOUND", "core/bound/BOUND.md"},
                                   {"CLI", "app/CLI.md"},
                                   {"WINDOW", "ui/WINDOW.md"},
                                   {"TRACE_FORMAT", "core/ingest/trace/TRACE_FORMAT.md"}};
        for (const QString& path : filesIn(QStringLiteral("core/ingest/FORMATS"), {"*.md"}))
            out.insert(path.mid(int(sizeof "core/ingest")), path);
        return out;
    }();
    return all;
}

/// "4", "8b", "3.7": the numbers that the headings of a page carry.
QStringList sectionsOf(const QString& path) {
    static const QRegularExpression heading(QStringLiteral("^#{2,4} (\\d+[a-z]?(?:\\.\\d+)?)\\.? "),
                                            QRegularExpression::MultilineOption);
    QStringList out;
    for (const auto& match : heading.globalMatch(read(path))) out << match.captured(1);
    return out;
}

struct Citation {
    QString page, section;
};

/// Citations of sections in a text, also those that go on in the next line of a comment: "METRICS §4",
/// "FORMATS/vllm.md §2, §5", "CLI §1 and §7".
QList<Citation> citationsIn(QString text) {
    static const QRegularExpression lineEnd(QStringLiteral("\\n[ \\t]*(?:///<?|//|#)?[ \\t]*"));
    static const QRegularExpression cited(QStringLiteral("\\b(METRICS|BOUND|CLI|WINDOW|TRACE_FORMAT|FORMATS/\\w+\\.md) "
                                                         "(§\\d[\\w.]*(?:(?:, | and | to )§\\d[\\w.]*)*)"),
                                          QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression number(QStringLiteral("§(\\d+[a-z]?(?:\\.\\d+)?)"));
    text.replace(lineEnd, QStringLiteral(" "));
    QList<Citation> out;
    for (const auto& match : cited.globalMatch(text))
        for (const auto& section : number.globalMatch(match.captured(2)))
            out << Citation{match.captured(1), section.captured(1)};
    return out;
}

/// Empty: the section is there.
QString faultOf(const Citation& citation) {
    const QString path = pages().value(citation.page);
    if (path.isEmpty()) return QStringLiteral("%1 is no page").arg(citation.page);
    if (sectionsOf(path).contains(citation.section)) return {};
    return QStringLiteral("%1 has no section %2").arg(path, citation.section);
}

/// As GitHub makes it of a heading: "## 2. The header" is "2-the-header".
QStringList anchorsOf(const QString& path) {
    static const QRegularExpression heading(QStringLiteral("^#{1,6} (.*)$"), QRegularExpression::MultilineOption);
    static const QRegularExpression sign(QStringLiteral("[^\\w\\- ]"), QRegularExpression::UseUnicodePropertiesOption);
    QStringList out;
    for (const auto& match : heading.globalMatch(read(path)))
        out << match.captured(1).toLower().remove(sign).replace(QLatin1Char(' '), QLatin1Char('-'));
    return out;
}

/// Empty: the link of a page leads to a file, and to a heading in it where it names one.
QString faultOfLink(const QString& page, const QString& link) {
    const QString path = link.section(QLatin1Char('#'), 0, 0), anchor = link.section(QLatin1Char('#'), 1);
    const QString folder = page.contains(QLatin1Char('/')) ? page.left(page.lastIndexOf(QLatin1Char('/')) + 1) : "";
    const QString target = path.isEmpty() ? page : QDir::cleanPath(folder + path);
    if (!QFileInfo::exists(top + target)) return QStringLiteral("%1 leads to %2, which is not there").arg(page, link);
    if (anchor.isEmpty() || anchorsOf(target).contains(anchor)) return {};
    return QStringLiteral("%1 leads to %2, and there is no such heading").arg(page, link);
}

QStringList linksIn(const QString& text) {
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
    QStringList out;
    for (const auto& match : link.globalMatch(text))
        if (!match.captured(1).contains(QLatin1String("://"))) out << match.captured(1);
    return out;
}

bool stands(const QString& page, const QString& word) {
    const QRegularExpression whole(QStringLiteral("(?<![\\w-])%1(?![\\w-])").arg(QRegularExpression::escape(word)));
    return whole.match(page).hasMatch();
}

QString textOf(std::string_view word) { return QString::fromUtf8(word.data(), int(word.size())); }

}  // namespace

class DocumentsTest : public QObject {
    Q_OBJECT
private slots:
    void eachLinkLeadsSomewhere() {
        int links = 0;
        for (const QString& page : filesIn(QString(), {"*.md"}))
            for (const QString& link : linksIn(read(page))) {
                const QString fault = faultOfLink(page, link);
                QVERIFY2(fault.isEmpty(), qPrintable(fault));
                ++links;
            }
        QVERIFY(links > 40);
        QVERIFY(!faultOfLink(QStringLiteral("README.md"), QStringLiteral("core/NOWHERE.md")).isEmpty());
        QVERIFY(!faultOfLink(QStringLiteral("README.md"), QStringLiteral("app/CLI.md#9-nothing")).isEmpty());
    }

    void eachCitationFindsItsSection() {
        int citations = 0;
        QStringList files = filesIn(QString(), {"*.md"});
        for (const char* folder : {"core", "ui", "app", "tests"})
            files += filesIn(QString::fromLatin1(folder), {"*.cpp", "*.h", "CMakeLists.txt"});
        files.removeAll(QStringLiteral("tests/golden/documents_test.cpp"));
        for (const QString& file : files)
            for (const Citation& citation : citationsIn(read(file))) {
                const QString fault = faultOf(citation);
                QVERIFY2(fault.isEmpty(), qPrintable(file + ": " + fault));
                ++citations;
            }
        QVERIFY(citations > 10);
    }

    void citationsAreTold() {
        const auto told = [](const char* text) {
            QStringList out;
            for (const Citation& each : citationsIn(QString::fromUtf8(text))) out << each.page + " " + each.section;
            return out.join(QStringLiteral("; "));
        };
        QCOMPARE(told("// As METRICS §4, \"Means\"."), QStringLiteral("METRICS 4"));
        QCOMPARE(told("(FORMATS/vllm.md\n    /// §2, §5): unknown"),
                 QStringLiteral("FORMATS/vllm.md 2; FORMATS/vllm.md 5"));
        QCOMPARE(told("BOUND §8b. CLI §3.7 and §6."), QStringLiteral("BOUND 8b; CLI 3.7; CLI 6"));
        QCOMPARE(told("RFC 8259 §6"), QString());
        QVERIFY(faultOf({"METRICS", "8"}).isEmpty());
        QVERIFY(!faultOf({"METRICS", "99"}).isEmpty());
        QVERIFY(!faultOf({"FORMATS/nobody.md", "1"}).isEmpty());
    }

    void thePageOfTheCommandLineIsWhole() {
        const QString page = read(QStringLiteral("app/CLI.md"));
        for (const Option& option : options()) QVERIFY2(stands(page, textOf(option.name)), option.name.data());
        for (const VerbEntry& verb : verbs())
            if (!verb.name.empty()) QVERIFY2(stands(page, textOf(verb.name)), verb.name.data());
        for (const DialectEntry& dialect : dialects())
            QVERIFY2(stands(page, textOf(dialect.name)), dialect.name.data());
        for (const SizeLimitEntry& limit : sizeLimits()) QVERIFY2(stands(page, textOf(limit.name)), limit.name.data());
        for (const CheckEntry& finding : findingRegistry())
            QVERIFY2(stands(page, textOf(finding.id)), finding.id.data());
        QVERIFY(!stands(page, QStringLiteral("--nowhere")));
    }

    void eachRuleOnRowsHasItsMeaning() {
        const QString page = read(QStringLiteral("core/measure/METRICS.md"));
        for (const CheckEntry& rule : ruleRegistry()) QVERIFY2(stands(page, textOf(rule.id)), rule.id.data());
    }

    /// As the sources of core/report write them; the review has a page of its own.
    void eachKeyOfTheJsonIsNamed() {
        static const QRegularExpression key(QStringLiteral("\\{\"([a-z][a-z0-9_]*)\",|\\[\"([a-z][a-z0-9_]*)\"\\]"));
        const QString page = read(QStringLiteral("app/CLI.md"));
        QStringList files = filesIn(QStringLiteral("core/report"), {"*_json.cpp"});
        files << QStringLiteral("core/report/limits_met.cpp") << QStringLiteral("core/report/bound_report.cpp");
        files.removeAll(QStringLiteral("core/report/review_json.cpp"));
        int keys = 0;
        for (const QString& file : files)
            for (const auto& match : key.globalMatch(read(file))) {
                const QString name = match.captured(1) + match.captured(2);
                QVERIFY2(stands(page, name), qPrintable(file + ": " + name));
                ++keys;
            }
        QVERIFY(keys > 100);
    }
};

QTEST_APPLESS_MAIN(DocumentsTest)
#include "documents_test.moc"
