// A reasoning model seen by two harnesses: one stamps the first reasoning text, the other only the first answer text.
#include <array>

#include "tests/support/samples/parts.h"
#include "tests/support/writers.h"

namespace plumbline::support {

namespace {

using namespace std::chrono_literals;

constexpr std::array<Level, 2> levels{{{1, 40}, {4, 40}}};
constexpr int limit = 16'384;
const ServerModel server{.stepBase = 14'560us, .stepPerSequence = 100us, .prefillPerToken = 60us, .jitterPermille = 20};

RunDescription describe(std::string_view name, std::string_view firstTokenKind) {
    RunDescription run;
    run.configuration = name;
    run.engine = "engine-r";
    run.engineVersion = "0.7.1";
    run.model = "example/reasoner-32b";
    run.modelRevision = "r2";
    run.quantization = "bf16";
    run.accelerator = "h200-sxm-141gb";
    run.acceleratorCount = 1;
    run.cacheState = "cold";
    run.workload = "puzzles";
    run.dataset = "synthetic";
    run.firstTokenKind = firstTokenKind;
    return run;
}

/// Rows 7, 19 and 31 think until the limit; 5, 17 and 29 do not think at all; row 12 is that of METRICS §8.
std::vector<RequestSpec> requestsAt(const Level& level) {
    const auto load = static_cast<std::uint64_t>(level.concurrency);
    auto specs = makeSpecs(level.requests, {300, 1500}, {120, 700}, fmt::format("puzzle-{}-", load), 5000 + load);
    const auto thoughts = makeSpecs(level.requests, {1, 1}, {600, 5000}, "", 6000 + load);
    for (std::size_t index = 0; index < specs.size(); ++index) {
        auto& spec = specs[index];
        spec.maxTokens = limit;
        if (index % 12 == 5) continue;
        spec.reasoningTokens = thoughts[index].outputTokens;
        spec.outputTokens += spec.reasoningTokens;
        if (index % 12 == 7) spec.reasoningTokens = spec.outputTokens = limit;
    }
    specs[12].reasoningTokens = 12'560;
    specs[12].outputTokens = 13'228;
    return specs;
}

/// The row of METRICS §8, to the digit. It ends before the simulated one would have.
void makeWorkedRow(SimulatedRequest& row) {
    row.headers = 1'174'900us;
    row.firstByte = 1'174'950us;
    row.firstReasoning = 1'175ms;
    row.firstContent = 183'581ms;
    row.lastContent = 193'580'980us;
    row.end = 193'581ms;
}

/// Gaps are left out: they would be megabytes, and the harnesses here did not keep them.
std::vector<SimulatedRequest> sweep(std::string_view prefix, Nanoseconds start, std::uint64_t seed) {
    std::vector<SimulatedRequest> all;
    for (const auto& level : levels) {
        auto requests = simulate(server, requestsAt(level),
                                 {level.concurrency, start, seed + static_cast<std::uint64_t>(level.concurrency)});
        nameRequests(requests, prefix);
        start = afterRun(requests);
        if (level.concurrency == 1) makeWorkedRow(requests[12]);
        for (auto& request : requests) request.chunkTimes.clear();
        all.insert(all.end(), requests.begin(), requests.end());
    }
    return all;
}

/// What a harness that looks at answer text alone keeps of a row.
void forgetReasoning(SimulatedRequest& row) {
    row.headers = row.firstByte = row.firstReasoning = std::nullopt;
    row.firstToken = row.firstContent;
    if (row.firstToken) row.firstTokenKind = "answer-text";
    if (!row.firstContent) row.lastContent = std::nullopt;
    row.chunks = std::nullopt;
}

}  // namespace

void writeReasoning(const std::filesystem::path& folder) {
    writeTraceFile(folder / "first-reasoning-known.trace.jsonl", describe("reasoning stamped", "any-text"),
                   sweep("known", epochTime(2026, 10, 20, 8), 600));
    auto rows = sweep("unknown", epochTime(2026, 10, 21, 8), 700);
    for (std::size_t index = 0; index < rows.size(); ++index) {
        forgetReasoning(rows[index]);
        if (index % 40 == 3 || index % 40 == 9) rows[index].reasoningTokens = std::nullopt;
        if (index % 40 == 25) rows[index].reasoningTokens = rows[index].outputTokens;
    }
    writeTraceFile(folder / "first-reasoning-unknown.trace.jsonl", describe("answer text alone", "answer-text"), rows);
}

}  // namespace plumbline::support
