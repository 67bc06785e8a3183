// What a context states that does not hold, and what it leaves out.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

struct Stated {
    std::string text;
    double a = 0, b = 0, ratio = 0;
};

/// One entry of a context's "stated" list; nothing where it states no ratio of two figures.
std::optional<Stated> statedOf(const nlohmann::json& entry) {
    const auto number = [&entry](const char* key) -> std::optional<double> {
        const auto found = entry.find(key);
        if (found == entry.end() || !found->is_number()) return std::nullopt;
        return found->get<double>();
    };
    if (!entry.is_object()) return std::nullopt;
    const auto a = number("a_value"), b = number("b_value"), ratio = number("ratio");
    if (!a || !b || !ratio || *a == 0) return std::nullopt;
    const auto text = entry.find("text");
    const bool worded = text != entry.end() && text->is_string();
    return Stated{worded ? text->get<std::string>() : fmt::format("{} against {}: {} times", *b, *a, *ratio), *a, *b,
                  *ratio};
}

void judgeStated(std::size_t c, const Stated& stated, Findings& out) {
    const double ratio = stated.b / stated.a;
    if (std::abs(stated.ratio - ratio) <= out.threshold() * std::abs(ratio)) return;
    Finding finding = out.of(c, fmt::format("Stated: \"{}\". {} / {} is {} times.", stated.text, numberText(stated.b),
                                            numberText(stated.a), numberText(ratio)));
    finding.evidence = {{"a_value", stated.a}, {"b_value", stated.b}, {"stated", stated.ratio}, {"ratio", ratio}};
    out.push_back(std::move(finding));
}

/// What a figure cannot be compared or bounded without.
struct Needed {
    std::string_view key, words, example;
};
constexpr std::array<Needed, 5> needed{{{"engine", "engine", "\"vllm\""},
                                        {"model", "model", "\"org/model\""},
                                        {"quantization", "quantization", "\"fp8\""},
                                        {"accelerator", "accelerator", "\"H100\""},
                                        {"accelerator_count", "number of accelerators", "8"}}};

/// In words, and as a context.json would say it.
struct Missing {
    std::string words, example;
};
Missing missingFrom(const Context& context) {
    Missing out;
    for (const auto& [key, words, example] : needed) {
        if (factText(context, key)) continue;
        const char* const comma = out.words.empty() ? "" : ", ";
        out.words += fmt::format("{}{}", comma, words);
        out.example += fmt::format("{}\"{}\": {}", comma, key, example);
    }
    return out;
}

}  // namespace

// A context file above several results states one thing once.
void findStatedRatio(const FindingInput& input, Findings& out) {
    std::set<std::string> seen;
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const auto text = factText(input.figures.configurations[c].context, "note.stated");
        if (!text || !seen.insert(*text).second) continue;
        const auto list = nlohmann::json::parse(*text, nullptr, false);
        if (!list.is_array()) continue;
        for (const auto& entry : list)
            if (const auto stated = statedOf(entry)) judgeStated(c, *stated, out);
    }
}

void findContextMissing(const FindingInput& input, Findings& out) {
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) {
        const auto [missing, example] = missingFrom(input.figures.configurations[c].context);
        if (missing.empty()) continue;
        Finding finding = out.of(c, fmt::format("Not stated: {}. Edit the context, or lay a context.json beside the "
                                                "result: {{{}}}.",
                                                missing, example));
        finding.evidence = {{"missing", missing}};
        out.push_back(std::move(finding));
    }
}

}  // namespace plumbline
