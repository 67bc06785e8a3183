// gzip, zstd and UTF-16 on the way from the disk to the readers: the same bytes and the same rows as plain, and what
// is damaged is said after what is good.
#include <QTest>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/read_file.h"
#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/packed.h"
#include "tests/support/random.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

struct Got {
    std::string text;
    std::optional<Error> error;
};

/// All that a source gives, window by window, and the error at its end.
Got everything(const std::string& path, std::size_t step = ByteSource::defaultStep) {
    const ReadInput input{path, [](std::uint64_t) {}, {}};
    Got got;
    auto source = ByteSource::open(input, step);
    if (!source) return {{}, source.error()};
    while (true) {
        got.text += source->window();
        if (source->atEnd()) return got;
        if (const auto read = source->advance(source->window().size()); !read) {
            got.error = read.error();
            return got;
        }
    }
}

QByteArray bytes(const std::string& text) { return QByteArray::fromStdString(text); }

/// Lines of a trace; `fill` bytes of noise each, so that there are several blocks.
std::string trace(int rows, std::size_t fill = 0) {
    support::Random random(5);
    std::string text = "{\"plumbline\":\"trace/1\"}\n";
    for (int i = 0; i < rows; ++i) {
        std::string noise;
        for (std::size_t at = 0; at < fill; ++at) noise += char('a' + random.below(26));
        text += "{\"id\":\"r-" + std::to_string(i) + "\",\"end_s\":1.5,\"output_tokens\":" + std::to_string(i) +
                ",\"error\":\"" + noise + "\"}\n";
    }
    return text;
}

}  // namespace

class TestPacking : public QObject {
    Q_OBJECT

private:
    Folder m_folder;

private slots:
    void unpacks_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* tag, const std::string& file, const std::string& text) {
            QTest::newRow(tag) << bytes(file) << bytes(text);
        };
        const std::string large = trace(20'000, 40);
        row("plain", "a,b\n", "a,b\n");
        row("gzip", gzipped("a,b\n"), "a,b\n");
        row("gzip of nothing", gzipped(""), "");
        row("gzip, large", gzipped(large), large);
        row("gzip of two members", gzipped("a,b\n") + gzipped("1,2\n"), "a,b\n1,2\n");
        row("gzip, an empty member between", gzipped("a") + gzipped("") + gzipped("b"), "ab");
        row("gzip padded with zeros", gzipped("a,b\n") + std::string(512, '\0'), "a,b\n");
        row("zstd", zstdPacked("a,b\n"), "a,b\n");
        row("zstd without a checksum", zstdPacked("a,b\n", false), "a,b\n");
        row("zstd of nothing", zstdPacked(""), "");
        row("zstd, large", zstdPacked(large), large);
        row("zstd of two frames", zstdPacked("a,b\n") + zstdPacked("1,2\n"), "a,b\n1,2\n");
        row("zstd, a frame to skip first", std::string("\x50\x2a\x4d\x18\x03\0\0\0xyz", 11) + zstdPacked("a"), "a");
        row("zstd, a frame to skip behind", zstdPacked("a") + std::string("\x5f\x2a\x4d\x18\x01\0\0\0x", 9), "a");
        row("mark inside gzip", gzipped("\xEF\xBB\xBF{}"), "{}");
        row("UTF-16 LE", utf16("a,b\n1,\xC3\xA9\n", false), "a,b\n1,\xC3\xA9\n");
        row("UTF-16 BE", utf16("a,b\n1,\xE2\x82\xAC\n", true), "a,b\n1,\xE2\x82\xAC\n");
        row("UTF-16 LE without a mark", utf16("a,b\n1,2\n", false).substr(2), "a,b\n1,2\n");
        row("UTF-16 BE without a mark", utf16("{\n}", true).substr(2), "{\n}");
        row("a zero byte is no UTF-16", std::string("a\0bc", 4), std::string("a\0bc", 4));
        row("UTF-16, a pair", utf16("\xF0\x9F\x98\x80", false), "\xF0\x9F\x98\x80");
        row("UTF-16, large", utf16(large, true), large);
        row("UTF-16, mark alone", "\xFF\xFE", "");
        row("UTF-16, half a pair", std::string("\xFF\xFE\x3D\xD8x\0", 6), "\xEF\xBF\xBDx");
        row("UTF-16, the other half", std::string("\xFE\xFF\xDC\0\0x", 6), "\xEF\xBF\xBDx");
        row("UTF-16, two first halves", std::string("\xFF\xFE\x3D\xD8\x3D\xD8\x00\xDE", 8),
            "\xEF\xBF\xBD\xF0\x9F\x98\x80");
        row("UTF-16 inside zstd", zstdPacked(utf16("a,b\n", false)), "a,b\n");
    }
    void unpacks() {
        QFETCH(QByteArray, file);
        const std::string path = m_folder.write("file", file.toStdString());
        for (const std::size_t step : {std::size_t{1}, std::size_t{7}, ByteSource::defaultStep}) {
            if (step < 100 && file.size() > 1000) continue;
            const Got got = everything(path, step);
            QVERIFY2(!got.error, got.error ? got.error->text().c_str() : "");
            QTEST(bytes(got.text), "text");
        }
    }

    void damage_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("good");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* tag, const std::string& file, const std::string& good, const char* said) {
            QTest::newRow(tag) << bytes(file) << bytes(good) << said;
        };
        const std::string gz = gzipped("a,b\n1,2\n"), zst = zstdPacked("a,b\n1,2\n");
        std::string sum = gz;
        sum[sum.size() - 6] = char(sum[sum.size() - 6] ^ 1);
        row("gzip without its checksum", gz.substr(0, gz.size() - 8), "a,b\n1,2\n", "is cut off");
        row("gzip, half a checksum", gz.substr(0, gz.size() - 3), "a,b\n1,2\n", "is cut off");
        row("gzip, a wrong checksum", sum, "a,b\n1,2\n", "is damaged (incorrect data check)");
        row("gzip, header alone", gz.substr(0, 10), "", "is cut off");
        row("gzip, begun", gz.substr(0, 2), "", "is cut off");
        row("gzip, no known method", "\x1f\x8b\x07 and so on", "", "is damaged");
        row("gzip and text behind", gz + "more", "a,b\n1,2\n", "followed by bytes that are no gzip");
        row("gzip, zeros and text", gz + std::string(4, '\0') + "more", "a,b\n1,2\n", "no gzip");
        row("gzip, second member cut", gz + gz.substr(0, 10), "a,b\n1,2\n", "is cut off");
        row("zstd without its checksum", zst.substr(0, zst.size() - 4), "a,b\n1,2\n", "is cut off");
        row("zstd, begun", zst.substr(0, 4), "", "is cut off");
        row("zstd and text behind", zst + "and more", "a,b\n1,2\n", "is damaged (Unknown frame descriptor)");
        row("zstd, second frame cut", zst + zst.substr(0, 7), "a,b\n1,2\n", "is cut off");
        row("UTF-16, half a character", utf16("a,b\n", false) + "x", "a,b\n", "ends inside a character");
        row("UTF-16, half a pair", std::string("\xFF\xFEx\0\x3D\xD8", 6), "x", "ends inside a character");
        row("UTF-16 in gzip cut off", gzipped(utf16("a,b\n", true)).substr(0, 20), "", "gzip packing is cut off");
    }
    void damage() {
        QFETCH(QByteArray, file);
        QFETCH(QString, said);
        const std::string path = m_folder.write("file", file.toStdString());
        for (const std::size_t step : {std::size_t{1}, ByteSource::defaultStep}) {
            const Got got = everything(path, step);
            if (QByteArray(QTest::currentDataTag()) != "UTF-16 in gzip cut off") QTEST(bytes(got.text), "good");
            QVERIFY(got.error && got.error->kind == ErrorKind::format);
            QVERIFY2(QString::fromStdString(got.error->message).contains(said), got.error->message.c_str());
            QCOMPARE(got.error->where, path);
        }
    }

    void progressIsThatOfTheDisk() {
        const std::string file = gzipped(trace(20'000, 40));
        const std::string path = m_folder.write("trace.jsonl.gz", file);
        std::vector<std::uint64_t> said;
        const ReadInput input{path, [&](std::uint64_t done) { said.push_back(done); }, {}};
        auto source = ByteSource::open(input);
        while (source && !source->atEnd()) QVERIFY(source->advance(source->window().size()));
        QVERIFY(said.size() > 3 && said.front() < file.size());
        QVERIFY(std::is_sorted(said.begin(), said.end()));
        QCOMPARE(said.back(), file.size());
    }

    void stopIsHeard() {
        std::stop_source stop;
        const std::string path = m_folder.write("trace.gz", gzipped(trace(20'000, 40)));
        const ReadInput input{path, {}, stop.get_token()};
        auto source = ByteSource::open(input);
        QVERIFY(source);
        stop.request_stop();
        const auto read = source->advance(0);
        QVERIFY(!read && read.error().kind == ErrorKind::cancelled);
    }

    void sameRows_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("trace") << bytes(trace(500, 10));
        QTest::newRow("trace with a broken line") << bytes(trace(3) + "{\"id\":\n" + trace(2));
        QTest::newRow("table") << QByteArray("id,end_s,output_tokens,error\nr-1,1.5,3,\"\xC3\xA9\n\"\nr-2,2,4\n");
    }
    void sameRows() {
        QFETCH(QByteArray, text);
        const std::string plain = text.toStdString();
        const Ingested expected = ingestFile(m_folder.write("file", plain));
        QVERIFY(!expected.error);
        for (const std::string& packed : {gzipped(plain), zstdPacked(plain), utf16(plain, false), utf16(plain, true),
                                          gzipped(plain.substr(0, 30)) + gzipped(plain.substr(30))}) {
            const Ingested got = ingestFile(m_folder.write("packed", packed));
            QVERIFY2(!got.error, got.error ? got.error->text().c_str() : "");
            QCOMPARE(got.reader, expected.reader);
            QCOMPARE(got.rows.size(), expected.rows.size());
            QCOMPARE(got.rejections.size(), expected.rejections.size());
            for (std::size_t i = 0; i < got.rows.size(); ++i) {
                const Row &a = got.rows[i].row, &b = expected.rows[i].row;
                QVERIFY(a.id == b.id && a.end == b.end && a.outputTokens == b.outputTokens && a.error == b.error);
                QVERIFY(a.record == b.record && a.line == b.line && a.byte == b.byte);
            }
        }
    }

    void whatIsGoodIsKept() {
        const std::string text = trace(2000, 200);
        for (const std::string& packed : {gzipped(text), zstdPacked(text)}) {
            const std::string path = m_folder.write("cut", packed.substr(0, packed.size() * 2 / 3));
            Ingested got;
            const auto outcome = readWhole(traceJsonlReader, {path, {}, {}}, got);
            QVERIFY(outcome);
            got.outcome = *outcome;
            QVERIFY(got.identityHolds());
            QVERIFY(got.rows.size() > 500 && got.rows.size() < 2000);
            QVERIFY(got.rejections.back().reason.find("packing is cut off") != std::string::npos);
            QCOMPARE(got.noticed("damaged"), 1U);
        }
        Ingested nothing;
        const auto outcome =
            readWhole(traceJsonlReader, {m_folder.write("cut", gzipped(text).substr(0, 12)), {}, {}}, nothing);
        QVERIFY(!outcome && outcome.error().message.find("is cut off") != std::string::npos);
    }

    /// Whatever is cut or changed: the bytes before the damage are a beginning of the text, and a file that is shorter
    /// than it was says so.
    void mutations() {
        support::Random random(3);
        const std::string text = trace(300, 100);
        const std::vector<std::string> files{gzipped(text), zstdPacked(text),
                                             gzipped(text.substr(0, 9000)) + gzipped(text.substr(9000)),
                                             zstdPacked(text.substr(0, 9000)) + zstdPacked(text.substr(9000))};
        for (int round = 0; round < 600; ++round) {
            const std::size_t which = random.below(files.size());
            std::string changed = files[which];
            const bool cut = round % 2 == 0;
            const std::size_t at = random.below(changed.size());
            if (cut)
                changed.resize(at);
            else
                changed[at] = char(changed[at] ^ (1 << random.below(8)));
            const Got got = everything(m_folder.write("changed", changed));
            const bool whole = got.text == text, begins = text.starts_with(got.text);
            const std::string place = "round " + std::to_string(round) + ", byte " + std::to_string(at);
            // Under four bytes, nothing tells that it was packed; between two members, that there was a second one.
            const bool seam = cut && (at < 4 || got.text == text.substr(0, 9000));
            if (cut) QVERIFY2(begins || seam, place.c_str());
            if (!whole && at >= 4) QVERIFY2(got.error || seam, place.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestPacking)
#include "test_packing.moc"
