#include "tests/support/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "tests/support/int128.h"
#include "tests/support/random.h"

namespace plumbline::support {

namespace {

Nanoseconds toGrain(Nanoseconds time) { return nearest(time.count(), timeGrain.count()) * timeGrain; }

struct Sequence {
    std::size_t request = 0;
    int prefillLeft = 0, tokens = 0;
    std::size_t steps = 0;  ///< decoding steps done
};

class Simulation {
public:
    Simulation(const ServerModel& model, const std::vector<RequestSpec>& specs, const ClosedLoop& load)
        : m_model(model), m_specs(specs), m_load(load), m_random(load.seed) {}

    std::vector<SimulatedRequest> run();

private:
    using Arrival = std::pair<Nanoseconds, std::size_t>;

    Nanoseconds grains(std::int64_t low, std::int64_t high) { return m_random.between(low, high) * timeGrain; }
    void startClients();
    void send(Nanoseconds when);
    SimulatedRequest begin(const RequestSpec& spec, Nanoseconds when) const;
    void step();
    int readPrompts();
    int admit(int budget);
    Nanoseconds stepTime(int decoding, int promptTokens);
    void emitTokens(Sequence& sequence);
    int tokensOf(const Sequence& sequence) const;
    void finish(const Sequence& sequence);
    void stampFirst(SimulatedRequest& request);

    const ServerModel& m_model;
    const std::vector<RequestSpec>& m_specs;
    const ClosedLoop& m_load;
    Random m_random;
    Nanoseconds m_now{0};
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> m_waiting;
    std::vector<Sequence> m_running;
    std::vector<SimulatedRequest> m_requests;
};

std::vector<SimulatedRequest> Simulation::run() {
    m_requests.reserve(m_specs.size());
    startClients();
    while (!m_running.empty() || !m_waiting.empty()) {
        if (m_running.empty()) m_now = std::max(m_now, m_waiting.top().first);
        step();
    }
    std::stable_sort(m_requests.begin(), m_requests.end(),
                     [](const auto& a, const auto& b) { return a.start < b.start; });
    return std::move(m_requests);
}

// Clients start a little apart at least, as a load generator's do: no two requests are the same to the nanosecond.
void Simulation::startClients() {
    const auto clients = std::min(static_cast<std::size_t>(m_load.concurrency), m_specs.size());
    Nanoseconds when = m_load.firstStart;
    for (std::size_t client = 0; client < clients; ++client) {
        send(when);
        when += m_load.ramp + grains(5, 25);
    }
}

void Simulation::send(Nanoseconds when) {
    if (m_requests.size() == m_specs.size()) return;
    const std::size_t index = m_requests.size();
    m_requests.push_back(begin(m_specs[index], when));
    m_waiting.emplace(when + m_model.network, index);
}

SimulatedRequest Simulation::begin(const RequestSpec& spec, Nanoseconds when) const {
    SimulatedRequest request;
    request.concurrency = m_load.concurrency;
    request.start = when;
    request.promptTokens = spec.promptTokens;
    request.cachedTokens = spec.cachedTokens;
    request.outputTokens = spec.outputTokens;
    request.reasoningTokens = spec.reasoningTokens;
    if (spec.maxTokens > 0) request.maxTokens = spec.maxTokens;
    request.finish = spec.maxTokens > 0 && spec.outputTokens >= spec.maxTokens ? "length" : "stop";
    request.promptKey = spec.promptKey;
    request.prefixKey = spec.prefixKey;
    return request;
}

void Simulation::step() {
    const auto decoding = std::count_if(m_running.begin(), m_running.end(),
                                        [](const Sequence& sequence) { return sequence.prefillLeft == 0; });
    const int promptTokens = readPrompts();
    m_now += stepTime(static_cast<int>(decoding), promptTokens);
    for (auto& sequence : m_running)
        if (sequence.prefillLeft == 0) emitTokens(sequence);
    const auto done = std::stable_partition(m_running.begin(), m_running.end(), [this](const Sequence& sequence) {
        return sequence.tokens < m_specs[sequence.request].outputTokens;
    });
    std::for_each(done, m_running.end(), [this](const Sequence& sequence) { finish(sequence); });
    m_running.erase(done, m_running.end());
}

/// Prompt tokens read in this step: prompts begun before go on first, then the queue is let in.
int Simulation::readPrompts() {
    int budget = m_model.prefillBudget;
    for (auto& sequence : m_running) {
        const int piece = std::min(budget, sequence.prefillLeft);
        sequence.prefillLeft -= piece;
        budget -= piece;
    }
    return m_model.prefillBudget - admit(budget);
}

/// What is left of the budget.
int Simulation::admit(int budget) {
    const auto limit = static_cast<std::size_t>(m_model.batchLimit);
    while (budget > 0 && m_running.size() < limit && !m_waiting.empty() && m_waiting.top().first <= m_now) {
        const std::size_t index = m_waiting.top().second;
        m_waiting.pop();
        const int prompt = std::max(1, m_specs[index].promptTokens - m_specs[index].cachedTokens);
        const int piece = std::min(budget, prompt);
        m_running.push_back({index, prompt - piece, 0, 0});
        budget -= piece;
    }
    return budget;
}

Nanoseconds Simulation::stepTime(int decoding, int promptTokens) {
    const Nanoseconds plain =
        m_model.stepBase + m_model.stepPerSequence * decoding + m_model.prefillPerToken * promptTokens;
    const std::int64_t permille = 1000 + m_random.between(-m_model.jitterPermille, m_model.jitterPermille);
    return std::max(timeGrain, toGrain(Nanoseconds(nearest(Int128(plain.count()) * permille, 1000))));
}

void Simulation::emitTokens(Sequence& sequence) {
    auto& request = m_requests[sequence.request];
    request.chunkTimes.push_back(m_now + m_model.network - request.start);
    const int before = sequence.tokens;
    sequence.tokens += tokensOf(sequence);
    if (before == 0) {
        stampFirst(request);
    } else {
        ++sequence.steps;
    }
    const int reasoning = m_specs[sequence.request].reasoningTokens;
    if (before <= reasoning && sequence.tokens > reasoning) request.firstContent = request.chunkTimes.back();
}

/// Reading the prompt yields one token; each later step what the pattern says, as far as tokens are left.
int Simulation::tokensOf(const Sequence& sequence) const {
    const auto& pattern = m_model.tokensPerStep;
    const int offered = sequence.tokens == 0 ? 1 : pattern[sequence.steps % pattern.size()];
    return std::min(offered, m_specs[sequence.request].outputTokens - sequence.tokens);
}

void Simulation::stampFirst(SimulatedRequest& request) {
    const Nanoseconds first = request.chunkTimes.front();
    request.roleChunk = first - grains(1, 9);
    request.firstByte = request.roleChunk;
    request.headers = *request.roleChunk - grains(2, 6);
    if (request.reasoningTokens.value_or(0) > 0) request.firstReasoning = first;
}

void Simulation::finish(const Sequence& sequence) {
    auto& request = m_requests[sequence.request];
    request.chunks = static_cast<int>(request.chunkTimes.size());
    request.lastContent = request.chunkTimes.back();
    request.end = *request.lastContent + grains(1, 4);
    const Nanoseconds next = request.start + *request.end + grains(10, 30);
    send(next);
}

}  // namespace

std::vector<SimulatedRequest> simulate(const ServerModel& model, const std::vector<RequestSpec>& specs,
                                       const ClosedLoop& load) {
    return Simulation(model, specs, load).run();
}

std::vector<RequestSpec> makeSpecs(int count, Range promptTokens, Range outputTokens, const std::string& keyPrefix,
                                   std::uint64_t seed) {
    Random random(seed);
    std::vector<RequestSpec> specs(static_cast<std::size_t>(count));
    for (std::size_t index = 0; index < specs.size(); ++index) {
        auto& spec = specs[index];
        spec.promptTokens = static_cast<int>(random.between(promptTokens.low, promptTokens.high));
        spec.outputTokens = static_cast<int>(random.between(outputTokens.low, outputTokens.high));
        spec.promptKey = fmt::format("{}{:04}", keyPrefix, index);
    }
    return specs;
}

}  // namespace plumbline::support
