// Files as people keep them, read by the readers that there are, and which of them become one configuration
// (METRICS §6).
#include <fmt/format.h>

#include <QTest>
#include <algorithm>
#include <filesystem>

#include "core/store/workspace.h"
#include "core/trace/supersede.h"
#include "tests/core/store/fake_reader.h"

using namespace plumbline;

namespace {

std::string repeated(const std::string& value, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += (i > 0 ? ", " : "") + value;
    return "[" + out + "]";
}

/// A result of vLLM with 40 rows alike.
std::string vllm(int concurrency, int input, int output) {
    return fmt::format(
        "{{\"date\": \"20260801-101500\", \"endpoint_type\": \"vllm\", \"backend\": \"vllm\", \"model_id\": "
        "\"acme/tiny-1b\", \"tokenizer_id\": \"acme/tiny-1b\", \"num_prompts\": 40, \"request_rate\": \"inf\", "
        "\"max_concurrency\": {}, \"duration\": 12.5, \"completed\": 40, \"total_input_tokens\": {}, "
        "\"total_output_tokens\": {}, \"request_throughput\": 3.2, \"output_throughput\": 160, "
        "\"total_token_throughput\": 500, \"input_lens\": {}, "
        "\"output_lens\": {}, \"ttfts\": {}, \"itls\": {}, \"errors\": {}, \"mean_ttft_ms\": 200}}\n",
        concurrency, 40 * input, 40 * output, repeated(std::to_string(input), 40), repeated(std::to_string(output), 40),
        repeated("0.2", 40), repeated("[0.5, 0.5]", 40), repeated("\"\"", 40));
}

/// inference-perf's own summary of a stage (with a rate), or of a whole run.
std::string lifecycle(int requests, double rate) {
    const std::string asked = rate > 0 ? fmt::format(", \"requested_rate\": {}", rate) : "";
    return fmt::format(
        "{{\"load_summary\": {{\"count\": {}{}}}, \"successes\": {{\"count\": {}, \"latency\": {{\"request_latency\": "
        "{{\"mean\": {}}}}}, \"throughput\": {{\"output_tokens_per_sec\": 100, \"requests_per_sec\": {}}}, "
        "\"prompt_len\": {{\"mean\": 500}}, \"output_len\": {{\"mean\": 60}}}}, \"failures\": {{\"count\": 0}}}}",
        requests, asked, requests, 1.5 + rate / 100, rate > 0 ? rate : 50);
}

using Files = std::vector<std::pair<std::string, std::string>>;
struct Case {
    const char* tag;
    std::vector<Files> imports;  ///< one after another, into one workspace
    const char* expected;        ///< "a b|c": paths in the order of configurations, an object's number behind its file
    const char* offered;
};

std::vector<Case> cases() {
    const std::string few = vllm(4, 128, 50), many = vllm(4, 4000, 200);
    return {
        {"two releases, two folders (case 28)",
         {{{"v0.9.1/c4.json", few}, {"v0.10.0/c4.json", vllm(4, 129, 50)}}},
         "v0.9.1/c4.json|v0.10.0/c4.json",
         "the paths differ: v0.9.1 and v0.10.0"},
        {"two degrees, two folders (case 28)",
         {{{"tp4/c4.json", few}, {"tp8/c4.json", vllm(4, 129, 50)}}},
         "tp4/c4.json|tp8/c4.json",
         "the paths differ: tp4 and tp8"},
        {"two workloads in two files (case 29)",
         {{{"results-1.json", few}, {"results-2.json", many}}},
         "results-1.json|results-2.json",
         ""},
        {"two workloads appended to one file (case 29)",
         {{{"results.json", few + many}}},
         "results.json|results.json",
         ""},
        {"two loads appended to one file", {{{"results.json", few + vllm(8, 130, 50)}}}, "results.json", ""},
        {"a sweep, in two imports",
         {{{"c4.json", few}}, {{"c8.json", vllm(8, 128, 50)}, {"c16.json", vllm(16, 128, 50)}}},
         "c4.json c8.json c16.json",
         ""},
        {"a later release beside an earlier one",
         {{{"v0.9.1/c4.json", few}}, {{"v0.10.0/c4.json", vllm(4, 129, 50)}, {"v0.9.1/c8.json", vllm(8, 128, 50)}}},
         "v0.9.1/c4.json v0.9.1/c8.json|v0.10.0/c4.json",
         "the paths differ: v0.9.1 and v0.10.0"},
        {"runs with ids of their own, each with its log",
         {{{"9635f8/r.json", few},
           {"9635f8/server.log", "started\n"},
           {"38769a/r.json", vllm(4, 129, 50)},
           {"38769a/server.log", "started\n"}}},
         "9635f8/r.json 38769a/r.json",
         ""},
        {"two commits",
         {{{"9635f8/c4.json", few}, {"9635f8/c8.json", vllm(8, 128, 50)}, {"38769a/c4.json", vllm(4, 129, 50)}}},
         "9635f8/c4.json 9635f8/c8.json|38769a/c4.json",
         "the paths differ: 9635f8 and 38769a"},
        {"stages of one run and its summary (real/03)",
         {{{"stage_1_lifecycle_metrics.json", lifecycle(1089, 18.16)},
           {"stage_3_lifecycle_metrics.json", lifecycle(3149, 52.49)},
           {"stage_6_lifecycle_metrics.json", lifecycle(6238, 103.98)},
           {"summary_lifecycle_metrics.json", lifecycle(22042, 0)}}},
         "stage_1_lifecycle_metrics.json stage_3_lifecycle_metrics.json stage_6_lifecycle_metrics.json "
         "summary_lifecycle_metrics.json",
         ""},
    };
}

}  // namespace

class GroupingImportTest : public QObject {
    Q_OBJECT

private slots:
    void files_data() {
        QTest::addColumn<std::size_t>("place");
        const auto all = cases();
        for (std::size_t i = 0; i < all.size(); ++i) QTest::addRow("%s", all[i].tag) << i;
    }
    void files() {
        QFETCH(std::size_t, place);
        const Case one = cases()[place];
        const fake::Folder folder;
        std::filesystem::create_directories(folder.path("in"));
        auto workspace = Workspace::create(folder.path("w.plumb"));
        QVERIFY(workspace);
        std::string offered;
        for (const Files& files : one.imports) {
            for (const auto& [name, text] : files) {
                std::filesystem::create_directories(std::filesystem::path(folder.path("in/" + name)).parent_path());
                folder.write("in/" + name, text);
            }
            for (const OfferedJoin& join : workspace->import({folder.path("in")}, {}).offered) offered += join.reason;
        }
        QCOMPARE(offered, std::string(one.offered));
        const auto data = workspace->load();
        const auto settings = workspace->settings();
        QVERIFY(data && settings);
        const std::string root = std::filesystem::absolute(folder.path("in")).lexically_normal().string() + "/";
        std::string shape;
        for (const auto& configuration : settings->grouping->configurations) {
            if (!shape.empty()) shape += "|";
            for (const SourceId id : configuration.sources) {
                const auto source = std::find_if((*data)->sources.begin(), (*data)->sources.end(),
                                                 [&](const Source& each) { return each.id == id; });
                const bool first = shape.empty() || shape.back() == '|';
                shape += (first ? "" : " ") + (*data)->files[source->file].path.substr(root.size());
            }
        }
        QCOMPARE(shape, std::string(one.expected));
        for (const Run& run : (*data)->runs) QCOMPARE(run.superseded, sumsUp((*data)->sources[run.source]));
    }

    // Of a summary whose stages are not here nothing else is known: it stays.
    void aSummaryAlone() {
        const fake::Folder folder;
        const auto file = folder.write("summary_lifecycle_metrics.json", lifecycle(22042, 0));
        auto workspace = Workspace::create(folder.path("w.plumb"));
        QVERIFY(workspace && workspace->import({file}, {}).imported() == 1);
        const auto data = workspace->load();
        QVERIFY(data && (*data)->runs.size() == 1 && !(*data)->runs[0].superseded);
    }
};

QTEST_APPLESS_MAIN(GroupingImportTest)
#include "grouping_import_test.moc"
