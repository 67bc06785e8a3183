// The vLLM reader on real files, on files larger than its windows, and on files with something broken in them.
#include <QFileInfo>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/core/ingest/vllm_text.h"
#include "tests/support/random.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

double quantile(std::vector<double> values, double p) {  // Hyndman-Fan 7, the harness's own
    std::sort(values.begin(), values.end());
    const double at = p * double(values.size() - 1);
    const auto low = std::size_t(at);
    const double high = values[std::min(low + 1, values.size() - 1)];
    return values[low] + (at - double(low)) * (high - values[low]);
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

/// The harness's own populations: requests without an error; every gap of theirs, a role chunk's too.
struct Populations {
    std::vector<double> ttft, itl;
    double tokens = 0;
    explicit Populations(const Ingested& file) {
        for (const auto& placed : file.rows) {
            if (placed.row.status != Status::ok) continue;
            if (isKnown(placed.row.firstToken)) ttft.push_back(seconds(placed.row.firstToken));
            for (const Nanoseconds gap : placed.row.gaps) itl.push_back(seconds(gap));
            tokens += double(std::max<Count>(placed.row.outputTokens, 0));
        }
    }
};

bool near(double ours, double theirs) { return std::abs(ours - theirs) <= 1e-3 * std::abs(theirs); }

/// Rows whose every value follows from their number, so that a batch cut in the wrong place shows.
std::string largeFile(int rows) {
    std::string out, in, ttft, itls, starts, errors;
    for (int i = 0; i < rows; ++i) {
        const std::string comma = i > 0 ? ", " : "", number = std::to_string(i);
        in += comma + std::to_string(i % 1000 + 1);
        out += comma + std::to_string(i % 7 + 1);
        ttft += comma + "0." + std::to_string(100000 + i % 100000);
        itls += comma + "[";
        for (int gap = 0; gap < i % 7; ++gap)
            itls += (gap > 0 ? ", " : "") + std::string("0.0") + std::to_string(1000000 + i % 1000000);
        itls += "]";
        starts += comma + std::to_string(1000 + i) + ".5";
        errors += comma + (i % 5 == 0 ? "\"failed [" + number + "] \\\"{\\\\\"" : "\"\"");
    }
    const auto list = [](const std::string& text) { return "[" + text + "]"; };
    return VllmText()
        .with("input_lens", list(in))
        .with("output_lens", list(out))
        .with("ttfts", list(ttft))
        .with("itls", list(itls))
        .with("start_times", list(starts))
        .with("errors", list(errors))
        .compact();
}

/// Each of the numbered rows as largeFile wrote it.
bool isLargeRow(const Row& row, int i) {
    const bool failed = i % 5 == 0;
    return row.promptTokens == i % 1000 + 1 && row.outputTokens == i % 7 + 1 &&
           row.firstToken.count() == (100'000LL + i % 100'000) * 1000 &&
           row.start.count() == (1000LL + i) * 1'000'000'000 + 500'000'000 && int(row.gaps.size()) == i % 7 &&
           std::all_of(row.gaps.begin(), row.gaps.end(),
                       [&](Nanoseconds gap) { return gap.count() == (1'000'000LL + i % 1'000'000) * 10; }) &&
           row.error == (failed ? "failed [" + std::to_string(i) + "] \"{\\" : "");
}

}  // namespace

class TestVllmFiles : public QObject {
    Q_OBJECT

private:
    Folder m_folder;

private slots:
    void summariesComeOutOfTheRows_data() {
        QTest::addColumn<QString>("path");
        PLUMBLINE_NEEDS_REAL_FILES();
        const auto hasRows = [](const std::string& file) {
            return file.ends_with(".json") && fileText(file).find("\"start_times\"") != std::string::npos;
        };
        for (const std::string& file : support::realFiles("vllm", hasRows)) {
            const QString path = QString::fromStdString(file);
            QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
        }
    }
    void summariesComeOutOfTheRows() {
        QFETCH(QString, path);
        const Ingested file = ingestFile(path.toStdString());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QVERIFY(file.identityHolds() && file.outcome.rejected == 0);
        const Populations ours(file);
        const Reported& theirs = file.run().reported;
        QVERIFY(near(mean(ours.ttft), theirs.at("ttft_s.mean")));
        QVERIFY(near(quantile(ours.ttft, 0.5), theirs.at("ttft_s.p50")));
        QVERIFY(near(quantile(ours.ttft, 0.99), theirs.at("ttft_s.p99")));
        QVERIFY(near(mean(ours.itl), theirs.at("itl_s.mean")));
        QVERIFY(near(quantile(ours.itl, 0.5), theirs.at("itl_s.p50")));
        QVERIFY(near(quantile(ours.itl, 0.99), theirs.at("itl_s.p99")));
        QVERIFY(near(ours.tokens / seconds(file.run().declaredDuration), theirs.at("system_output_tokens_per_s")));
        for (const auto& placed : file.rows) {
            const bool chat = file.fact("backend").find("chat") != std::string::npos;
            const auto gaps = Count(placed.row.gaps.size());
            QCOMPARE(placed.row.chunks, chat && gaps == placed.row.outputTokens ? gaps : gaps + 1);
        }
    }

    void knownFilesOf2024() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const std::string folder = "vllm/dstackai__benchmarks/comparison/h100sxm5_vs_mi300x/raw_data/";
        const Ingested rate = ingestFile(support::realPath(
            folder + "8xH100SXM5-serving/nvidia-vllm-16.0qps-Llama-3.1-405B-FP8-20241109-150547.json"));
        QCOMPARE(rate.rows.size(), 1000U);
        const auto noToken = std::count_if(rate.rows.begin(), rate.rows.end(), [](const auto& placed) {
            return placed.row.status == Status::ok && placed.row.outputTokens == 0;
        });
        QCOMPARE(noToken, 379);
        QVERIFY((rate.run().load == Load{LoadKind::requestRate, 16}));
        QVERIFY(rate.rows[0].row.firstTokenKind == FirstTokenKind::answerText &&
                rate.rows[0].row.tokenSource == TokenSource::tokenizer);

        const Ingested failed = ingestFile(
            support::realPath(folder + "misc/amd-meta-vllm-no-rpc-1000.0qps-Llama-3.1-405B-FP8-20241116-152727.json"));
        QCOMPARE(failed.rows.size(), 1000U);
        const auto count = [&](auto&& wanted) {
            return std::count_if(failed.rows.begin(), failed.rows.end(), [&](const auto& p) { return wanted(p.row); });
        };
        QCOMPARE(count([](const Row& row) { return row.status == Status::error; }), 983);
        QCOMPARE(count([](const Row& row) { return row.status == Status::error && isKnown(row.firstToken); }), 34);
        QCOMPARE(count([](const Row& row) { return row.status == Status::ok && isKnown(row.firstToken); }), 0);
        QVERIFY(!failed.run().reported.contains("ttft_s.mean"));  // each 0.0 is "nothing to measure"
        QVERIFY(failed.run().declaredCompleted == 17 && failed.run().declaredRequests == 1000);
    }

    void aSweepTree() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const std::string folder =
            "vllm/er0080__vllm-benchmarking/packages/api/tests/fixtures/vllm_sweep_v0.25.1/"
            "SERVE--max_num_seqs=4-BENCH--max_concurrency=2-num_prompts=8/";
        const Ingested summary = ingestFile(support::realPath(folder + "summary.json"));
        QCOMPARE(summary.outcome.summaries, 2U);
        for (std::size_t i = 0; i < 2; ++i) {
            const Ingested run = ingestFile(support::realPath(folder + "run=" + std::to_string(i) + ".json"));
            QCOMPARE(run.run().fingerprint, summary.run(i).fingerprint);
            QCOMPARE(run.fact("max_num_seqs"), std::string("4"));
            QVERIFY((run.run().load == Load{LoadKind::concurrency, 2}));
        }
    }

    void largerThanTheWindows() {
        constexpr int rows = 40'000;
        const std::string text = largeFile(rows);
        QVERIFY(text.size() > 4 * ByteSource::defaultStep);
        const Ingested file = ingestFile(m_folder.write("large.json", text));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rows.size(), std::size_t(rows));
        for (int i = 0; i < rows; ++i)
            QVERIFY2(isLargeRow(file.rows[std::size_t(i)].row, i), std::to_string(i).c_str());
    }

    void oneBrokenEntryTakesNoNeighbour() {
        constexpr int rows = 30'000;
        std::string text = largeFile(rows);
        const std::size_t itls = text.find("\"itls\"");
        text[text.find("0.0", itls + 500'000) + 1] = 'x';
        const Ingested file = ingestFile(m_folder.write("broken.json", text));
        QVERIFY(file.identityHolds());
        QCOMPARE(file.rejections.size(), 1U);
        QVERIFY(!file.rejections[0].excerpt.empty());
        for (const auto& placed : file.rows) QVERIFY(isLargeRow(placed.row, int(placed.row.record)));
    }

    void truncatedAnywhere_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("step");
        QTest::newRow("compact") << QByteArray::fromStdString(VllmText().compact()) << 1;
        QTest::newRow("reversed") << QByteArray::fromStdString(VllmText().reversed().pretty()) << 3;
        QTest::newRow("two") << QByteArray::fromStdString(VllmText().compact() + "\n" + VllmText().pretty()) << 5;
        QTest::newRow("list") << QByteArray::fromStdString("[" + VllmText().compact() + "," +
                                                           VllmText().summary().compact() + "]")
                              << 5;
    }
    void truncatedAnywhere() {
        QFETCH(QByteArray, text);
        QFETCH(int, step);
        const Ingested whole = readWith(vllmReader, m_folder.write("cut.json", text.toStdString()));
        for (qsizetype size = 0; size < text.size(); size += step) {
            const Ingested file = readWith(vllmReader, m_folder.write("cut.json", text.left(size).toStdString()));
            QVERIFY2(file.identityHolds(), std::to_string(size).c_str());
            QVERIFY(file.rows.size() <= whole.rows.size());
        }
    }

    void bytesChangedAnywhere() {
        support::Random random(20261129);
        const std::string text =
            "[" + VllmText().compact() + ",\n" + VllmText().pretty() + "]\n" + VllmText().reversed().compact();
        for (int round = 0; round < 1000; ++round) {
            std::string changed = text;
            for (std::uint64_t flips = 1 + random.below(3); flips > 0; --flips)
                changed[random.below(changed.size())] = static_cast<char>(random.below(256));
            const Ingested file = readWith(vllmReader, m_folder.write("changed.json", changed));
            QVERIFY2(file.identityHolds(), std::to_string(round).c_str());
            for (const auto& placed : file.rows) QVERIFY(placed.row.promptTokens >= unknownCount);
        }
    }

    void cancelledWhileReading() {
        const std::string path = m_folder.write("long.json", largeFile(40'000));
        std::stop_source stop;
        Ingested out;
        // Asked to stop at the first progress: the reader must leave at the next window, not at the file's end.
        std::uint64_t last = 0;
        const ReadInput input{path,
                              [&](std::uint64_t done) {
                                  last = done;
                                  stop.request_stop();
                              },
                              stop.get_token()};
        const auto read = readWhole(vllmReader, input, out);
        QVERIFY(!read);
        QVERIFY(read.error().kind == ErrorKind::cancelled);
        QVERIFY(last <= 2 * ByteSource::defaultStep);
        QVERIFY(out.rows.empty());
    }
};

QTEST_APPLESS_MAIN(TestVllmFiles)
#include "test_vllm_files.moc"
