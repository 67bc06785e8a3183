// What words of paths tell apart (METRICS §6): one row an example of the page, one row a trap.
#include <QTest>
#include <limits>

#include "core/trace/path_scheme.h"
#include "tests/support/process_clock.h"

using namespace plumbline;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

struct Side {
    const char* path;
    double load = 0, requests = 0, seconds = 0;  ///< 0: not known
};

PathSource source(const Side& side, const char* reader) {
    PathSource out{pathOfRun(side.path, reader), reader, {}};
    if (side.load > 0) out.numbers.load = side.load;
    if (side.requests > 0) out.numbers.requests = {side.requests};
    if (side.seconds > 0) out.numbers.seconds = side.seconds;
    return out;
}

struct Pair {
    Side left, right;
    bool joined;
    const char* reader = "vllm";
    std::vector<std::string> others = {};
};

const std::vector<Pair> examples{
    // Not explained.
    {{"v0.9.1/c4.json", 4}, {"v0.10.0/c4.json", 4}, false},
    {{"fp8/c4.json", 4}, {"fp16/c4.json", 4}, false},
    {{"w4a16/c4.json", 4}, {"w8a8/c4.json", 4}, false},
    {{"1p1d/c1.json", 1}, {"2p1d/c1.json", 1}, false},
    {{"1p1d.json", 1}, {"2p1d.json", 2}, false},
    {{"isl1000/c4.json", 4}, {"isl1500/c4.json", 4}, false},
    {{"isl_1000/c4.json", 4}, {"isl_1500/c4.json", 4}, false},
    {{"isl8.json", 8}, {"isl16.json", 16}, false},
    {{"mtp1/c4.json", 4}, {"mtp3/c4.json", 4}, false},
    {{"mtp1/c1.json", 1}, {"mtp3/c3.json", 3}, false},
    {{"tp4/x.json", 4}, {"tp8/x.json", 8}, false},
    {{"tp4/c4.json", 4}, {"tp8/c4.json", 4}, false},
    {{"tp4/c4.json", 4}, {"tp8/c8.json", 8}, false},
    {{"tp_4/c4.json", 4}, {"tp_8/c8.json", 8}, false},
    {{"tensor_parallel_4.json", 4}, {"tensor_parallel_8.json", 8}, false},
    {{"tensor-parallel-size=4.json", 4}, {"tensor-parallel-size=8.json", 8}, false},
    {{"4gpus.json", 4}, {"8gpus.json", 8}, false},
    {{"8b/c4.json", 4}, {"14b/c4.json", 4}, false},
    {{"H100/c4.json", 4}, {"H200/c4.json", 4}, false},
    {{"step3.5/a.json"}, {"step3.7/a.json"}, false},
    {{"low/c4.json", 4}, {"high/c4.json", 4}, false},
    {{"a/c4.json", 4}, {"c4.json", 4}, false},
    {{"\xe6\xa8\xa1/c4.json", 4}, {"\xe5\x9e\x8b/c4.json", 4}, false},
    {{"b16384.json", 4}, {"b32768.json", 4}, false},
    {{"n100.json", 4, 200}, {"n200.json", 4, 200}, false},
    {{"c4.json"}, {"c8.json"}, false},  // the load is not known
    {{"c4.json", 4}, {"c8.json", 4}, false},
    {{"x4/y4.json", 4}, {"x8/y8.json", 8}, false},  // two words hold the load: which one is it?
    // The source's own load or number of requests.
    {{"c1.json", 1}, {"c128.json", 128}, true},
    {{"c08.json", 8}, {"c16.json", 16}, true},
    {{"concurrency_8.json", 8}, {"concurrency_16.json", 16}, true},
    {{"max_concurrency=8-n.json", 8}, {"max_concurrency=16-n.json", 16}, true},
    {{"16.0qps-m.json", 16}, {"8.0qps-m.json", 8}, true},
    {{"infqps-m.json", inf}, {"8.0qps-m.json", 8}, true},
    {{"qps_inf.json", inf}, {"qps_8.json", 8}, true},
    {{"inf/a.json", inf}, {"8/a.json", 8}, true},
    {{"8.json", 8}, {"128.json", 128}, true},
    {{"8/r.json", 8}, {"16/r.json", 16}, true},
    {{"num_prompts=100.json", 4, 100}, {"num_prompts=200.json", 4, 200}, true},
    {{"parallel_1_number_6.json", 1, 6}, {"parallel_8_number_48.json", 8, 48}, true},
    {{"load8.json", 8}, {"load16.json", 16}, true},
    {{"tp4/c4.json", 4}, {"tp4/c8.json", 8}, true},
    {{"c10000.json", 10000}, {"c20000.json", 20000}, true},
    {{"c4.json", 4}, {"c4.json"}, true},  // the same word needs no explanation
    {{"c8.json", 8}, {"c16.json.gz", 16}, true},
    {{"c8.csv", 8}, {"c16.json", 16}, true},
    // A repeat.
    {{"run1.json"}, {"run3.json"}, true},
    {{"run=0.json"}, {"run=7.json"}, true},
    {{"c8_r1.json", 8}, {"c8_r12.json", 8}, true},
    {{"seed_42.json"}, {"seed_7.json"}, true},
    {{"0/a.json"}, {"2/a.json"}, true, "vllm", {"1/a.json"}},
    {{"1.json"}, {"3.json"}, true, "vllm", {"2.json"}},
    {{"1.json"}, {"4.json"}, false, "vllm", {"2.json"}},
    // Dates, times, seconds since 1970.
    {{"20260914/a.json"}, {"20260915/a.json"}, true},
    {{"20260914-090000.json"}, {"20260915-101112.json"}, true},
    {{"20260914_0900.json"}, {"20260914_1000.json"}, true},
    {{"20260914T090000Z-x.json"}, {"20260915T101112Z-x.json"}, true},
    {{"2026-09-14_09-00-00/a.json"}, {"2026-09-15_10-11-12/a.json"}, true},
    {{"2026-09-14T09-00-00/a.json"}, {"2026-09-15T10-11-12/a.json"}, true},
    {{"2026.09.14/a.json"}, {"2026.10.15/a.json"}, true},
    {{"x_1757840400.json"}, {"x_1757840999.json"}, true},
    {{"x_1757840400123.json"}, {"x_1757840999123.json"}, true},
    {{"20261399/a.json"}, {"20261499/a.json"}, false},  // no such month
    {{"sglang_0914_10_sharegpt.jsonl", 1, 10}, {"sglang_0915_100_sharegpt.jsonl", 8, 100}, true, "sglang"},
    {{"sglang_0914_10_128.jsonl", 1, 10}, {"sglang_0914_10_256.jsonl", 1, 10}, false, "sglang"},
    {{"sglang_0914_x.jsonl"}, {"sglang_0915_x.jsonl"}, false, "vllm"},  // not SGLang's own name
    // Ports and durations.
    {{"port8000.json"}, {"port8001.json"}, true},
    {{"localhost_8000.json"}, {"localhost_8001.json"}, true},
    {{"time60.json"}, {"time120.json"}, true},
    {{"time_23s.json"}, {"time_14s.json"}, true},
    {{"d300.json", 0, 0, 300.4}, {"d60.json", 0, 0, 60.2}, true},
    {{"isl300.json", 0, 0, 300.4}, {"isl60.json", 0, 0, 60.2}, false},
    // Ids: each its own counts for nothing; shared by some, it is a commit.
    {{"x-9635f8.json"}, {"x-38769a.json"}, true},
    {{"123e4567-e89b-12d3-a456-426614174000/a.json"}, {"00112233-e89b-12d3-a456-426614174000/a.json"}, true},
    {{"9635f8/c1.json", 1}, {"38769a/c1.json", 1}, false, "vllm", {"9635f8/c2.json"}},
    {{"9635f8/c1.json", 1}, {"38769a/c1.json", 1}, true, "vllm", {"7777aa/c2.json"}},
    {{"deadbeef/a.json"}, {"cafebabe/a.json"}, false},  // no digit: a word
    // One folder a run: the file's own name is left off.
    {{"c1/profile_export.jsonl", 1}, {"c2/profile_export_aiperf.json", 2}, true, "aiperf"},
    {{"SERVE-m=4-BENCH-c=1/run=0.json", 1}, {"SERVE-m=4-BENCH-c=2/summary.json", 2}, true},
    {{"SERVE-m=4-BENCH-c=1/run=0.json", 1}, {"SERVE-m=8-BENCH-c=1/run=0.json", 1}, false},
};

}  // namespace

class TestPathScheme : public QObject {
    Q_OBJECT

private slots:
    void pairs_data() {
        QTest::addColumn<std::size_t>("row");
        for (std::size_t i = 0; i < examples.size(); ++i)
            QTest::addRow("%zu: %s and %s", i, examples[i].left.path, examples[i].right.path) << i;
    }
    void pairs() {
        QFETCH(std::size_t, row);
        const Pair& pair = examples[row];
        const PathSource left = source(pair.left, pair.reader), right = source(pair.right, pair.reader);
        // Whatever leads to the folder that all have in common says nothing.
        for (const std::string& root : {std::string(), std::string("/data/run-8/9635f8/")}) {
            std::vector<std::string> paths{root + left.path, root + right.path};
            for (const std::string& other : pair.others) paths.push_back(root + other);
            const PathScheme scheme(paths);
            QVERIFY(scheme.folder().starts_with(root));
            PathSource a = left, b = right;
            a.path = root + a.path;
            b.path = root + b.path;
            const PathWords one = scheme.words(a), other = scheme.words(b);
            QCOMPARE(differingWord(one, other) < 0, pair.joined);
            QCOMPARE(differingWord(other, one), differingWord(one, other));
            QCOMPARE(differingWord(one, one), -1);
            bool common = false;  // what is looked up finds just those that agree
            for (const std::string& key : pathKeys(one))
                for (const std::string& there : pathKeys(other)) common = common || key == there;
            QCOMPARE(common, pair.joined);
        }
    }

    void aSharedIdIsSeen() {
        const PathScheme scheme({"/d/9635f8/a.json", "/d/9635f8/log.txt", "/d/38769a/a.json"});
        QVERIFY(scheme.sharesId("/d/9635f8/a.json") && scheme.sharesId("/d/38769a/a.json"));
        QVERIFY(!PathScheme({"/d/9635f8/a.json", "/d/38769a/a.json"}).sharesId("/d/9635f8/a.json"));
        QVERIFY(!PathScheme({"/d/9635f8/a.json", "/d/9635f8/b.json"}).sharesId("/d/9635f8/a.json"));  // common to all
    }

    void strangePaths() {
        for (const char* path : {"", "/", "///", "...", "a//b", ".json", "-.gz", "9", "0.1.2.3.4", "inf", "\xff\xfe"}) {
            const PathScheme scheme({path});
            const PathWords words = scheme.words({path, "", {}});
            QCOMPARE(differingWord(words, words), -1);
            QVERIFY(!scheme.sharesId(path));
        }
        QVERIFY(PathScheme().words({"a/c8.json", "", {}}).size() == 2);
    }

    void timeGrowsWithThePaths() {
        std::vector<std::string> paths;
        for (int i = 0; i < 10000; ++i)
            paths.push_back("/d/isl" + std::to_string(i % 100) + "/c" + std::to_string(i) + "-9635f8.json");
        const support::ProcessClock clock;
        const PathScheme scheme(paths);
        std::size_t words = 0;
        for (const std::string& path : paths) words += scheme.words({path, "vllm", {}}).size();
        QCOMPARE(words, std::size_t{30000});
        QVERIFY2(clock.seconds() < 10, qPrintable(QString("%1 s").arg(clock.seconds())));
    }
};

QTEST_APPLESS_MAIN(TestPathScheme)
#include "test_path_scheme.moc"
