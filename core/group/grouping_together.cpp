#include "core/group/grouping_together.h"

#include <algorithm>
#include <array>
#include <set>

namespace plumbline {
namespace {

using Members = std::vector<const GroupingMember*>;
using Length = std::optional<double> GroupingCandidate::*;
constexpr std::array<Length, 4> comparedLengths{&GroupingCandidate::medianPrompt, &GroupingCandidate::medianOutput,
                                                &GroupingCandidate::meanPrompt, &GroupingCandidate::meanOutput};

/// Those with the least and the largest of each length.
Members extremes(Members asked) {
    std::set<const GroupingMember*> kept;
    for (const Length length : comparedLengths) {
        const GroupingMember *least = nullptr, *largest = nullptr;
        for (const GroupingMember* each : asked) {
            const auto value = each->candidate.*length;
            if (!value) continue;
            if (!least || *value < *(least->candidate.*length)) least = each;
            if (!largest || *value > *(largest->candidate.*length)) largest = each;
        }
        if (least) kept.insert({least, largest});
    }
    std::erase_if(asked, [&](const GroupingMember* each) { return !kept.contains(each); });
    return asked;
}

}  // namespace

void Alike::add(const GroupingMember* member) {
    if (!m_first) {
        m_first = member;
        m_mixed.assign(member->words.size(), false);
    }
    m_lengths.push_back(member);
    m_lengths = extremes(std::move(m_lengths));
    for (std::size_t i = 0; i < m_mixed.size() && i < member->words.size(); ++i) {
        if (m_mixed[i] || member->words[i].text == m_first->words[i].text) continue;
        m_mixed[i] = true;
        m_words.push_back(member);
    }
    m_speakers = {m_first};
    for (const Members* more : {&m_lengths, &m_words})
        for (const GroupingMember* each : *more)
            if (std::find(m_speakers.begin(), m_speakers.end(), each) == m_speakers.end()) m_speakers.push_back(each);
}

FitVerdict Alike::fits(const GroupingMember& candidate, SourceId& with) const {
    FitVerdict worst{Fit::joins, {}};
    with = m_first->candidate.id;
    for (const GroupingMember* each : m_speakers) {
        FitVerdict verdict = compareSources(*each, candidate);
        if (verdict.fit >= worst.fit) continue;
        worst = std::move(verdict);
        with = each->candidate.id;
        if (worst.fit == Fit::no) break;
    }
    return worst;
}

void Together::add(const GroupingMember* member, bool byHand) {
    m_all.push_back(member);
    const auto [place, isNew] = m_placeOf.try_emplace(member->signature, m_alike.size());
    if (isNew) m_alike.emplace_back();
    Alike& own = m_alike[place->second];
    for (Alike& alike : m_alike) {
        if (!byHand || alike.speakers().empty()) continue;
        SourceId with{};
        if (alike.fits(*member, with).fit != Fit::joins) alike.putByHand = own.putByHand = true;
    }
    own.add(member);
}

FitVerdict Together::fits(const GroupingMember& candidate, SourceId& with) const {
    FitVerdict worst{Fit::joins, {}}, best;
    SourceId bestWith{};
    bool anyByHand = false;
    for (const Alike& alike : m_alike) {
        SourceId who{};
        FitVerdict verdict = alike.fits(candidate, who);
        if (alike.putByHand) {
            anyByHand = true;
            if (verdict.fit > best.fit) {
                best = std::move(verdict);
                bestWith = who;
            }
        } else if (verdict.fit < worst.fit) {
            worst = std::move(verdict);
            with = who;
            if (worst.fit == Fit::no) return worst;
        }
    }
    if (m_alike.empty()) return {};
    if (!anyByHand || worst.fit < best.fit) return worst;
    with = bestWith;
    return best;
}

}  // namespace plumbline
