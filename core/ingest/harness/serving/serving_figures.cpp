#include "core/ingest/harness/serving/serving_figures.h"

#include <fmt/format.h>

#include "core/ingest/form/summary_facts.h"

namespace plumbline {

void reportLatencies(const VllmScalars& scalars, std::span<const FigureName> metrics, Reported& reported) {
    for (const auto& [word, metric] : metrics) {
        const std::string suffix = fmt::format("_{}_ms", word);
        Reported values;
        bool measured = false;
        for (const auto& [key, json] : scalars.all()) {
            const auto value = scalars.number(key);
            if (!value || !key.ends_with(suffix)) continue;
            const std::string which = statisticName(std::string_view(key).substr(0, key.size() - suffix.size()));
            if (which.empty()) continue;
            values[fmt::format("{}.{}", metric, which)] = *value * 1e-3;
            measured = measured || *value != 0;
        }
        if (measured) reported.merge(values);
    }
}

void reportTotals(const VllmScalars& scalars, std::span<const FigureName> totals, double completed,
                  Reported& reported) {
    for (const auto& [key, figure] : totals) {
        const auto total = scalars.number(key);
        if (!total || *total <= 0) continue;
        reported[fmt::format("{}.total", figure)] = *total;
        if (completed > 0) reported[fmt::format("{}.mean", figure)] = *total / completed;
    }
}

void reportRates(const VllmScalars& scalars, std::span<const FigureName> rates, Reported& reported) {
    for (const auto& [key, figure] : rates)
        if (const auto value = scalars.number(key)) reported[std::string(figure)] = *value;
}

std::string figuresText(const VllmScalars& scalars, std::span<const std::string_view> keys) {
    std::string text;
    for (const std::string_view key : keys) {
        const auto value = scalars.number(key);
        text += value ? fmt::format("|{:.17g}", *value) : "|";
    }
    return text;
}

}  // namespace plumbline
