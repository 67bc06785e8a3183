// What a person changed, in sentences for the review log.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/measure/settings.h"

namespace plumbline {

/// Names that the sentences use; what is missing is called by its number.
struct ChangeNames {
    std::map<ConfigurationId, std::string> configurations;
    std::map<SourceId, std::string> sources;                ///< file names
    std::map<std::string, std::string, std::less<>> files;  ///< file names by SHA-256
};

/// One sentence a change, in the order measure, SLOs, grouping, edits, hidden, decisions. Equal settings: none. Many
/// decisions of one kind and reason are one sentence with their count.
std::vector<std::string> describeChanges(const Settings& now, const Settings& before, const ChangeNames& names);

}  // namespace plumbline
