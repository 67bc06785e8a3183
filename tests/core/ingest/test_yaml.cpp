// YAML as JSON: typing of scalars, structure, aliases and their bound, damage, and what is taken for YAML at all.
#include <QTest>
#include <cstring>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/bytes/yaml_scalar.h"
#include "core/ingest/bytes/yaml_stage.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/packed.h"
#include "tests/support/random.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

/// Bytes from memory, a few at a time.
class Text final : public ByteStage {
public:
    explicit Text(std::string text) : m_text(std::move(text)) {}
    Result<std::size_t> read(char* out, std::size_t size) override {
        const std::size_t count = std::min({size, std::size_t{11}, m_text.size() - m_at});
        std::memcpy(out, m_text.data() + m_at, count);
        m_at += count;
        return count;
    }

private:
    std::string m_text;
    std::size_t m_at = 0;
};

struct Converted {
    std::string json;
    std::optional<Error> error;
};

Converted convert(const std::string& yaml, std::size_t largest = largestYaml, std::size_t expansion = largestExpansion,
                  std::stop_token stop = {}) {
    const StagePointer stage = yamlAsJson(std::make_unique<Text>(yaml), "x.yaml", std::move(stop), largest, expansion);
    Converted out;
    char some[7];
    while (true) {
        const auto got = stage->read(some, sizeof some);
        if (!got) out.error = got.error();
        if (!got || *got == 0) return out;
        out.json.append(some, *got);
    }
}

}  // namespace

class TestYaml : public QObject {
    Q_OBJECT

private:
    Folder m_folder;

private slots:
    void scalars_data() {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("tag");
        QTest::addColumn<QString>("json");
        const auto row = [](const char* value, const char* json, const char* tag = "?") {
            QTest::addRow("%s %s", value, tag) << value << tag << json;
        };
        for (const char* word : {"", "~", "null", "Null", "NULL"}) row(word, "null");
        for (const char* word : {"true", "True", "TRUE"}) row(word, "true");
        for (const char* word : {"false", "False", "FALSE"}) row(word, "false");
        // 1.2 has none of these, which 1.1 had
        for (const char* word : {"yes", "no", "on", "off", "y", "nUll", "tRue", "1_000", "12:30:45", "0b11", "-0x1"})
            row(word, (std::string("\"") + word + "\"").c_str());
        row("0", "0");
        row("-12", "-12");
        row("+12", "12");
        row("007", "7");
        row("1763000000000000001", "1763000000000000001");
        row("123456789012345678901234567890", "123456789012345678901234567890");
        row("0x1F", "31");
        row("0o17", "15");
        row("0x", "\"0x\"");
        row("0o8", "\"0o8\"");
        row("0xFFFFFFFFFFFFFFFFFF", "\"0xFFFFFFFFFFFFFFFFFF\"");
        row("1.5", "1.5");
        row(".5", "0.5");
        row("5.", "5");
        row("-.5", "-0.5");
        row("1e3", "1e3");
        row("1.5E-3", "1.5e-3");
        row("1e+3", "1e+3");
        row("00.10", "0.10");
        row("1e", "\"1e\"");
        row("1e+", "\"1e+\"");
        row(".", "\".\"");
        row("-", "\"-\"");
        row("1.2.3", "\"1.2.3\"");
        row(".nan", "NaN");
        row(".NaN", "NaN");
        row(".inf", "Infinity");
        row("+.Inf", "Infinity");
        row("-.INF", "-Infinity");
        row("nan", "\"nan\"");
        row("a \"b\"\n", "\"a \\\"b\\\"\\n\"");
        row("1", "\"1\"", "!");
        row("null", "\"null\"", "!");
        row("", "\"\"", "!");
        row("1", "\"1\"", "tag:yaml.org,2002:str");
        row("1", "1", "tag:yaml.org,2002:int");
        row("1.5", "1.5", "tag:yaml.org,2002:float");
        row("x", "\"x\"", "tag:yaml.org,2002:python/name:x");
        row("1", "\"1\"", "!mine");
    }
    void scalars() {
        QFETCH(QString, value);
        QFETCH(QString, tag);
        const QString got = QString::fromStdString(yamlScalarAsJson(value.toStdString(), tag.toStdString()));
        QTEST(got, "json");
    }

    void documents_data() {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("json");
        const auto row = [](const char* tag, const char* yaml, const char* json) {
            QTest::newRow(tag) << yaml << json;
        };
        row("map", "a: 1\nb: x\n", "{\"a\":1,\"b\":\"x\"}\n");
        row("nested", "a:\n  - 1\n  - b: [2, {c: 3}]\n    d:\n", "{\"a\":[1,{\"b\":[2,{\"c\":3}],\"d\":null}]}\n");
        row("empty ones", "a: {}\nb: []\n", "{\"a\":{},\"b\":[]}\n");
        row("list", "- 1\n- 2\n", "[1,2]\n");
        row("scalar alone", "hello\n", "\"hello\"\n");
        row("quoted", "a: '1'\nb: \"true\"\nc: 1\n", "{\"a\":\"1\",\"b\":\"true\",\"c\":1}\n");
        row("keys", "1: a\ntrue: b\n'c d': e\n~: f\n", "{\"1\":\"a\",\"true\":\"b\",\"c d\":\"e\",\"\":\"f\"}\n");
        row("block text", "a: |\n  x\n  y\nb: >\n  x\n  y\n", "{\"a\":\"x\\ny\\n\",\"b\":\"x y\\n\"}\n");
        row("comments", "# first\na: 1 # one\n", "{\"a\":1}\n");
        row("documents", "---\na: 1\n---\nb: 2\n...\n", "{\"a\":1}\n{\"b\":2}\n");
        row("directive", "%YAML 1.2\n---\na: 1\n", "{\"a\":1}\n");
        row("alias of a scalar", "a: &x 5\nb: *x\n", "{\"a\":5,\"b\":5}\n");
        row("alias of a map", "a: &x {k: [1]}\nb: [*x, *x]\n", "{\"a\":{\"k\":[1]},\"b\":[{\"k\":[1]},{\"k\":[1]}]}\n");
        row("alias as a key", "a: &x k\n*x : 1\nb: &y 2\n*y : 3\n", "{\"a\":\"k\",\"k\":1,\"b\":2,\"2\":3}\n");
        row("anchors begin anew", "&x a: 1\n---\n&x b: *x\n", "{\"a\":1}\n{\"b\":\"b\"}\n");
        row("tags", "a: !!str 1\nb: !!python/tuple [1, 2]\nc: !!float 2\n", "{\"a\":\"1\",\"b\":[1,2],\"c\":2}\n");
        row("twice the same key", "a: 1\na: 2\n", "{\"a\":1,\"a\":2}\n");
        row("CRLF", "a: 1\r\nb:\r\n- x\r\n", "{\"a\":1,\"b\":[\"x\"]}\n");
        row("a byte order mark",
            "\xEF\xBB\xBF"
            "a: 1\n",
            "{\"a\":1}\n");
        row("beyond ASCII", "a: \xC3\xA9\xE2\x82\xAC\n", "{\"a\":\"\xC3\xA9\xE2\x82\xAC\"}\n");
        row("nothing", "# nothing\n", "");
    }
    void documents() {
        QFETCH(QString, yaml);
        const Converted got = convert(yaml.toStdString());
        QVERIFY2(!got.error, got.error ? got.error->text().c_str() : "");
        QTEST(QString::fromStdString(got.json), "json");
    }

    void broken_data() {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* tag, const QByteArray& yaml, const char* json, const char* said) {
            QTest::newRow(tag) << yaml << json << said;
        };
        row("not closed", "a: [1, 2\n", "{\"a\":[1,{\"2\"", "It is no YAML from line");
        row("no indent", "a:\n  b: 1\n c: 2\n", "{\"a\":{\"b\"", "from line 3 on");
        row("documents without end", "a: 1\n---\n,", "{\"a\":1}\nnull\n", "It is no YAML from line 3 on");
        row("a comma", ",", "", "It is no YAML from line 1 on");
        row("no such anchor", "a: *x\n", "{", "from line 1 on");
        row("inside of itself", "a: &x [*x]\n", "{\"a\"", "inside of what it stands for");
        row("key of many parts", "? [1, 2]\n: 3\n", "{", "a list or an object for a key");
        row("byte 4", "a: 1\nb: \x04 2\n", "{\"a\":1,\"b\"", "control character");
        row("a number cut short",
            "a: 123\nb: 12\x01"
            "3\n",
            "{\"a\":123,\"b\"", "control character");
        row("a good document before", "---\na: 1\n---\nb: [\n", "{\"a\":1}\n{\"b\"", "It is no YAML");
    }
    void broken() {
        QFETCH(QByteArray, yaml);
        QFETCH(QString, said);
        const Converted got = convert(yaml.toStdString());
        QVERIFY(got.error && got.error->where == "x.yaml");
        QVERIFY2(QString::fromStdString(got.error->message).contains(said), got.error->message.c_str());
        QTEST(QString::fromStdString(got.json), "json");
    }

    void bounds() {
        std::string laughs = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
        for (int i = 1; i < 12; ++i) {
            const std::string before = "*a" + std::to_string(i - 1);
            laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
            for (int times = 0; times < 8; ++times) laughs += ", " + before;
            laughs += "]\n";
        }
        const Converted laughed = convert(laughs, largestYaml, 1 << 20);
        QVERIFY(laughed.error && laughed.error->kind == ErrorKind::refused);
        QVERIFY(laughed.error->message.find("aliases") != std::string::npos && laughed.json.size() < (3U << 20));
        std::string large = "a:\n";
        while (large.size() < (1U << 18)) large += "- 1\n";
        QVERIFY(!convert(large, 1 << 19).error);
        const Converted refused = convert(large, 1 << 17);
        QVERIFY(refused.error && refused.error->kind == ErrorKind::refused);
        QVERIFY(refused.error->message.find("more than 128 KiB") != std::string::npos);
        const Converted deep = convert(std::string(100'000, '['));
        QVERIFY(deep.error);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(convert(large, 1 << 20, 1 << 20, stop.get_token()).error->kind, ErrorKind::cancelled);
    }

    void whatIsYaml_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<bool>("is");
        const auto row = [](const char* tag, const char* path, const char* head, bool is) {
            QTest::newRow(tag) << path << QByteArray(head) << is;
        };
        row("extension", "a/x.yaml", "a: 1\n", true);
        row("short extension", "x.yml", "a: 1\n", true);
        row("packed", "x.yaml.gz", "a: 1\n", true);
        row("JSON in it", "x.yaml", " {\"a\": 1}", false);
        row("a JSON list in it", "x.yml.zst", "\xEF\xBB\xBF\n[1]", false);
        row("empty", "x.yaml", " \n", false);
        row("directive", "x", "%YAML 1.2\n---\na: 1\n", true);
        row("a document", "x", "---\na: 1\n", true);
        row("a list document", "x", "---\r\n- a\r\n", true);
        row("a rule and prose", "x", "---\nHere is: a sentence\n", false);
        row("front matter", "README.md", "---\ntitle: x\n---\n# Title\n", false);
        row("a table", "x.csv", "a,b\n1,2\n", false);
        row("key and value", "x.log", "a: 1\n", false);
    }
    void whatIsYaml() {
        QFETCH(QString, path);
        QFETCH(QByteArray, head);
        QTEST(looksLikeYaml(head.toStdString(), path.toStdString()), "is");
    }

    /// The plain trace, as YAML documents and packed: rows as of the JSON Lines that say the same.
    void sameRows() {
        const std::string json =
            "{\"id\":\"1\",\"end_s\":1.5,\"output_tokens\":3}\n{\"id\":\"r\",\"end_s\":NaN,\"load\":{\"concurrency\":4}"
            "}\n";
        const std::string yaml =
            "---\nid: '1'\nend_s: 1.5\noutput_tokens: 3\n---\nid: r\nend_s: .nan\nload: {concurrency: 4}\n";
        const Ingested expected = ingestFile(m_folder.write("a.jsonl", json));
        for (const std::string& file : {m_folder.write("a.yaml", yaml), m_folder.write("b.yaml.gz", gzipped(yaml)),
                                        m_folder.write("c.yml", utf16(yaml, true))}) {
            const Ingested got = ingestFile(file);
            QVERIFY2(!got.error, got.error ? got.error->text().c_str() : "");
            QCOMPARE(got.reader, std::string("plumbline-trace"));
            QCOMPARE(got.rows.size(), expected.rows.size());
            for (std::size_t i = 0; i < got.rows.size(); ++i) {
                const Row &a = got.rows[i].row, &b = expected.rows[i].row;
                QVERIFY(a.id == b.id && a.end == b.end && a.outputTokens == b.outputTokens && a.load == b.load);
            }
            QCOMPARE(got.noticed("bare-nan"), 1U);
        }
    }

    /// A probe costs its beginning alone; whoever reads on gets the same bytes, wherever one step ends.
    void theBeginningIsConvertedAlone_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<bool>("broken");  // behind the beginning
        QTest::newRow("smaller than the beginning") << 50 << false;
        QTest::newRow("about as large") << 5600 << false;
        QTest::newRow("larger") << 20'000 << false;
        QTest::newRow("broken behind it") << 20'000 << true;
    }
    void theBeginningIsConvertedAlone() {
        QFETCH(int, rows);
        QFETCH(bool, broken);
        std::string yaml = "plain: yes\nrows:\n", json = "{\"plain\":\"yes\",\"rows\":[";
        for (int i = 0; i < rows; ++i) {
            const std::string text = "request-" + std::to_string(i) + std::string(30, 'x');
            yaml += "- id: " + text + "\n";
            json += (i > 0 ? ",{\"id\":\"" : "{\"id\":\"") + text + "\"}";
        }
        json += "]}\n";
        if (broken) yaml += "- [\n";
        const Converted got = convert(yaml);
        QCOMPARE(got.error.has_value(), broken);
        // Of what is broken, the list that was begun may stand: ",[".
        const std::size_t sure = broken ? got.json.size() - 2 : json.size();
        QVERIFY(got.json.substr(0, sure) == json.substr(0, sure) && got.json.size() + 100 > json.size());
        QVERIFY(broken || got.json.size() == json.size());
        // What the first 256 KiB cost, against everything: the stage before tells how far it was read.
        std::string storage;
        const std::string path = m_folder.write("large.yaml", yaml);
        std::uint64_t read = 0;
        const ReadInput input{path, [&](std::uint64_t done) { read = done; }, {}};
        QVERIFY(ByteSource::open(input));
        QVERIFY(rows <= 5600 || read < yaml.size() / 2);
    }

    /// Nothing of this crashes, and what breaks off in a document is said.
    void mutations() {
        support::Random random(8);
        const std::string yaml =
            "%YAML 1.2\n---\na: &x [1, \"b\\n\", {c: 'd'}]\ne: *x\nf: |\n  text\n? g\n: - h\n  - !!str 3\n";
        for (int round = 0; round < 3000; ++round) {
            std::string changed = yaml;
            if (round % 3 == 0)
                changed.resize(random.below(changed.size()));
            else
                changed[random.below(changed.size())] = char(random.below(256));
            const Converted got = convert(changed);
            const auto depth = std::count(got.json.begin(), got.json.end(), '\n');
            QVERIFY(got.error || got.json.empty() || depth > 0);
        }
    }
};

QTEST_APPLESS_MAIN(TestYaml)
#include "test_yaml.moc"
