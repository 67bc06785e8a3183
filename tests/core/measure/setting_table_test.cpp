// The table of the cutoffs: that each member of MeasureSettings is in it, and that what follows from an entry holds.
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>
#include <set>
#include <vector>

#include "core/measure/setting_table.h"

using namespace plumbline;

namespace {

QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// An option's value, and what documents hold for it.
struct Typed {
    std::string text;
    QByteArray stored;
};

// For each kind: another value than the default, the ends of what is taken, and what lies beyond them.

Typed other(const CountSetting& count) {
    const int value = MeasureSettings{}.*count.member + 1;
    return {std::to_string(value), QByteArray::number(value)};
}
Typed other(const TimeSetting&) { return {"12.345678901", "12345678901"}; }
Typed other(const RateSetting&) { return {"0.125", "0.125"}; }
Typed other(const FlagSetting&) { return {"", "true"}; }
Typed other(const ChoiceSetting& choice) {
    const SettingWord& last = choice.words.back();
    return {std::string(last.word), choice.storedAsFlag ? QByteArray("true") : '"' + q(last.word).toUtf8() + '"'};
}

std::vector<Typed> ends(const CountSetting& count) {
    return {{std::to_string(count.least), QByteArray::number(count.least)},
            {std::to_string(count.most), QByteArray::number(count.most)}};
}
std::vector<Typed> ends(const TimeSetting& time) {
    return {{"0", "0"}, {QByteArray::number(seconds(time.most)).toStdString(), QByteArray::number(time.most.count())}};
}
std::vector<Typed> ends(const RateSetting&) { return {{"1e-300", "1e-300"}, {"1e300", "1e300"}}; }
std::vector<Typed> ends(const FlagSetting&) { return {}; }
std::vector<Typed> ends(const ChoiceSetting& choice) {
    if (choice.storedAsFlag) return {{std::string(choice.words[0].word), "false"}};
    std::vector<Typed> out;
    for (const SettingWord& each : choice.words)
        out.push_back({std::string(each.word), '"' + q(each.word).toUtf8() + '"'});
    return out;
}

std::vector<Typed> beyond(const CountSetting& count) {
    const qint64 under = qint64{count.least} - 1, over = qint64{count.most} + 1;
    return {{std::to_string(under), QByteArray::number(under)},
            {std::to_string(over), QByteArray::number(over)},
            {"3.5", "3.5"},
            {"", "18446744073709551615"},
            {"three", "\"three\""},
            {"true", "true"}};
}
std::vector<Typed> beyond(const TimeSetting& time) {
    return {{"-0.001", "-1"},
            {QByteArray::number(seconds(time.most) * 1.001).toStdString(), QByteArray::number(time.most.count() + 1)},
            {"nan", "1e300"},
            {"soon", "\"soon\""},
            {"", "null"}};
}
std::vector<Typed> beyond(const RateSetting&) {
    return {{"0", "0"}, {"-1", "-1"}, {"inf", "null"}, {"fast", "\"fast\""}};
}
std::vector<Typed> beyond(const FlagSetting&) { return {{"", "1"}, {"", "\"on\""}}; }
std::vector<Typed> beyond(const ChoiceSetting& choice) {
    return {{"neither", "\"neither\""}, {"", choice.storedAsFlag ? "1" : "0"}, {"null", "null"}};
}

template <class Call>
auto ofKind(const SettingEntry& entry, Call call) {
    return std::visit(call, entry.kind);
}
Typed otherOf(const SettingEntry& entry) {
    return ofKind(entry, [](const auto& kind) { return other(kind); });
}

QByteArray documentOf(const SettingEntry& entry, const QByteArray& value) {
    return "{\"measure\": {\"" + q(entry.storedKey).toUtf8() + "\": " + value + "}}";
}

/// Settings with this one turned.
MeasureSettings turned(const SettingEntry& entry) {
    const auto read = parseSettingsJson(documentOf(entry, otherOf(entry).stored).toStdString());
    return read ? read->measure : MeasureSettings{};
}

/// Stops to compile when MeasureSettings gains a member: give that one an entry, and count it here.
auto members(const MeasureSettings& settings) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k] = settings;
    return std::tuple(a, b, c, d, e, f, g, h, i, j, k);
}

}  // namespace

class SettingTableTest : public QObject {
    Q_OBJECT
private slots:
    void eachMemberHasAnEntry();
    void keysAndOptionsAreUnique();
    void comesBackFromItsDocument_data() { eachEntry(); }
    void comesBackFromItsDocument();
    void documentsAreHeldToTheLimits_data() { eachEntry(); }
    void documentsAreHeldToTheLimits();
    void theOptionTakesAndPrints_data() { eachEntry(); }
    void theOptionTakesAndPrints();
    void theOptionRefusesWhatIsBeyond_data() { eachEntry(); }
    void theOptionRefusesWhatIsBeyond();
    void flagsWithoutAnOptionAreOfARule();
    void theReportSaysGuardsAndWhatIsTurned();
    void whatIsTooLargeIsMadeToFit();

private:
    static void eachEntry() {
        QTest::addColumn<int>("place");
        for (std::size_t i = 0; i < settingTable().size(); ++i)
            QTest::addRow("%s", qPrintable(q(settingTable()[i].storedKey))) << static_cast<int>(i);
    }
    static const SettingEntry& entry() {
        QFETCH(int, place);
        return settingTable()[static_cast<std::size_t>(place)];
    }
};

void SettingTableTest::eachMemberHasAnEntry() {
    QCOMPARE(settingTable().size(), std::tuple_size_v<decltype(members({}))>);
    MeasureSettings all;
    for (const SettingEntry& entry : settingTable()) copySetting(entry, turned(entry), all);
    const auto differs = [](const auto& a, const auto& b) {
        return [&]<std::size_t... i>(std::index_sequence<i...>) { return ((std::get<i>(a) != std::get<i>(b)) && ...); }
        (std::make_index_sequence<std::tuple_size_v<std::decay_t<decltype(a)>>>());
    };
    QVERIFY(differs(members(all), members({})));
    for (const SettingEntry& entry : settingTable()) copySetting(entry, {}, all);
    QVERIFY(all == MeasureSettings{});
}

void SettingTableTest::keysAndOptionsAreUnique() {
    std::set<std::string_view> stored, reported, options;
    for (const SettingEntry& entry : settingTable()) {
        QVERIFY(stored.insert(entry.storedKey).second);
        QVERIFY(entry.reportKey.empty() || reported.insert(entry.reportKey).second);
        QVERIFY(entry.option.empty() || options.insert(entry.option).second);
        if (const auto* time = std::get_if<TimeSetting>(&entry.kind); time != nullptr && time->rule != nullptr)
            QVERIFY(reported.insert(time->rule->reportKey).second);
    }
}

void SettingTableTest::comesBackFromItsDocument() {
    Settings settings;
    settings.measure = turned(entry());
    QVERIFY(!isSame(entry(), settings.measure, {}));
    for (const SettingEntry& each : settingTable()) QCOMPARE(isSame(each, settings.measure, {}), &each != &entry());
    const std::string json = settingsJson(settings);
    const auto object = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object()["measure"].toObject();
    QVERIFY(object.contains(q(entry().storedKey)));
    const auto back = parseSettingsJson(json);
    QVERIFY(back);
    QVERIFY(back->measure == settings.measure);
}

void SettingTableTest::documentsAreHeldToTheLimits() {
    for (const Typed& each : ofKind(entry(), [](const auto& kind) { return ends(kind); })) {
        const QByteArray json = documentOf(entry(), each.stored);
        const auto read = parseSettingsJson(json.toStdString());
        QVERIFY2(read, json);
        QVERIFY2(parseSettingsJson(settingsJson(*read))->measure == read->measure, json);
    }
    for (const Typed& each : ofKind(entry(), [](const auto& kind) { return beyond(kind); })) {
        const QByteArray json = documentOf(entry(), each.stored);
        const auto read = parseSettingsJson(json.toStdString());
        QVERIFY2(!read, json);
        const QString message = q(read.error().message);
        QVERIFY2(message.contains(q(entry().storedKey) + ": ") && message.contains(" belongs"), qPrintable(message));
    }
    if (const auto* count = std::get_if<CountSetting>(&entry().kind)) {
        const auto read = parseSettingsJson(documentOf(entry(), "-1").toStdString());
        QCOMPARE(q(read.error().message),
                 QString("The settings cannot be read: %1: -1 where a whole number from %2 to %3 belongs.")
                     .arg(q(entry().storedKey))
                     .arg(count->least)
                     .arg(count->most));
        QVERIFY(parseSettingsJson(documentOf(entry(), "7.0").toStdString())->measure.*count->member == 7);
    }
}

void SettingTableTest::theOptionTakesAndPrints() {
    if (entry().option.empty()) return;
    QVERIFY(entry().option.starts_with("--"));
    const Typed typed = otherOf(entry());
    MeasureSettings taken;
    QVERIFY(takeSetting(entry(), typed.text, taken));
    QVERIFY(taken == turned(entry()));
    const std::string printed = valueText(entry(), taken);
    QVERIFY(!printed.empty() && printed != valueText(entry(), {}));
    QVERIFY2(printed.starts_with(typed.text), printed.c_str());
    for (const Typed& each : ofKind(entry(), [](const auto& kind) { return ends(kind); }))
        QVERIFY2(takeSetting(entry(), each.text, taken), each.text.c_str());
    QCOMPARE(entry().value.empty(), std::holds_alternative<FlagSetting>(entry().kind));
    const std::string help = optionHelp(entry());
    QVERIFY(!help.empty() && help.find('{') == std::string::npos);
    if (const auto* choice = std::get_if<ChoiceSetting>(&entry().kind))
        for (const SettingWord& each : choice->words) QVERIFY2(help.find(each.word) != std::string::npos, help.c_str());
}

void SettingTableTest::theOptionRefusesWhatIsBeyond() {
    if (entry().option.empty() || std::holds_alternative<FlagSetting>(entry().kind)) return;
    for (const Typed& each : ofKind(entry(), [](const auto& kind) { return beyond(kind); })) {
        MeasureSettings into;
        const Result<void> taken = takeSetting(entry(), each.text, into);
        QVERIFY2(!taken, each.text.c_str());
        QVERIFY(q(taken.error().message).startsWith('\'' + q(each.text) + "' is not "));
        QVERIFY(into == MeasureSettings{});
    }
}

void SettingTableTest::flagsWithoutAnOptionAreOfARule() {
    std::vector<const SettingEntry*> flags;
    for (const SettingEntry& entry : settingTable()) {
        const auto* time = std::get_if<TimeSetting>(&entry.kind);
        if (time == nullptr || time->rule == nullptr) continue;
        MeasureSettings measure = turned(entry);
        QVERIFY(takeSetting(entry, std::string(time->rule->words.word), measure));
        QVERIFY(isByRule(*time, measure) && isSame(entry, measure, turned(entry)));  // kept, and not looked at
        QCOMPARE(q(valueText(entry, measure)), q(time->rule->words.word));
        QVERIFY(q(lineText(entry, measure)).contains(q(time->rule->words.shown)));
        QVERIFY(takeSetting(entry, "1.5", measure) && !isByRule(*time, measure));
        flags.push_back(&settingOf(time->rule->member));
    }
    for (const SettingEntry& entry : settingTable())
        QCOMPARE(entry.option.empty(), std::ranges::find(flags, &entry) != flags.end());
}

void SettingTableTest::theReportSaysGuardsAndWhatIsTurned() {
    std::string line;
    for (const SettingEntry& entry : settingTable()) line += lineText(entry, {});
    QCOMPARE(q(line), QString("at least 3 chunks and 0.2 s; short below 3 tokens"));
    line.clear();
    MeasureSettings some;
    some.percentile = PercentileRule::nearest;
    some.warmupAuto = some.shortAsBuffered = true;
    some.cooldown = Nanoseconds(1'500'000'000);
    for (const SettingEntry& entry : settingTable()) line += lineText(entry, some);
    QCOMPARE(q(line), QString("at least 3 chunks and 0.2 s; short below 3 tokens (as buffered); warm-up by MSER-5; "
                              "cool-down 1.5 s; nearest-rank percentiles"));
}

void SettingTableTest::whatIsTooLargeIsMadeToFit() {
    Settings far;
    far.measure.warmup = Nanoseconds::max();
    far.measure.minChunks = -1;
    QVERIFY(!parseSettingsJson(settingsJson(far)));
    far.measure = withinLimits(far.measure);
    QVERIFY(parseSettingsJson(settingsJson(far))->measure == far.measure);
    QCOMPARE(far.measure.minChunks, 0);
    QVERIFY(withinLimits({}) == MeasureSettings{});
}

QTEST_APPLESS_MAIN(SettingTableTest)
#include "setting_table_test.moc"
