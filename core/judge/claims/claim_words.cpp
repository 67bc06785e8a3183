#include "core/judge/claims/claim_words.h"

#include <algorithm>
#include <array>

#include "core/measure/decimal.h"
#include "core/measure/settings.h"
#include "core/trace/ascii.h"

namespace plumbline {
namespace {

constexpr std::string_view blanks = " \t";

bool isBlank(char each) { return blanks.find(each) != std::string_view::npos; }

struct Alias {
    std::string_view word;
    LevelMetric metric;
};
constexpr std::array aliases{
    Alias{"output_rate", LevelMetric::systemOutputRate},
    Alias{"output", LevelMetric::systemOutputRate},
    Alias{"throughput", LevelMetric::systemOutputRate},
    Alias{"goodput", LevelMetric::goodputRequests},
    Alias{"errors", LevelMetric::errorRate},
};

std::optional<LevelMetric> levelMetric(std::string_view word) {
    for (const Alias& alias : aliases)
        if (alias.word == word) return alias.metric;
    for (std::size_t i = 0; i < levelMetricCount; ++i) {
        const auto metric = static_cast<LevelMetric>(i);
        if (entry(metric).key == word || entry(metric).jsonKey == word) return metric;
    }
    return std::nullopt;
}

std::optional<RowMetric> rowMetric(std::string_view word) {
    if (word == "latency") return RowMetric::e2e;
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        const auto metric = static_cast<RowMetric>(i);
        if (entry(metric).key == word || entry(metric).jsonKey == word) return metric;
    }
    return std::nullopt;
}

bool isTime(const Quantity& quantity) {
    const std::string_view unit = entry(quantity).unit;
    return unit == "ms" || unit == "s";
}

/// The power of ten from a unit to the stored one.
std::optional<int> exponentOf(std::string_view unit, const Quantity& quantity) {
    if (!isTime(quantity)) {
        const std::string_view own = entry(quantity).unit;
        if (own == "%") return unit == "%" ? std::optional(-2) : std::nullopt;
        return unit.empty() || unit == own ? std::optional(0) : std::nullopt;
    }
    return timeExponent(unit);
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

std::size_t findWord(std::string_view text, std::string_view word) {
    const std::string low = lowered(text);
    char quote = 0;
    for (std::size_t i = 0; i < low.size(); ++i) {
        const bool begins = i == 0 || isBlank(low[i - 1]);
        if (quote == 0 ? begins && (low[i] == '"' || low[i] == '\'') : low[i] == quote) {
            quote = quote == 0 ? low[i] : '\0';
            continue;
        }
        if (quote != 0) continue;
        const std::size_t end = i + word.size();
        const bool alone = begins && (end >= low.size() || isBlank(low[end]));
        if (alone && std::string_view(low).substr(i, word.size()) == word) return i;
    }
    return std::string_view::npos;
}

std::string_view takeFirst(std::string_view& text) {
    text = trimmed(text);
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text = trimmed(text.substr(word.size()));
    return word;
}

std::string unquoted(std::string_view text) {
    text = trimmed(text);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
        text = text.substr(1, text.size() - 2);
    return std::string(text);
}

std::optional<NamedQuantity> takeQuantity(std::string_view text, bool& missing) {
    missing = false;
    const std::string word = lowered(takeFirst(text));
    if (const auto metric = levelMetric(word)) return NamedQuantity{quantityOf(*metric), text};
    const auto metric = rowMetric(word);
    if (!metric) return std::nullopt;
    std::string_view rest = text;
    const auto statistic = parseStatistic(lowered(takeFirst(rest)));
    missing = !statistic;
    return statistic ? std::optional(NamedQuantity{quantityOf(*metric, *statistic), rest}) : std::nullopt;
}

std::optional<double> parseAmount(std::string_view text, const Quantity& quantity) {
    text = trimmed(text);
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto exponent = exponentOf(trimmed(text.substr(end)), quantity);
    if (!exponent) return std::nullopt;
    const auto value = parseScaled(text.substr(0, end), *exponent);
    return value && *value > 0 ? value : std::nullopt;
}

std::string unitsOf(const Quantity& quantity) {
    if (isTime(quantity)) return "us, ms or s";
    const std::string_view unit = entry(quantity).unit;
    return unit == "%" ? "%" : std::string("a plain number or ") + std::string(unit);
}

}  // namespace plumbline
