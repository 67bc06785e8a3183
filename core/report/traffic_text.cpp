#include "core/report/traffic_text.h"

#include <fmt/format.h>

#include "core/curve/traffic.h"
#include "core/judge/words.h"
#include "core/report/configuration_text.h"
#include "core/report/format.h"
#include "core/report/text_table.h"

namespace plumbline {
namespace {

std::string cell(const std::optional<double>& value) { return formatNumber(value, ","); }
std::string shareCell(const std::optional<double>& value) { return value ? percentText(*value) : std::string(emDash); }

std::vector<std::string> lengthCells(const std::string& name, const LengthFigures& lengths) {
    return {name,
            formatCount(lengths.n, ","),
            cell(lengths.mean),
            cell(lengths.p50),
            cell(lengths.p90),
            cell(lengths.p99),
            cell(lengths.max)};
}

std::vector<std::string> againstCells(const std::string& name, const LengthsAgainst& each) {
    auto cells = lengthCells(name, each.lengths);
    cells.push_back(each.ks ? fmt::format("{:.2f}", *each.ks) : emDash);
    for (const auto& ratio : {each.p50Ratio, each.p90Ratio, each.p99Ratio}) cells.push_back(cell(ratio));
    return cells;
}

/// Distances stand only where there is something at a distance.
std::string lengthsTable(const TrafficFigures& figures) {
    std::vector<std::string> titles{"tokens", "n", "mean", "p50", "p90", "p99", "max"}, below(titles.size());
    if (!figures.configurations.empty()) {
        titles.insert(titles.end(), {"KS", "p50", "p90", "p99"});
        below.insert(below.end(), {"distance", "ratio", "ratio", "ratio"});
    }
    std::vector<std::vector<std::string>> headers{titles};
    if (!figures.configurations.empty()) headers.push_back(below);
    TextTable table(headers);
    const auto add = [&](std::vector<std::string> cells) {
        cells.resize(titles.size());
        table.add(std::move(cells));
    };
    add(lengthCells("prompt", figures.prompt));
    for (std::size_t c = 0; c < figures.configurations.size(); ++c)
        add(againstCells("  " + configurationMark(c), figures.configurations[c].prompt));
    add(lengthCells("output", figures.output));
    for (std::size_t c = 0; c < figures.configurations.size(); ++c)
        add(againstCells("  " + configurationMark(c), figures.configurations[c].output));
    return table.text();
}

std::string sharingText(const std::string& name, const PrefixSharing& sharing) {
    std::string out = "  " + name + ": ";
    if (sharing.known())
        out +=
            fmt::format("{} of blocks and {} of prompt tokens had been asked for before, in {} of requests. ",
                        shareCell(sharing.blockHit), shareCell(sharing.tokenHit), shareCell(sharing.requestsWithHit));
    return wrapped(out + sharing.text, 4);
}

std::string setText(const ReportInput& input, const TrafficSet& set) {
    const TrafficFigures figures = trafficFigures(input.data, set, input.settings, input.figures);
    const DataFile& file = input.data.files[set.file];
    std::string out = wrapped(fmt::format("{} ({}): {} requests, {} failed", trafficName(input.data, set), file.reader,
                                          formatCount(figures.rows, ","), formatCount(figures.failures, ",")),
                              2);
    out += lengthsTable(figures) + "shared prefixes\n" + sharingText("traffic", figures.sharing);
    for (std::size_t c = 0; c < figures.configurations.size(); ++c)
        out += sharingText(configurationMark(c), figures.configurations[c].sharing);
    return out;
}

}  // namespace

std::string trafficText(const ReportInput& input) {
    std::string out;
    for (const TrafficSet& set : input.data.traffic) out += (out.empty() ? "" : "\n") + setText(input, set);
    if (!input.data.traffic.empty() && !input.figures.configurations.empty())
        out += wrapped(
            "Tokenizers differ: counts within 10 to 20% are no difference. KS: the largest distance of the two "
            "distributions, 0 to 1.",
            2);
    return out;
}

}  // namespace plumbline
