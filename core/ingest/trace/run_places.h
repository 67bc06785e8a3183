// The runs of a source whose rows name their load and repeat themselves.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "core/trace/context.h"

namespace plumbline {

class RunPlaces {
public:
    /// The run of a row's load and repeat, added where there is none.
    std::size_t of(const Row& row, std::vector<RunInfo>& runs) {
        if (!runs.empty() && runs[m_newest].load == row.load && runs[m_newest].number == row.repeat) return m_newest;
        const auto [place, added] = m_places.try_emplace({row.load, row.repeat}, runs.size());
        if (added) {
            runs.emplace_back().load = row.load;
            runs.back().number = row.repeat;
        }
        return m_newest = place->second;
    }

private:
    std::map<std::pair<Load, std::int32_t>, std::size_t> m_places;
    std::size_t m_newest = 0;
};

}  // namespace plumbline
