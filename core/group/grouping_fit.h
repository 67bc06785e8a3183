// Whether two sources are one configuration (METRICS §6), and which sources are alike in all but their lengths.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/group/grouping.h"
#include "core/trace/path_scheme.h"

namespace plumbline {

enum class Fit { no, offered, joins };
struct FitVerdict {
    Fit fit = Fit::no;
    std::string reason;
};

/// A candidate with what comparisons ask again and again: folders of a thousand files are compared pair by pair.
struct GroupingMember {
    GroupingCandidate candidate;
    PathWords words;
    std::string path;       ///< the key of its words
    std::string model;      ///< empty: not known
    std::string name;       ///< "name:A", or noName
    std::string group;      ///< with the file's own path; empty: the file says of no group
    std::string run;        ///< the folder that a harness laid down for one run; empty: none
    bool sumsUp = false;    ///< it is the summary of that run
    bool isKnown = false;   ///< the file itself says all that a path could
    bool isSmall = false;   ///< so few rows that their median is no proof
    std::string signature;  ///< the same: only lengths and explained words can tell the two apart
    std::vector<std::pair<std::string, std::string>> facts;  ///< of identity and workload, where known, by key
};
inline constexpr const char* noName = "no name";
GroupingMember groupingMember(const GroupingCandidate& candidate, const PathScheme& paths);

/// METRICS §6, without what only a person can tell. Symmetric. Headers of one file that name their group are together
/// with their group and with no other.
FitVerdict compareSources(const GroupingMember& left, const GroupingMember& right);

/// Tokens of a source's requests by which workloads are told apart; of a summary the mean alone.
struct WorkloadLengths {
    bool summaryOnly = false;
    std::optional<double> medianPrompt, medianOutput, meanPrompt, meanOutput;
};
/// Whether one is 1.8 times the other or more; unknown is near. A summary is compared by means.
bool lengthsFarApart(const WorkloadLengths& a, const WorkloadLengths& b);
WorkloadLengths lengthsOf(const GroupingCandidate& candidate);

}  // namespace plumbline
