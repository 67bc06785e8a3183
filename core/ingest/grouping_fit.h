// Whether two sources are one configuration (metrics §6), and which sources are alike in all but their lengths.
#pragma once

#include <string>

#include "core/ingest/grouping.h"

namespace plumbline {

enum class Fit { no, offered, joins };
struct FitVerdict {
    Fit fit = Fit::no;
    std::string reason;
};

/// A candidate with what comparisons ask again and again: folders of a thousand files are compared pair by pair.
struct GroupingMember {
    GroupingCandidate candidate;
    std::string path;         ///< normalised
    std::string model;        ///< empty: not known
    std::string accelerator;  ///< empty: not known
    std::string name;         ///< "name:A", or noName
    std::string group;        ///< with the file's own path; empty: the file says of no group
    std::string signature;    ///< the same: only lengths can tell the two apart
};
inline constexpr const char* noName = "no name";
GroupingMember groupingMember(const GroupingCandidate& candidate);

/// metrics §6, without what only a person can tell. Symmetric. Headers of one file that name their group are together
/// with their group and with no other.
FitVerdict compareSources(const GroupingMember& left, const GroupingMember& right);

/// Whether one is 1.8 times the other or more; unknown is near.
bool lengthsFarApart(const GroupingCandidate& a, const GroupingCandidate& b);

}  // namespace plumbline
