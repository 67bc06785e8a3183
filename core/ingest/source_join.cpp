#include "core/ingest/source_join.h"

#include <utility>

namespace plumbline {
namespace {

Context identity(const Context& context) {
    Context out = context;
    std::erase_if(out, [](const auto& each) { return each.first.starts_with("note."); });
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

}  // namespace

std::size_t joinSource(std::vector<SourceInfo>& sources, Context context, TimingBoundary boundary) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
        SourceInfo& known = sources[i];
        if (identity(known.context) != identity(context) || !sameBoundary(known.boundary, boundary)) continue;
        if (known.boundary.clock.empty()) known.boundary.clock = boundary.clock;
        dropDifferingNotes(known.context, context);
        return i;
    }
    SourceInfo& added = sources.emplace_back();
    added.context = std::move(context);
    added.boundary = std::move(boundary);
    return sources.size() - 1;
}

}  // namespace plumbline
