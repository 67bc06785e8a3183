// One dense model on two made-up engines: A decodes slower but batches 256 sequences, B decodes faster and batches 48.
#include <array>

#include "tests/support/samples/parts.h"
#include "tests/support/writers.h"

namespace plumbline::support {

namespace {

using namespace std::chrono_literals;

constexpr std::array<Level, 8> levels{{{1, 40}, {2, 40}, {4, 40}, {8, 40}, {16, 48}, {32, 64}, {64, 128}, {128, 256}}};

RunDescription describe(std::string_view letter) {
    RunDescription run;
    run.configuration = fmt::format("engine {}", letter);
    run.engine = letter == "A" ? "engine-a" : "engine-b";
    run.engineVersion = letter == "A" ? "2.4.0" : "1.9.2";
    run.model = "example/dense-70b";
    run.modelRevision = "r3";
    run.quantization = "fp8";
    run.accelerator = "h100-sxm-80gb";
    run.acceleratorCount = 4;
    run.tensorParallel = 4;
    run.flags = {letter == "A" ? "--max-batch 256" : "--max-batch 48"};
    run.cacheState = "cold";
    // 71e9 bytes a step over 4 x 3.35e12 bytes/s.
    run.bound = R"({"groups": [["linear layers", 68900000000, 1], ["output head", 1050000000, 2]], )"
                R"("bandwidth_bytes_per_s": 13400000000000})";
    run.workload = "chat, 256 to 512 tokens in, 64 to 96 out";
    run.dataset = "synthetic";
    run.promptTokens = 384;
    run.outputTokens = 80;
    return run;
}

// The same requests for both engines, other ones at each load.
std::vector<RequestSpec> requestsAt(const Level& level) {
    auto specs = makeSpecs(level.requests, {256, 512}, {64, 96}, fmt::format("chat-{}-", level.concurrency),
                           1000 + static_cast<std::uint64_t>(level.concurrency));
    for (auto& spec : specs) spec.maxTokens = 128;
    return specs;
}

void writeA(const std::filesystem::path& folder) {
    const ServerModel server{.stepBase = 12'500us, .stepPerSequence = 50us, .prefillPerToken = 36us};
    auto run = describe("A");
    writeContextFile(folder, run);
    Nanoseconds start = 5012s + 310ms;  // vLLM's clock counts from the start of the machine
    run.startedAt = epochTime(2026, 9, 14, 9);
    for (const auto& level : levels) {
        run.concurrency = level.concurrency;
        const auto requests =
            simulate(server, requestsAt(level), {level.concurrency, start, 100 + std::uint64_t(level.concurrency)});
        TextSink sink(folder / vllmFileName(run));
        writeVllm(sink, run, requests);
        sink.close();
        run.startedAt += afterRun(requests) - start;
        start = afterRun(requests);
    }
}

/// AIPerf sends a request or two before it measures, and keeps their rows.
std::vector<SimulatedRequest> warmupRow(const ServerModel& server, Nanoseconds start) {
    auto rows = simulate(server, makeSpecs(1, {384, 384}, {64, 64}, "warmup-", 7), {1, start, 7});
    rows.front().warmup = true;
    return rows;
}

void writeB(const std::filesystem::path& folder) {
    const ServerModel server{
        .stepBase = 9'000us, .stepPerSequence = 80us, .prefillPerToken = 40us, .batchLimit = 48, .network = 300us};
    auto run = describe("B");
    writeContextFile(folder, run);
    Nanoseconds start = epochTime(2026, 9, 14, 10);
    for (const auto& level : levels) {
        run.concurrency = level.concurrency;
        auto requests = warmupRow(server, start);
        const auto measured = simulate(server, requestsAt(level),
                                       {level.concurrency, start + 5s, 200 + std::uint64_t(level.concurrency)});
        requests.insert(requests.end(), measured.begin(), measured.end());
        writeAiperf(folder / fmt::format("concurrency{}", level.concurrency), run, requests);
        start = afterRun(measured);
    }
}

}  // namespace

void writeTwoEngines(const std::filesystem::path& folder) {
    writeA(folder / "engine-a");
    writeB(folder / "engine-b");
}

}  // namespace plumbline::support
