#include <fmt/format.h>

#include "core/judge/registry.h"
#include "core/measure/bound_context.h"

namespace plumbline {

// A configuration's inputs only: where a level lacks a batch, the level says so.
void findNoBound(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const auto inputs = boundOf(input.figures.configurations[c].context);
        if (inputs) continue;
        std::string why = inputs.error().text();
        while (why.ends_with('.')) why.pop_back();
        out.push_back(out.of(c, fmt::format("No fraction of the bandwidth bound can be told: {}.", why)));
    }
}

}  // namespace plumbline
