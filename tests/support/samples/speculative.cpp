// One model with and without speculative decoding at load 1: 331 tokens/s against 111, and a ratio that is wrong.
#include <fmt/format.h>

#include "tests/support/int128.h"
#include "tests/support/random.h"
#include "tests/support/retime.h"
#include "tests/support/samples/parts.h"

namespace plumbline::support {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t rowCount = 41;
/// (334 - 1) / 111 and (332 - 1) / 331 are whole seconds: these rows can have the median rates exactly.
constexpr std::size_t plainMedian = 20, speculativeMedian = 21;

RunDescription describe(bool speculative) {
    RunDescription run;
    run.configuration = speculative ? "speculative" : "plain";
    run.engine = "engine-s";
    run.engineVersion = "3.0.0";
    run.model = "example/moe-1t";
    run.modelRevision = "r1";
    run.quantization = "mxfp4, rest fp8";
    run.accelerator = "b300-sxm-288gb";
    run.acceleratorCount = 8;
    run.tensorParallel = 8;
    if (speculative) run.flags = {"--speculate 4"};
    run.cacheState = "cold";
    run.bound = fmt::format("{{{}{}}}", oneTrillionGroups, speculative ? R"(, "draft": 4, "accept": 3.2)" : "");
    run.workload = "chat, one user";
    run.dataset = "synthetic";
    run.firstTokenKind = "answer-text";
    return run;
}

std::vector<RequestSpec> requests() {
    auto specs = makeSpecs(rowCount, {400, 900}, {240, 440}, "user-", 8000);
    specs[plainMedian].outputTokens = 334;
    specs[speculativeMedian].outputTokens = 332;
    for (auto& spec : specs) spec.maxTokens = 512;
    return specs;
}

/// (N - 1) / rate, with the rate `permille` off.
Nanoseconds answerTime(int tokens, int rate, std::int64_t permille) {
    return Nanoseconds(nearest(Int128(tokens - 1) * 1'000'000'000'000, Int128(rate) * (1000 + permille)));
}

/// One row has the rate exactly, half of the others are slower and half faster by up to 2.5%: it is the median. The
/// user sends on as soon as the last answer has ended.
void pinMedianRate(std::vector<SimulatedRequest>& rows, std::size_t median, int rate, std::uint64_t seed) {
    Random random(seed);
    Nanoseconds start = rows.front().start;
    std::int64_t sign = 1;
    for (std::size_t index = 0; index < rows.size(); ++index) {
        auto& row = rows[index];
        const std::int64_t off = index == median ? 0 : sign * random.between(2, 25);
        if (index != median) sign = -sign;
        const Nanoseconds first = row.chunkTimes.front();
        const Nanoseconds trailer = *row.end - *row.lastContent;
        retimeAnswer(row, first, first + answerTime(*row.outputTokens, rate, off) - trailer);
        row.start = start;
        start += *row.end + random.between(10, 30) * timeGrain;
    }
}

void writeOne(const std::filesystem::path& path, const ServerModel& server, bool speculative) {
    const Nanoseconds start = epochTime(2026, 11, 3, speculative ? 10 : 9);
    auto rows = simulate(server, requests(), {1, start, speculative ? 802U : 801U});
    pinMedianRate(rows, speculative ? speculativeMedian : plainMedian, speculative ? 331 : 111, 33);
    nameRequests(rows, speculative ? "speculative" : "plain");
    writeTraceFile(path, describe(speculative), rows);
}

}  // namespace

void writeSpeculative(const std::filesystem::path& folder) {
    ServerModel server{.stepBase = 8'900us, .stepPerSequence = 100us, .prefillPerToken = 120us};
    writeOne(folder / "plain.trace.jsonl", server, false);
    server.stepBase = 9'500us;
    server.tokensPerStep = {3, 3, 4, 3, 3};  // 3.2 tokens accepted a step
    writeOne(folder / "speculative.trace.jsonl", server, true);
    // Beside the configuration, not in it: what was said of a configuration is no part of what it is.
    writeText(
        folder / "context.json",
        R"({"plumbline": "trace/1", "stated": [{"text": "331 tokens/s against 111: 3.14 times", "metric": "rate", )"
        R"("statistic": "p50", "load": {"concurrency": 1}, "a": "plain", "b": "speculative", "a_value": 111, )"
        R"("b_value": 331, "unit": "tokens/s", "ratio": 3.14}]})"
        "\n");
}

}  // namespace plumbline::support
