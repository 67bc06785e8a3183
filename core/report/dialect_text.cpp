#include "core/report/dialect_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/judge/reported/reported.h"
#include "core/judge/words.h"
#include "core/report/configuration_text.h"
#include "core/report/format.h"
#include "core/report/text_table.h"

namespace plumbline {
namespace {

constexpr std::size_t mostRows = 12;
constexpr std::size_t mostSentences = 8;

/// One line of the table, with the load it is of.
struct Line {
    std::string load;
    ReportedFigure figure;
};

/// What people compare: rates, means, medians and the tail; the document has them all.
bool isShown(const std::string& key) {
    if (key.find('.') == std::string::npos) return true;
    for (const char* end : {".mean", ".p50", ".p99", ".total"})
        if (key.ends_with(end)) return true;
    return false;
}

std::string scaled(const std::string& key, const std::optional<double>& value) {
    return value ? formatNumber(*value * figureUnit(key).scale, ",") : emDash;
}

std::string signedPercent(const std::optional<double>& share) { return share ? differenceText(*share) : emDash; }

std::string tableOf(const std::vector<Line>& lines) {
    TextTable table({{"", "", "reported", "ours", "by its own", "differs", "cause"}});
    for (const Line& line : lines) {
        const ReportedFigure& figure = line.figure;
        table.add({fmt::format("{} {}", line.load, figureName(figure.key)), figureUnit(figure.key).unit,
                   scaled(figure.key, figure.reported), scaled(figure.key, figure.ours),
                   scaled(figure.key, figure.dialect), signedPercent(figure.difference),
                   std::string(name(figure.cause))});
    }
    return table.text();
}

/// The first sentence of each metric and cause: those of other loads say the same with other numbers.
std::string sentencesOf(const std::vector<Line>& lines) {
    std::set<std::pair<std::string, Cause>> told;
    std::set<std::string> texts;
    std::string out;
    for (const Line& line : lines) {
        const std::string& key = line.figure.key;
        if (told.size() >= mostSentences || line.figure.text.empty()) continue;
        if (!told.emplace(key.substr(0, key.find('.')), line.figure.cause).second) continue;
        if (!texts.insert(line.figure.text).second) continue;
        out += wrapped(fmt::format("{} {}: {}", line.load, figureName(key), line.figure.text), 4);
    }
    return out;
}

double size(const Line& line) { return std::abs(line.figure.difference.value_or(0)); }

std::string configurationReported(const ReportInput& input, std::size_t position) {
    const ConfigurationFigures& configuration = input.figures.configurations[position];
    std::vector<Line> lines;
    std::set<std::string> harnesses;
    std::size_t compared = 0, same = 0;
    for (std::size_t level = 0; level < configuration.levels.size(); ++level) {
        for (const ReportedRun& run : input.judgement.reportedAt(position, level)) {
            if (run.dialect) harnesses.emplace(entry(*run.dialect).title);
            for (const ReportedFigure& figure : run.figures) {
                ++compared;
                if (figure.cause == Cause::none)
                    ++same;
                else if (isShown(figure.key))
                    lines.push_back({shortText(configuration.levels[level].load), figure});
            }
        }
    }
    if (compared == 0) return "";
    std::string out =
        wrapped(fmt::format("{} {}: {} of {} reported figures are within 0.1% of ours", configurationMark(position),
                            harnesses.empty() ? std::string("a harness without a dialect")
                                              : fmt::format("{}", fmt::join(harnesses, ", ")),
                            formatCount(same, ","), formatCount(compared, ",")),
                4);
    const std::size_t all = lines.size();
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return size(a) > size(b); });
    lines.resize(std::min(all, mostRows));
    if (!lines.empty()) out += tableOf(lines) + sentencesOf(lines);
    if (all > lines.size()) out += fmt::format("and {} more differ\n", formatCount(all - lines.size(), ","));
    return out;
}

std::optional<double> ourValue(const LevelFigures& level, const std::string& key) {
    if (key == "output_tokens.total") return level.outputTokens.total;
    for (const Quantity& quantity : offeredQuantities())
        if (keyPath(quantity) == key) return value(level, quantity);
    return std::nullopt;
}

std::string configurationDialect(const ReportInput& input, std::size_t position, Dialect dialect) {
    const ConfigurationFigures& configuration = input.figures.configurations[position];
    std::vector<std::string> top{"load"}, bottom{""};
    std::vector<std::pair<const LevelFigures*, DialectFigures>> levels;
    for (std::size_t level = 0; level < configuration.levels.size(); ++level) {
        auto figures = dialectAtLevel(input.data, input.settings, input.figures, position, level, dialect);
        if (figures.empty()) continue;
        const std::string load = shortText(configuration.levels[level].load);
        top.insert(top.end(), {load, ""});
        bottom.insert(bottom.end(), {"ours", std::string(entry(dialect).name)});
        levels.emplace_back(&configuration.levels[level], std::move(figures));
    }
    if (levels.empty()) return "";
    TextTable table({top, bottom});
    for (const auto& [key, ignored] : levels.front().second) {
        if (!isShown(key)) continue;
        const std::string unit = figureUnit(key).unit;
        std::vector<std::string> cells{figureName(key) + (unit.empty() ? "" : ", " + unit)};
        for (const auto& [level, figures] : levels) {
            cells.push_back(scaled(key, ourValue(*level, key)));
            cells.push_back(scaled(key, figures.at(key)));
        }
        table.add(std::move(cells));
    }
    return wrapped(fmt::format("{} {}", configurationMark(position), configuration.name), 4) + table.text();
}

}  // namespace

std::string reportedText(const ReportInput& input) {
    std::string out;
    for (std::size_t i = 0; i < input.figures.configurations.size(); ++i) out += configurationReported(input, i);
    return out;
}

std::string dialectTitle(Dialect dialect) { return fmt::format("UNDER THE DIALECT {}", entry(dialect).name); }

std::string dialectText(const ReportInput& input, Dialect dialect) {
    const DialectEntry& rules = entry(dialect);
    std::string out;
    for (std::size_t i = 0; i < input.figures.configurations.size(); ++i)
        out += configurationDialect(input, i, dialect);
    if (out.empty()) return wrapped("There are no rows to recompute from.", 0);
    return wrapped(fmt::format("{} {}; divides by {}; {}; counts tokens by {}.", rules.title, rules.population,
                               rules.window, rules.percentile, rules.tokens),
                   0) +
           out;
}

}  // namespace plumbline
