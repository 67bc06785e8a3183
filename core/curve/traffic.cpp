#include "core/curve/traffic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/curve/configuration_rows.h"
#include "core/measure/quantiles.h"

namespace plumbline {

namespace {

std::optional<double> ratio(const std::optional<double>& ours, const std::optional<double>& theirs) {
    if (!ours || !theirs || *theirs == 0) return std::nullopt;
    return *ours / *theirs;
}

LengthsAgainst against(std::span<const double> ours, std::span<const double> theirs, const LengthFigures& traffic,
                       PercentileRule rule) {
    LengthsAgainst out;
    out.lengths = lengthFigures(ours, rule);
    out.ks = ksDistance(ours, theirs);
    out.p50Ratio = ratio(out.lengths.p50, traffic.p50);
    out.p90Ratio = ratio(out.lengths.p90, traffic.p90);
    out.p99Ratio = ratio(out.lengths.p99, traffic.p99);
    return out;
}

}  // namespace

std::vector<double> trafficLengths(const TrafficSet& set, TokenSide side) {
    const std::vector<Count>& counts = side == TokenSide::prompt ? set.promptTokens : set.outputTokens;
    std::vector<double> out;
    out.reserve(counts.size());
    for (std::size_t row = 0; row < counts.size(); ++row)
        if (set.status[row] == Status::ok && isKnown(counts[row])) out.push_back(counts[row]);
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<double> configurationLengths(const Dataset& data, const Figures& figures, std::size_t configuration,
                                         TokenSide side) {
    const std::vector<Count>& counts = side == TokenSide::prompt ? data.rows.promptTokens : data.rows.outputTokens;
    std::vector<double> out;
    forEachMeasuredRow(data, figures, configuration, [&](std::size_t row) {
        if (isKnown(counts[row])) out.push_back(counts[row]);
    });
    std::sort(out.begin(), out.end());
    return out;
}

LengthFigures lengthFigures(std::span<const double> sorted, PercentileRule rule) {
    LengthFigures out;
    out.n = sorted.size();
    if (sorted.empty()) return out;
    out.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
    out.p50 = quantileOf(sorted, 0.5, rule);
    out.p90 = quantileOf(sorted, 0.9, rule);
    out.p99 = quantileOf(sorted, 0.99, rule);
    out.min = sorted.front();
    out.max = sorted.back();
    return out;
}

/// Compared where either steps, with all values that are equal passed on both sides.
std::optional<double> ksDistance(std::span<const double> a, std::span<const double> b) {
    if (a.empty() || b.empty()) return std::nullopt;
    double largest = 0;
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const double value = std::min(a[i], b[j]);
        while (i < a.size() && a[i] == value) ++i;
        while (j < b.size() && b[j] == value) ++j;
        const double shareA = static_cast<double>(i) / static_cast<double>(a.size());
        const double shareB = static_cast<double>(j) / static_cast<double>(b.size());
        largest = std::max(largest, std::abs(shareA - shareB));
    }
    return largest;
}

TrafficFigures trafficFigures(const Dataset& data, const TrafficSet& set, const Settings& settings,
                              const Figures& figures, std::stop_token stop) {
    TrafficFigures out;
    const PercentileRule rule = settings.measure.percentile;
    out.rows = set.size();
    out.failures = static_cast<std::size_t>(
        std::count_if(set.status.begin(), set.status.end(), [](Status each) { return each != Status::ok; }));
    const auto prompts = trafficLengths(set, TokenSide::prompt), outputs = trafficLengths(set, TokenSide::output);
    out.prompt = lengthFigures(prompts, rule);
    out.output = lengthFigures(outputs, rule);
    out.sharing = prefixSharing(set);
    for (std::size_t c = 0; c < figures.configurations.size() && !stop.stop_requested(); ++c) {
        ConfigurationAgainst& each = out.configurations.emplace_back();
        each.prompt = against(configurationLengths(data, figures, c, TokenSide::prompt), prompts, out.prompt, rule);
        each.output = against(configurationLengths(data, figures, c, TokenSide::output), outputs, out.output, rule);
        each.sharing = prefixSharing(data, figures, c);
    }
    return out;
}

std::string trafficName(const Dataset& data, const TrafficSet& set) {
    if (set.file >= data.files.size()) return "reference traffic";
    const std::string& path = data.files[set.file].path;
    return path.substr(path.find_last_of('/') + 1);
}

}  // namespace plumbline
