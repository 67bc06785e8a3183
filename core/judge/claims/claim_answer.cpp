#include "core/judge/claims/claim_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/claims/claim_bench.h"
#include "core/judge/claims/claim_words.h"
#include "core/judge/compare/compare.h"
#include "core/judge/quantity_words.h"

namespace plumbline {
namespace {

std::string namesOf(const ClaimData& data, const std::vector<std::size_t>& which) {
    std::string out;
    for (const std::size_t i : which) out += (out.empty() ? "" : ", ") + data.figures.configurations[i].name;
    return out;
}

/// The quantity and comparison of "64 meets 40 s": of the one limit in force that has this number.
std::string takeLimitInForce(const ClaimData& data, ClaimAnswer& answer) {
    std::vector<const Slo*> fitting;
    for (const Slo& slo : data.settings.slos)
        if (slo.metric != RowMetric::rate && std::abs(slo.limit - answer.form.limit.limit) <= 1e-9 * slo.limit)
            fitting.push_back(&slo);
    if (fitting.size() != 1)
        return fmt::format("{} limit in force is {}: say of what, such as 'meets e2e mean < 40s'.",
                           fitting.empty() ? "No" : "More than one",
                           text(answer.form).substr(text(answer.form).find("meets ") + 6));
    answer.quantity = quantityOf(fitting.front()->metric, fitting.front()->statistic);
    answer.form.limit.op = fitting.front()->op;
    return {};
}

/// Draws of what the claim speaks of, and of its neighbours for the narrower sentence.
std::vector<Quantity> neededQuantities(const ClaimAnswer& answer) {
    std::vector<Quantity> out{*answer.quantity};
    const auto add = [&out](const Quantity& quantity) {
        if (std::find(out.begin(), out.end(), quantity) == out.end()) out.push_back(quantity);
    };
    for (const Quantity& each : claimedQuantities())
        if (answer.quantity->ofRows && each.ofRows && each.row == answer.quantity->row) add(each);
    return out;
}

using Pair = std::pair<std::size_t, std::size_t>;

/// Pairs of the candidates that were compared; those of a matched pair alone, where there are any.
std::vector<Pair> pairsOf(const ClaimData& data, const std::vector<std::size_t>& subjects,
                          const std::vector<std::size_t>& others) {
    std::vector<Pair> compared, matched;
    for (const std::size_t s : subjects)
        for (const std::size_t o : others) {
            const auto [low, high] = std::minmax(s, o);
            bool any = false, match = false;
            for (const LevelComparison& each : data.judgement.comparisons.all)
                if (s != o && each.a == low && each.b == high) any = true, match = match || each.matched;
            if (any) compared.emplace_back(s, o);
            if (match) matched.emplace_back(s, o);
        }
    return matched.empty() ? compared : matched;
}

bool onOtherWorkloads(const ClaimData& data, std::size_t one, std::size_t two) {
    const auto [low, high] = std::minmax(one, two);
    return std::any_of(data.judgement.comparisons.all.begin(), data.judgement.comparisons.all.end(),
                       [low = low, high = high](const LevelComparison& each) {
                           return each.a == low && each.b == high &&
                                  std::any_of(each.checks.begin(), each.checks.end(), [](const CheckItem& item) {
                                      return item.name == "workload" && item.sameness == Sameness::different;
                                  });
                       });
}

class Answerer {
public:
    Answerer(const ClaimData& data, ClaimAnswer& answer, std::stop_token stop)
        : m_data(data), m_answer(answer), m_stop(std::move(stop)) {}

    void run() {
        if (!m_answer.quantity && m_answer.form.sense == ClaimSense::meets)
            if (std::string why = takeLimitInForce(m_data, m_answer); !why.empty()) {
                m_answer.text = std::move(why);
                return;
            }
        if (!m_answer.quantity) {
            m_answer.text = "The claim names no metric.";
            return;
        }
        m_subjects = candidates(m_data, m_answer.form.subject);
        if (m_subjects.empty()) return isNobody(m_answer.form.subject);
        m_answer.form.sense == ClaimSense::meets ? limit() : pair();
    }

private:
    void isNobody(const ClaimWho& who) {
        m_answer.text = fmt::format("No configuration that is shown is called '{}'; there is {}.", who.word,
                                    namesOf(m_data, candidates(m_data, {})));
    }

    void limit() {
        const auto hasLoad = [&](std::size_t position) {
            const auto& levels = m_data.figures.configurations[position].levels;
            return !m_answer.form.load || std::any_of(levels.begin(), levels.end(), [&](const LevelFigures& level) {
                return m_answer.form.load->fits(level.load);
            });
        };
        std::vector<std::size_t> fitting;
        std::copy_if(m_subjects.begin(), m_subjects.end(), std::back_inserter(fitting), hasLoad);
        if (fitting.empty()) {
            m_answer.text = fmt::format("{} {} no level at that load.", namesOf(m_data, m_subjects),
                                        m_subjects.size() == 1 ? "has" : "have");
            return;
        }
        ClaimBench bench(m_data, neededQuantities(m_answer), m_stop);
        if (fitting.size() == 1) {
            m_answer.subject = fitting.front();
            answerLimit(bench, fitting.front(), m_answer);
            return;
        }
        m_answer.text = fmt::format("It is not said which configuration is meant: {}.", namesOf(m_data, fitting));
        for (const std::size_t each : fitting) eachOf(each, [&](ClaimAnswer& one) { answerLimit(bench, each, one); });
    }

    void pair() {
        const std::vector<std::size_t> others = candidates(m_data, m_answer.form.other);
        if (others.empty()) return isNobody(m_answer.form.other);
        const std::vector<Pair> pairs = pairsOf(m_data, m_subjects, others);
        if (pairs.empty()) {
            m_answer.text = "There are no two configurations with a load in common that the claim could speak of.";
            return;
        }
        ClaimBench bench(m_data, neededQuantities(m_answer), m_stop);
        const auto judge = [&](const Pair& each, ClaimAnswer& into) {
            m_answer.form.under ? answerUnder(bench, each.first, each.second, into)
                                : answerPair(bench, each.first, each.second, into);
        };
        if (pairs.size() == 1) {
            m_answer.subject = pairs.front().first;
            m_answer.other = pairs.front().second;
            judge(pairs.front(), m_answer);
            return;
        }
        m_answer.text = ambiguous(pairs);
        for (const Pair& each : pairs) eachOf(each.first, [&](ClaimAnswer& one) { judge(each, one); });
    }

    /// Several workloads make no one claim (METRICS §7).
    std::string ambiguous(const std::vector<Pair>& pairs) const {
        std::string names;
        for (const Pair& each : pairs)
            names += fmt::format("{}{} against {}", names.empty() ? "" : "; ", nameOf(each.first), nameOf(each.second));
        for (const Pair& each : pairs)
            if (onOtherWorkloads(m_data, pairs.front().first, each.first))
                return fmt::format(
                    "The pairs that match are on different workloads ({}), and no claim is made over "
                    "several: record one mixed replay on each side.",
                    names);
        return fmt::format("It is not said which two are meant: {}.", names);
    }

    const std::string& nameOf(std::size_t position) const { return m_data.figures.configurations[position].name; }

    /// One of several that may be meant: where it is supported, that is the narrower sentence.
    template <class Judge>
    void eachOf(std::size_t subject, Judge judge) {
        ClaimAnswer one = m_answer;
        one.subject = subject;
        one.at.clear();
        judge(one);
        if (isSupported(one.state)) m_answer.narrower += (m_answer.narrower.empty() ? "" : " ") + one.text;
    }

    const ClaimData& m_data;
    ClaimAnswer& m_answer;
    std::stop_token m_stop;
    std::vector<std::size_t> m_subjects;
};

}  // namespace

std::string_view name(ClaimState state) {
    switch (state) {
        case ClaimState::supported:
            return "supported";
        case ClaimState::inTheseRuns:
            return "supported_in_these_runs";
        case ClaimState::notSupported:
            return "not_supported";
        case ClaimState::notDecidable:
            break;
    }
    return "not_decidable";
}

std::string_view words(ClaimState state) {
    switch (state) {
        case ClaimState::supported:
            return "supported";
        case ClaimState::inTheseRuns:
            return "supported in these runs";
        case ClaimState::notSupported:
            return "not supported";
        case ClaimState::notDecidable:
            break;
    }
    return "not decidable";
}

std::string_view name(ClaimBasis basis) {
    switch (basis) {
        case ClaimBasis::difference:
            return "difference";
        case ClaimBasis::ratio:
            return "ratio";
        case ClaimBasis::scaledDifference:
            return "scaled_difference";
        case ClaimBasis::value:
            break;
    }
    return "value";
}

ClaimAnswer answerClaim(const ClaimData& data, const ClaimForm& form, std::stop_token stop) {
    ClaimAnswer answer;
    answer.form = form;
    answer.claim = text(form);
    answer.quantity = form.quantity;
    Answerer(data, answer, stop).run();
    if (!stop.stop_requested()) return answer;
    answer.state = ClaimState::notDecidable;
    answer.at.clear();
    answer.narrower.clear();
    answer.text = "The answer was stopped.";
    return answer;
}

}  // namespace plumbline
