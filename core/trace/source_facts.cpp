#include "core/trace/source_facts.h"

#include <algorithm>
#include <array>

#include "core/trace/ascii.h"

namespace plumbline {
namespace {

constexpr std::string_view leftOutPrefix = "note.left_out.";
constexpr std::string_view durationFact = "note.duration_basis";
constexpr std::string_view fromRate = "the harness's own rate";

/// Where harnesses name the task.
constexpr std::array<std::string_view, 9> taskFacts{"task",           "note.task",     "workload.task",
                                                    "backend",        "endpoint_type", "note.endpoint_type",
                                                    "request_format", "endpoint",      "note.endpoint"};

/// "vllm-rerank", "text-to-embeddings", "/v1/score": a word of the value names such a task.
bool namesNoText(std::string_view value) {
    constexpr std::array<std::string_view, 6> starts{"embed", "rerank", "ranking", "pooling", "classif", "scor"};
    for (std::size_t at = 0; at < value.size();) {
        std::size_t end = at;
        while (end < value.size() && isLetter(value[end])) ++end;
        const std::string word = lowered(value.substr(at, end - at));
        if (std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return word.starts_with(start); }))
            return true;
        at = end + 1;
    }
    return false;
}

}  // namespace

bool makesText(const Context& context) {
    if (const auto said = plainFact(context, makesTextFact)) return *said != "false";
    return std::none_of(taskFacts.begin(), taskFacts.end(), [&](std::string_view key) {
        const auto value = plainFact(context, key);
        return value && namesNoText(*value);
    });
}

void leaveOut(Context& context, std::string_view key, std::string_view reason) {
    context[std::string(leftOutPrefix).append(key)].stated = quoted(reason);
}

std::optional<std::string> leftOutWhy(const Context& context, std::string_view keyPath) {
    for (std::string_view key = keyPath;; key = key.substr(0, key.rfind('.'))) {
        if (auto why = plainFact(context, std::string(leftOutPrefix).append(key))) return why;
        if (key.find('.') == std::string_view::npos) return std::nullopt;
    }
}

void takeDurationFromRate(Context& context) { context[std::string(durationFact)].stated = quoted(fromRate); }

bool hasDurationFromRate(const Context& context) { return plainFact(context, durationFact) == fromRate; }

}  // namespace plumbline
