// SGLang's and GuideLLM's readers on real files: what comes out of the rows against what the harness says; and no
// reader takes another one's file.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/ingest/reader/all_readers.h"
#include "tests/core/ingest/ingested.h"
#include "tests/support/real_files.h"

using namespace plumbline;
using namespace plumbline::test;

namespace {

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

/// Hyndman-Fan 7, SGLang's rule.
double linear(std::vector<double> values, double p) {
    std::sort(values.begin(), values.end());
    const double at = p * double(values.size() - 1);
    const auto low = std::size_t(at);
    return values[low] + (at - double(low)) * (values[std::min(low + 1, values.size() - 1)] - values[low]);
}

/// The first value whose share reaches p, GuideLLM's rule.
double nearestRank(std::vector<double> values, double p) {
    std::sort(values.begin(), values.end());
    return values[std::size_t(std::max(0.0, std::ceil(p * double(values.size()) - 1e-9) - 1))];
}

bool near(double ours, double theirs, double tolerance = 1e-3) {
    return std::abs(ours - theirs) <= tolerance * std::abs(theirs);
}

/// What the harness takes for a run's rows: the measured successes.
struct Population {
    std::vector<double> ttft, e2e, itl;
    double tokens = 0, streamedSeconds = 0, streamedGaps = 0;
    Nanoseconds first = unknownTime, last = unknownTime;
    std::size_t unmeasured = 0;

    explicit Population(const Ingested& file) {
        for (const auto& placed : file.rows) add(placed.row);
    }
    void add(const Row& row) {
        if (row.status != Status::ok || row.phase != Phase::measured) return;
        tokens += std::max<Count>(row.outputTokens, 0);
        for (const Nanoseconds gap : row.gaps) itl.push_back(seconds(gap));
        if (isKnown(row.end)) e2e.push_back(seconds(row.end));
        if (!isKnown(row.firstToken)) return void(++unmeasured);
        ttft.push_back(seconds(row.firstToken));
        if (isKnown(row.lastContent)) streamedSeconds += seconds(row.lastContent - row.firstToken);
        streamedGaps += row.outputTokens - 1;
        if (!isKnown(row.start)) return;
        if (!isKnown(first) || row.start < first) first = row.start;
        if (!isKnown(last) || row.start + row.end > last) last = row.start + row.end;
    }
};

void addFiles(const char* folder, const char* suffix, const char* word) {
    QTest::addColumn<QString>("path");
    PLUMBLINE_NEEDS_REAL_FILES();
    const auto wanted = [&](const std::string& file) {
        return file.ends_with(suffix) && fileText(file).find(word) != std::string::npos;
    };
    for (const std::string& file : support::realFiles(folder, wanted)) {
        const QString path = QString::fromStdString(file);
        QTest::newRow(qPrintable(path.section('/', -2))) << path;
    }
}

}  // namespace

class TestReaderFiles : public QObject {
    Q_OBJECT

private slots:
    void sglangDetail_data() { addFiles("sglang", ".jsonl", "\"ttfts\""); }
    void sglangDetail() {
        QFETCH(QString, path);
        const Ingested file = ingestFile(path.toStdString());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("sglang"));
        QVERIFY(file.identityHolds() && file.outcome.rejected == 0);
        QCOMPARE(file.rows.size(), 100U);
        QVERIFY((file.run().load == Load{LoadKind::concurrency, 100}));
        Population ours(file);
        const Reported& theirs = file.run().reported;
        // The harness has no word for "never measured": such a row enters its statistics as 0 s. One file has one.
        const bool zero = path.contains("H100_tp8_dp1_in8192");
        QCOMPARE(ours.unmeasured, zero ? 1U : 0U);
        ours.ttft.resize(ours.ttft.size() + ours.unmeasured, 0.0);
        QVERIFY(near(mean(ours.ttft), theirs.at("ttft_s.mean")));
        QVERIFY(near(linear(ours.ttft, 0.5), theirs.at("ttft_s.p50")));
        QVERIFY(near(linear(ours.ttft, 0.99), theirs.at("ttft_s.p99")));
        QVERIFY(near(mean(ours.itl), theirs.at("itl_s.mean")));
        QVERIFY(near(linear(ours.itl, 0.5), theirs.at("itl_s.p50")));
        QVERIFY(near(linear(ours.itl, 0.99), theirs.at("itl_s.p99")));
        // Its latency of the row without a token is its own; the sum over 100 rows lacks that one.
        QVERIFY(near(mean(ours.e2e), theirs.at("e2e_s.mean"), zero ? 2e-2 : 1e-3));
        QVERIFY(near(ours.tokens / seconds(file.run().declaredDuration), theirs.at("system_output_tokens_per_s")));
        QCOMPARE(file.fact("model"), std::string(zero ? "/workspace/qwen-3.5-27b" : "/workspace/gpt-oss-120b"));
        QCOMPARE(file.fact("tensor_parallel"), std::string(zero ? "8" : "4"));
        QCOMPARE(file.fact("engine_version"), std::string(zero ? "0.5.9" : "0.5.8.post1"));
        for (const auto& placed : file.rows) QVERIFY(placed.row.gapBasis == GapBasis::synthetic);
    }

    void sglangSweeps() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const std::string folder = "sglang/datacrunch-research__h200-benchmarks/sglang/outputs/";
        const Ingested online = ingestFile(support::realPath(folder + "llama_3_3_70b_online_output.jsonl"));
        QCOMPARE(online.outcome.summaries, 7U);
        QCOMPARE(online.outcome.sources.size(), 2U);  // random, and ShareGPT
        std::vector<double> rates;
        for (const RunInfo& run : online.outcome.sources[0].runs) {
            QVERIFY(run.load.kind == LoadKind::requestRate && run.summaryOnly);
            rates.push_back(run.load.value);
        }
        QVERIFY((rates == std::vector<double>{1, 2, 4, 8, 16}));
        QVERIFY(near(online.run().reported.at("ttft_s.p50"), 0.0857451474));
        const Ingested offline = ingestFile(support::realPath(folder + "llama_3_3_70b_offline_output.jsonl"));
        QVERIFY(offline.run().load.kind == LoadKind::unbounded && offline.outcome.summaries == 7);
    }

    void guideLlmDetail_data() { addFiles("guidellm", ".json", "request_id"); }
    void guideLlmDetail() {
        QFETCH(QString, path);
        const Ingested file = ingestFile(path.toStdString());
        QVERIFY2(!file.error, file.error ? file.error->text().c_str() : "");
        QCOMPARE(file.reader, std::string("guidellm"));
        QVERIFY(file.identityHolds() && file.outcome.rejected == 0);
        const bool old = path.contains("rsevilla87");
        QCOMPARE(file.rows.size(), old ? 609U : 500U);
        const Load load = old ? Load{LoadKind::requestRate, 10} : Load{LoadKind::concurrency, 1};
        QVERIFY(file.run().load == load);
        QCOMPARE(file.run().declaredRequests, std::optional<std::int64_t>(old ? 609 : 500));
        const Population ours(file);
        const Reported& theirs = file.run().reported;
        QVERIFY(near(mean(ours.ttft), theirs.at("ttft_s.mean"), 1e-6));
        QVERIFY(near(nearestRank(ours.ttft, 0.5), theirs.at("ttft_s.p50"), 1e-6));
        QVERIFY(near(nearestRank(ours.ttft, 0.99), theirs.at("ttft_s.p99"), 1e-6));
        QVERIFY(near(mean(ours.e2e), theirs.at("e2e_s.mean"), 1e-6));
        QVERIFY(near(nearestRank(ours.e2e, 0.99), theirs.at("e2e_s.p99"), 1e-6));
        QVERIFY(near(ours.streamedSeconds / ours.streamedGaps, theirs.at("tpot_s.mean"), 1e-6));
        // Both layouts divide by the span of the successes; the old one's declared duration is longer, by 1.3e-3.
        const double span = seconds(ours.last - ours.first);
        QVERIFY(near(double(ours.ttft.size()) / span, theirs.at("requests_per_s")));
        // Its output rate is a time average of tokens spread evenly between the first and the last.
        QVERIFY(near(ours.tokens / span, theirs.at("system_output_tokens_per_s"), 1e-3));
        QCOMPARE(file.fact("model"), std::string(old ? "Qwen/Qwen3-0.6B" : "Qwen/Qwen2.5-1.5B-Instruct"));
        if (old) oldTimeouts(file);
    }

    void guideLlmSummaries() {
        PLUMBLINE_NEEDS_REAL_FILES();
        const std::string folder = "guidellm/";
        const Ingested emptied =
            ingestFile(support::realPath(folder + "llm-d__llm-d-benchmark/tests/fixtures/guidellm_report_v2.json"));
        QVERIFY(emptied.outcome.summaries == 2 && emptied.outcome.records == 0);
        QCOMPARE(emptied.noticed("no-per-request-data"), 2U);
        QVERIFY((emptied.run(0).load == Load{LoadKind::requestRate, 2}));
        const std::string run = folder + "saminkhan1__llm-serving-perf-lab/m2-qwen-l40s-modal-chat-short-20260421-r3/";
        const Ingested rows = ingestFile(support::realPath(run + "benchmark.json"));
        const Ingested table = ingestFile(support::realPath(run + "benchmark.csv"));
        QVERIFY(table.outcome.summaries == 1 && table.outcome.rejected == 0);
        QCOMPARE(table.run().fingerprint, rows.run().fingerprint);
        QVERIFY(table.run().load == rows.run().load);
        for (const auto& [key, value] : table.run().reported) {
            if (key == "error_rate") continue;  // of rows it is counted
            QVERIFY2(rows.run().reported.contains(key), key.c_str());
            QVERIFY2(near(value, rows.run().reported.at(key), 1e-9), key.c_str());
        }
        QCOMPARE(table.fact("model"), rows.fact("model"));
        const Ingested yaml =
            ingestFile(support::realPath(
                folder + "jhurlocker__guidellm-pipeline/utils/guidellm-wb/results/llama-3-2-3b_20250721_003902/"
                         "benchmark-results.yaml"));
        QVERIFY2(!yaml.error, yaml.error ? yaml.error->text().c_str() : "");
        QCOMPARE(yaml.rows.size(), 15U);
        QVERIFY(yaml.identityHolds() && (yaml.run().load == Load{LoadKind::concurrency, 1}));
        const Population ours(yaml);
        QVERIFY(near(mean(ours.ttft), yaml.run().reported.at("ttft_s.mean"), 1e-6));
    }

    void noReaderTakesAnothersFile() {
        PLUMBLINE_NEEDS_REAL_FILES();
        // The readers of these folders; of a file elsewhere none of them may say that it is theirs.
        const std::multimap<std::string, std::string> owners{
            {"vllm", "vllm"}, {"sglang", "sglang"}, {"guidellm", "guidellm"}, {"aiperf", "aiperf"}};
        std::map<std::string, int> taken;
        const std::size_t start = support::realPath({}).size();
        for (const std::string& path : support::realFiles({}, [](const std::string&) { return true; })) {
            std::string storage;
            const auto sample = sampleFile(path, storage);
            QVERIFY2(sample, path.c_str());
            const auto found = findReader(*sample);
            const std::string folder = path.substr(start, path.find('/', start) - start);
            const std::string reader = found ? std::string((*found)->id) : std::string();
            ++taken[folder + " " + reader];
            for (const auto& [owned, by] : owners) {
                if (reader == by) QVERIFY2(folder == owned, path.c_str());
                const bool must = folder == owned && (owned == "sglang" || owned == "guidellm");
                if (must) QVERIFY2(reader == by, path.c_str());
            }
            QVERIFY2(!reader.starts_with("trtllm"), path.c_str());
        }
        QCOMPARE(taken["sglang sglang"], 7);
        QCOMPARE(taken["guidellm guidellm"], 7);
    }

private:
    /// Requests that the time limit cut off: those with nothing carry the tokens that were asked for.
    static void oldTimeouts(const Ingested& file) {
        const auto count = [&](auto&& wanted) {
            return std::count_if(file.rows.begin(), file.rows.end(), [&](const auto& p) { return wanted(p.row); });
        };
        QCOMPARE(count([](const Row& row) { return row.status == Status::incomplete; }), 23);
        QCOMPARE(count([](const Row& row) { return row.tokenSource == TokenSource::requested; }), 10);
        QCOMPARE(count([](const Row& row) { return row.tokenSource == TokenSource::chunks; }), 13);
        QCOMPARE(count([](const Row& row) { return row.promptKey == 0; }), 0);
    }
};

QTEST_APPLESS_MAIN(TestReaderFiles)
#include "test_reader_files.moc"
