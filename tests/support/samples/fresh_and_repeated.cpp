// A and B on fresh prompts and on repeated ones: the figures of METRICS §8, each pair matched, the crossed one not.
#include <fmt/format.h>

#include "tests/support/random.h"
#include "tests/support/retime.h"
#include "tests/support/samples/parts.h"

namespace plumbline::support {

namespace {

using namespace std::chrono_literals;

/// (201 - 1) x 95% is a whole rank. 14,674 tokens make whole nanoseconds at 800, 880, 920 and 1,000 tokens/s. Some 25
/// answers a user, so that rates have an interval.
constexpr int rowCount = 201, totalTokens = 14'674, concurrency = 8, distinctPrompts = 12;

/// What must come out, and a server whose own figures are within a few percent of it.
struct Target {
    std::string_view configuration;
    bool repeated;
    Nanoseconds ttftP95;
    int tokensPerSecond;
    ServerModel server;
    int cachedPercent = 0;  ///< of each prompt
};

RunDescription describe(const Target& target) {
    const bool a = target.configuration == "A";
    RunDescription run;
    run.configuration = target.configuration;
    run.engine = a ? "engine-a" : "engine-b";
    run.engineVersion = a ? "2.4.0" : "1.9.2";
    run.model = "example/dense-7b";
    run.modelRevision = "r5";
    run.quantization = "fp8";
    run.accelerator = "h100-sxm-80gb";
    run.acceleratorCount = 1;
    run.cacheState = target.repeated ? "warm" : "cold";
    run.outputChecked = true;
    run.workload = target.repeated ? "repeated prefixes" : "fresh prompts";
    run.dataset = "synthetic";
    run.firstTokenKind = "answer-text";
    run.requests = rowCount;
    return run;
}

/// Lengths from 64 to 95, moved by one here and there until their sum is the one wanted.
void fixTotal(std::vector<RequestSpec>& specs) {
    int missing = totalTokens;
    for (const auto& spec : specs) missing -= spec.outputTokens;
    for (std::size_t index = 0; missing != 0; index = (index + 1) % specs.size()) {
        const int step = missing > 0 ? 1 : -1;
        const int changed = specs[index].outputTokens + step;
        if (changed < 64 || changed > 95) continue;
        specs[index].outputTokens = changed;
        missing -= step;
    }
}

std::vector<RequestSpec> freshRequests() {
    auto specs = makeSpecs(rowCount, {700, 1300}, {64, 95}, "fresh-", 9000);
    fixTotal(specs);
    for (auto& spec : specs) spec.maxTokens = 128;
    return specs;
}

/// Twelve prompts over and over, of which an engine has a part in its cache (in blocks of 16); three share a beginning.
std::vector<RequestSpec> repeatedRequests(int cachedPercent) {
    const auto prompts = makeSpecs(distinctPrompts, {1400, 2600}, {1, 1}, "repeated-", 9100);
    auto specs = makeSpecs(rowCount, {1, 1}, {64, 95}, "", 9000);
    fixTotal(specs);
    Random random(9200);
    for (auto& spec : specs) {
        const auto which = static_cast<std::size_t>(random.below(distinctPrompts));
        spec.promptKey = prompts[which].promptKey;
        spec.prefixKey = fmt::format("prefix-{}", which / 3);
        spec.promptTokens = prompts[which].promptTokens;
        spec.cachedTokens = spec.promptTokens * cachedPercent / 100 / 16 * 16;
        spec.maxTokens = 128;
    }
    return specs;
}

void writeOne(const std::filesystem::path& folder, const Target& target, int hour, std::uint64_t seed) {
    auto rows = simulate(target.server, target.repeated ? repeatedRequests(target.cachedPercent) : freshRequests(),
                         {concurrency, epochTime(2026, 11, 10, hour), seed, 90ms});
    stretchRun(rows, Nanoseconds(totalTokens * 1'000'000'000LL / target.tokensPerSecond));
    pinFirstContent(rows, 95, target.ttftP95);
    const std::string name =
        fmt::format("{}-{}", target.configuration == "A" ? "a" : "b", target.repeated ? "repeated" : "fresh");
    nameRequests(rows, name);
    writeTraceFile(folder / (name + ".trace.jsonl"), describe(target), rows);
}

}  // namespace

void writeFreshAndRepeated(const std::filesystem::path& folder) {
    // Both read prompts in pieces between steps of decoding: B in smaller ones, so that its first tokens are late. A
    // step gives two tokens, which halves the files.
    const auto server = [](Nanoseconds step, Nanoseconds prefill, int budget) {
        return ServerModel{.stepBase = 2 * step,
                           .stepPerSequence = 80us,
                           .prefillPerToken = prefill,
                           .prefillBudget = 2 * budget,
                           .tokensPerStep = {2}};
    };
    writeOne(folder, {"A", false, 240ms, 800, server(4'300us, 43us, 122)}, 9, 902);
    writeOne(folder, {"B", false, 320ms, 920, server(2'600us, 44us, 69)}, 10, 902);
    writeOne(folder, {"A", true, 190ms, 880, server(3'900us, 43us, 122), 54}, 11, 901);
    writeOne(folder, {"B", true, 170ms, 1000, server(4'000us, 42us, 80), 68}, 12, 901);
}

}  // namespace plumbline::support
