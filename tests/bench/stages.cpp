#include "tests/bench/stages.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/ingest/reader/reader.h"
#include "core/judge/checks.h"
#include "core/judge/judge.h"
#include "core/store/workspace.h"
#include "tests/bench/writing.h"

namespace plumbline::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int repeats = 9;

class TemporaryFolder {
public:
    TemporaryFolder() : m_path((fs::temp_directory_path() / "plumbline_bench_XXXXXX").string()) {
        if (!::mkdtemp(m_path.data())) throw std::runtime_error("no temporary folder can be made");
    }
    ~TemporaryFolder() {
        std::error_code failure;
        fs::remove_all(m_path, failure);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::string path(const std::string& name) const { return m_path + "/" + name; }

private:
    std::string m_path;
};

/// The value, or the end of the program with the error's own words.
template <class T>
T need(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().text());
    return std::move(*result);
}

struct Stage {
    std::string name;
    double median = 0, spread = 0;  ///< ms
    std::optional<double> rate;     ///< MB of input a second
};

/// `prepare` runs before each repeat and is not timed.
Stage timed(const std::string& name, const std::function<void()>& work, const std::function<void()>& prepare = {}) {
    std::vector<double> times;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        if (prepare) prepare();
        const auto begin = std::chrono::steady_clock::now();
        work();
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::sort(times.begin(), times.end());
    return {name, times[repeats / 2], times.back() - times.front(), {}};
}

class NullSink : public RowSink {
public:
    void row(std::size_t, std::size_t, const Row& row) override { gaps += row.gaps.size(), ++rows; }
    void reject(const Rejection&) override { ++rejected; }
    std::size_t rows = 0, gaps = 0, rejected = 0;
};

void read(const std::string& path) {
    std::string storage;
    const Sample sample = need(sampleFile(path, storage));
    NullSink sink;
    (void)need(need(findReader(sample))->read({path, {}, {}}, sample, sink));
    if (sink.rows == 0 || sink.rejected > 0) throw std::runtime_error("the rows that were written can't be read");
}

void store(const std::string& path, const std::string& workspacePath) {
    Workspace workspace = need(Workspace::create(workspacePath));
    const ImportReport report = workspace.import({path}, {});
    if (report.imported() != 1) throw std::runtime_error("the rows that were written can't be stored");
}

void removeWorkspace(const std::string& path) {
    for (const char* ending : {"", "-wal", "-shm"}) fs::remove(path + ending);
}

volatile std::int64_t sumOfPass = 0;  // so that the pass is not left out by the compiler

template <class T>
std::int64_t sumOf(const std::vector<T>& column) {
    std::int64_t sum = 0;
    for (const T& value : column) {
        if constexpr (std::is_same_v<T, Nanoseconds>)
            sum ^= value.count();
        else
            sum ^= static_cast<std::int64_t>(value);
    }
    return sum;
}

/// Every byte that figures can't do without, once, on one thread.
void memoryPass(const Columns& rows) {
    std::int64_t sum = 0;
    for (const auto* column :
         {&rows.scheduled, &rows.start, &rows.firstByte, &rows.firstReasoning, &rows.firstContent, &rows.firstToken,
          &rows.lastContent, &rows.end, &rows.queue, &rows.gapSum, &rows.gapFirst})
        sum ^= sumOf(*column);
    for (const auto* column : {&rows.chunks, &rows.promptTokens, &rows.outputTokens, &rows.reasoningTokens,
                               &rows.firstChunkTokens, &rows.gapCount})
        sum ^= sumOf(*column);
    sum ^= sumOf(rows.firstTokenKind) ^ sumOf(rows.gapBasis) ^ sumOf(rows.status) ^ sumOf(rows.phase) ^
           sumOf(rows.deliberate) ^ sumOf(rows.run);
    sumOfPass = sum;
}

/// A hand on the slider: no two calls see the same cutoff.
class Slider {
public:
    explicit Slider(Settings settings) : m_settings(std::move(settings)) {}
    const Settings& moved() {
        m_settings.measure.minInterval = Nanoseconds(100'000'000 + 7'000'000 * ++m_moves);
        return m_settings;
    }

private:
    Settings m_settings;
    int m_moves = 0;
};

struct Measured {
    std::vector<Stage> stages;
    double memoryPass = 0;
    std::uintmax_t bytes = 0;
};

void timeFigures(const Dataset& data, const Settings& settings, Measured& out) {
    Slider slider(settings);
    (void)figures(data, slider.moved());  // what is made once after a load is no part of a moved slider
    out.stages.push_back(timed("figures", [&] { (void)figures(data, slider.moved(), {}, Itl::leaveOut); }));
    out.stages.push_back(timed("figures-itl", [&] { (void)figures(data, slider.moved()); }));
    const Settings& last = slider.moved();
    const Figures of = figures(data, last);
    out.stages.push_back(timed("judge-first", [&] {
        std::stop_source stop;
        (void)judge(data, last, of, stop.get_token(), {{}, [&](const Judgement&) { stop.request_stop(); }});
    }));
    const JudgeInput input(data, last, of, {});
    const Comparisons none;
    const ReportedDifferences nothing;
    const FindingInput known(input, {}, none, nothing);
    out.stages.push_back(timed("sensitivity", [&] { (void)sensitivityOf(known); }));
    out.stages.push_back(timed("judge", [&] { (void)judge(data, last, of); }));
    out.memoryPass = timed("memory", [&] { memoryPass(data.rows); }).median;
}

Measured measure(const StageOptions& options) {
    const TemporaryFolder folder;
    const std::string trace = folder.path("bench.trace.jsonl"), workspacePath = folder.path("bench.plumb");
    writeFile({trace, Format::trace, options.rows, options.gaps});
    Measured out;
    out.bytes = fs::file_size(trace);
    const double megabytes = static_cast<double>(out.bytes) / 1e6;
    out.stages.push_back(timed("ingest", [&] { read(trace); }));
    out.stages.push_back(timed(
        "store", [&] { store(trace, workspacePath); }, [&] { removeWorkspace(workspacePath); }));
    for (Stage& stage : out.stages) stage.rate = megabytes / (stage.median / 1e3);
    const Workspace workspace = need(Workspace::open(workspacePath));
    std::shared_ptr<const Dataset> data;
    out.stages.push_back(timed(
        "load", [&] { data = need(workspace.load()); }, [&] { data.reset(); }));
    timeFigures(*data, need(workspace.settings()), out);
    return out;
}

void printJson(const StageOptions& options, const Measured& measured) {
    Json stages = Json::array();
    for (const Stage& stage : measured.stages) {
        Json each = {
            {"name", stage.name}, {"rows", options.rows}, {"median_ms", stage.median}, {"spread_ms", stage.spread}};
        if (stage.rate) each["mb_per_s"] = *stage.rate;
        stages.push_back(std::move(each));
    }
    const Json document = {{"rows", options.rows},
                           {"bytes", measured.bytes},
                           {"stages", std::move(stages)},
                           {"memory_pass_ms", measured.memoryPass}};
    fmt::print("{}\n", document.dump(2));
}

void printTable(const StageOptions& options, const Measured& measured) {
    fmt::print("{} rows over 16 loads, {:.0f} MB of trace, {} repeats\n\n", options.rows,
               static_cast<double>(measured.bytes) / 1e6, repeats);
    fmt::print("{:<12} {:>12} {:>12} {:>14} {:>10}\n", "stage", "median, ms", "spread, ms", "memory passes", "MB/s");
    for (const Stage& stage : measured.stages)
        fmt::print("{:<12} {:>12.2f} {:>12.2f} {:>14.1f} {:>10}\n", stage.name, stage.median, stage.spread,
                   stage.median / measured.memoryPass, stage.rate ? fmt::format("{:.0f}", *stage.rate) : "");
    fmt::print("{:<12} {:>12.2f}\n", "memory pass", measured.memoryPass);
}

}  // namespace

void runStages(const StageOptions& options) {
    const Measured measured = measure(options);
    if (options.json)
        printJson(options, measured);
    else
        printTable(options, measured);
}

}  // namespace plumbline::bench
