// What readers of summary documents share beside doc_facts.h: blocks of statistics under our names.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/trace/context.h"

namespace plumbline {

/// States a fact, unless the value says nothing, or the fact is stated already: the first of several spellings counts.
void stateFirst(Context& context, std::string_view key, const nlohmann::json& value);

/// Our word for a statistic of a harness: "avg" is "mean", "median" "p50", "stddev" "std", "p99p9", "p99.90",
/// "percentile_99.9" and "quantiles_p99.9" are "p99.9". Empty for other words.
std::string statisticName(std::string_view word);

/// Puts one figure among the reported ones as "<key>.<statistic>", times `factor`. What is not finite or negative is
/// left out, and so is a latency of 0, which stands for "nothing measured".
void reportStatistic(Reported& reported, std::string_view key, std::string_view word, const nlohmann::json& value,
                     double factor = 1);
/// The same for each statistic of a block {"mean": ..., "p99": ...}; a block that is a number is a mean.
void reportBlock(Reported& reported, std::string_view key, const nlohmann::json& block, double factor = 1);
/// A total or a rate under its own key, when it is a number of 0 or more.
void reportTotal(Reported& reported, std::string_view key, const nlohmann::json& value, double factor = 1);

/// A figure in the vocabulary that vLLM, SGLang and their descendants share: "p99_ttft_ms", or without the suffix in
/// seconds, as InferenceX writes them (FORMATS/inferencex.md §1). False when `name` is none.
bool reportServingFigure(Reported& reported, std::string_view name, const nlohmann::json& value);

/// A list of command-line options without those that carry keys or tokens, and without their values.
nlohmann::json publicFlags(const nlohmann::json& flags);

}  // namespace plumbline
