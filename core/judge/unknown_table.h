// The words of core/judge/unknowns.h: one row a thing, and one a thing that a harness can be told to record.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace plumbline {

struct UnknownEntry {
    std::string_view id, what, blocks;
    std::string_view record;        ///< with any harness; empty: nothing but the context
    std::string_view context = {};  ///< what a context.json would say; empty: none can
};
std::span<const UnknownEntry> unknownEntries();  ///< worst to miss first

/// What to record with this harness, the entry's own words where it has none; and the context that says it.
std::string recordWith(std::string_view harness, const UnknownEntry& entry);

}  // namespace plumbline
