#include "core/judge/sensitivity/sensitivity_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/judge/compare/lead.h"
#include "core/judge/quantity_words.h"
#include "core/judge/sensitivity/leader_regions.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

constexpr std::size_t mostRegions = 4;
constexpr std::string_view nobody = "nobody (a tie, or one figure alone)";

const std::string& nameAt(const FindingInput& input, std::size_t configuration) {
    return input.figures.configurations[configuration].name;
}

std::string_view noun(CutoffKind kind) { return kind == CutoffKind::interval ? "interval" : "number of chunks"; }

std::size_t indexAt(const CutoffSensitivity& of, std::int64_t cutoff) {
    const auto found = std::lower_bound(of.at.begin(), of.at.end(), cutoff);
    return static_cast<std::size_t>(found - of.at.begin());
}

/// The figures of a ranking at one of the cutoffs that were looked at.
std::vector<std::optional<double>> figuresAt(const RankingSensitivity& ranking, std::size_t index) {
    std::vector<std::optional<double>> out;
    for (const auto& each : ranking.values) out.push_back(each[index]);
    return out;
}

/// " (120 tokens/s against 100 tokens/s)": the leader and the best of the others.
std::string against(const RankingSensitivity& ranking, std::vector<std::optional<double>> figures, std::size_t leader) {
    const auto place = std::find(ranking.configurations.begin(), ranking.configurations.end(), leader);
    auto& own = figures[static_cast<std::size_t>(place - ranking.configurations.begin())];
    const auto first = std::exchange(own, std::nullopt);
    std::optional<double> second;
    for (const auto& each : figures)
        if (each && (!second || (entry(ranking.quantity).lowerIsBetter ? *each < *second : *each > *second)))
            second = each;
    if (!first || !second) return {};
    return fmt::format(" ({} against {})", shownText(ranking.quantity, *first), shownText(ranking.quantity, *second));
}

std::string whereText(CutoffKind kind, const std::vector<LeaderRegion>& regions, std::size_t i) {
    const bool last = i + 1 == regions.size();
    std::string out = i == 0 ? "" : fmt::format("above {}", cutoffWords(kind, regions[i].from - 1));
    if (!last) out += fmt::format("{}up to {}", i == 0 ? "" : " and ", cutoffWords(kind, regions[i].to));
    return out;
}

std::string regionsText(const FindingInput& input, const CutoffSensitivity& of, const RankingSensitivity& ranking) {
    std::string out;
    for (std::size_t i = 0; i < std::min(mostRegions, ranking.regions.size()); ++i) {
        const LeaderRegion& region = ranking.regions[i];
        out += i == 0 ? "" : ", ";
        out += region.leader ? nameAt(input, *region.leader) : std::string(nobody);
        out += " " + whereText(of.kind, ranking.regions, i);
        if (region.leader) out += against(ranking, ranking.regionValues[i], *region.leader);
    }
    if (ranking.regions.size() > mostRegions)
        out += fmt::format(", and so on: {} stretches in all", ranking.regions.size());
    return out;
}

/// Leaders in turn, each once in a row; those whose figure is gone where the next one leads did not lose to it.
struct Turns {
    std::vector<std::size_t> leaders;
    bool changes = false;
};

Turns turnsOf(const RankingSensitivity& ranking) {
    Turns out;
    for (std::size_t i = 0; i < ranking.regions.size(); ++i) {
        const auto& leader = ranking.regions[i].leader;
        if (!leader || (!out.leaders.empty() && out.leaders.back() == *leader)) continue;
        if (!out.leaders.empty()) {
            const auto before =
                std::find(ranking.configurations.begin(), ranking.configurations.end(), out.leaders.back());
            out.changes |=
                ranking.regionValues[i][static_cast<std::size_t>(before - ranking.configurations.begin())].has_value();
        }
        out.leaders.push_back(*leader);
    }
    return out;
}

std::string refusalOf(const FindingInput& input, const Load& load, std::size_t one, std::size_t other) {
    return refusalToLead(input.figures, input.comparisons, one, std::array{other}, load);
}

/// Whether the leader of each region may be marked as such; the first that may not says why.
void markLeaders(const FindingInput& input, RankingSensitivity& ranking) {
    for (std::size_t i = 0; i < ranking.regions.size(); ++i) {
        std::string why;
        const auto& leader = ranking.regions[i].leader;
        for (std::size_t each = 0; leader && why.empty() && each < ranking.configurations.size(); ++each)
            if (ranking.regionValues[i][each] && ranking.configurations[each] != *leader)
                why = refusalOf(input, ranking.load, *leader, ranking.configurations[each]);
        ranking.marked.push_back(leader && why.empty());
        if (ranking.refusal.empty()) ranking.refusal = why;
    }
}

/// The leader and the next of the values at the present cutoff.
std::optional<std::pair<std::size_t, std::size_t>> firstTwo(const CutoffSensitivity& of,
                                                            const RankingSensitivity& ranking) {
    auto figures = figuresAt(ranking, indexAt(of, of.present));
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (figures[i]) order.push_back(i);
    const bool lower = entry(ranking.quantity).lowerIsBetter;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return lower ? *figures[a] < *figures[b] : *figures[a] > *figures[b];
    });
    if (order.size() < 2) return std::nullopt;
    return std::pair(ranking.configurations[order[0]], ranking.configurations[order[1]]);
}

std::string constantText(const FindingInput& input, const CutoffSensitivity& of, const RankingSensitivity& ranking,
                         const Turns& turns) {
    const std::string what = fmt::format("{} at {}", quantityName(ranking.quantity), text(ranking.load));
    if (turns.leaders.empty())
        return fmt::format("{}: fewer than two have the figure, or they tie, for {}.", what,
                           rangeWords(of.kind, of.most));
    if (ranking.regions.size() == 1)
        return fmt::format(
            "{} stays ahead in {} for {}{}.", nameAt(input, turns.leaders.front()), what, rangeWords(of.kind, of.most),
            against(ranking, figuresAt(ranking, indexAt(of, std::min(of.present, of.most))), turns.leaders.front()));
    return fmt::format("{}: ahead is {}.", what, regionsText(input, of, ranking));
}

std::string changedText(const FindingInput& input, const CutoffSensitivity& of, const RankingSensitivity& ranking) {
    std::string out =
        fmt::format("The ranking by {} at {} hangs on the {}: ahead is {}", quantityName(ranking.quantity),
                    text(ranking.load), noun(of.kind), regionsText(input, of, ranking));
    const auto now = leaderOf(figuresAt(ranking, indexAt(of, of.present)), entry(ranking.quantity).lowerIsBetter);
    out += fmt::format("; at the present {} it is {}", cutoffWords(of.kind, of.present),
                       now ? nameAt(input, ranking.configurations[*now]) : std::string(nobody));
    return out + ".";
}

/// One configuration alone: how far its figure moves.
std::string moveText(const FindingInput& input, const CutoffSensitivity& of, const RankingSensitivity& ranking,
                     std::size_t i) {
    const std::string what = fmt::format("{} of {} at {}", quantityName(ranking.quantity),
                                         nameAt(input, ranking.configurations[i]), text(ranking.load));
    std::optional<double> least, most;
    std::size_t missing = 0, looked = 0;
    for (; looked < of.at.size() && of.at[looked] <= of.most; ++looked) {
        const auto& value = ranking.values[i][looked];
        if (!value) ++missing;
        if (value && (!least || *value < *least)) least = value;
        if (value && (!most || *value > *most)) most = value;
    }
    const std::string range = rangeWords(of.kind, of.most);
    if (!least) return fmt::format("{} is not known for {}.", what, range);
    const std::string low = shownText(ranking.quantity, *least), high = shownText(ranking.quantity, *most);
    std::string out =
        low == high ? fmt::format("{} is {}", what, low) : fmt::format("{} lies between {} and {}", what, low, high);
    out += " for " + range;
    const auto& now = ranking.values[i][indexAt(of, of.present)];
    if (low != high && now)
        out += fmt::format("; at the present {} it is {}", cutoffWords(of.kind, of.present),
                           shownText(ranking.quantity, *now));
    if (missing > 0) out += fmt::format("; it is withheld at {} of the {} cutoffs looked at", missing, looked);
    return out + ".";
}

bool isHeadlineRanking(const RankingSensitivity& each) { return each.headline && !each.regions.empty(); }

std::string leadersText(const CutoffSensitivity& of) {
    std::set<Load> all, changed;
    for (const RankingSensitivity& each : of.rankings) {
        if (!isHeadlineRanking(each)) continue;
        all.insert(each.load);
        if (each.changes) changed.insert(each.load);
    }
    if (all.empty()) return {};
    const std::string one = "the one load that is ranked";
    if (changed.empty())
        return fmt::format(" No leader by rate or TTFT changes at {} for {}.",
                           all.size() == 1 ? one : fmt::format("any of {} loads", all.size()),
                           rangeWords(of.kind, of.most));
    std::string list;
    for (const Load& load : changed) list += (list.empty() ? "" : ", ") + shortText(load);
    return fmt::format(" The ranking hangs on the cutoff at {}: {}.",
                       all.size() == 1 ? one : fmt::format("{} of {} loads", changed.size(), all.size()), list);
}

/// Cutoffs looked at, one after the other, with one state of a crossing.
struct Stretch {
    std::size_t begin = 0;
    std::optional<double> least, most;  ///< loads at which the limit is crossed
    bool moves() const { return least && numberText(*least) != numberText(*most); }
};

std::vector<Stretch> stretchesOf(const CutoffSensitivity& of, const CrossingSensitivity& crossing) {
    std::vector<Stretch> out;
    for (std::size_t i = 0; i < of.at.size() && of.at[i] <= of.most; ++i) {
        const auto& load = crossing.loads[i];
        if (i == 0 || crossing.states[i] != crossing.states[i - 1]) out.push_back({i, load, load});
        if (!load) continue;
        out.back().least = std::min(out.back().least.value_or(*load), *load);
        out.back().most = std::max(out.back().most.value_or(*load), *load);
    }
    return out;
}

std::string stretchText(const CrossingSensitivity& crossing, const Stretch& stretch) {
    std::string out(name(crossing.states[stretch.begin]));
    std::replace(out.begin(), out.end(), '_', ' ');
    if (stretch.moves())
        return fmt::format("{} at loads from {} to {}", out, numberText(*stretch.least), numberText(*stretch.most));
    return stretch.least ? fmt::format("{} at load {}", out, numberText(*stretch.least)) : out;
}

}  // namespace

std::string cutoffWords(CutoffKind kind, std::int64_t cutoff) {
    if (kind == CutoffKind::chunks) return fmt::format("{} {}", cutoff, cutoff == 1 ? "chunk" : "chunks");
    return fmt::format("{:.4g} s", inUnit(kind, cutoff));
}

std::string rangeWords(CutoffKind kind, std::int64_t most) {
    return fmt::format("any {} from 0 to {}", noun(kind),
                       kind == CutoffKind::interval ? cutoffWords(kind, most) : fmt::format("{}", most));
}

void describe(const FindingInput& input, const CutoffSensitivity& of, RankingSensitivity& ranking) {
    if (ranking.regions.empty()) {
        for (std::size_t i = 0; i < ranking.configurations.size(); ++i)
            ranking.text += (i == 0 ? "" : " ") + moveText(input, of, ranking, i);
        return;
    }
    const Turns turns = turnsOf(ranking);
    ranking.changes = turns.changes;
    const auto now = firstTwo(of, ranking);
    if (turns.changes)
        ranking.refusal = refusalOf(input, ranking.load, turns.leaders[0], turns.leaders[1]);
    else if (now)
        ranking.refusal = refusalOf(input, ranking.load, now->first, now->second);
    markLeaders(input, ranking);
    ranking.text = turns.changes ? changedText(input, of, ranking) : constantText(input, of, ranking, turns);
}

void describe(const FindingInput& input, const CutoffSensitivity& of, CrossingSensitivity& crossing) {
    const std::string what =
        fmt::format("{}, {}", nameAt(input, crossing.configuration), text(input.settings.slos[crossing.slo]));
    if (!crossing.followed) {
        crossing.text = fmt::format("{}: percentiles of ITL are not followed over cutoffs.", what);
        return;
    }
    std::string stretches;
    const auto all = stretchesOf(of, crossing);
    for (std::size_t i = 0; i < std::min(mostRegions, all.size()); ++i) {
        const std::int64_t from = of.at[all[i].begin];
        stretches += (i == 0 ? "" : ", ") + stretchText(crossing, all[i]);
        if (i > 0)
            stretches +=
                fmt::format(" {} {}", of.exact ? "above" : "at", cutoffWords(of.kind, of.exact ? from - 1 : from));
    }
    if (all.size() > mostRegions) stretches += fmt::format(", and so on: {} stretches in all", all.size());
    if (all.size() == 1) stretches += " for " + rangeWords(of.kind, of.most);
    const std::size_t now = indexAt(of, of.present);
    if (crossing.loads[now] && std::any_of(all.begin(), all.end(), [](const Stretch& each) { return each.moves(); }))
        stretches += fmt::format("; at the present {} it is load {}", cutoffWords(of.kind, of.present),
                                 numberText(*crossing.loads[now]));
    crossing.text = fmt::format("{}: {}.", what, stretches);
}

void describe(const FindingInput& input, const Sensitivity& of, JointRanking& ranking) {
    std::set<std::size_t> alone;
    for (const CutoffSensitivity& each : of.cutoffs)
        for (const RankingSensitivity& single : each.rankings) {
            if (!(single.quantity == ranking.quantity) || single.load != ranking.load) continue;
            for (const LeaderRegion& region : single.regions)
                if (region.leader) alone.insert(*region.leader);
            for (const std::size_t one : single.configurations)
                for (const std::size_t other : single.configurations)
                    if (one < other && ranking.refusal.empty())
                        ranking.refusal = refusalOf(input, ranking.load, one, other);
        }
    if (alone.empty()) return;
    for (std::size_t i = 0; i < ranking.leaders.size(); ++i) {
        if (!ranking.leaders[i] || alone.contains(*ranking.leaders[i])) continue;
        const std::size_t chunks = of.both.chunks.size();
        ranking.text = fmt::format(
            "The ranking by {} at {} hangs on both cutoffs together: at an interval of {} and {} {} leads, which "
            "neither "
            "shows alone.",
            quantityName(ranking.quantity), text(ranking.load),
            cutoffWords(CutoffKind::interval, of.both.intervals[i / chunks]),
            cutoffWords(CutoffKind::chunks, of.both.chunks[i % chunks]), nameAt(input, *ranking.leaders[i]));
        return;
    }
}

std::string cutoffText(const CutoffSensitivity& of) {
    if (of.measured == 0) return "No row here is judged by it.";
    const std::string range = rangeWords(of.kind, of.most);
    if (of.rows == 0) return fmt::format("No row's verdict changes for {}: nothing here hangs on it.", range);
    std::string out = fmt::format("{} change their verdict between 0 and {}.",
                                  shareText(of.rows, of.measured, "measured rows"), cutoffWords(of.kind, of.most));
    out += leadersText(of);
    if (!of.exact)
        out += fmt::format(" Looked at are {} cutoffs up to there, and between two of them where the leader changes.",
                           std::upper_bound(of.at.begin(), of.at.end(), of.most) - of.at.begin());
    return out;
}

std::string untouchedText(const FindingInput& input, std::span<const std::size_t> configurations) {
    std::size_t summaries = 0;
    for (const std::size_t each : configurations)
        for (const LevelFigures& level : input.figures.configurations[each].levels)
            summaries += level.summaryOnly ? 1U : 0U;
    std::string out =
        "Rates of the system, e2e latency and time to first byte do not follow these cutoffs: they are of all answers.";
    if (summaries > 0)
        out += fmt::format(" Nor does any figure of the {} that hold a summary and no rows.",
                           summaries == 1 ? "one level" : countText(summaries) + " levels");
    return out;
}

}  // namespace plumbline
