// The option table: what is taken, what is left to a workspace's own settings, and that help can be read.
#include <QTest>
#include <algorithm>
#include <set>

#include "app/options.h"

using namespace plumbline;

class OptionsTest : public QObject {
    Q_OBJECT
private slots:
    void takesWords_data();
    void takesWords();
    void optionsGoOverAWorkspacesSettings();
    void warmupIsSecondsOrTheRule();
    void withoutOptionsNothingChanges();
    void slosReplaceThoseOfTheWorkspace();
    void eachOptionIsOnceInAVerb();
    void eachCutoffHasItsOption();
};

void OptionsTest::takesWords_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("verb");
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QString>("output");
    const auto add = [](const char* name, const QStringList& words, Verb verb, const QStringList& paths,
                        const char* output) {
        QTest::newRow(name) << words << static_cast<int>(verb) << paths << output;
    };
    add("nothing", {}, Verb::window, {}, "");
    add("paths open the window", {"a", "b/c"}, Verb::window, {"a", "b/c"}, "");
    add("a verb comes first", {"a", "analyze"}, Verb::window, {"a", "analyze"}, "");
    add("a path named as a verb", {"analyze", "analyze"}, Verb::analyze, {"analyze"}, "");
    add("short name", {"import", "-o", "w.plumb", "a"}, Verb::import, {"a"}, "w.plumb");
    add("options after paths", {"import", "a", "--output", "w.plumb"}, Verb::import, {"a"}, "w.plumb");
    add("value in the word", {"import", "a", "--output=w=1.plumb"}, Verb::import, {"a"}, "w=1.plumb");
    add("all paths after --", {"import", "-o", "w", "--", "-o", "--json"}, Verb::import, {"-o", "--json"}, "w");
    add("a dash is a path", {"analyze", "-"}, Verb::analyze, {"-"}, "");
    add("Qt's own are left to Qt", {"-platform", "xcb", "a"}, Verb::window, {"a"}, "");
}

void OptionsTest::takesWords() {
    QFETCH(QStringList, words);
    QFETCH(int, verb);
    QFETCH(QStringList, paths);
    QFETCH(QString, output);
    std::vector<std::string> arguments;
    for (const QString& word : words) arguments.push_back(word.toStdString());
    const Result<Request> request = parseArguments(arguments);
    QVERIFY2(request, request ? "" : request.error().text().c_str());
    QCOMPARE(static_cast<int>(request->verb), verb);
    QStringList taken;
    for (const std::string& path : request->paths) taken << QString::fromStdString(path);
    QCOMPARE(taken, paths);
    QCOMPARE(QString::fromStdString(request->output), output);
}

void OptionsTest::optionsGoOverAWorkspacesSettings() {
    const Result<Request> request = parseArguments({"analyze", "a", "--min-chunks", "7", "--percentile", "nearest"});
    QVERIFY(request);
    Settings base;
    base.measure.minChunks = 5;
    base.measure.minInterval = Nanoseconds(700'000'000);
    const Settings settings = overlaid(base, *request);
    QCOMPARE(settings.measure.minChunks, 7);
    QCOMPARE(settings.measure.minInterval, Nanoseconds(700'000'000));
    QCOMPARE(settings.measure.percentile, PercentileRule::nearest);
}

void OptionsTest::warmupIsSecondsOrTheRule() {
    const auto measure = [](const std::vector<std::string>& words) {
        Settings base;
        base.measure.warmup = Nanoseconds(7);
        return overlaid(base, *parseArguments(words)).measure;
    };
    const MeasureSettings rule = measure({"analyze", "a", "--warmup", "auto", "--failed-as-infinite"});
    QVERIFY(rule.warmupAuto && rule.failedAsInfinite);
    QCOMPARE(rule.warmup, Nanoseconds(7));  // kept, and not looked at
    const MeasureSettings hand = measure({"analyze", "a", "--warmup", "auto", "--warmup", "1.5"});
    QVERIFY(!hand.warmupAuto && !hand.failedAsInfinite);
    QCOMPARE(hand.warmup, Nanoseconds(1'500'000'000));
    QVERIFY(!parseArguments({"analyze", "a", "--warmup", "-1"}));
}

void OptionsTest::withoutOptionsNothingChanges() {
    const Result<Request> request = parseArguments({"analyze", "a", "--json"});
    QVERIFY(request);
    Settings base;
    base.measure.shortTokens = 9;
    base.slos = {*parseSlo("ttft p99 < 1s")};
    QVERIFY(overlaid(base, *request) == base);
}

void OptionsTest::slosReplaceThoseOfTheWorkspace() {
    const Result<Request> request =
        parseArguments({"analyze", "a", "--slo", "e2e mean < 40s", "--slo", "rate p50 >= 20"});
    QVERIFY(request);
    Settings base;
    base.slos = {*parseSlo("ttft p99 < 1s")};
    const Settings settings = overlaid(base, *request);
    QCOMPARE(settings.slos.size(), 2U);
    QCOMPARE(text(settings.slos[0]), std::string("e2e mean < 40 s"));
    QCOMPARE(text(settings.slos[1]), std::string("rate p50 >= 20"));
}

void OptionsTest::eachOptionIsOnceInAVerb() {
    for (const VerbEntry& verb : verbs()) {
        std::set<std::string_view> names;
        for (const Option& option : options()) {
            if ((option.verbs & static_cast<unsigned>(verb.verb)) == 0) continue;
            QVERIFY(names.insert(option.name).second);
            QVERIFY(option.shortName.empty() || names.insert(option.shortName).second);
            QVERIFY(!option.help.empty());
        }
    }
}

void OptionsTest::eachCutoffHasItsOption() {
    for (const SettingEntry& entry : settingTable()) {
        const auto isOf = [&entry](const Option& option) { return option.cutoff == &entry; };
        QCOMPARE(std::ranges::count_if(options(), isOf), entry.option.empty() ? 0 : 1);
        if (entry.option.empty()) continue;
        const Option& option = *std::ranges::find_if(options(), isOf);
        QCOMPARE(option.name, entry.option);
        QCOMPARE(option.help, std::string_view(optionHelp(entry)));
        QVERIFY(option.setting && (option.verbs & static_cast<unsigned>(Verb::analyze)) != 0);
    }
}

QTEST_GUILESS_MAIN(OptionsTest)
#include "options_test.moc"
