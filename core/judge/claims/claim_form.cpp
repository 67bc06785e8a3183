#include "core/judge/claims/claim_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/judge/claims/claim_words.h"
#include "core/measure/decimal.h"

namespace plumbline {
namespace {

constexpr std::string_view rightClaim =
    "Write it like '64 meets e2e mean < 40s', 'A at 32 meets output_rate >= 900' or 'B has a lower ttft p95 than A by "
    "10% at 8'.";

Unexpected wrong(std::string message) {
    return unexpected(ErrorKind::options, std::move(message), {}, std::string(rightClaim));
}

struct SenseWord {
    std::string_view word;
    ClaimSense sense;
};
constexpr std::array senses{SenseWord{"lower", ClaimSense::lower},   SenseWord{"less", ClaimSense::lower},
                            SenseWord{"higher", ClaimSense::higher}, SenseWord{"more", ClaimSense::higher},
                            SenseWord{"better", ClaimSense::better}, SenseWord{"worse", ClaimSense::worse}};

/// "32", "concurrency 32", "c=32", "2.5 requests/s", "2.5 req/s", "unbounded".
std::optional<ClaimLoad> parseLoad(std::string_view text) {
    const std::string low = lowered(trimmed(text));
    if (low == "unbounded") return ClaimLoad{0, false, true};
    std::string_view rest = low;
    for (const std::string_view before : {"concurrency", "load", "c="})
        if (rest.starts_with(before)) rest = trimmed(rest.substr(before.size()));
    const std::size_t end = std::min(rest.find_first_not_of("0123456789."), rest.size());
    const std::string_view unit = trimmed(rest.substr(end));
    if (!unit.empty() && unit != "requests/s" && unit != "req/s") return std::nullopt;
    const auto value = parseScaled(rest.substr(0, end), 0);
    if (!value || *value <= 0) return std::nullopt;
    return ClaimLoad{*value, !unit.empty(), false};
}

/// "B at 32", "32", "B".
Result<void> takeSubject(std::string_view text, ClaimForm& form) {
    text = trimmed(text);
    if (const auto load = parseLoad(text)) {
        form.load = load;
        return {};
    }
    const std::size_t at = findWord(text, "at");
    if (at != std::string_view::npos) {
        form.load = parseLoad(text.substr(at + 2));
        if (!form.load) return wrong(fmt::format("'{}' is no load.", trimmed(text.substr(at + 2))));
        text = text.substr(0, at);
    }
    form.subject.word = unquoted(text);
    return {};
}

/// Takes "at 64" off the end of a text.
Result<void> takeLoad(std::string_view& text, ClaimForm& form) {
    const std::size_t at = findWord(text, "at");
    if (at == std::string_view::npos) return {};
    const std::string_view words = trimmed(text.substr(at + 2));
    if (form.load) return wrong("The load is given twice.");
    form.load = parseLoad(words);
    if (!form.load) return wrong(fmt::format("'{}' is no load.", words));
    text = trimmed(text.substr(0, at));
    return {};
}

/// The unit as it was written, for saying the limit again.
std::string unitOf(std::string_view amount) {
    return std::string(trimmed(amount.substr(std::min(amount.find_first_not_of("0123456789. \t"), amount.size()))));
}

/// "40 s": the limit in force that has this number says of what.
Result<void> takeBareLimit(std::string_view text, ClaimForm& form) {
    const Quantity anyTime = quantityOf(RowMetric::e2e, meanStatistic);
    const auto limit = parseAmount(text, anyTime);
    if (!limit) return wrong(fmt::format("'{}' is no limit: it begins with no metric, and is no time above 0.", text));
    form.limit = {Comparison::less, *limit, unitOf(text)};
    return {};
}

/// Splits "e2e mean<40s" before its operator too.
std::string spaced(std::string_view text) {
    std::string out(text);
    const std::size_t at = out.find_first_of("<>");
    if (at == std::string::npos) return out;
    const std::size_t length = at + 1 < out.size() && out[at + 1] == '=' ? 2 : 1;
    out.insert(at + length, " ");
    out.insert(at, " ");
    return out;
}

Result<void> takeLimit(std::string_view written, ClaimForm& form) {
    const std::string text = spaced(written);
    bool missing = false;
    auto named = takeQuantity(text, missing);
    if (missing) return wrong(fmt::format("'{}' has no statistic after its metric: mean, p50, p99.9.", written));
    if (!named) return takeBareLimit(trimmed(written), form);
    form.quantity = named->quantity;
    const std::string_view op = takeFirst(named->rest);
    const auto known = std::find_if(comparisonWords.begin(), comparisonWords.end(),
                                    [op](const auto& each) { return each.word == op; });
    if (known == comparisonWords.end())
        return wrong(fmt::format("'{}' has no <, <=, > or >= before its limit.", written));
    const auto limit = parseAmount(named->rest, *form.quantity);
    if (!limit) return wrong(fmt::format("'{}' is no limit above 0 in {}.", named->rest, unitsOf(*form.quantity)));
    form.limit = {known->op, *limit, unitOf(named->rest)};
    return {};
}

Result<void> takeMargin(std::string_view text, ClaimForm& form) {
    text = trimmed(text);
    if (const std::size_t least = findWord(text, "at least"); least == 0) text = trimmed(text.substr(8));
    for (const auto& [end, kind, exponent] :
         {std::tuple{'%', ClaimMargin::Kind::share, -2}, {'x', ClaimMargin::Kind::times, 0}}) {
        if (text.empty() || text.back() != end) continue;
        const auto amount = parseScaled(trimmed(text.substr(0, text.size() - 1)), exponent);
        if (!amount || *amount <= 0 || (end == 'x' && *amount <= 1))
            return wrong(fmt::format("'{}' is no margin{}.", text, end == 'x' ? ": times are above 1" : ""));
        form.margin = {kind, *amount};
        return {};
    }
    const auto amount = parseAmount(text, *form.quantity);
    if (!amount)
        return wrong(
            fmt::format("'{}' is no margin: give %, a factor such as 1.2x, or {}.", text, unitsOf(*form.quantity)));
    form.margin = {ClaimMargin::Kind::absolute, *amount};
    return {};
}

/// What follows the metric of a comparison, each behind its word, in any order.
class Clauses {
public:
    explicit Clauses(std::string_view text) {
        for (const std::string_view word : {"than", "by", "under", "at"}) {
            std::size_t from = 0, found = 0;
            // "at least" is part of an amount.
            while ((found = findWord(text.substr(from), word)) != std::string_view::npos && word == "at" &&
                   trimmed(text.substr(from + found + 2)).starts_with("least"))
                from += found + 2;
            if (found != std::string_view::npos) m_starts.push_back({from + found, word});
        }
        std::sort(m_starts.begin(), m_starts.end());
        m_text = text;
    }
    std::string_view before() const {
        return trimmed(m_text.substr(0, m_starts.empty() ? m_text.size() : m_starts[0].first));
    }
    std::optional<std::string_view> of(std::string_view word) const {
        for (std::size_t i = 0; i < m_starts.size(); ++i) {
            if (m_starts[i].second != word) continue;
            const std::size_t begin = m_starts[i].first + word.size();
            const std::size_t end = i + 1 < m_starts.size() ? m_starts[i + 1].first : m_text.size();
            return trimmed(m_text.substr(begin, end - begin));
        }
        return std::nullopt;
    }

private:
    std::string_view m_text;
    std::vector<std::pair<std::size_t, std::string_view>> m_starts;
};

Result<void> takeClauses(const Clauses& clauses, ClaimForm& form) {
    if (const auto than = clauses.of("than")) form.other.word = unquoted(*than);
    if (const auto by = clauses.of("by"))
        if (Result<void> taken = takeMargin(*by, form); !taken) return taken;
    if (const auto at = clauses.of("at")) {
        std::string text = "at " + std::string(*at);
        std::string_view rest = text;
        if (Result<void> taken = takeLoad(rest, form); !taken) return taken;
    }
    const auto under = clauses.of("under");
    if (!under) return {};
    Result<Slo> slo = parseSlo(*under);
    if (!slo) return Unexpected{slo.error()};
    form.under = *std::move(slo);
    if (form.load) return wrong("A claim is made at a load or under a limit, not both.");
    return {};
}

Result<void> takeComparison(std::string_view text, ClaimForm& form) {
    std::string_view rest = text;
    std::string word = lowered(takeFirst(rest));
    while (word == "a" || word == "an" || word == "the") word = lowered(takeFirst(rest));
    const auto sense =
        std::find_if(senses.begin(), senses.end(), [&word](const auto& each) { return each.word == word; });
    if (sense == senses.end()) return wrong(fmt::format("'{}' is neither lower, higher, better nor worse.", word));
    form.sense = sense->sense;
    bool missing = false;
    const auto named = takeQuantity(rest, missing);
    if (missing) return wrong(fmt::format("'{}' has no statistic after its metric: mean, p50, p99.9.", rest));
    if (!named) return wrong(fmt::format("'{}' begins with no metric.", rest));
    form.quantity = named->quantity;
    const Clauses clauses(named->rest);
    if (!clauses.before().empty()) return wrong(fmt::format("'{}' is not understood.", clauses.before()));
    return takeClauses(clauses, form);
}

std::string loadText(const ClaimLoad& load) {
    if (load.isUnbounded) return "unbounded";
    return scaledText(load.value, 0) + (load.isRate ? " requests/s" : "");
}

std::string marginText(const ClaimForm& form) {
    switch (form.margin.kind) {
        case ClaimMargin::Kind::share:
            return fmt::format(" by {}%", scaledText(form.margin.amount, 2));
        case ClaimMargin::Kind::times:
            return fmt::format(" by {}x", scaledText(form.margin.amount, 0));
        case ClaimMargin::Kind::absolute:
            break;
        case ClaimMargin::Kind::none:
            return {};
    }
    const MetricEntry& metric = entry(*form.quantity);
    const int exponent = metric.scale == 1000 ? 3 : metric.scale == 100 ? 2 : 0;
    return fmt::format(" by {} {}", scaledText(form.margin.amount, exponent), metric.unit);
}

std::string limitText(const ClaimLimit& limit) {
    int exponent = 0;
    if (limit.unit == "ms") exponent = 3;
    if (limit.unit == "%") exponent = 2;
    if (limit.unit.ends_with("s") && limit.unit.size() > 1 && limit.unit != "ms" && !limit.unit.ends_with("/s"))
        exponent = 6;
    return fmt::format("{}{}{}", scaledText(limit.limit, exponent), limit.unit.empty() ? "" : " ", limit.unit);
}

/// In quotes where a word of the grammar stands in it.
std::string nameText(const std::string& word) {
    for (const std::string_view each : {"has", "meets", "at", "than", "by", "under"})
        if (findWord(word, each) != std::string_view::npos)
            return word.find('"') == std::string::npos ? '"' + word + '"' : '\'' + word + '\'';
    return word;
}

std::string quantityWords(const Quantity& quantity) {
    const std::string_view key = quantity.level == LevelMetric::systemOutputRate && !quantity.ofRows
                                     ? std::string_view("output_rate")
                                     : entry(quantity).key;
    return quantity.ofRows ? fmt::format("{} {}", key, text(quantity.statistic)) : std::string(key);
}

}  // namespace

std::string_view name(ClaimSense sense) {
    for (const SenseWord& each : senses)
        if (each.sense == sense) return each.word;
    return "meets";
}

bool ClaimLoad::fits(const Load& load) const {
    if (isUnbounded) return load.kind == LoadKind::unbounded;
    if (load.value != value) return false;
    return load.kind == LoadKind::requestRate || (!isRate && load.kind == LoadKind::concurrency);
}

Result<ClaimForm> parseClaim(std::string_view text) {
    ClaimForm form;
    const std::size_t meets = findWord(text, "meets"), has = findWord(text, "has");
    const std::size_t verb = std::min(meets, has);
    if (verb == std::string_view::npos) return wrong(fmt::format("'{}' says neither 'meets' nor 'has'.", text));
    if (Result<void> taken = takeSubject(text.substr(0, verb), form); !taken) return Unexpected{taken.error()};
    std::string_view rest = trimmed(text.substr(verb + (verb == meets ? 5 : 3)));
    if (rest.empty()) return wrong(fmt::format("'{}' ends too early.", text));
    if (verb == meets)
        if (Result<void> taken = takeLoad(rest, form); !taken) return Unexpected{taken.error()};
    Result<void> taken = verb == meets ? takeLimit(rest, form) : takeComparison(rest, form);
    if (!taken) return Unexpected{taken.error()};
    return form;
}

std::string text(const ClaimForm& form) {
    const std::string at = form.load ? loadText(*form.load) : std::string();
    std::string out = form.subject.word.empty() ? at : nameText(form.subject.word) + (at.empty() ? "" : " at " + at);
    if (!out.empty()) out += " ";
    if (form.sense == ClaimSense::meets) {
        if (!form.quantity) return out + "meets " + limitText(form.limit);
        return out + fmt::format("meets {} {} {}", quantityWords(*form.quantity), wordOf(form.limit.op),
                                 limitText(form.limit));
    }
    out += fmt::format("has a {} {}", name(form.sense), quantityWords(*form.quantity));
    if (form.other.isGiven()) out += " than " + nameText(form.other.word);
    out += marginText(form);
    if (form.under) out += " under " + text(*form.under);
    return out;
}

}  // namespace plumbline
