// Key paths of figures as people say them.
#include <fmt/format.h>

#include <array>

#include "core/judge/reported/reported_cause.h"
#include "core/judge/words.h"
#include "core/measure/recipe.h"

namespace plumbline {
namespace {

struct Name {
    std::string_view key, label, unit;
    double scale;
};
/// What is no metric of ours, or has another word here.
constexpr std::array names{
    Name{"total_tokens_per_s", "Total token rate", "tokens/s", 1},
    Name{"output_tokens.total", "Output tokens, total", "tokens", 1},
    Name{"prompt_tokens.total", "Prompt tokens, total", "tokens", 1},
    Name{"time_per_output_token_s", "Time per output token", "ms", 1e3},
    Name{"llmperf_request_output_throughput", "Output rate of a request", "tokens/s", 1},
};

Name nameOf(std::string_view series) {
    for (const Name& each : names)
        if (each.key == series) return each;
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        const MetricEntry& metric = entry(static_cast<RowMetric>(i));
        if (metric.jsonKey == series) return {series, metric.label, metric.unit, metric.scale};
    }
    for (std::size_t i = 0; i < levelMetricCount; ++i) {
        const MetricEntry& metric = entry(static_cast<LevelMetric>(i));
        if (metric.jsonKey == series) return {series, metric.label, metric.unit, metric.scale};
    }
    return {series, series, "", 1};
}

}  // namespace

std::string figureName(std::string_view keyPath) {
    const std::string_view series = seriesOf(keyPath);
    const std::string label(nameOf(series).label);
    return series.size() == keyPath.size() ? label : label + " " + std::string(keyPath.substr(series.size() + 1));
}

FigureUnit figureUnit(std::string_view keyPath) {
    const Name name = nameOf(seriesOf(keyPath));
    return {std::string(name.unit), name.scale};
}

std::string figureText(std::string_view keyPath, double value) {
    const FigureUnit unit = figureUnit(keyPath);
    const std::string number = numberText(value * unit.scale);
    if (unit.unit.empty()) return number;
    return unit.unit == "%" ? number + "%" : number + " " + unit.unit;
}

std::string_view name(Cause cause) {
    switch (cause) {
        case Cause::population:
            return "population";
        case Cause::window:
            return "window";
        case Cause::percentile:
            return "percentile rule";
        case Cause::formula:
            return "formula";
        case Cause::tokens:
            return "token source";
        case Cause::rowsMissing:
            return "rows missing";
        case Cause::rounding:
            return "rounding";
        case Cause::notExplained:
            return "not explained";
        case Cause::none:
            break;
    }
    return "";
}

std::optional<double> apartFromDialect(const ReportedFigure& figure) {
    if (!figure.dialect || *figure.dialect == 0) return std::nullopt;
    if (rounds(*figure.dialect, figure.reported, figure.step)) return 0;
    return (figure.reported - *figure.dialect) / std::abs(*figure.dialect);
}

}  // namespace plumbline
