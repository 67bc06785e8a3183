// Every form of records, key by key: what 0, -1, "None", null and a number in quotes mean there.
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/ingest/form/record_form.h"
#include "tests/core/ingest/ingested.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

using Json = nlohmann::json;

struct OneForm {
    std::string_view reader;
    const RecordForm* form;
};

std::vector<OneForm> allForms() {
    std::vector<OneForm> out;
    for (const Reader& reader : readers())
        for (const ReaderForm& form : reader.forms)
            if (form.records != nullptr) out.push_back({reader.id, form.records});
    return out;
}

void put(Json& record, std::string_view path, const Json& value) {
    const std::size_t dot = path.find('.');
    Json& place = record[std::string(path.substr(0, dot))];
    if (dot == path.npos)
        place = value;
    else
        put(place, path.substr(dot + 1), value);
}

/// A record with what makes it one; the start at 7.
Json leastOf(const RecordForm& form) {
    Json record = Json::object();
    for (const std::string_view mark : form.all) put(record, mark, 7);
    if (!form.any.empty()) put(record, form.any.front(), 7);
    for (const KeyForm& key : form.keys)
        if (const auto* field = std::get_if<Nanoseconds Row::*>(&key.place); field && *field == &Row::start)
            put(record, key.path, 7);
    for (const KeyForm& key : form.keys)  // what would make it a failed one
        if (std::holds_alternative<ErrorPart>(key.place)) put(record, key.path, nullptr);
    return record;
}

Ingested readRecord(const RecordForm& form, const Json& record) {
    const Folder folder;
    const Json file = form.list.empty() ? Json::array({record}) : Json{{std::string(form.list), Json::array({record})}};
    const std::string path = folder.write("a.json", file.dump());
    Ingested out;
    auto read = readForm(form, {path, {}, {}}, out);
    if (read)
        out.outcome = std::move(*read);
    else
        out.error = read.error();
    return out;
}

constexpr const char* words[] = {"0", "-1", "\"None\"", "null", "\"5\"", "5"};

}  // namespace

class TestForms : public QObject {
    Q_OBJECT

private slots:
    /// At least the readers that are forms; each within the sixty-four keys of its bits, with marks that are keys of
    /// it.
    void tables();
    void values_data();
    void values();
    /// A count of 0 that means nothing in a failed request is unknown there, and 0 in one that went well.
    void countsOfFailures_data();
    void countsOfFailures();
};

void TestForms::tables() {
    const auto forms = allForms();
    QVERIFY(forms.size() >= 5);
    for (const auto& [reader, form] : forms) {
        QVERIFY2(form->keys.size() <= 64, reader.data());
        for (const auto marks : {form->all, form->any})
            for (const std::string_view mark : marks)
                QVERIFY2(std::any_of(form->keys.begin(), form->keys.end(),
                                     [&](const KeyForm& key) { return key.path == mark; }),
                         reader.data());
        QVERIFY2((form->all.empty() && form->any.empty()) == form->notOne.empty(), reader.data());
        for (const KeyForm& key : form->keys)
            if (key.zero == Zero::isNoneInErrors) QVERIFY(std::holds_alternative<Count Row::*>(key.place));
    }
}

void TestForms::values_data() {
    QTest::addColumn<int>("form");
    QTest::addColumn<int>("key");
    QTest::addColumn<QByteArray>("word");
    const auto forms = allForms();
    for (std::size_t f = 0; f < forms.size(); ++f)
        for (std::size_t k = 0; k < forms[f].form->keys.size(); ++k)
            for (const char* word : words)
                QTest::addRow("%s %s %s", forms[f].reader.data(), forms[f].form->keys[k].path.data(), word)
                    << int(f) << int(k) << QByteArray(word);
}

void TestForms::values() {
    QFETCH(int, form);
    QFETCH(int, key);
    QFETCH(QByteArray, word);
    const RecordForm& form_ = *allForms()[std::size_t(form)].form;
    const KeyForm& key_ = form_.keys[std::size_t(key)];
    Json record = leastOf(form_);
    put(record, key_.path, Json::parse(word.toStdString()));
    const Ingested file = readRecord(form_, record);
    QVERIFY2(!file.error && file.identityHolds(), file.error ? file.error->text().c_str() : "");
    QCOMPARE(file.rows.size(), 1U);
    const Row& row = file.rows[0].row;
    const bool inQuotes = word == "\"5\"", isNumber = inQuotes || word == "5" || word == "0" || word == "-1";
    const int number = word == "0" ? 0 : word == "-1" ? -1 : 5;

    if (const auto* count = std::get_if<Count Row::*>(&key_.place)) {
        const bool isKnown = isNumber && number >= 0 && !(number == 0 && key_.zero == Zero::isNone);
        QCOMPARE(row.**count, isKnown ? number : unknownCount);
        QCOMPARE(file.noticed("number-as-text"), inQuotes ? 1U : 0U);
        QCOMPARE(file.noticed("wrong-type"), word == "\"None\"" ? 1U : 0U);
    } else if (const auto* time = std::get_if<Nanoseconds Row::*>(&key_.place)) {
        const bool none = number <= 0 && key_.zero == Zero::isNone;
        const bool isDate = key_.time == KeyForm::Time::date;
        const TimeUnit unit = key_.unit.value_or(TimeUnit::seconds);
        const bool fromStart = key_.time != KeyForm::Time::after && *time != &Row::start;
        if (!isNumber || none || isDate)
            QVERIFY(!isKnown(row.**time));
        else
            QCOMPARE((row.**time).count(), toTime(number - (fromStart ? 7 : 0), unit).count());
        if (key_.time == KeyForm::Time::after || key_.time == KeyForm::Time::stamp)
            QCOMPARE(file.noticed("wrong-type"), word == "\"None\"" ? 1U : 0U);
    } else if (const auto* text = std::get_if<std::string Row::*>(&key_.place)) {
        QCOMPARE(row.**text, word == "null" ? ""
                             : Json::parse(word.toStdString()).is_string()
                                 ? Json::parse(word.toStdString()).get<std::string>()
                                 : word.toStdString());
    } else if (const auto* hash = std::get_if<Key Row::*>(&key_.place)) {
        QCOMPARE(row.**hash == 0, word == "null");
    } else if (const auto* part = std::get_if<ErrorPart>(&key_.place)) {
        const bool isNone = word == "null" || *part == ErrorPart::flag || (word == "0" && key_.zero == Zero::isNone);
        QCOMPARE(row.status == Status::error, !isNone);
    } else if (std::holds_alternative<CountOrLength>(key_.place)) {
        QCOMPARE(row.*std::get<CountOrLength>(key_.place).field, isNumber && number >= 0 ? number : unknownCount);
    }
}

void TestForms::countsOfFailures_data() {
    QTest::addColumn<int>("form");
    QTest::addColumn<int>("key");
    const auto forms = allForms();
    for (std::size_t f = 0; f < forms.size(); ++f)
        for (std::size_t k = 0; k < forms[f].form->keys.size(); ++k)
            if (forms[f].form->keys[k].zero == Zero::isNoneInErrors)
                QTest::addRow("%s %s", forms[f].reader.data(), forms[f].form->keys[k].path.data()) << int(f) << int(k);
}

void TestForms::countsOfFailures() {
    QFETCH(int, form);
    QFETCH(int, key);
    const RecordForm& form_ = *allForms()[std::size_t(form)].form;
    const KeyForm& key_ = form_.keys[std::size_t(key)];
    Json record = leastOf(form_);
    put(record, key_.path, 0);
    QCOMPARE(readRecord(form_, record).rows.at(0).row.*std::get<Count Row::*>(key_.place), 0);
    for (const KeyForm& each : form_.keys)
        if (std::holds_alternative<ErrorPart>(each.place)) put(record, each.path, "500");
    QCOMPARE(readRecord(form_, record).rows.at(0).row.*std::get<Count Row::*>(key_.place), unknownCount);
}

QTEST_GUILESS_MAIN(TestForms)
#include "test_forms.moc"
