// The sources of one configuration, as a new one is compared with them: those that are alike speak through a few.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/group/grouping_fit.h"

namespace plumbline {

/// Members alike in all but their lengths and the words of their paths that are explained. The first speaks for all,
/// with those that have the least and the largest of each length, and one that differs from the first in each word: who
/// agrees with them agrees with everyone.
class Alike {
public:
    void add(const GroupingMember* member);
    const std::vector<const GroupingMember*>& speakers() const { return m_speakers; }
    /// The worst fit with any member, and with whom.
    FitVerdict fits(const GroupingMember& candidate, SourceId& with) const;

    bool putByHand = false;  ///< one of them contradicts another member of the configuration

private:
    const GroupingMember* m_first = nullptr;
    std::vector<const GroupingMember*> m_lengths, m_words, m_speakers;
    std::vector<bool> m_mixed;  ///< one a word: somebody has another than the first
};

class Together {
public:
    /// `byHand`: not because it fits. The member must outlive this.
    void add(const GroupingMember* member, bool byHand);
    const std::vector<const GroupingMember*>& members() const { return m_all; }

    /// Joins only where it agrees with all. A member that contradicts another one is there because a person put it
    /// there: it speaks for those like it, and against nobody.
    FitVerdict fits(const GroupingMember& candidate, SourceId& with) const;

private:
    std::vector<const GroupingMember*> m_all;
    std::vector<Alike> m_alike;
    std::unordered_map<std::string, std::size_t> m_placeOf;  ///< by signature
};

}  // namespace plumbline
