#include <fmt/format.h>

#include "core/curve/curve.h"

namespace plumbline {

namespace {

/// At least three significant digits; whole digits are never rounded away.
std::string shown(double number) {
    const int decimals = number >= 10 ? 1 : number >= 1 ? 2 : 3;
    return fmt::format("{:.{}f}", number, decimals);
}

std::string quantityText(const Slo& slo) { return fmt::format("{} {}", entry(slo.metric).key, text(slo.statistic)); }

std::string bracketText(const Slo& slo, const ConfigurationFigures& configuration, const Crossing& crossing) {
    const bool isRate = configuration.levels[crossing.lower].load.kind == LoadKind::requestRate;
    std::string out = fmt::format("crosses {} between {} and {}{}", text(slo), crossing.between->first,
                                  crossing.between->second, isRate ? " requests/s" : "");
    if (!crossing.load) {
        const bool atUpper = notAttained(configuration.levels[crossing.upper], quantityOf(slo.metric, slo.statistic));
        return out + fmt::format("; where between them is not known: {} is not attained at {}", quantityText(slo),
                                 atUpper ? crossing.between->second : crossing.between->first);
    }
    out += fmt::format("; {}{}{} if straight between them", isRate ? "" : "c = ", shown(*crossing.load),
                       isRate ? " requests/s" : "");
    if (crossing.systemOutputRate) out += fmt::format(", with {} tokens/s", shown(*crossing.systemOutputRate));
    return out;
}

/// Whether a level can be held to the limit: it has the value, or is known not to attain it.
bool isJudged(const LevelFigures& level, const Slo& slo) {
    const Quantity quantity = quantityOf(slo.metric, slo.statistic);
    return value(level, quantity) || notAttained(level, quantity);
}

/// First or last level on the line that can be held to the limit.
const LevelFigures* valued(const ConfigurationFigures& configuration, const Slo& slo, bool last) {
    const LevelFigures* found = nullptr;
    for (const std::size_t level : configuration.line) {
        if (!isJudged(configuration.levels[level], slo)) continue;
        found = &configuration.levels[level];
        if (!last) break;
    }
    return found;
}

/// "; nothing to judge at 4 and 8": loads on the line that have no such value. Empty: all have it.
std::string passedOver(const ConfigurationFigures& configuration, const Slo& slo) {
    std::string loads;
    for (const std::size_t level : configuration.line) {
        if (isJudged(configuration.levels[level], slo)) continue;
        loads += (loads.empty() ? "" : ", ") + text(configuration.levels[level].load);
    }
    return loads.empty() ? loads : "; nothing to judge at " + loads;
}

std::string withheldText(const Slo& slo, const ConfigurationFigures& configuration) {
    const Quantity quantity = quantityOf(slo.metric, slo.statistic);
    if (configuration.line.empty()) return fmt::format("{}: no level has a load that a curve can follow", text(slo));
    const std::string reason = withheldReason(configuration.levels[configuration.line.front()], quantity);
    return fmt::format("{}: {} is withheld at every load{}{}", text(slo), quantityText(slo), reason.empty() ? "" : ": ",
                       reason);
}

}  // namespace

std::optional<double> atCrossing(const ConfigurationFigures& configuration, const Crossing& crossing,
                                 const Quantity& quantity) {
    if (crossing.state != CrossingState::crossed || !crossing.load) return std::nullopt;
    const auto low = value(configuration.levels[crossing.lower], quantity);
    const auto high = value(configuration.levels[crossing.upper], quantity);
    if (!low || !high) return std::nullopt;
    return *low + crossing.fraction * (*high - *low);
}

std::string text(const Slo& slo, const ConfigurationFigures& configuration, const Crossing& crossing) {
    std::string out;
    switch (crossing.state) {
        case CrossingState::crossed:
            out = bracketText(slo, configuration, crossing);
            break;
        case CrossingState::notReached:
            out = fmt::format("meets {} at every load measured, up to {}", text(slo),
                              text(valued(configuration, slo, true)->load));
            break;
        case CrossingState::alreadyMissed:
            out = fmt::format("misses {} at the first load measured, {}", text(slo),
                              text(valued(configuration, slo, false)->load));
            break;
        case CrossingState::withheld:
            return withheldText(slo, configuration);
    }
    out += passedOver(configuration, slo);
    return crossing.monotonic ? out : out + "; the limit is passed more than once";
}

}  // namespace plumbline
