#include "core/store/settings_store.h"

#include <QTest>

#include "core/store/workspace_files.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;

namespace {

Grouping::Configuration configuration(int id, std::vector<int> sources) {
    Grouping::Configuration out{ConfigurationId(id), {}, {}};
    for (const int source : sources) out.sources.push_back(SourceId(source));
    return out;
}

Grouping grouping(std::vector<Grouping::Configuration> configurations) { return {std::move(configurations), {}}; }

Decision decision(std::uint64_t record, DecisionKind kind = DecisionKind::exclude) {
    Decision out;
    out.fileSha256 = "abc";
    out.record = record;
    out.id = "r" + std::to_string(record);
    out.start = Nanoseconds(static_cast<std::int64_t>(record) * 1000);
    out.kind = kind;
    out.reason = "burst";
    out.note = "a \"note\"";
    out.reviewer = "me";
    out.at = "2026-11-29T18:00:00Z";
    return out;
}

}  // namespace

class SettingsStoreTest : public QObject {
    Q_OBJECT

    std::unique_ptr<fake::Folder> m_folder;
    std::optional<Workspace> m_workspace;

    Settings saved() { return *m_workspace->settings(); }
    Settings reopened() {
        const std::string path = m_workspace->path();
        m_workspace.reset();
        m_workspace = *Workspace::open(path);
        return saved();
    }
    void save(const Settings& now, const Settings& before) {
        const auto done = m_workspace->save(now, before, "me");
        QVERIFY2(done, done ? "" : done.error().text().c_str());
    }

private slots:
    void init() {
        m_folder = std::make_unique<fake::Folder>();
        const auto path = m_folder->path("w.plumb");
        m_workspace = *Workspace::create(path);
        fake::import(path, {m_folder->write("a", fake::oneRun(40, "m")), m_folder->write("b", fake::oneRun(40, "n")),
                            m_folder->write("c", fake::oneRun(40, "o"))});
    }
    void cleanup() { m_workspace.reset(); }

    void newWorkspaceHasDefaultsAndTheGrouping() {
        const Settings settings = saved();
        QVERIFY(settings.measure == MeasureSettings());
        QVERIFY(settings.slos.empty());
        QVERIFY(!settings.decisions);
        QCOMPARE(settings.grouping->configurations.size(), 3U);
    }

    void everySettingComesBack() {
        const Settings before = saved();
        Settings now = before;
        now.measure.minChunks = 7;
        now.measure.minInterval = Nanoseconds(123'456'789);
        now.measure.percentile = PercentileRule::exclusive;
        now.measure.maxRate = 0.1;
        now.slos = {*parseSlo("e2e mean < 40s"), *parseSlo("ttft p99 < 250ms")};
        const ConfigurationId first = now.grouping->configurations[0].id;
        now.edits[first]["engine"] = "\"a \\\"quoted\\\" name\"";
        now.hidden = {now.grouping->configurations[1].id};
        auto grouped = std::make_shared<Grouping>(*now.grouping);
        grouped->configurations[0].name = "mine";
        grouped->typedLoads[{SourceId(1), 0}] = {LoadKind::requestRate, 2.5};
        now.grouping = grouped;
        now.decisions = std::make_shared<const std::vector<Decision>>(
            std::vector{decision(3), decision(1, DecisionKind::keep), decision(2, DecisionKind::note)});
        save(now, before);
        QVERIFY(reopened() == now);
        save(before, now);  // undo
        QVERIFY(reopened() == before);
    }

    void onlyTheDifferenceIsWritten() {
        const Settings before = saved();
        Settings now = before;
        now.decisions =
            std::make_shared<const std::vector<Decision>>(std::vector{decision(1), decision(2), decision(3)});
        save(now, before);
        Settings changed = now;
        auto list = std::make_shared<std::vector<Decision>>(*now.decisions);
        (*list)[1].kind = DecisionKind::keep;
        changed.decisions = list;
        auto connection = openWorkspaceFile(m_workspace->path());
        const auto written = [&] {
            return connection->number("SELECT max(position) FROM decisions WHERE note = 'mark'");
        };
        connection->run("UPDATE decisions SET note = 'mark' WHERE position <> 1");
        save(changed, now);
        QCOMPARE(written(), 2);  // the others were left as they lie
        QCOMPARE(saved().decisions->at(1).kind == DecisionKind::keep, true);
    }

    void decisionsInTheMiddleCanGo() {
        const Settings before = saved();
        Settings three = before, two = before;
        three.decisions =
            std::make_shared<const std::vector<Decision>>(std::vector{decision(1), decision(2), decision(3)});
        two.decisions = std::make_shared<const std::vector<Decision>>(std::vector{decision(1), decision(3)});
        save(three, before);
        save(two, three);
        QVERIFY(saved() == two);
    }

    void unknownStartStaysUnknown() {
        const Settings before = saved();
        Settings now = before;
        Decision one = decision(1);
        one.start = unknownTime;
        now.decisions = std::make_shared<const std::vector<Decision>>(std::vector{one});
        save(now, before);
        QVERIFY(reopened() == now);
    }

    void savingNothingLogsNothing() {
        const auto before = m_workspace->log().size();
        save(saved(), saved());
        QCOMPARE(m_workspace->log().size(), before);
    }

    void changesAreLogged() {
        const Settings before = saved();
        Settings now = before;
        now.measure.minInterval = Nanoseconds(500'000'000);
        save(now, before);
        const LogEntry last = m_workspace->log().back();
        QCOMPARE(last.text, std::string("min-interval 0.2 s to 0.5 s"));
        QCOMPARE(last.who, std::string("me"));
        QVERIFY(QDateTime::fromString(QString::fromStdString(last.at), Qt::ISODate).isValid());
        QCOMPARE(m_workspace->log().front().text, std::string("imported a: 40 rows"));
    }

    void removingAFileTakesItsConfigurationsSettingsToo() {
        const Settings before = saved();
        Settings now = before;
        const auto& configurations = now.grouping->configurations;
        now.edits[configurations[0].id]["engine"] = "\"x\"";
        now.edits[configurations[1].id]["engine"] = "\"y\"";
        now.hidden = {configurations[0].id, configurations[2].id};
        now.measure.minChunks = 9;
        save(now, before);
        QVERIFY(m_workspace->remove(FileId(1)));
        const Settings after = saved();
        QCOMPARE(after.grouping->configurations.size(), 2U);
        QCOMPARE(after.edits.size(), 1U);
        QCOMPARE(after.hidden, std::vector<ConfigurationId>{configurations[2].id});
        QCOMPARE(after.measure.minChunks, 9);
    }

    void undoOfAGroupingWhoseFileIsGone() {
        const Settings before = saved();
        Settings merged = before;
        merged.grouping = std::make_shared<const Grouping>(grouping({configuration(1, {1, 2, 3})}));
        save(merged, before);
        QVERIFY(m_workspace->remove(FileId(2)));
        save(before, merged);
        const Settings after = saved();
        std::vector<SourceId> all;
        for (const auto& each : after.grouping->configurations)
            all.insert(all.end(), each.sources.begin(), each.sources.end());
        QCOMPARE(all, (std::vector<SourceId>{SourceId(1), SourceId(3)}));
    }

    void mergingWithAnImport_data() {
        QTest::addColumn<QVector<QVector<int>>>("stored");  // configuration id, then its sources
        QTest::addColumn<QVector<QVector<int>>>("before");
        QTest::addColumn<QVector<QVector<int>>>("now");
        QTest::addColumn<QVector<QVector<int>>>("merged");
        using List = QVector<QVector<int>>;
        QTest::newRow("nothing new") << List{{1, 1}, {2, 2}} << List{{1, 1}, {2, 2}} << List{{1, 1, 2}}
                                     << List{{1, 1, 2}};
        QTest::newRow("a new configuration stays")
            << List{{1, 1}, {2, 2}, {3, 3}} << List{{1, 1}, {2, 2}} << List{{1, 1, 2}} << List{{1, 1, 2}, {3, 3}};
        QTest::newRow("a new member stays")
            << List{{1, 1, 9}, {2, 2}} << List{{1, 1}, {2, 2}} << List{{1, 1}, {2, 2}} << List{{1, 1, 9}, {2, 2}};
        QTest::newRow("its configuration has gone: one of its own")
            << List{{1, 1}, {2, 2, 9}} << List{{1, 1}, {2, 2}} << List{{1, 1, 2}} << List{{1, 1, 2}, {2, 9}};
        QTest::newRow("both made the same number")
            << List{{1, 1, 2}, {2, 9}} << List{{1, 1, 2}} << List{{1, 1}, {2, 2}} << List{{1, 1}, {2, 2}, {3, 9}};
        QTest::newRow("a source that a person took out stays out")
            << List{{1, 1, 2}} << List{{1, 1, 2}} << List{{1, 1}} << List{{1, 1}};
    }
    void mergingWithAnImport() {
        const auto fetch = [](const char* column) {
            Grouping out;
            for (const auto& each :
                 *static_cast<const QVector<QVector<int>>*>(QTest::qData(column, qMetaTypeId<QVector<QVector<int>>>())))
                out.configurations.push_back(configuration(each[0], {each.begin() + 1, each.end()}));
            return out;
        };
        QVERIFY(mergeGrouping(fetch("stored"), fetch("before"), fetch("now")) == fetch("merged"));
    }

    void damagedSettingsAreAnError() {
        auto connection = openWorkspaceFile(m_workspace->path());
        connection->run("INSERT INTO settings (key, value) VALUES ('measure', '{nonsense')");
        QVERIFY(connection->check());
        QVERIFY(!m_workspace->settings());
    }
};

QTEST_GUILESS_MAIN(SettingsStoreTest)
#include "settings_store_test.moc"
