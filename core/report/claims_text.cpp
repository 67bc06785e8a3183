#include "core/report/claims_text.h"

#include <fmt/format.h>

#include <set>

#include "core/judge/compare/pareto.h"
#include "core/report/configuration_text.h"
#include "core/report/text_table.h"

namespace plumbline {
namespace {

using PointGroup = std::vector<std::size_t>;  // positions in a front's points

/// "[1] c=1, c=8; [2] c=16": the points of a front in one state, by configuration.
std::string pointsText(const ReportInput& input, const Front& front, const PointGroup& group, FrontState state) {
    std::string out;
    std::optional<std::size_t> last;
    for (const std::size_t position : group) {
        const FrontPoint& point = front.points[position];
        if (point.state != state) continue;
        const Load& load = input.figures.configurations[point.configuration].levels[point.level].load;
        if (last == point.configuration)
            out += ", " + shortText(load);
        else
            out += fmt::format("{}{} {}", out.empty() ? "" : "; ", configurationMark(point.configuration),
                               shortText(load));
        last = point.configuration;
    }
    return out;
}

}  // namespace

std::string claimsAskedText(const ReportInput& input) {
    std::string out;
    for (const ClaimAnswer& answer : input.claims) {
        out += wrapped(fmt::format("- {}: {}. {}", answer.claim, words(answer.state), answer.text), 2);
        if (!answer.narrower.empty()) out += wrapped("  supported: " + answer.narrower, 4);
    }
    return out;
}

std::string paretoText(const ReportInput& input) {
    const auto [x, y] = reportedFronts().front();
    const Front front = paretoFront(input.settings, input.figures, input.judgement, x, y);
    std::set<std::size_t> present;
    for (const FrontPoint& point : front.points) present.insert(point.configuration);
    if (present.size() < 2) return {};
    std::string out = wrapped(fmt::format("{} over {}:", title(y), title(x)), 2);
    for (std::size_t i = 0; i < front.groups.size(); ++i) {
        if (front.groups.size() > 1)
            out += fmt::format("  front {} of {}, as not all of them match\n", i + 1, front.groups.size());
        for (const FrontState state : {FrontState::on, FrontState::undecided, FrontState::off})
            if (const std::string points = pointsText(input, front, front.groups[i], state); !points.empty())
                out += wrapped(fmt::format("  {}: {}", name(state), points), 4);
    }
    if (!front.refused.empty()) {
        const std::size_t more = front.refused.size() - 1;
        out += wrapped(
            "- " + front.refused.front() +
                (more > 0 ? fmt::format(" The same holds for {} more {}.", more, more == 1 ? "pair" : "pairs") : ""),
            2);
    }
    return out;
}

std::string unknownsText(const ReportInput& input) {
    std::string out;
    const std::size_t all = input.figures.configurations.size();
    for (const Unknown& each : input.judgement.unknowns) {
        std::string who;
        if (each.configurations.size() < all)
            for (const std::size_t c : each.configurations) who += " " + configurationMark(c);
        out +=
            wrapped(fmt::format("- {}{}: not known: {}. It blocks {}. Next time: {}.", each.harness,
                                who.size() > 40 ? fmt::format(" ({} configurations)", each.configurations.size()) : who,
                                each.what, each.blocks, each.record),
                    2);
    }
    return out;
}

}  // namespace plumbline
