// The figures that the serving benchmarks of one family write under like keys.
#pragma once

#include <span>
#include <string_view>

#include "core/ingest/harness/serving/vllm_facts.h"

namespace plumbline {

/// A key of the file, or a word in one, and the name that its figure has here.
struct FigureName {
    std::string_view key, figure;
};

/// Keys of the form mean_ttft_ms, p99_ttft_ms; `metrics` are the words before "_ms". An empty series is written as 0.0
/// by the harness: a metric that is 0 in every statistic was not measured.
void reportLatencies(const VllmScalars& scalars, std::span<const FigureName> metrics, Reported& reported);
/// Totals speak of the completed requests; their means stand for medians where there are no rows (METRICS §6).
void reportTotals(const VllmScalars& scalars, std::span<const FigureName> totals, double completed, Reported& reported);
/// Figures whose unit in the file is ours.
void reportRates(const VllmScalars& scalars, std::span<const FigureName> rates, Reported& reported);
/// "|value" for each key, the same for the same figures whatever the order of keys.
std::string figuresText(const VllmScalars& scalars, std::span<const std::string_view> keys);

}  // namespace plumbline
