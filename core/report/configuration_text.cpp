// One configuration in `plumbline analyze`: its table over loads, and what is said below it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/curve/curve.h"
#include "core/judge/words.h"
#include "core/report/configuration_text.h"
#include "core/report/format.h"
#include "core/report/text_table.h"

namespace plumbline {
namespace {

struct Column {
    const char* top;
    const char* bottom;
    Quantity quantity;
};

/// After load, rows and error share; the last column says which rates the one before it is made of.
const std::vector<Column>& quantityColumns() {
    static const std::vector<Column> columns{
        {"output", "tok/s", quantityOf(LevelMetric::systemOutputRate)},
        {"", "req/s", quantityOf(LevelMetric::requestRate)},
        {"in", "flight", quantityOf(LevelMetric::inFlight)},
        {"TTFT", "p50 ms", quantityOf(RowMetric::ttft, quantile(0.5))},
        {"TTFT", "p99 ms", quantityOf(RowMetric::ttft, quantile(0.99))},
        {"TPOT", "p50 ms", quantityOf(RowMetric::tpot, quantile(0.5))},
        {"e2e", "mean s", quantityOf(RowMetric::e2e, meanStatistic)},
        {"e2e", "p99 s", quantityOf(RowMetric::e2e, quantile(0.99))},
        {"rate", "p50", quantityOf(RowMetric::rate, quantile(0.5))},
    };
    return columns;
}

/// Which rates a level's distribution holds: p post-first-content, e end-to-end, v visible tokens.
std::string rateBasis(const LevelFigures& level) {
    std::string out;
    if (level.ratePostFirstContent > 0) out += "p";
    if (level.rateEndToEnd > 0) out += out.empty() ? "e" : "+e";
    if (level.rateVisible > 0) out += out.empty() ? "v" : "+v";
    return out;
}

std::string shown(const LevelFigures& level, const Quantity& quantity) {
    const std::optional<double> stored = value(level, quantity);
    if (!stored) return emDash;
    const bool atLeast = (quantity == quantityOf(LevelMetric::systemOutputRate) && level.systemOutputRateAtLeast) ||
                         (quantity == quantityOf(LevelMetric::inFlight) && level.inFlightAtLeast);
    return (atLeast ? ">=" : "") + formatNumber(*stored * entry(quantity).scale, ",");
}

std::vector<std::string> levelCells(const LevelFigures& level) {
    std::vector<std::string> cells{shortText(level.load),
                                   level.summaryOnly ? "summary" : formatCount(level.rows.measured(), ","),
                                   level.errorRate ? percentText(*level.errorRate) : emDash};
    for (const Column& column : quantityColumns()) cells.push_back(shown(level, column.quantity));
    cells.push_back(rateBasis(level));
    return cells;
}

std::string levelTable(const ConfigurationFigures& configuration) {
    std::vector<std::string> top{"load", "", ""}, bottom{"", "rows", "failed"};
    for (const Column& column : quantityColumns()) {
        top.emplace_back(column.top);
        bottom.emplace_back(column.bottom);
    }
    top.emplace_back("");
    bottom.emplace_back("of");
    TextTable table({top, bottom});
    for (const LevelFigures& level : configuration.levels) table.add(levelCells(level));
    return table.text();
}

/// Each reason for an em dash once, with what it withholds and where.
std::string withheldText(const ConfigurationFigures& configuration) {
    std::map<std::string, std::pair<std::vector<std::string>, std::vector<std::string>>> reasons;
    const auto addOnce = [](std::vector<std::string>& list, const std::string& text) {
        if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
    };
    for (const LevelFigures& level : configuration.levels) {
        for (const Column& column : quantityColumns()) {
            const std::string reason = withheldReason(level, column.quantity);
            if (reason.empty()) continue;
            addOnce(reasons[reason].first, std::string(entry(column.quantity).label));
            addOnce(reasons[reason].second, shortText(level.load));
        }
    }
    std::string out;
    for (const auto& [reason, where] : reasons)
        out += wrapped(
            fmt::format("{} {} at {}: {}", emDash, fmt::join(where.first, ", "), fmt::join(where.second, ", "), reason),
            4);
    return out;
}

/// What was excluded, and what of it the rates still hold.
std::string excludedText(const ConfigurationFigures& configuration) {
    std::string out;
    for (const LevelFigures& level : configuration.levels) {
        if (level.rows.excluded == 0) continue;
        std::string line = fmt::format("{}: {}", shortText(level.load), countText(level));
        if (level.excludedInRates.rows > 0)
            line += level.excludedInRates.outputTokens
                        ? fmt::format(" with {} output tokens, for the system made them",
                                      formatNumber(*level.excludedInRates.outputTokens, ","))
                        : ", for the system made their tokens";
        if (level.rows.neverHappened > 0)
            line +=
                fmt::format("; {} in no rate: never sent, or told twice", formatCount(level.rows.neverHappened, ","));
        out += wrapped(line, 4);
    }
    return out;
}

/// Where a level has fewer rows than its file: what of them the table leaves out, and why. What a person excluded is
/// told below.
std::string leftOutText(const ConfigurationFigures& configuration) {
    std::string out;
    for (const LevelFigures& level : configuration.levels) {
        std::string why;
        for (const auto& [count, reason] :
             {std::pair{level.rows.warmup, "warm-up"}, {level.rows.cooldown, "cool-down"}})
            if (count > 0) why += fmt::format("{}{} {}", why.empty() ? "" : ", ", formatCount(count, ","), reason);
        if (why.empty()) continue;
        out += wrapped(fmt::format("rows at {}: {} of {} left out: {}", shortText(level.load),
                                   formatCount(level.rows.warmup + level.rows.cooldown, ","),
                                   formatCount(level.rows.total, ","), why),
                       4);
    }
    return out;
}

/// By the rule each level has a window of its own: what was cut off it, or why nothing was.
std::string windowsText(const ConfigurationFigures& configuration) {
    std::string out;
    for (const LevelFigures& level : configuration.levels)
        if (!level.summaryOnly && !level.windowBasis.empty())
            out += wrapped(fmt::format("{}: {}", shortText(level.load), level.windowBasis), 4);
    return out;
}

/// The facts that people tell configurations apart by.
std::string contextText(const ConfigurationFigures& configuration) {
    std::string out;
    for (const auto& [key, label] : {std::pair{"model", ""},
                                     {"engine", ""},
                                     {"engine_version", ""},
                                     {"quantization", ""},
                                     {"accelerator", ""},
                                     {"accelerator_count", "accelerators "},
                                     {"tensor_parallel", "TP "}}) {
        const auto fact = plainFact(configuration.context, key);
        if (fact && !fact->empty()) out += fmt::format("{}{}{}", out.empty() ? "" : ", ", label, *fact);
    }
    return out.empty() ? out : wrapped("  " + out, 2);
}

/// What a person or a context file says otherwise than the result file: both are kept, the edit is in force.
std::string editedText(const Context& context) {
    std::string out;
    for (const auto& [key, fact] : context)
        if (fact.edited && fact.stated && *fact.edited != *fact.stated)
            out += fmt::format("{}{} {} (the file says {})", out.empty() ? "" : ", ", key, plainText(*fact.edited),
                               plainText(*fact.stated));
    return out.empty() ? out : wrapped("  Edited: " + out, 2);
}

std::string boundaryText(const TimingBoundary& boundary) {
    std::string out;
    for (const auto& [label, word] : {std::pair{"from", &boundary.start},
                                      {"first token", &boundary.first},
                                      {"end", &boundary.end},
                                      {"tokens by", &boundary.tokens}})
        if (!word->empty()) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", label, *word);
    return out.empty() ? out : wrapped("  Times: " + out, 2);
}

/// What would be written -0.00 is 0.00.
double withoutMinusZero(double value) { return value > -0.005 && value < 0 ? 0 : value; }

std::string crossingsText(const Settings& settings, const ConfigurationFigures& configuration,
                          const std::vector<DecidedLoads>& decided) {
    std::string out;
    for (std::size_t i = 0; i < configuration.crossings.size(); ++i) {
        const Crossing& crossing = configuration.crossings[i];
        out += wrapped(text(settings.slos[crossing.slo], configuration, crossing) + "; " + text(decided[i]), 4);
    }
    if (configuration.saturation.elasticity)
        out +=
            wrapped(fmt::format("Elasticity of the output rate at the last pair of loads: {:.2f}{}",
                                withoutMinusZero(*configuration.saturation.elasticity),
                                configuration.saturation.stillScaling ? ": still scaling, the peak is not known" : ""),
                    4);
    return out;
}

std::string goodputTable(const ConfigurationFigures& configuration) {
    TextTable table({{"load", "limits met", "at most", "req/s", "tok/s"}});
    bool any = false;
    for (const LevelFigures& level : configuration.levels) {
        if (!level.goodput) continue;
        const Goodput& good = *level.goodput;
        const auto rate = [&](const Interval& of) { return good.ratesKnown ? formatNumber(of.low, ",") : emDash; };
        table.add({shortText(level.load), percentText(good.attained.low), percentText(good.attained.high),
                   rate(good.requestsPerSecond), rate(good.tokensPerSecond)});
        any = true;
    }
    return any ? table.text() : "";
}

std::string boundTable(const ConfigurationFigures& configuration) {
    TextTable table({{"load", "batch", "per user", "bound", "fraction", "all users", "bound", "fraction"},
                     {"", "", "tok/s", "tok/s", "", "tok/s", "tok/s", ""}});
    bool any = false;
    for (const LevelFigures& level : configuration.levels) {
        if (!level.bound) continue;
        std::vector<std::string> cells{shortText(level.load), formatNumber(level.bound->batch, ",")};
        for (const BoundSide* side : {&level.bound->user, &level.bound->aggregate}) {
            cells.push_back(formatNumber(side->measured, ","));
            cells.push_back(formatNumber(side->nominal, ","));
            cells.push_back(side->fraction ? percentText(*side->fraction) : emDash);
        }
        table.add(std::move(cells));
        any = true;
    }
    return any ? table.text() : "";
}

void addSection(const std::string& title, const std::string& body, std::string& out) {
    if (!body.empty()) out += "\n" + title + "\n" + body;
}

}  // namespace

std::string configurationMark(std::size_t position) { return fmt::format("[{}]", position + 1); }

std::string configurationText(const ReportInput& input, std::size_t position) {
    const ConfigurationFigures& configuration = input.figures.configurations[position];
    std::string out = wrapped(fmt::format("{} {}", configurationMark(position), configuration.name), 4) +
                      contextText(configuration) + editedText(configuration.context) +
                      boundaryText(configuration.boundary);
    out += "\n" + levelTable(configuration) + leftOutText(configuration) + withheldText(configuration);
    if (input.settings.measure.warmupAuto) addSection("Window", windowsText(configuration), out);
    addSection("Excluded by review", excludedText(configuration), out);
    addSection("Limits", crossingsText(input.settings, configuration, input.judgement.crossings[position]), out);
    addSection("Goodput", goodputTable(configuration), out);
    addSection("Bound", boundTable(configuration), out);
    return out + "\n";
}

}  // namespace plumbline
