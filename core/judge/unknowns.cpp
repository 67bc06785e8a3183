#include "core/judge/unknowns.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/judge/checks.h"
#include "core/judge/unknown_table.h"

namespace plumbline {
namespace {

/// Which columns say something in any measured row of a configuration.
struct Recorded {
    std::size_t rows = 0, prompts = 0, keys = 0;
    bool starts = false, first = false, gaps = false, chunks = false, queue = false, scheduled = false, cached = false;
    bool makesText = false, several = false, openLoop = false, summaries = false, notStated = false;
};

void addRow(const Columns& rows, std::size_t row, Recorded& out) {
    ++out.rows;
    out.prompts += isKnown(rows.promptTokens[row]) ? 1U : 0U;
    out.keys += rows.promptKey[row] != 0 ? 1U : 0U;
    out.starts = out.starts || isKnown(rows.start[row]);
    out.first = out.first || isKnown(rows.firstContent[row]) || isKnown(rows.firstReasoning[row]) ||
                isKnown(rows.firstToken[row]);
    out.gaps = out.gaps || isKnown(rows.gapCount[row]);
    out.chunks = out.chunks || isKnown(rows.chunks[row]);
    out.queue = out.queue || isKnown(rows.queue[row]);
    out.scheduled = out.scheduled || isKnown(rows.scheduled[row]);
    out.cached = out.cached || isKnown(rows.cachedTokens[row]);
}

Recorded recordedOf(const JudgeInput& input, std::size_t configuration) {
    Recorded out;
    const auto& levels = input.figures.configurations[configuration].levels;
    std::set<Load> loads;
    for (std::size_t level = 0; level < levels.size(); ++level) {
        out.summaries = out.summaries || levels[level].summaryOnly;
        out.makesText = out.makesText || levels[level].makesText;
        out.several = out.several || levels[level].runs.size() > 1;
        // Repeats of a summary are levels of their own at the same load (METRICS §4).
        const bool isRepeat = !loads.insert(levels[level].load).second;
        out.several = out.several || (isRepeat && levels[level].load.kind != LoadKind::notStated);
        out.openLoop = out.openLoop || levels[level].load.kind == LoadKind::requestRate;
        out.notStated = out.notStated || levels[level].load.kind == LoadKind::notStated;
        input.forEachRow({configuration, level}, [&](std::size_t row) {
            if ((*input.figures.places)[row] == Place::in) addRow(input.data.rows, row, out);
        });
    }
    return out;
}

/// Whether an entry's thing is unknown of a configuration.
class Unrecorded {
public:
    Unrecorded(const ConfigurationFigures& configuration, const Recorded& recorded)
        : m_one(configuration), m_has(recorded) {}

    bool operator()(std::string_view id) const {
        const auto known =
            std::find_if(checks.begin(), checks.end(), [id](const Check& each) { return each.id == id; });
        return known != checks.end() && (this->*known->isUnknown)();
    }

private:
    bool states(std::string_view key) const { return factText(m_one.context, key).has_value(); }
    bool hasRows() const { return m_has.rows > 0; }
    bool hasText() const { return hasRows() && m_has.makesText; }  ///< without it there is no token to be timed

    bool rows() const { return m_has.summaries; }
    bool load() const { return m_has.notStated; }
    bool workload() const { return hasRows() && m_has.keys < m_has.rows && m_has.prompts < m_has.rows; }
    bool quantization() const { return !states("quantization"); }
    bool boundary() const {
        return m_one.boundary.start.empty() || (m_has.makesText && m_one.boundary.first.empty()) ||
               m_one.boundary.end.empty();
    }
    bool tokens() const { return m_has.makesText && m_one.boundary.tokens.empty(); }
    bool starts() const { return hasRows() && !m_has.starts; }
    bool first() const { return hasText() && !m_has.first; }
    bool gaps() const { return hasText() && !m_has.gaps; }
    bool chunks() const { return hasText() && !m_has.chunks; }
    bool schedule() const { return hasRows() && m_has.openLoop && !m_has.scheduled; }
    bool cache() const { return !states("cache_state") && !m_has.cached; }
    bool accelerators() const { return !states("accelerator") || !states("accelerator_count"); }
    bool revision() const { return !states("model_revision"); }
    bool engine() const { return !states("engine") || !states("engine_version"); }
    bool bound() const {
        return std::none_of(m_one.levels.begin(), m_one.levels.end(),
                            [](const LevelFigures& level) { return level.bound.has_value(); });
    }
    bool queue() const { return hasRows() && !m_has.queue; }
    bool quality() const { return plainFact(m_one.context, "output_checked") != "true"; }
    bool repeats() const { return !m_has.several; }

    struct Check {
        std::string_view id;
        bool (Unrecorded::*isUnknown)() const;
    };
    static const std::array<Check, 19> checks;

    const ConfigurationFigures& m_one;
    const Recorded& m_has;
};

const std::array<Unrecorded::Check, 19> Unrecorded::checks{{{"rows", &Unrecorded::rows},
                                                            {"load", &Unrecorded::load},
                                                            {"workload", &Unrecorded::workload},
                                                            {"quantization", &Unrecorded::quantization},
                                                            {"timing_boundary", &Unrecorded::boundary},
                                                            {"token_source", &Unrecorded::tokens},
                                                            {"starts", &Unrecorded::starts},
                                                            {"first_token", &Unrecorded::first},
                                                            {"gaps", &Unrecorded::gaps},
                                                            {"chunks", &Unrecorded::chunks},
                                                            {"schedule", &Unrecorded::schedule},
                                                            {"cache_state", &Unrecorded::cache},
                                                            {"accelerators", &Unrecorded::accelerators},
                                                            {"model_revision", &Unrecorded::revision},
                                                            {"engine", &Unrecorded::engine},
                                                            {"bound", &Unrecorded::bound},
                                                            {"queue", &Unrecorded::queue},
                                                            {"output_quality", &Unrecorded::quality},
                                                            {"repeats", &Unrecorded::repeats}}};

/// The harness of a configuration's first source; a configuration is of one (METRICS §6), but that a person merged two.
std::set<std::string> harnessesOf(const Dataset& data, const ConfigurationFigures& configuration) {
    std::set<std::string> out;
    for (const std::size_t source : configuration.sources) out.insert(data.files[data.sources[source].file].reader);
    return out;
}

}  // namespace

std::vector<Unknown> unknownsOf(const Dataset& data, const Settings& settings, const Figures& figures,
                                std::stop_token stop) {
    const JudgeInput input(data, settings, figures, stop);
    std::vector<std::string> harnesses;
    std::map<std::pair<std::string, std::string_view>, std::vector<std::size_t>> found;
    for (std::size_t c = 0; c < figures.configurations.size(); ++c) {
        const ConfigurationFigures& one = figures.configurations[c];
        if (settings.isHidden(one.id)) continue;
        if (stop.stop_requested()) return {};
        const Recorded recorded = recordedOf(input, c);
        const Unrecorded isUnknown(one, recorded);
        for (const std::string& harness : harnessesOf(data, one)) {
            if (std::find(harnesses.begin(), harnesses.end(), harness) == harnesses.end()) harnesses.push_back(harness);
            for (const UnknownEntry& entry : unknownEntries())
                if (isUnknown(entry.id)) found[{harness, entry.id}].push_back(c);
        }
    }
    std::vector<Unknown> out;
    for (const std::string& harness : harnesses)
        for (const UnknownEntry& entry : unknownEntries())
            if (const auto at = found.find({harness, entry.id}); at != found.end())
                out.push_back({entry.id, harness, entry.what, entry.blocks, recordWith(harness, entry), at->second});
    return out;
}

}  // namespace plumbline
