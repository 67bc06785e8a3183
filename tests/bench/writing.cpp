#include "tests/bench/writing.h"

#include <array>

#include "tests/support/retime.h"
#include "tests/support/simulation.h"
#include "tests/support/writers.h"

namespace plumbline::bench {

namespace {

using namespace support;
using namespace std::chrono_literals;

constexpr std::array loads{1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512};
constexpr int aiperfLoad = 32;
constexpr Nanoseconds firstStart = 1'790'000'000s;  // September 2026
constexpr Nanoseconds monotonicStart = 5000s;       // vLLM's clock counts from the start of the machine

RunDescription describe(int concurrency) {
    RunDescription run;
    run.configuration = "bench";
    run.engine = "simulated";
    run.model = "example/bench";
    run.quantization = "fp8";
    run.workload = "bench";
    run.firstTokenKind = "answer-text";
    run.startedAt = firstStart;
    run.concurrency = concurrency;
    return run;
}

std::vector<SimulatedRequest> simulateRows(int rows, int gaps, int concurrency, Nanoseconds start) {
    const auto load = static_cast<std::uint64_t>(concurrency);
    const auto keys = fmt::format("p{}-", concurrency);
    const auto specs = makeSpecs(rows, {100, 300}, {gaps + 1, gaps + 1}, keys, load);
    auto requests = simulate(ServerModel{}, specs, {concurrency, start, load});
    for (std::size_t index = 0; index < requests.size(); ++index)
        requests[index].id = fmt::format("{}-{}", concurrency, index);
    return requests;
}

/// Calls `use` with the requests of each load in turn, one load in memory at a time.
template <typename Use>
void forEachLoad(const WriteOptions& options, Use use) {
    Nanoseconds start = options.format == Format::vllm ? monotonicStart : firstStart;
    int done = 0;
    for (std::size_t index = 0; index < loads.size(); ++index) {
        const auto share = static_cast<std::int64_t>(options.rows) * static_cast<std::int64_t>(index + 1);
        const int until = static_cast<int>(share / static_cast<std::int64_t>(loads.size()));
        if (until == done) continue;
        const auto requests = simulateRows(until - done, options.gaps, loads[index], start);
        use(loads[index], requests);
        start += window(requests) + 20s;
        done = until;
    }
}

void writeTraceFile(const WriteOptions& options) {
    TextSink sink(options.path);
    auto run = describe(0);
    run.requests = options.rows;
    writeTrace(sink, run, {});
    forEachLoad(options, [&](int, const auto& requests) {
        for (const auto& request : requests) {
            writeTraceRow(sink, request);
            sink.spill();
        }
    });
    sink.close();
}

void writeVllmFile(const WriteOptions& options) {
    TextSink sink(options.path);
    forEachLoad(options, [&](int concurrency, const auto& requests) {
        writeVllm(sink, describe(concurrency), requests);
        sink.put("\n");
    });
    sink.close();
}

void writeAiperfFiles(const WriteOptions& options) {
    auto run = describe(aiperfLoad);
    run.promptTokens = 200;
    run.outputTokens = options.gaps + 1;
    const auto requests = simulateRows(options.rows, options.gaps, aiperfLoad, firstStart);
    if (options.path.filename().empty() || std::filesystem::is_directory(options.path))
        return writeAiperf(options.path, run, requests);
    TextSink sink(options.path);
    writeAiperfRows(sink, run, requests);
    sink.close();
}

}  // namespace

std::optional<Format> parseFormat(std::string_view word) {
    if (word == "trace") return Format::trace;
    if (word == "aiperf") return Format::aiperf;
    if (word == "vllm") return Format::vllm;
    return std::nullopt;
}

void writeFile(const WriteOptions& options) {
    switch (options.format) {
        case Format::trace:
            return writeTraceFile(options);
        case Format::aiperf:
            return writeAiperfFiles(options);
        case Format::vllm:
            return writeVllmFile(options);
    }
}

}  // namespace plumbline::bench
