// A file that no reader knows: offered, mapped, previewed, saved, read; all without stopping the window.
#include <QDir>
#include <QPushButton>

#include "tests/gui/window_fixture.h"
#include "ui/import/import_panel.h"
#include "ui/import/mapping_offers.h"
#include "ui/import/mapping_window.h"

using namespace plumbline;
using test::patience;

namespace {

QPushButton* buttonOf(const QWidget& parent, const QString& text) {
    const auto buttons = parent.findChildren<QPushButton*>();
    const auto found = std::ranges::find(buttons, text, &QPushButton::text);
    return found == buttons.end() ? nullptr : *found;
}

/// The main window with a table of a harness that nobody knows, and a folder of its own for mappings.
class MappingFixture : public test::WindowFixture {
public:
    MappingFixture() {
        qputenv("XDG_CONFIG_HOME", filePath("config").toUtf8());
        table = write("odd.csv");
    }
    QString write(const char* name) {
        const QString path = filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write("zq_begin,zq_whole,ttft_ms,zq_written,zq_ok\n");
        for (int i = 0; i < 20; ++i)
            file.write(QStringLiteral("%1,%2,%3,%4,%5\n")
                           .arg(1'700'000'000 + i)
                           .arg(2.0 + i * 0.01)
                           .arg(200 + i)
                           .arg(100)
                           .arg(i == 19 ? QStringLiteral("bad") : QStringLiteral("fine"))
                           .toUtf8());
        return path;
    }
    /// Imports what nothing may come of, and waits for the offers.
    bool drop(const QString& path) {
        window().files().open({path});
        return QTest::qWaitFor(
                   [&] { return !session().files().importing() && !session().files().lastImport().files.empty(); },
                   patience) &&
               QTest::qWaitFor([&] { return !window().mappingOffers().busy(); }, patience);
    }
    bool looked(MappingWindow& mapping) {
        return QTest::qWaitFor([&] { return !mapping.busy(); }, patience) && (QTest::qWait(20), true);
    }
    static void choose(const MappingForm::Line& line, const char* column, int unit = 0, int as = -1) {
        line.column->setCurrentIndex(line.column->findText(QString::fromLatin1(column)));
        if (unit > 0) line.unit->setCurrentIndex(unit);
        if (as >= 0) line.as->setCurrentIndex(as);
    }
    static void mapAll(MappingWindow& mapping) {
        MappingForm& form = mapping.form();
        choose(form.line("start"), "zq_begin", 4, 1);
        choose(form.line("end"), "zq_whole", 4, 0);
        choose(form.line("output_tokens"), "zq_written");
        choose(form.line("status"), "zq_ok");
        form.line("status").value->setText(QStringLiteral("fine"));
        choose(form.line("load.concurrency"), "(a constant)");
        form.line("load.concurrency").value->setText(QStringLiteral("4"));
        mapping.kind().setCurrentIndex(mapping.kind().findData(static_cast<int>(FirstTokenKind::answerText)));
    }
    QString table;
};

}  // namespace

class MappingTest : public QObject {
    Q_OBJECT
private slots:
    /// What belongs beside results is listed, and is no trouble.
    void theMessageCountsNoContextAndNoText_data() {
        QTest::addColumn<bool>("aside");
        QTest::addColumn<QString>("says");
        QTest::newRow("a file that nobody knows") << false << "Nothing new was read, 1 file skipped";
        QTest::newRow("a readme, a context") << true << "Nothing new was read";
    }
    void theMessageCountsNoContextAndNoText() {
        QFETCH(bool, aside);
        QFETCH(QString, says);
        ImportReport report;
        report.files.emplace_back().skipped = "text, not a result";
        report.files.back().aside = aside;
        QCOMPARE(ImportPanel::summary(report), says);
        QCOMPARE(MappingOffers::unclaimed(report).empty(), aside);
    }

    void anUnknownTableIsOfferedItsColumns() {
        MappingFixture fixture;
        QVERIFY(fixture.drop(fixture.table));
        QTRY_COMPARE(fixture.window().mappingOffers().mappable(), QStringList{fixture.table});
        QPushButton* button = buttonOf(fixture.window().messages(), QStringLiteral("Map its columns\u2026"));
        QVERIFY(button);
        QVERIFY(!fixture.window().imports().mapButton().isHidden());
        button->click();
        auto* mapping = fixture.window().findChild<MappingWindow*>();
        QVERIFY(mapping && mapping->isVisible() && !mapping->isModal());
        QVERIFY(fixture.looked(*mapping));
        // What a name tells is proposed with its reason.
        const MappingForm::Line& first = mapping->form().line("first_token");
        QCOMPARE(first.column->currentText(), QStringLiteral("ttft_ms"));
        QCOMPARE(first.unit->currentText(), QStringLiteral("ms"));
        QVERIFY(!first.reason->text().isEmpty());
    }

    void aMappingIsPreviewedAndRead() {
        MappingFixture fixture;
        MappingWindow* mapping = fixture.window().mapColumns(fixture.table);
        QVERIFY(fixture.looked(*mapping));
        fixture.mapAll(*mapping);
        QVERIFY(fixture.looked(*mapping));
        QCOMPARE(mapping->preview().rowCount(), 20);
        QVERIFY2(mapping->preview().summary().contains(QStringLiteral("1 error")),
                 qPrintable(mapping->preview().summary()));
        QVERIFY2(mapping->problem().isEmpty(), qPrintable(mapping->problem()));
        QVERIFY(mapping->readButton().isEnabled());
        mapping->readButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(fixture.session().files().hasData(), patience);
        QVERIFY(fixture.settle());
        const Figures& figures = *fixture.session().shown().figures;
        QCOMPARE(figures.totalRows, std::size_t{20});
        QCOMPARE(figures.configurations[0].levels[0].load.value, 4.0);
        QCOMPARE(figures.configurations[0].boundary.first, std::string("answer-text"));
        QCOMPARE(fixture.session().files().imports().front().reader, std::string("mapping"));
    }

    void aUnitIsAskedFor() {
        MappingFixture fixture;
        MappingWindow* mapping = fixture.window().mapColumns(fixture.table);
        QVERIFY(fixture.looked(*mapping));
        fixture.mapAll(*mapping);
        mapping->form().line("end").unit->setCurrentIndex(0);
        QVERIFY(fixture.looked(*mapping));
        QVERIFY2(mapping->problem().contains(QStringLiteral("unit")), qPrintable(mapping->problem()));
        QVERIFY(!mapping->readButton().isEnabled());
        QCOMPARE(mapping->preview().rowCount(), 0);
        // In the wrong one, the first token comes after the end, and that is said.
        mapping->form().line("end").unit->setCurrentIndex(3);
        QVERIFY(fixture.looked(*mapping));
        QVERIFY2(mapping->noticed().contains(QStringLiteral("unit")), qPrintable(mapping->noticed()));
    }

    void aSavedMappingIsOfferedForTheSameColumns() {
        MappingFixture fixture;
        MappingWindow* mapping = fixture.window().mapColumns(fixture.table);
        QVERIFY(fixture.looked(*mapping));
        fixture.mapAll(*mapping);
        QVERIFY(!mapping->saveButton().isEnabled());
        QVERIFY(fixture.looked(*mapping));
        mapping->nameLine().setText(QStringLiteral("my harness"));
        mapping->saveButton().click();
        QVERIFY(fixture.looked(*mapping));
        QVERIFY2(mapping->noticed().contains(QStringLiteral("my harness")), qPrintable(mapping->noticed()));
        QCOMPARE(QDir(fixture.filePath("config/plumbline/mappings")).entryList(QDir::Files).size(), 1);
        mapping->close();
        const QString other = fixture.write("other.csv");
        QVERIFY(fixture.drop(other));
        QTRY_COMPARE(fixture.window().mappingOffers().fits().size(), std::size_t{1});
        QVERIFY(fixture.window().messages().text().contains(QStringLiteral("my harness")));
        QPushButton* use = buttonOf(fixture.window().messages(), QStringLiteral("Use it"));
        QVERIFY(use);
        use->click();
        QTRY_VERIFY_WITH_TIMEOUT(fixture.session().files().hasData(), patience);
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.session().shown().figures->totalRows, std::size_t{20});
        // And a new window may start from it.
        MappingWindow* again = fixture.window().mapColumns(other);
        QVERIFY(fixture.looked(*again));
        QCOMPARE(again->saved().count(), 2);
        QVERIFY(again->saved().itemText(1).contains(QStringLiteral("fits")));
    }

    void whatIsNoTableIsNotOffered() {
        MappingFixture fixture;
        QFile file(fixture.filePath("prose.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x01\x02\x03");
        file.close();
        QVERIFY(fixture.drop(file.fileName()));
        QTest::qWait(50);
        QVERIFY(fixture.window().mappingOffers().mappable().isEmpty());
        QVERIFY(fixture.window().imports().mapButton().isHidden());
    }

    void proseInAFolderIsNotOffered() {
        MappingFixture fixture;
        QVERIFY(QDir().mkpath(fixture.filePath("runs")));
        QFile file(fixture.filePath("runs/README.md"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Two engines, one model\n\nThe first, A, is faster.\nThe second, B, is not.\n");
        file.close();
        QVERIFY(fixture.drop(fixture.filePath("runs")));
        QTest::qWait(50);
        QVERIFY(fixture.window().mappingOffers().mappable().isEmpty());
        // What looks like requests is, in a folder too.
        QVERIFY(QFile::copy(fixture.table, fixture.filePath("runs/odd.csv")));
        QFile more(fixture.filePath("runs/latency.csv"));
        QVERIFY(more.open(QIODevice::WriteOnly));
        more.write("request_id,ttft_ms,latency_ms,output_tokens,zq\na,10,200,5,1\nb,11,210,6,1\n");
        more.close();
        QVERIFY(fixture.drop(fixture.filePath("runs")));
        QTRY_VERIFY(fixture.window().mappingOffers().mappable().contains(more.fileName()));
    }

    void aFormGivesBackWhatItWasGiven() {
        Mapping mapping;
        mapping.fields["start"] = {"t", {}, {}, TimeBasis::absolute, "epoch", {}};
        mapping.fields["end"] = {"e", {}, TimeUnit::microseconds, TimeBasis::offset, {}, {}};
        mapping.fields["status"] = {"ok", {}, {}, {}, {}, "yes"};
        mapping.fields["load.concurrency"] = {{}, "16", {}, {}, {}, {}};
        mapping.fields["output_tokens"] = {"gone", {}, {}, {}, {}, {}};
        MappingForm form;
        form.setColumns({"t", "e", "ok"});
        form.setFields(mapping);
        const auto back = form.fields({});
        QVERIFY(back.has_value());
        QVERIFY(back->fields == mapping.fields);
        QCOMPARE(back->whenColumns, (std::vector<std::string>{"t", "e", "gone", "ok"}));
        form.setColumns({"t", "e", "ok", "more"});  // what was chosen stays
        QVERIFY(form.fields({})->fields == mapping.fields);
        form.setFields({});
        QVERIFY(!form.fields({}).has_value());
    }
};

PLUMBLINE_WATCHED_MAIN(plumbline::Application, MappingTest)
#include "mapping_test.moc"
