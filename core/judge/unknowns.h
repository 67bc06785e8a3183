// What the traces can't tell, which claims that blocks, and what to record next time, by harness.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/curve/figures.h"

namespace plumbline {

/// One thing that the files of one harness leave unknown.
struct Unknown {
    std::string_view id;                      ///< "rows", "cache_state", ...
    std::string harness;                      ///< the reader's id
    std::string_view what;                    ///< what is not known, after "not known: "
    std::string_view blocks;                  ///< what cannot be said without it
    std::string record;                       ///< what to do next time, with this harness
    std::vector<std::size_t> configurations;  ///< of which it is not known, in order
};

/// From the columns that are null and the context keys that are missing, over the configurations that are shown; in the
/// order of the harnesses' first configurations, then of what is worst to miss. Nothing is unknown: empty.
std::vector<Unknown> unknownsOf(const Dataset& data, const Settings& settings, const Figures& figures,
                                std::stop_token stop = {});

}  // namespace plumbline
