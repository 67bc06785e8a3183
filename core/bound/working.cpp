#include "core/bound/working.h"

#include <fmt/format.h>

#include "core/bound/numbers.h"

namespace plumbline {
namespace {

class Paper {
public:
    explicit Paper(const Bound& bound) : m_bound(bound), m_in(bound.inputs), m_lines(bound.inputs.origin.lines) {}

    std::vector<std::string> lines() {
        batch();
        for (std::size_t i = 0; i < m_in.groups.size(); ++i) group(m_in.groups[i], m_bound.groups[i]);
        if (m_in.groups.size() > 1) add("weights: {} = {}", m_sum, paperBytes(m_bound.weightBytes));
        cache();
        bytes();
        step();
        crossovers();
        speeds();
        return std::move(m_lines);
    }

private:
    template <class... Arguments>
    void add(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
        m_lines.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }

    void batch();
    void group(const WeightGroup& group, const GroupBytes& bytes);
    void cache();
    void bytes();
    void step();
    void crossovers();
    void speeds();

    double copyBatch() const { return batchOfCopy(m_in); }
    double tokens() const { return copyBatch() * (m_in.draft + 1); }
    bool isBand() const { return m_bound.ceiling.user != m_bound.nominal.user; }

    const Bound& m_bound;
    const BoundInputs& m_in;
    std::vector<std::string> m_lines;
    std::string m_sum;
};

void Paper::batch() {
    if (m_in.replicas > 1)
        add("batch of one copy: {} / {} copies, at least 1 = {}", paperTyped(m_in.batch), paperTyped(m_in.replicas),
            paperTyped(copyBatch()));
    if (m_in.draft > 0)
        add("tokens of a step: {} sequences x ({} drafted + 1) = {}", paperTyped(copyBatch()), paperTyped(m_in.draft),
            paperTyped(tokens()));
}

void Paper::group(const WeightGroup& group, const GroupBytes& read) {
    const std::string bytes = paperBytes(read.bytes);
    const std::string each = group.format.empty()
                                 ? paperTyped(group.bytesPerParam) + " B"
                                 : fmt::format("{} B ({})", paperTyped(group.bytesPerParam), group.format);
    std::string experts;
    if (group.experts) {
        add("distinct experts: {} x (1 - (1 - {} / {})^{}) = {}", paperTyped(group.experts->total),
            paperTyped(group.experts->perToken), paperTyped(group.experts->total), paperTyped(tokens()),
            paperFigure(*read.distinctExperts));
        experts = paperFigure(*read.distinctExperts) + " experts x ";
    }
    const bool again = group.name == "attention" && m_in.rAttn != 1;
    add("{}: {}{} G parameters x {}{} = {}", group.name, experts, paperFigure(group.params / 1e9), each,
        again ? fmt::format(" x {} times", paperTyped(m_in.rAttn)) : std::string(), bytes);
    m_sum += (m_sum.empty() ? "" : " + ") + bytes;
}

void Paper::cache() {
    if (!m_in.context) {
        if (!m_in.cache.empty()) add("KV cache: left out, no context is given");
        return;
    }
    const std::string times = m_in.rKv == 1 ? std::string() : fmt::format(" x {} times", paperTyped(m_in.rKv));
    if (m_in.kvBytesPerToken)
        return add("KV cache: {} sequences x {} tokens x {} B{} = {}", paperTyped(copyBatch()),
                   paperTyped(*m_in.context), paperTyped(*m_in.kvBytesPerToken), times, paperBytes(m_bound.kvBytes));
    double each = 0;
    for (const CacheLayers& layers : m_in.cache) {
        const double read = elementsRead(layers, *m_in.context) * *m_in.cacheElementBytes;
        add("cache of a sequence: {} x {} B{} = {}", cacheText(layers, *m_in.context),
            paperTyped(*m_in.cacheElementBytes), layers.kind == CacheKind::recurrent ? " x 2" : "", paperBytes(read));
        each += read;
    }
    add("KV cache: {} sequences x {}{} = {}", paperTyped(copyBatch()), paperBytes(each), times,
        paperBytes(m_bound.kvBytes));
}

void Paper::bytes() {
    std::string sum = paperBytes(m_bound.weightBytes);
    if (m_in.context) sum += " + " + paperBytes(m_bound.kvBytes);
    if (m_in.draftBytes > 0) sum += fmt::format(" + {} of the draft model", paperBytes(m_in.draftBytes));
    const bool isSum = m_in.context || m_in.draftBytes > 0;
    add("a step reads: {}{}", sum, isSum ? " = " + paperBytes(m_bound.stepBytes) : std::string());
}

void Paper::step() {
    const char* name = m_bound.computeSeconds ? "memory" : "step";
    add("{}: {} / {}/s = {}", name, paperBytes(m_bound.stepBytes), paperBytes(m_in.bandwidth),
        paperSeconds(m_bound.memorySeconds));
    if (!m_bound.computeSeconds) return;
    const auto share = [this](double bytes) { return paperSeconds(bytes / m_in.bandwidth); };
    const auto compute = [this](double flop) { return paperSeconds(flop / *m_in.math); };
    add("linear layers: 2 FLOP x {} G parameters x {} tokens / {}FLOP/s = {} of compute beside {} of memory",
        paperFigure(m_bound.linearFlop / (2 * tokens()) / 1e9), paperTyped(tokens()), paperFlop(*m_in.math),
        compute(m_bound.linearFlop), share(m_bound.weightBytes));
    if (m_bound.attentionFlop > 0)
        add("attention: {}FLOP / {}FLOP/s = {} of compute beside {} of memory", paperFlop(m_bound.attentionFlop),
            paperFlop(*m_in.math), compute(m_bound.attentionFlop), share(m_bound.kvBytes));
    add("step: the longer of {} of memory and {} of compute = {}", paperSeconds(m_bound.memorySeconds),
        paperSeconds(*m_bound.computeSeconds), paperSeconds(m_bound.stepSeconds));
}

/// In tokens of a step; experts each see their share of the tokens only.
void Paper::crossovers() {
    if (!m_in.math) return;
    double params = 0, bytes = 0;
    for (const WeightGroup& group : m_in.groups) {
        if (group.experts)
            add("compute overtakes the routed experts' bytes from {} tokens a step on",
                paperFigure(crossoverBatch(group.bytesPerParam, *m_in.math, m_in.bandwidth) * group.experts->total /
                            group.experts->perToken));
        if (group.experts) continue;
        params += group.params;
        bytes += group.params * group.bytesPerParam;
    }
    if (params > 0)
        add("compute overtakes the bytes of weights that are always read from {} tokens a step on",
            paperFigure(crossoverBatch(bytes / params, *m_in.math, m_in.bandwidth)));
}

void Paper::speeds() {
    const std::string tokens = m_in.accept == 1 ? "1 token" : paperTyped(m_in.accept) + " tokens";
    const char* how = isBand() ? "nominal" : "at most";
    add("per user, {}: {} / {} = {} tokens/s", how, tokens, paperSeconds(m_bound.stepSeconds),
        paperFigure(m_bound.nominal.user));
    add("all users, {}: {} x {} = {} tokens/s", how, paperTyped(m_in.batch), paperFigure(m_bound.nominal.user),
        paperFigure(m_bound.nominal.aggregate));
    if (isBand())
        add("ceiling, should all tokens pick the same experts: {} tokens/s per user, {} for all users",
            paperFigure(m_bound.ceiling.user), paperFigure(m_bound.ceiling.aggregate));
    if (m_bound.practical)
        add("practical, at {} of the bandwidth: {} tokens/s per user, {} for all users", paperTyped(*m_in.practical),
            paperFigure(m_bound.practical->user), paperFigure(m_bound.practical->aggregate));
    if (m_bound.fraction)
        add("measured: {} / {} = {}%", paperTyped(*m_in.measured), paperFigure(m_bound.nominal.user),
            paperFigure(*m_bound.fraction * 100));
}

}  // namespace

std::vector<std::string> workingOf(const Bound& bound) { return Paper(bound).lines(); }

}  // namespace plumbline
