// Records read again: which bytes come back, what is hidden of them, and what is said where they cannot.
#include <QTest>
#include <algorithm>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/redact/raw_record.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/packed.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

std::string shown(const std::vector<RawPiece>& pieces) {
    std::string out;
    for (const RawPiece& piece : pieces)
        out += piece.hidden ? "<" + std::to_string(piece.characters) + ">" : piece.text;
    return out;
}

std::string whole(const std::vector<RawPiece>& pieces) {
    std::string out;
    for (const RawPiece& piece : pieces) out += piece.text;
    return out;
}

QByteArray bytes(const std::string& text) { return QByteArray::fromStdString(text); }

}  // namespace

class TestRawRecord : public QObject {
    Q_OBJECT

private:
    Folder m_folder;

    std::string at(const std::string& path, std::uint64_t byte) {
        const auto record = rawRecord({path, byte, {}});
        return record ? shown(record->pieces) : "! " + record.error().message;
    }

private slots:
    void tellsPrivateFields_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isPrivate");
        for (const char* name :
             {"prompt",          "Prompts",          "generated_text", "generatedText", "messages",     "content",
              "api_key",         "API-Key",          "authorization",  "Authorization", "access_token", "user.password",
              "response",        "output_token_ids", "gen_ai.prompt",  "completion",    "hf-token",     "headers",
              "request_headers", "secret_keys",      "inputs",         "extra_headers"})
            QTest::newRow(name) << name << true;
        for (const char* name : {"prompt_tokens", "output_tokens", "tokens", "first_token_ms", "prompt_key",
                                 "prefix_key", "key", "response_time", "error", "id", "request_id", "message_count",
                                 "ids", "", "_", "headers_ns", "extra_inputs", "response_format"})
            QTest::newRow((std::string("not ") + name).c_str()) << name << false;
    }
    void tellsPrivateFields() {
        QFETCH(QString, name);
        QFETCH(bool, isPrivate);
        QCOMPARE(isPrivateField(name.toStdString()), isPrivate);
    }

    void laysJsonOut_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("laid");
        const auto row = [](const char* name, const char* json, const char* laid) {
            QTest::newRow(name) << QByteArray(json) << QByteArray(laid);
        };
        row("scalars", R"({"a":1,"b":"x","c":null})", "{\n  \"a\": 1,\n  \"b\": \"x\",\n  \"c\": null\n}");
        row("numbers in one line", R"({"gaps":[1, 2 ,3]})", "{\n  \"gaps\": [1, 2, 3]\n}");
        row("objects in lines", R"([{"a":1},{"a":2}])", "[\n  {\n    \"a\": 1\n  },\n  {\n    \"a\": 2\n  }\n]");
        row("empty", R"({"a":{},"b":[]})", "{\n  \"a\": {},\n  \"b\": []\n}");
        row("bare words of Python", R"({"a":NaN,"b":-Infinity})", "{\n  \"a\": NaN,\n  \"b\": -Infinity\n}");
        row("a prompt", "{\"prompt\":\"h\\u00e9llo \\\"you\\\"\"}", "{\n  \"prompt\": <11>\n}");
        row("a prompt in UTF-8", "{\"prompt\":\"h\xc3\xa9llo\"}", "{\n  \"prompt\": <5>\n}");
        row("a count of a private name", R"({"output":12,"text":null})", "{\n  \"output\": 12,\n  \"text\": null\n}");
        row("messages whole", R"({"messages":[{"role":"user","content":"hi"}],"n":1})",
            "{\n  \"messages\": <32>,\n  \"n\": 1\n}");
        row("measurements inside a response", R"({"response":{"ms":5,"text":"hi"}})",
            "{\n  \"response\": {\n    \"ms\": 5,\n    \"text\": <2>\n  }\n}");
        row("replies in a list", R"({"responses":["a","bc"]})", "{\n  \"responses\": <10>\n}");
        row("token ids", R"({"prompt_token_ids":[1,2]})", "{\n  \"prompt_token_ids\": <5>\n}");
        row("a key by its looks", R"({"note":"sk-abc"})", "{\n  \"note\": <6>\n}");
        row("named beside its value", R"({"key":"gen_ai.prompt","value":{"stringValue":"hi"}})",
            "{\n  \"key\": \"gen_ai.prompt\",\n  \"value\": <20>\n}");
        row("named, and not private", R"({"key":"gen_ai.model","value":{"stringValue":"m"}})",
            "{\n  \"key\": \"gen_ai.model\",\n  \"value\": {\n    \"stringValue\": \"m\"\n  }\n}");
        row("cut in a text", "{\"a\":1,\"b\":\"secr", "{\n  \"a\": 1,\n  \"b\": <5>");
        row("cut in a number", "{\"a\":12", "{\n  \"a\": 12");
        row("no JSON", "{\"a\" 1, \"prompt\": \"x\"}", "{<21>");
        row("nothing", "", "");
    }
    void laysJsonOut() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, laid);
        QCOMPARE(bytes(shown(piecesOfJson(json.toStdString()))), laid);
    }

    void hidesLongTextsWhateverTheirName() {
        const std::string json =
            "{\"error\":\"" + std::string(201, 'x') + "\",\"note\":\"" + std::string(200, 'y') + "\"}";
        const std::string laid = shown(piecesOfJson(json));
        QVERIFY(laid.find("<201>") != std::string::npos);
        QVERIFY(laid.find(std::string(200, 'y')) != std::string::npos);
    }

    void losesNothing() {
        // What is hidden and what is shown are together all characters but blanks.
        const std::string json =
            R"({"a":[1,{"prompt":"x y"}],"messages":[{"content":"q"}],"b":{"c":"d"},"e":[[1],[2]]})";
        std::string laid = whole(piecesOfJson(json)), given = json;
        for (std::string* text : {&laid, &given}) std::erase_if(*text, [](char c) { return c == ' ' || c == '\n'; });
        QCOMPARE(bytes(laid), bytes(given));
    }

    void survivesDeepNesting() {
        const std::string json(5000, '[');
        QCOMPARE(bytes(whole(piecesOfJson(json))).count('['), 5000);
    }

    void readsRecordsByTheirByte_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<quint64>("byte");
        QTest::addColumn<QByteArray>("laid");
        const auto row = [](const char* name, const char* text, quint64 byte, const char* laid) {
            QTest::newRow(name) << QByteArray(text) << byte << QByteArray(laid);
        };
        row("the second line", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", 8, "{\n  \"a\": 2\n}");
        row("inside a list", "[{\"a\":1}, {\"a\":\"}\"}]", 10, "{\n  \"a\": \"}\"\n}");
        row("a table", "id,ms\na,5\nb,6\n", 10, "id: b\nms: 6\n");
        row("a table with a prompt", "id,prompt\na,\"what,\nis it\"\n", 10, "id: a\nprompt: <11>\n");
        row("a table's cells missing", "id,ms\na\n", 6, "id: a\nms: \n");
        row("after a byte order mark", "\xef\xbb\xbf{\"a\":1}\n{\"a\":2}\n", 11, "{\n  \"a\": 2\n}");
        row("beyond the end", "{\"a\":1}\n", 80, "! It ends before byte 80, where the record began.");
        row("an empty file", "", 0, "! It ends before byte 0, where the record began.");
        row("neither", "id,ms\na,5\n", 8, "<1>");
    }
    void readsRecordsByTheirByte() {
        QFETCH(QByteArray, text);
        QFETCH(quint64, byte);
        QFETCH(QByteArray, laid);
        QCOMPARE(bytes(at(m_folder.write("r.txt", text.toStdString()), byte)), laid);
    }

    void readsFarIntoALargeFile() {
        std::string text;
        std::uint64_t byte = 0;
        for (int i = 0; i < 60000; ++i) {
            if (i == 59990) byte = text.size();
            text += "{\"n\":" + std::to_string(i) + "}\n";
        }
        QVERIFY(text.size() > 2 * ByteSource::defaultStep);
        QCOMPARE(bytes(at(m_folder.write("large.jsonl", text), byte)), QByteArray("{\n  \"n\": 59990\n}"));
        QCOMPARE(bytes(at(m_folder.write("large.jsonl.gz", gzipped(text)), byte)), QByteArray("{\n  \"n\": 59990\n}"));
    }

    void cutsWhatIsTooLong() {
        const std::string path = m_folder.write("long.json", "{\"gaps\":[" + std::string(5000, '1') + "]}");
        const auto record = rawRecord({path, 0, {}}, 1024);
        QVERIFY(record.has_value());
        QCOMPARE(record->note, std::string("Cut after 1 KiB."));
        QVERIFY(whole(record->pieces).size() < 1100);
    }

    void picksARequestOutOfLists() {
        const std::string path = m_folder.write(
            "lists.json",
            R"({"model":"m","ttfts":[0.1,0.2,0.3],"itls":[[1],[2,3],[]],"percentiles":[[50,1],[99,2]],"generated_texts":["a","bb","ccc"]})");
        const auto record = rawRecord({path, 0, RawPlace::InLists{1, 3}});
        QVERIFY(record.has_value());
        QCOMPARE(bytes(shown(record->pieces)),
                 QByteArray("{\n  \"ttfts\": 0.2,\n  \"itls\": [2, 3],\n  \"generated_texts\": <2>\n}"));
        QVERIFY(record->note.find("number 2 of 3") != std::string::npos);
        // No list is as long: the object itself is shown.
        const auto other = rawRecord({path, 0, RawPlace::InLists{1, 7}});
        QVERIFY(other && shown(other->pieces).find("\"model\": \"m\"") != std::string::npos);
    }

    void aDatabaseHasNoText() {
        const std::string path = m_folder.write("d.db", std::string("SQLite format 3\0", 16) + std::string(100, 'x'));
        const auto record = rawRecord({path, 0, {}});
        QVERIFY(!record && record.error().kind == ErrorKind::refused);
    }

    void stopsWhenAsked() {
        std::stop_source stop;
        stop.request_stop();
        const std::string path = m_folder.write("s.jsonl", std::string(3 << 20, ' ') + "{}");
        const auto record = rawRecord({path, 3 << 20, {}}, mostOfRecord, stop.get_token());
        QVERIFY(!record && record.error().kind == ErrorKind::cancelled);
    }
};

QTEST_GUILESS_MAIN(TestRawRecord)
#include "test_raw_record.moc"
