#include "core/trace/row.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

namespace plumbline {

namespace {

template <class E>
struct Word {
    E value;
    std::string_view word;
};

constexpr std::array<Word<FirstTokenKind>, 5> firstTokenKinds{{{FirstTokenKind::anyEvent, "any-event"},
                                                               {FirstTokenKind::anyText, "any-text"},
                                                               {FirstTokenKind::reasoningText, "reasoning-text"},
                                                               {FirstTokenKind::answerText, "answer-text"},
                                                               {FirstTokenKind::engine, "engine"}}};
constexpr std::array<Word<GapBasis>, 4> gapBases{{{GapBasis::chunk, "chunk"},
                                                  {GapBasis::read, "read"},
                                                  {GapBasis::token, "token"},
                                                  {GapBasis::synthetic, "synthetic"}}};
constexpr std::array<Word<TokenSource>, 4> tokenSources{{{TokenSource::usage, "usage"},
                                                         {TokenSource::tokenizer, "tokenizer"},
                                                         {TokenSource::chunks, "chunks"},
                                                         {TokenSource::requested, "requested"}}};
constexpr std::array<Word<Status>, 4> statuses{{{Status::ok, "ok"},
                                                {Status::error, "error"},
                                                {Status::cancelled, "cancelled"},
                                                {Status::incomplete, "incomplete"}}};
constexpr std::array<Word<Phase>, 3> phases{
    {{Phase::measured, "measured"}, {Phase::warmup, "warmup"}, {Phase::cooldown, "cooldown"}}};

// "unknown" is a word for people only: no file says it, so that parse does not take it.
template <class E, std::size_t N>
std::string_view wordOf(const std::array<Word<E>, N>& words, E value) {
    for (const auto& each : words)
        if (each.value == value) return each.word;
    return "unknown";
}

template <class E, std::size_t N>
std::optional<E> valueOf(const std::array<Word<E>, N>& words, std::string_view word) {
    for (const auto& each : words)
        if (each.word == word) return each.value;
    return std::nullopt;
}

// FNV-1a with a closing mix: the same on every machine, since keys are exported.
Key hash(std::string_view text) {
    Key state = 0xcbf29ce484222325U;
    for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
    return state ^ (state >> 31);
}

std::optional<Key> hexadecimal(std::string_view text) {
    if (text.size() != 16) return std::nullopt;
    Key key = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), key, 16);
    if (failure != std::errc() || end != text.data() + text.size() || key == 0) return std::nullopt;
    return key;
}

}  // namespace

std::string_view name(FirstTokenKind kind) { return wordOf(firstTokenKinds, kind); }
std::string_view name(GapBasis basis) { return wordOf(gapBases, basis); }
std::string_view name(TokenSource source) { return wordOf(tokenSources, source); }
std::string_view name(Status status) { return wordOf(statuses, status); }
std::string_view name(Phase phase) { return wordOf(phases, phase); }

std::string_view name(LoadKind kind) {
    switch (kind) {
        case LoadKind::concurrency:
            return "concurrency";
        case LoadKind::requestRate:
            return "request_rate";
        case LoadKind::unbounded:
            return "unbounded";
        case LoadKind::notStated:
            break;
    }
    return "not_stated";
}

std::optional<FirstTokenKind> parseFirstTokenKind(std::string_view word) { return valueOf(firstTokenKinds, word); }
std::optional<GapBasis> parseGapBasis(std::string_view word) { return valueOf(gapBases, word); }
std::optional<TokenSource> parseTokenSource(std::string_view word) { return valueOf(tokenSources, word); }
std::optional<Status> parseStatus(std::string_view word) { return valueOf(statuses, word); }
std::optional<Phase> parsePhase(std::string_view word) { return valueOf(phases, word); }

std::string text(const Load& load) {
    switch (load.kind) {
        case LoadKind::concurrency:
            return fmt::format("concurrency {}", load.value);
        case LoadKind::requestRate:
            return fmt::format("{} requests/s", load.value);
        case LoadKind::unbounded:
            return "unbounded";
        case LoadKind::notStated:
            break;
    }
    return "load not stated";
}

std::string shortText(const Load& load) {
    switch (load.kind) {
        case LoadKind::concurrency:
            return fmt::format("c={}", load.value);
        case LoadKind::requestRate:
            return fmt::format("{} req/s", load.value);
        case LoadKind::unbounded:
            return "unbounded";
        case LoadKind::notStated:
            break;
    }
    return "not stated";
}

Key internKey(std::string_view text) {
    if (text.empty()) return 0;
    if (const auto key = hexadecimal(text)) return *key;
    const Key key = hash(text);
    return key == 0 ? 1 : key;
}

std::string keyText(Key key) { return key == 0 ? std::string() : fmt::format("{:016x}", key); }

}  // namespace plumbline
