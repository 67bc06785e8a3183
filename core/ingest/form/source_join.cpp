#include "core/ingest/form/source_join.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/trace/typical_lengths.h"

namespace plumbline {
namespace {

/// Lengths of texts before them: no value can be taken for the next one.
std::string identityText(const Context& context) {
    std::string out;
    for (const auto& [key, fact] : context) {
        if (key.starts_with("note.")) continue;
        for (const std::string& text : {key, fact.stated.value_or(""), fact.edited.value_or("")})
            out += std::to_string(text.size()) + ':' + text;
    }
    return out;
}

bool sameBoundary(TimingBoundary a, const TimingBoundary& b) {
    if (a.clock.empty() || b.clock.empty()) a.clock = b.clock;  // summaries tell no clock
    return a == b;
}

void dropDifferingNotes(Context& kept, const Context& added) {
    std::erase_if(kept, [&](const auto& each) {
        const auto other = added.find(each.first);
        return each.first.starts_with("note.") && (other == added.end() || other->second != each.second);
    });
}

using WorkloadLength = std::optional<double> WorkloadLengths::*;
constexpr std::array<WorkloadLength, 4> workloadLengths{&WorkloadLengths::medianPrompt, &WorkloadLengths::medianOutput,
                                                        &WorkloadLengths::meanPrompt, &WorkloadLengths::meanOutput};

void widen(WorkloadLengths& least, WorkloadLengths& largest, const WorkloadLengths& lengths) {
    least.summaryOnly = largest.summaryOnly = lengths.summaryOnly;
    for (const WorkloadLength length : workloadLengths) {
        const auto& value = lengths.*length;
        if (!value) continue;
        least.*length = std::min(*value, (least.*length).value_or(*value));
        largest.*length = std::max(*value, (largest.*length).value_or(*value));
    }
}

}  // namespace

bool SourceJoiner::isNear(const Extents& extents, const WorkloadLengths& lengths) const {
    for (const Extent* extent : {&extents.rows, &extents.summaries})
        if (!extent->isEmpty && (lengthsFarApart(extent->least, lengths) || lengthsFarApart(extent->largest, lengths)))
            return false;
    return true;
}

std::size_t SourceJoiner::join(Context context, TimingBoundary boundary, const WorkloadLengths& lengths) {
    std::vector<std::size_t>& alike = m_alike[identityText(context)];
    auto found = std::find_if(alike.begin(), alike.end(), [&](std::size_t i) {
        return sameBoundary(m_sources[i].boundary, boundary) && isNear(m_extents[i], lengths);
    });
    std::size_t place = m_sources.size();
    if (found != alike.end()) {
        place = *found;
        SourceInfo& known = m_sources[place];
        if (known.boundary.clock.empty()) known.boundary.clock = boundary.clock;
        dropDifferingNotes(known.context, context);
    } else {
        alike.push_back(place);
        SourceInfo& added = m_sources.emplace_back();
        added.context = std::move(context);
        added.boundary = std::move(boundary);
        m_extents.resize(m_sources.size());
    }
    Extent& extent = lengths.summaryOnly ? m_extents[place].summaries : m_extents[place].rows;
    extent.isEmpty = false;
    widen(extent.least, extent.largest, lengths);
    return place;
}

WorkloadLengths lengthsOfRows(std::vector<Count>& prompts, std::vector<Count>& outputs) {
    return {false, medianOf(prompts), medianOf(outputs), meanOf(prompts), meanOf(outputs)};
}

WorkloadLengths lengthsOfSummary(const RunInfo& run) {
    WorkloadLengths out;
    out.summaryOnly = true;
    const auto take = [&](const char* key, std::optional<double>& into) {
        if (const auto found = run.reported.find(key); found != run.reported.end()) into = found->second;
    };
    take("prompt_tokens.mean", out.meanPrompt);
    take("output_tokens.mean", out.meanOutput);
    return out;
}

}  // namespace plumbline
