#include "core/ingest/form/summary_facts.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/redact/raw_text.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;
using Pair = std::pair<std::string_view, std::string_view>;

/// "99", "99.90" and "99p9" as a percentage.
std::optional<double> percentOf(std::string_view digits) {
    std::string text(digits);
    if (const std::size_t point = text.find_first_of("p_"); point != std::string::npos) text[point] = '.';
    double percent = 0;
    if (parseDouble(text, percent) != NumberKind::number || percent < 0 || percent > 100) return std::nullopt;
    return percent;
}

/// Gaps of 0 happen (two chunks in one read); a first token or a reply after no time at all does not.
bool isLatency(std::string_view key) { return key.ends_with("_s") && key != "itl_s" && !key.ends_with("_per_s"); }

}  // namespace

void stateFirst(Context& context, std::string_view key, const Json& value) {
    if (!context.contains(key)) stateFact(context, key, value);
}

std::string statisticName(std::string_view word) {
    constexpr std::array<Pair, 11> words{{{"mean", "mean"},
                                          {"avg", "mean"},
                                          {"average", "mean"},
                                          {"min", "min"},
                                          {"minimum", "min"},
                                          {"max", "max"},
                                          {"maximum", "max"},
                                          {"median", "p50"},
                                          {"std", "std"},
                                          {"stddev", "std"},
                                          {"std_dev", "std"}}};
    for (const auto& [theirs, ours] : words)
        if (word == theirs) return std::string(ours);
    for (const std::string_view before : {"percentile_", "quantiles_p", "p"})
        if (word.size() > before.size() && word.starts_with(before)) {
            const auto percent = percentOf(word.substr(before.size()));
            return percent ? fmt::format("p{:g}", *percent) : std::string();
        }
    return {};
}

void reportStatistic(Reported& reported, std::string_view key, std::string_view word, const Json& value,
                     double factor) {
    const std::string statistic = statisticName(word);
    const auto number = numberOf(value);
    if (statistic.empty() || !number || *number < 0) return;
    if (*number == 0 && statistic != "std" && isLatency(key)) return;
    reported[fmt::format("{}.{}", key, statistic)] = *number * factor;
}

void reportBlock(Reported& reported, std::string_view key, const Json& block, double factor) {
    if (!block.is_object()) return reportStatistic(reported, key, "mean", block, factor);
    for (const auto& [word, value] : block.items()) reportStatistic(reported, key, word, value, factor);
}

void reportTotal(Reported& reported, std::string_view key, const Json& value, double factor) {
    const auto number = numberOf(value);
    if (number && *number >= 0) reported[std::string(key)] = *number * factor;
}

bool reportServingFigure(Reported& reported, std::string_view name, const Json& value) {
    constexpr std::array<Pair, 6> metrics{{{"ttft", "ttft_s"},
                                           {"tpot", "tpot_s"},
                                           {"itl", "itl_s"},
                                           {"e2el", "e2e_s"},
                                           {"e2e_latency", "e2e_s"},
                                           {"e2e", "e2e_s"}}};
    const std::size_t cut = name.find('_');
    if (cut == std::string_view::npos || statisticName(name.substr(0, cut)).empty()) return false;
    std::string_view metric = name.substr(cut + 1);
    const bool milliseconds = metric.ends_with("_ms");
    if (milliseconds) metric.remove_suffix(3);
    for (const auto& [word, key] : metrics) {
        if (metric != word) continue;
        reportStatistic(reported, key, name.substr(0, cut), value, milliseconds ? 1e-3 : 1);
        return true;
    }
    return false;
}

Json publicFlags(const Json& flags) {
    Json out = Json::array();
    if (!flags.is_array()) return out;
    bool valueFollows = false;
    for (const Json& flag : flags) {
        const std::string text = stringOf(flag);
        const bool isValue = valueFollows && !text.starts_with("-");
        valueFollows = false;
        if (isValue) continue;
        const std::size_t equals = text.find('=');
        if (text.starts_with("-") && isPrivateField(std::string_view(text).substr(0, equals)))
            valueFollows = equals == std::string::npos;
        else
            out.push_back(flag);
    }
    return out;
}

}  // namespace plumbline
