// One workload direct and through a proxy that holds replies back: what a burst does to a rate, row by row.
#include <algorithm>
#include <array>

#include "tests/support/random.h"
#include "tests/support/samples/parts.h"
#include "tests/support/writers.h"

namespace plumbline::support {

namespace {

using namespace std::chrono_literals;

constexpr std::array<Level, 3> levels{{{2, 40}, {8, 48}, {32, 64}}};
const ServerModel server{.stepBase = 12'000us, .stepPerSequence = 60us, .prefillPerToken = 30us};

/// What the proxy does to a row.
enum class Fate { passed, burst, twoPieces, lateBurst, empty, error, outOfOrder, fastest };

RunDescription describe(std::string_view name) {
    RunDescription run;
    run.configuration = name;
    run.engine = "engine-a";
    run.engineVersion = "2.4.0";
    run.model = "example/moe-30b";
    run.modelRevision = "r1";
    run.quantization = "fp8";
    run.accelerator = "h100-sxm-80gb";
    run.acceleratorCount = 1;
    run.cacheState = "cold";
    run.workload = "assistant, 200 to 600 tokens in, 96 to 160 out";
    run.dataset = "synthetic";
    run.firstTokenKind = "answer-text";
    return run;
}

std::vector<RequestSpec> requestsAt(const Level& level) {
    auto specs = makeSpecs(level.requests, {200, 600}, {96, 160}, fmt::format("asst-{}-", level.concurrency),
                           3000 + static_cast<std::uint64_t>(level.concurrency));
    for (auto& spec : specs) spec.maxTokens = 1024;
    return specs;
}

std::vector<SimulatedRequest> sweep(std::string_view prefix, Nanoseconds start, std::uint64_t seed) {
    std::vector<SimulatedRequest> all;
    for (const auto& level : levels) {
        auto requests = simulate(server, requestsAt(level),
                                 {level.concurrency, start, seed + static_cast<std::uint64_t>(level.concurrency)});
        nameRequests(requests, prefix);
        start = afterRun(requests);
        all.insert(all.end(), requests.begin(), requests.end());
    }
    return all;
}

void stampContent(SimulatedRequest& row) {
    row.chunks = static_cast<int>(row.chunkTimes.size());
    row.firstContent = row.chunkTimes.front();
    row.lastContent = row.chunkTimes.back();
}

/// The proxy opens the stream at once with an empty role chunk, long before it has any text.
void openEarly(SimulatedRequest& row, Random& random) {
    row.headers = random.between(20, 60) * 100us;
    row.firstByte = *row.headers + random.between(5, 20) * 10us;
    row.roleChunk = row.firstByte;
}

/// Chunks from `from` on arrive together where the last one did, 0 or 10 microseconds apart.
void holdBack(SimulatedRequest& row, std::size_t from, Random& random) {
    auto& times = row.chunkTimes;
    for (std::size_t index = times.size() - 1; index-- > from;)
        times[index] = times[index + 1] - random.between(0, 1) * timeGrain;
    stampContent(row);
}

void inTwoPieces(SimulatedRequest& row) {
    const auto& times = row.chunkTimes;
    row.chunkTimes = {times[times.size() / 2], times.back()};
    stampContent(row);
}

void withoutContent(SimulatedRequest& row) {
    row.chunkTimes.clear();
    row.chunks = 0;
    row.firstContent = row.lastContent = std::nullopt;
}

void nothing(SimulatedRequest& row) {
    withoutContent(row);
    row.outputTokens = 0;
    row.reasoningTokens = 0;
}

void failed(SimulatedRequest& row, std::string_view message) {
    withoutContent(row);
    row.outputTokens = row.reasoningTokens = row.cachedTokens = std::nullopt;
    row.headers = row.firstByte = row.roleChunk = std::nullopt;
    row.finish.clear();
    row.outcome = Outcome::error;
    row.error = message;
}

/// A burst whose end is stamped 5 ms before its first text.
void endTooEarly(SimulatedRequest& row, Random& random) {
    holdBack(row, 0, random);
    row.end = *row.firstContent - 5ms;
}

/// 667 tokens in 151,827 ns: 4,393,158 tokens/s, to whoever trusts the first text.
void fastest(SimulatedRequest& row) {
    row.outputTokens = 667;
    row.chunkTimes.clear();
    row.firstContent = *row.end - Nanoseconds(151'827);
    for (int chunk = 0; chunk < 12; ++chunk) row.chunkTimes.push_back(*row.firstContent + chunk * timeGrain);
    stampContent(row);
}

void suffer(SimulatedRequest& row, Fate fate, Random& random) {
    openEarly(row, random);
    switch (fate) {
        case Fate::passed:
            break;
        case Fate::burst:
            holdBack(row, 0, random);
            break;
        case Fate::twoPieces:
            inTwoPieces(row);
            break;
        case Fate::lateBurst:
            holdBack(row, row.chunkTimes.size() / 4, random);
            break;
        case Fate::empty:
            nothing(row);
            break;
        case Fate::error:
            failed(row, "504 Gateway Timeout");
            break;
        case Fate::outOfOrder:
            endTooEarly(row, random);
            break;
        case Fate::fastest:
            fastest(row);
            break;
    }
}

/// Every level has the same pattern over its rows; the rarer fates start with load 8.
Fate fateOf(const Level& level, int index) {
    if (level.concurrency >= 8 && (index == 11 || index == 29)) return Fate::empty;
    if (level.concurrency >= 8 && (index == 14 || index == 33)) return Fate::error;
    if (level.concurrency == 32 && index == 20) return Fate::outOfOrder;
    if (level.concurrency == 32 && index == 41) return Fate::fastest;
    switch (index % 8) {
        case 2:
            return Fate::twoPieces;
        case 4:
            return Fate::passed;
        case 7:
            return Fate::lateBurst;
        default:
            return Fate::burst;
    }
}

/// The harness wrote two rows of load 8 twice.
void duplicate(std::vector<SimulatedRequest>& rows, std::string_view id) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == id; });
    const SimulatedRequest copy = *found;
    rows.insert(found + 1, copy);
}

void writeThroughProxy(const std::filesystem::path& folder) {
    auto rows = sweep("proxy", epochTime(2026, 10, 5, 14), 500);
    Random random(77);
    auto row = rows.begin();
    for (const auto& level : levels)
        for (int index = 0; index < level.requests; ++index) suffer(*row++, fateOf(level, index), random);
    duplicate(rows, "proxy-8-16");
    duplicate(rows, "proxy-8-28");
    writeTraceFile(folder / "through-proxy.trace.jsonl", describe("through the proxy"), rows);
}

/// The same proxy as vLLM's client sees it: its first event is the early role chunk.
void writeSeenByVllm(const std::filesystem::path& folder) {
    auto run = describe("through the proxy, seen by vLLM's client");
    writeContextFile(folder, run);
    run.concurrency = 8;
    run.startedAt = epochTime(2026, 10, 5, 16);
    auto rows = simulate(server, requestsAt(levels[1]), {8, 7200s + 125ms, 900});
    Random random(78);
    for (auto& row : rows) suffer(row, Fate::burst, random);
    TextSink sink(folder / vllmFileName(run));
    writeVllm(sink, run, rows);
    sink.close();
}

}  // namespace

void writeBufferingProxy(const std::filesystem::path& folder) {
    writeTraceFile(folder / "direct.trace.jsonl", describe("direct"), sweep("direct", epochTime(2026, 10, 5, 13), 400));
    writeThroughProxy(folder);
    writeSeenByVllm(folder / "seen-by-vllm");
}

}  // namespace plumbline::support
