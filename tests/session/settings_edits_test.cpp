// What a person's acts make of Settings, as values.
#include <QTest>
#include <functional>

#include "ui/session/change_text.h"
#include "ui/session/lookup.h"
#include "ui/session/settings_edits.h"
#include "ui/session/settings_history.h"

using namespace plumbline;

namespace {

Grouping grouping(std::initializer_list<std::pair<int, std::vector<int>>> configurations) {
    Grouping out;
    for (const auto& [id, sources] : configurations) {
        Grouping::Configuration configuration{ConfigurationId{id}, {}, {}};
        for (const int source : sources) configuration.sources.push_back(SourceId{source});
        out.configurations.push_back(configuration);
    }
    return out;
}

Settings settingsOf(const Grouping& grouping) {
    Settings settings;
    settings.grouping = std::make_shared<const Grouping>(grouping);
    return settings;
}

/// "1:1,2 5:3": id and sources of each configuration, in order.
QString shape(const Grouping& grouping) {
    QStringList words;
    for (const auto& configuration : grouping.configurations) {
        QStringList sources;
        for (const SourceId source : configuration.sources) sources << QString::number(static_cast<qlonglong>(source));
        words << QStringLiteral("%1:%2").arg(static_cast<qlonglong>(configuration.id)).arg(sources.join(','));
    }
    return words.join(' ');
}

std::shared_ptr<const Dataset> twoRuns() {
    DatasetBuilder builder;
    DataFile file;
    file.id = FileId{1};
    file.path = "a.json";
    file.sha256 = "aa";
    file.reader = "trace";
    Source source;
    source.id = SourceId{4};
    source.file = builder.addFile(file);
    const std::size_t position = builder.addSource(source);
    for (int run = 0; run < 2; ++run) {
        const RunIndex index = builder.addRun(position, RunInfo{});
        for (std::uint64_t i = 0; i < 2; ++i) {
            Row row;
            row.record = static_cast<std::uint64_t>(run) * 2 + i;
            row.id = "r-" + std::to_string(row.record);
            row.start = std::chrono::seconds(row.record);
            builder.addRow(index, row);
        }
    }
    return builder.finish();
}

Decision decision(std::uint64_t record, DecisionKind kind, bool neverHappened = false) {
    Decision out;
    out.fileSha256 = "aa";
    out.record = record;
    out.kind = kind;
    out.neverHappened = neverHappened;
    return out;
}

/// Something of each kind that a person set before.
Settings standing() {
    Settings settings = settingsOf(grouping({{1, {1, 2}}, {2, {3}}}));
    settings.slos = {*parseSlo("ttft p99 < 1s"), *parseSlo("e2e p50 < 9s")};
    settings.edits[ConfigurationId{1}] = {{"image", "1"}, {"model", "2"}};
    settings.hidden = {ConfigurationId{1}};
    settings.thresholds = {{"errors", 0.05}};
    settings.decisions = std::make_shared<const std::vector<Decision>>(std::vector{
        decision(1, DecisionKind::exclude), decision(2, DecisionKind::keep), decision(3, DecisionKind::exclude, true)});
    return settings;
}

void regroup(Settings& settings, const std::function<void(Grouping&)>& change) {
    auto grouping = std::make_shared<Grouping>(*settings.grouping);
    change(*grouping);
    settings.grouping = grouping;
}

void decide(Settings& settings, std::vector<Decision> more) {
    more.insert(more.begin(), settings.decisions->begin(), settings.decisions->end());
    settings.decisions = std::make_shared<const std::vector<Decision>>(std::move(more));
}

void change(Settings& settings, std::size_t position, const std::function<void(Decision&)>& how) {
    std::vector<Decision> all = *settings.decisions;
    how(all[position]);
    settings.decisions = std::make_shared<const std::vector<Decision>>(std::move(all));
}

/// What a person does beside what stands, and what it is called, there and back.
struct Turn {
    const char* name;
    std::function<void(Settings&)> make;
    QString text, back;
    QString key = {};
};

const std::vector<Turn>& turns() {
    using namespace std::chrono_literals;
    const auto arrow = [](const char* what, const char* from, const char* to) {
        return QStringLiteral("%1 %2 \u2192 %3").arg(what, from, to);
    };
    static const std::vector<Turn> all{
        {"nothing", [](Settings&) {}, "", ""},
        {"interval", [](Settings& s) { s.measure.minInterval = 500ms; }, arrow("interval", "0.2 s", "0.5 s"),
         arrow("interval", "0.5 s", "0.2 s"), "min-interval"},
        {"chunks", [](Settings& s) { s.measure.minChunks = 10; }, arrow("chunks", "3", "10"),
         arrow("chunks", "10", "3"), "min-chunks"},
        {"two cutoffs: no one key", [](Settings& s) { s.measure.minChunks = 10, s.measure.minInterval = 500ms; },
         arrow("chunks", "3", "10; ") + arrow("interval", "0.2 s", "0.5 s"),
         arrow("chunks", "10", "3; ") + arrow("interval", "0.5 s", "0.2 s")},
        {"a cutoff and a limit: no one key", [](Settings& s) { s.measure.minChunks = 10, s.slos.pop_back(); },
         arrow("chunks", "3", "10; remove SLO e2e p50 < 9 s"), arrow("chunks", "10", "3; add SLO e2e p50 < 9 s")},
        {"SLO", [](Settings& s) { s.slos.pop_back(); }, "remove SLO e2e p50 < 9 s", "add SLO e2e p50 < 9 s"},
        {"another limit", [](Settings& s) { s.slos.back() = *parseSlo("e2e p50 < 8s"); },
         "change an SLO to e2e p50 < 8 s", "change an SLO to e2e p50 < 9 s"},
        {"SLOs the other way round", [](Settings& s) { std::swap(s.slos[0], s.slos[1]); }, "reorder SLOs",
         "reorder SLOs"},
        {"merge",
         [](Settings& s) {
             s = merged(s, {ConfigurationId{1}, ConfigurationId{2}});
         },
         "merge configurations", "split a configuration"},
        {"a source moves",
         [](Settings& s) {
             s.grouping = settingsOf(grouping({{1, {1}}, {2, {2, 3}}})).grouping;
         },
         "regroup sources", "regroup sources"},
        {"a name", [](Settings& s) { s = renamed(s, ConfigurationId{2}, "fp8"); }, "rename a configuration to fp8",
         "take a name back"},
        {"a load",
         [](Settings& s) {
             regroup(s, [](Grouping& g) { g.typedLoads[{SourceId{1}, 1}] = Load{LoadKind::concurrency, 8}; });
         },
         "type a load", "type a load"},
        {"exclude one", [](Settings& s) { decide(s, {decision(7, DecisionKind::exclude)}); }, "exclude 1 row",
         "take 1 exclusion back"},
        {"exclude two",
         [](Settings& s) {
             decide(s, {decision(7, DecisionKind::exclude), decision(8, DecisionKind::exclude)});
         },
         "exclude 2 rows", "take 2 exclusions back"},
        {"keep one", [](Settings& s) { decide(s, {decision(7, DecisionKind::keep)}); }, "keep 1 row",
         "take 1 keep back"},
        {"keep two",
         [](Settings& s) {
             decide(s, {decision(7, DecisionKind::keep), decision(8, DecisionKind::keep)});
         },
         "keep 2 rows", "take 2 keeps back"},
        {"never happened", [](Settings& s) { change(s, 0, [](Decision& d) { d.neverHappened = true; }); },
         "exclude 1 row as never happened", "take 1 row as happened"},
        {"two never happened",
         [](Settings& s) {
             decide(s, {decision(7, DecisionKind::exclude, true), decision(8, DecisionKind::exclude, true)});
         },
         "exclude 2 rows as never happened", "take 2 exclusions back"},
        {"kept after all", [](Settings& s) { change(s, 0, [](Decision& d) { d.kind = DecisionKind::keep; }); },
         "keep 1 row", "exclude 1 row"},
        {"a note", [](Settings& s) { change(s, 1, [](Decision& d) { d.note = "odd"; }); }, "note on a row",
         "note on a row"},
        {"threshold", [](Settings& s) { s.thresholds["errors"] = 0.02; },
         arrow("threshold of errors", "0.0500", "0.0200"), arrow("threshold of errors", "0.0200", "0.0500")},
        {"edit", [](Settings& s) { s.edits[ConfigurationId{1}]["model"] = "3"; }, "edit the context",
         "edit the context"},
        {"hide", [](Settings& s) { s = withShown(s, ConfigurationId{2}, false); }, "hide a configuration",
         "show a configuration"},
    };
    return all;
}

}  // namespace

class SettingsEditsTest : public QObject {
    Q_OBJECT
private slots:
    void aThresholdIsAPersonsUntilItIsTheDefault_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("threshold");
        QTest::addColumn<bool>("kept");
        QTest::addColumn<QString>("words");
        QTest::newRow("a finding's") << "errors" << 0.05 << true << "threshold of errors 0.0100 \u2192 0.0500";
        QTest::newRow("a rule's") << "stall" << 20.0 << true << "threshold of stall 10 \u2192 20";
        QTest::newRow("zero is one") << "errors" << 0.0 << true << "threshold of errors 0.0100 \u2192 0";
        QTest::newRow("the default") << "errors" << 0.01 << false << "";
    }
    void aThresholdIsAPersonsUntilItIsTheDefault() {
        QFETCH(QString, id);
        QFETCH(double, threshold);
        QFETCH(bool, kept);
        const Settings before = settingsOf(grouping({}));
        const Settings after = withThreshold(before, id.toStdString(), threshold);
        QCOMPARE(after.thresholds.contains(id.toStdString()), kept);
        QTEST(changeText(before, after).text, "words");
        QVERIFY(withThreshold(after, id.toStdString(), {}) == before);
        const Settings two = withThreshold(after, "few-levels", 5);
        QVERIFY(!kept || changeText(before, two).text == QStringLiteral("2 thresholds"));
    }

    void onlyWhatHasAThresholdHasADefault() {
        QCOMPARE(defaultThreshold("few-levels"), std::optional<double>(8));
        QVERIFY(!defaultThreshold("duplicates"));
        QVERIFY(!defaultThreshold("no-such-finding"));
    }

    void merges_data() {
        QTest::addColumn<QList<int>>("chosen");
        QTest::addColumn<QString>("after");
        QTest::newRow("two neighbours") << QList<int>{1, 2} << "1:1,2 3:3,4";
        QTest::newRow("two apart, order of the tree and not of the clicks") << QList<int>{3, 1} << "1:1,3,4 2:2";
        QTest::newRow("all") << QList<int>{1, 2, 3} << "1:1,2,3,4";
        QTest::newRow("one changes nothing") << QList<int>{2} << "1:1 2:2 3:3,4";
        QTest::newRow("none, too") << QList<int>{} << "1:1 2:2 3:3,4";
    }
    void merges() {
        QFETCH(QList<int>, chosen);
        QFETCH(QString, after);
        std::vector<ConfigurationId> ids;
        for (const int id : chosen) ids.push_back(ConfigurationId{id});
        const Settings before = settingsOf(grouping({{1, {1}}, {2, {2}}, {3, {3, 4}}}));
        QCOMPARE(shape(*merged(before, ids).grouping), after);
        QCOMPARE(shape(*before.grouping), QStringLiteral("1:1 2:2 3:3,4"));
    }

    void splitsBySource() {
        Settings before = settingsOf(grouping({{1, {1, 2, 3}}, {7, {4}}}));
        before.edits[ConfigurationId{1}]["bound"] = "{}";
        const Settings after = splitBySource(before, ConfigurationId{1});
        QCOMPARE(shape(*after.grouping), QStringLiteral("1:1 8:2 9:3 7:4"));
        QCOMPARE(after.edits.at(ConfigurationId{9}).at("bound"), std::string("{}"));
        QCOMPARE(splitBySource(after, ConfigurationId{7}), after);
        QCOMPARE(shape(*merged(after, {ConfigurationId{1}, ConfigurationId{8}, ConfigurationId{9}}).grouping),
                 QStringLiteral("1:1,2,3 7:4"));
    }

    void adopts_data() {
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("after");
        QTest::newRow("nothing new") << "1:1,2"
                                     << "1:1 2:2"
                                     << "1:1,2";
        QTest::newRow("a new source in a known configuration") << "1:1"
                                                               << "1:1,2"
                                                               << "1:1,2";
        QTest::newRow("a new configuration") << "1:1"
                                             << "1:1 2:2"
                                             << "1:1 2:2";
        QTest::newRow("its number was taken by a split meanwhile") << "1:1 5:2"
                                                                   << "1:1,2 5:9"
                                                                   << "1:1 5:2 6:9";
        QTest::newRow("follows its neighbour through a merge") << "1:1,2"
                                                               << "1:1 2:2,3"
                                                               << "1:1,2,3";
        QTest::newRow("a source that is gone, and what it leaves empty") << "1:1 2:2"
                                                                         << "1:1"
                                                                         << "1:1";
        QTest::newRow("everything gone") << "1:1,2"
                                         << ""
                                         << "";
        QTest::newRow("from nothing") << ""
                                      << "1:1 2:2,3"
                                      << "1:1 2:2,3";
    }
    void adopts() {
        QFETCH(QString, base);
        QFETCH(QString, stored);
        QFETCH(QString, after);
        const auto parse = [](const QString& text) {
            Grouping out;
            for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
                Grouping::Configuration configuration{ConfigurationId{word.section(':', 0, 0).toLongLong()}, {}, {}};
                for (const QString& source : word.section(':', 1).split(','))
                    configuration.sources.push_back(SourceId{source.toLongLong()});
                out.configurations.push_back(configuration);
            }
            return out;
        };
        QCOMPARE(shape(adopted(parse(base), parse(stored))), after);
    }

    void typesALoadByRunOfItsSource() {
        const auto data = twoRuns();
        const Settings before = settingsOf(grouping({{1, {4}}}));
        const RunIndex second{1};
        const Settings after = withTypedLoad(before, *data, std::span(&second, 1), Load{LoadKind::concurrency, 16});
        QCOMPARE(after.grouping->typedLoads.size(), std::size_t{1});
        QCOMPARE(after.grouping->typedLoads.at({SourceId{4}, 1}).value, 16.0);
        QCOMPARE(changeText(before, after).text, QStringLiteral("type a load"));
    }

    void decidesOncePerRow() {
        const auto data = twoRuns();
        const RowIndex row{2};
        const std::span rows(&row, 1);
        const Settings fresh = settingsOf(grouping({{1, {4}}}));
        const Settings out = withDecisions(fresh, *data, rows, {DecisionKind::exclude, "burst", "", "ann", "t1"});
        QCOMPARE(out.decisions->size(), std::size_t{1});
        QCOMPARE(out.decisions->front().record, std::uint64_t{2});
        QCOMPARE(out.decisions->front().fileSha256, std::string("aa"));
        const Settings noted = withDecisions(out, *data, rows, {DecisionKind::note, "", "a proxy", "bob", "t2"});
        QCOMPARE(noted.decisions->front().kind, DecisionKind::exclude);  // a note takes nothing back
        QCOMPARE(noted.decisions->front().note, std::string("a proxy"));
        QCOMPARE(noted.decisions->front().reason, std::string("burst"));
        const Settings kept = withDecisions(noted, *data, rows, {DecisionKind::keep, "", "", "ann", "t3"});
        QCOMPARE(kept.decisions->size(), std::size_t{1});
        QCOMPARE(kept.decisions->front().kind, DecisionKind::keep);
        QCOMPARE(kept.decisions->front().note, std::string("a proxy"));  // the note stays
        QVERIFY(!withoutDecisions(kept, *data, rows).decisions);
        QCOMPARE(withoutDecisions(fresh, *data, rows), fresh);
    }

    void findsADecisionByIdAndStartInAnotherCopyOfTheFile() {
        const auto data = twoRuns();
        const auto decisions = std::make_shared<const std::vector<Decision>>(std::vector<Decision>{
            {"another file", 99, "r-1", std::chrono::seconds(1), DecisionKind::exclude, "", "", "", ""}});
        const DecisionIndex index(decisions);
        QVERIFY(index.find(*data, RowIndex{1}));
        QVERIFY(!index.find(*data, RowIndex{0}));
        QVERIFY(!DecisionIndex().find(*data, RowIndex{1}));
    }

    void saysWhatChanged_data() {
        QTest::addColumn<const Turn*>("turn");
        for (const Turn& turn : turns()) QTest::newRow(turn.name) << &turn;
    }
    void saysWhatChanged() {
        QFETCH(const Turn*, turn);
        const Settings before = standing();
        Settings after = before;
        turn->make(after);
        QCOMPARE(changeText(before, after).text, turn->text);
        QCOMPARE(changeText(before, after).key, turn->key);
        QCOMPARE(changeText(after, before).text, turn->back);
        SettingsHistory history;
        history.record(before, after);
        QCOMPARE(history.undoText(), turn->text);
        QCOMPARE(history.canUndo(), !turn->text.isEmpty());
    }

    void historyGoesBackAndForth() {
        SettingsHistory history;
        const QDateTime now = QDateTime::currentDateTime();
        const Settings a = settingsOf({});
        Settings b = a, c = a, d = a;
        b.measure.minChunks = 4;
        c.measure.minChunks = 5;
        d.measure.minInterval = std::chrono::seconds(1);
        history.record(a, a, now);
        QVERIFY(!history.canUndo());  // no change is none
        history.record(a, b, now);
        history.record(b, c, now.addMSecs(400));  // the same box, held down: one change
        QCOMPARE(history.done().size(), std::size_t{1});
        QCOMPARE(history.undoText(), QStringLiteral("chunks 3 \u2192 5"));
        history.record(c, d, now.addMSecs(500));
        QCOMPARE(history.done().size(), std::size_t{2});
        QCOMPARE(*history.undo(), c);
        QCOMPARE(*history.undo(), a);
        QVERIFY(!history.undo());
        QCOMPARE(*history.redo(), c);
        history.record(c, b, now.addSecs(10));  // what could be redone is gone
        QVERIFY(!history.canRedo());
        QVERIFY(!history.redo());
    }

    void aTurnAndBackWithinASecondIsNoChange() {
        SettingsHistory history;
        const QDateTime now = QDateTime::currentDateTime();
        const Settings a = settingsOf({});
        Settings b = a;
        b.measure.minChunks = 4;
        history.record(a, b, now);
        history.record(b, a, now.addMSecs(100));
        QVERIFY(!history.canUndo());
    }
};

QTEST_GUILESS_MAIN(SettingsEditsTest)
#include "settings_edits_test.moc"
