#include <fmt/format.h>

#include <array>

#include "core/measure/decimal.h"
#include "core/measure/settings.h"
#include "core/trace/ascii.h"

namespace plumbline {

namespace {

constexpr std::string_view rightOne = "Write it like 'e2e mean < 40s', 'ttft p99 <= 300ms' or 'rate p50 >= 20'.";

/// The power of ten from the unit to the stored unit.
std::optional<int> exponentOf(std::string_view unit, RowMetric metric) {
    if (metric == RowMetric::rate) return unit.empty() || unit == "tokens/s" ? std::optional(0) : std::nullopt;
    return timeExponent(unit);
}

constexpr std::string_view blanks = " \t";

void skipBlanks(std::string_view& rest) { rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size())); }

std::string_view take(std::string_view& rest, std::size_t length) {
    const std::string_view taken = rest.substr(0, length);
    rest.remove_prefix(taken.size());
    skipBlanks(rest);
    return taken;
}

std::string_view takeWord(std::string_view& rest) { return take(rest, rest.find_first_of(" \t<>=")); }

std::optional<Comparison> takeOperator(std::string_view& rest) {
    for (const auto& each : comparisonWords) {
        if (!rest.starts_with(each.word)) continue;
        take(rest, each.word.size());
        return each.op;
    }
    return std::nullopt;
}

/// What stands where a number belongs and is none: "-1s", "nan s", nothing.
std::optional<std::string> noNumber(std::string_view rest) {
    if (rest.empty()) return "The limit is missing.";
    if (rest.front() == '-') return fmt::format("A limit is above 0, and '{}' is not.", rest);
    const std::string word = lowered(rest.substr(0, rest.find_first_of(blanks)));
    if (word.starts_with("nan") || word.starts_with("inf"))
        return fmt::format("A limit is a number, and '{}' is none.", rest);
    return std::nullopt;
}

// An 'e' belongs to the number only before digits: "1e3ms" but not "5 e".
std::string_view takeNumber(std::string_view& rest) {
    std::size_t length = rest.find_first_not_of("0123456789.");
    if (length != std::string_view::npos && length > 0 && (rest[length] == 'e' || rest[length] == 'E')) {
        std::size_t digits = length + 1;
        if (digits < rest.size() && (rest[digits] == '+' || rest[digits] == '-')) ++digits;
        const std::size_t after = std::min(rest.find_first_not_of("0123456789", digits), rest.size());
        if (after > digits) length = after;
    }
    return take(rest, length);
}

Unexpected wrong(std::string message) {
    return unexpected(ErrorKind::options, std::move(message), {}, std::string(rightOne));
}

Result<Slo> withLimit(Slo slo, std::string_view number, std::string_view unit) {
    while (!unit.empty() && blanks.find(unit.back()) != std::string_view::npos) unit.remove_suffix(1);
    const auto exponent = exponentOf(unit, slo.metric);
    if (!exponent && slo.metric == RowMetric::rate)
        return wrong(fmt::format("A rate's limit is a plain number of tokens/s, not '{}{}'.", number, unit));
    if (!exponent) return wrong(fmt::format("The limit '{}{}' needs a unit: us, ms or s.", number, unit));
    const auto limit = parseScaled(number, *exponent);
    if (!limit || *limit <= 0) return wrong(fmt::format("'{}' is no limit above 0.", number));
    slo.limit = *limit;
    slo.unit = slo.metric == RowMetric::rate ? "" : *exponent == -6 ? "us" : std::string(unit);
    return slo;
}

}  // namespace

std::optional<int> timeExponent(std::string_view unit) {
    if (unit == "s") return 0;
    if (unit == "ms") return -3;
    if (unit == "us" || unit == "\u00b5s" || unit == "\u03bcs") return -6;  // micro sign, small mu
    return std::nullopt;
}

std::string_view wordOf(Comparison op) {
    for (const auto& each : comparisonWords)
        if (each.op == op) return each.word;
    return "<";
}

Result<Slo> parseSlo(std::string_view text) {
    std::string_view rest = text;
    skipBlanks(rest);
    Slo slo;
    const std::string_view metric = takeWord(rest);
    const auto known = parseRowMetric(lowered(metric));
    if (!known) return wrong(fmt::format("'{}' is no metric of a request.", metric));
    slo.metric = *known;
    const std::string_view word = takeWord(rest);
    const auto statistic = parseStatistic(lowered(word));
    if (!statistic) return wrong(fmt::format("'{}' is no statistic: mean, p50, p99, p99.9.", word));
    slo.statistic = *statistic;
    const auto op = takeOperator(rest);
    if (!op) return wrong(fmt::format("'{}' has no <, <=, > or >= after its statistic.", text));
    slo.op = *op;
    if (const auto why = noNumber(rest)) return wrong(*why);
    const std::string_view number = takeNumber(rest);
    return withLimit(slo, number, rest);
}

std::string text(const Slo& slo) {
    const int exponent = -exponentOf(slo.unit, slo.metric).value_or(0);
    return fmt::format("{} {} {} {}{}{}", entry(slo.metric).key, text(slo.statistic), wordOf(slo.op),
                       scaledText(slo.limit, exponent), slo.unit.empty() ? "" : " ", slo.unit);
}

bool meets(const Slo& slo, double value) {
    switch (slo.op) {
        case Comparison::less:
            return value < slo.limit;
        case Comparison::lessOrEqual:
            return value <= slo.limit;
        case Comparison::greater:
            return value > slo.limit;
        case Comparison::greaterOrEqual:
            return value >= slo.limit;
    }
    return false;
}

}  // namespace plumbline
