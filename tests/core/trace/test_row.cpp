#include <QTest>

#include "core/trace/ascii.h"
#include "core/trace/row.h"

using namespace plumbline;

namespace {
QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }
}  // namespace

class TestRow : public QObject {
    Q_OBJECT

private slots:
    void wordsComeBack_data() {
        QTest::addColumn<QString>("word");
        for (const char* word : {"any-event", "any-text", "reasoning-text", "answer-text", "engine"})
            QTest::newRow(word) << QString(word);
    }
    void wordsComeBack() {
        QFETCH(QString, word);
        const auto kind = parseFirstTokenKind(word.toStdString());
        QVERIFY(kind.has_value());
        QCOMPARE(q(name(*kind)), word);
    }

    void everyVocabularyComesBack() {
        for (const auto basis : {GapBasis::chunk, GapBasis::read, GapBasis::token, GapBasis::synthetic})
            QVERIFY(parseGapBasis(name(basis)) == basis);
        for (const auto source :
             {TokenSource::usage, TokenSource::tokenizer, TokenSource::chunks, TokenSource::requested})
            QVERIFY(parseTokenSource(name(source)) == source);
        for (const auto status : {Status::ok, Status::error, Status::cancelled, Status::incomplete})
            QVERIFY(parseStatus(name(status)) == status);
        for (const auto phase : {Phase::measured, Phase::warmup, Phase::cooldown})
            QVERIFY(parsePhase(name(phase)) == phase);
    }

    void wordsOutsideTheVocabulary() {
        QVERIFY(!parseFirstTokenKind("Any-Event"));
        QVERIFY(!parseFirstTokenKind(""));
        QVERIFY(!parseFirstTokenKind("unknown"));
        QVERIFY(!parseStatus("OK"));
        QCOMPARE(q(name(FirstTokenKind::unknown)), QString("unknown"));
    }

    void loadTexts_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shortText");
        QTest::newRow("concurrency") << 0 << 32.0 << "concurrency 32"
                                     << "c=32";
        QTest::newRow("rate") << 1 << 2.5 << "2.5 requests/s"
                              << "2.5 req/s";
        QTest::newRow("unbounded") << 2 << 0.0 << "unbounded"
                                   << "unbounded";
        QTest::newRow("not stated") << 3 << 0.0 << "load not stated"
                                    << "not stated";
    }
    void loadTexts() {
        QFETCH(int, kind);
        QFETCH(double, value);
        const Load load{static_cast<LoadKind>(kind), value};
        QTEST(q(text(load)), "text");
        QTEST(q(shortText(load)), "shortText");
    }

    void loadsOrderByKindThenValue() {
        const Load two{LoadKind::concurrency, 2}, ten{LoadKind::concurrency, 10}, rate{LoadKind::requestRate, 1};
        QVERIFY(two < ten);
        QVERIFY(ten < rate);
        QVERIFY(rate < Load{});
    }

    void keysOfHexadecimalDigitsStandForThemselves() {
        QCOMPARE(internKey("00000000000000ff"), Key{255});
        QCOMPARE(q(keyText(255)), QString("00000000000000ff"));
        QCOMPARE(internKey(keyText(internKey("a prompt"))), internKey("a prompt"));
    }

    void otherKeysAreHashed() {
        QCOMPARE(internKey(""), Key{0});
        QCOMPARE(q(keyText(0)), QString(""));
        QVERIFY(internKey("a") != internKey("b"));
        QVERIFY(internKey("0000000000000000") != 0);    // zero means unknown: it cannot stand for itself
        QVERIFY(internKey("00000000000000fg") != 0xf);  // sixteen characters, but no number
        QVERIFY(internKey("ff") != 0xff);
        QVERIFY(internKey("-00000000000000f") != static_cast<Key>(-15));
    }

    void lettersAreThoseOfAscii() {
        QCOMPARE(lowered("AZaz09_[@"), std::string("azaz09_[@"));
        QCOMPARE(lowered("\u00c4B"), std::string("\u00c4b"));  // two bytes of UTF-8, left as they are
        for (const char c : {'/', ':', '@', '[', '`', '{', '\xc4'}) QVERIFY(!isDigit(c) && !isLetter(c) && !isUpper(c));
        QVERIFY(isDigit('0') && isDigit('9') && isLetter('a') && isLetter('Z') && isUpper('Z') && !isUpper('z'));
    }
};

QTEST_APPLESS_MAIN(TestRow)
#include "test_row.moc"
