// One request as its harness recorded it: raw fields, never rewritten, unknown kept apart from zero (METRICS §1).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/units.h"

namespace plumbline {

/// Which event the harness's own "first token" is. anyEvent may be an empty role chunk.
enum class FirstTokenKind : std::uint8_t { unknown, anyEvent, anyText, reasoningText, answerText, engine };
enum class GapBasis : std::uint8_t { unknown, chunk, read, token, synthetic };
/// Who counted the output tokens.
enum class TokenSource : std::uint8_t { unknown, usage, tokenizer, chunks, requested };
enum class Status : std::uint8_t { ok, error, cancelled, incomplete };
enum class Phase : std::uint8_t { measured, warmup, cooldown };
enum class LoadKind : std::uint8_t { concurrency, requestRate, unbounded, notStated };

// The words of the trace format for each; parse returns nothing for a word outside the vocabulary.
std::string_view name(FirstTokenKind kind);
std::string_view name(GapBasis basis);
std::string_view name(TokenSource source);
std::string_view name(Status status);
std::string_view name(Phase phase);
std::string_view name(LoadKind kind);
/// What a vocabulary is for those who read any of them.
template <class Enum>
struct WordsOf;
std::optional<FirstTokenKind> parseFirstTokenKind(std::string_view word);
std::optional<GapBasis> parseGapBasis(std::string_view word);
std::optional<TokenSource> parseTokenSource(std::string_view word);
std::optional<Status> parseStatus(std::string_view word);
std::optional<Phase> parsePhase(std::string_view word);

template <class Enum, Enum Last, Enum Otherwise, std::optional<Enum> (*Parse)(std::string_view)>
struct Vocabulary {
    static constexpr Enum last = Last;
    static constexpr Enum otherwise = Otherwise;  ///< where nothing is said
    static std::optional<Enum> parse(std::string_view word) { return Parse(word); }
};
template <>
struct WordsOf<FirstTokenKind>
    : Vocabulary<FirstTokenKind, FirstTokenKind::engine, FirstTokenKind::unknown, parseFirstTokenKind> {};
template <>
struct WordsOf<GapBasis> : Vocabulary<GapBasis, GapBasis::synthetic, GapBasis::unknown, parseGapBasis> {};
template <>
struct WordsOf<TokenSource> : Vocabulary<TokenSource, TokenSource::requested, TokenSource::unknown, parseTokenSource> {
};
template <>
struct WordsOf<Status> : Vocabulary<Status, Status::incomplete, Status::ok, parseStatus> {};
template <>
struct WordsOf<Phase> : Vocabulary<Phase, Phase::cooldown, Phase::measured, parsePhase> {};

/// Whether a vocabulary has "unknown", which stands for nothing in a file and for NULL in a workspace.
template <class Enum>
concept HasUnknown = requires {
    Enum::unknown;
};

/// What the load generator was told to keep up. value is a concurrency, or requests/s; 0 for the other kinds.
struct Load {
    LoadKind kind = LoadKind::notStated;
    double value = 0;
    auto operator<=>(const Load&) const = default;  ///< by kind, then value: the order of levels
};

/// "concurrency 32", "2.5 requests/s", "unbounded", "load not stated".
std::string text(const Load& load);
/// "c=32", "2.5 req/s", "unbounded", "not stated": the label at a point of a curve.
std::string shortText(const Load& load);

/// Hash of what tells that two rows asked the same thing; 0 means unknown. Sixteen hexadecimal digits stand for
/// themselves, so that an exported key comes back as it was; any other text is hashed.
using Key = std::uint64_t;
Key internKey(std::string_view text);
std::string keyText(Key key);

struct Row {
    // Where it came from: record counts from 0 over the file, line from 1 (0: not a line format), byte from 0.
    std::uint64_t record = 0;
    std::uint64_t line = 0;
    std::uint64_t byte = 0;
    std::string id;  ///< the harness's request id; empty when it has none

    Load load;
    Nanoseconds scheduled = unknownTime;  ///< on the source's clock
    Nanoseconds start = unknownTime;      ///< on the source's clock
    // Offsets from start:
    Nanoseconds headers = unknownTime;
    Nanoseconds firstByte = unknownTime;
    Nanoseconds firstReasoning = unknownTime;
    Nanoseconds firstContent = unknownTime;
    Nanoseconds firstToken = unknownTime;  ///< the harness's own first-token event, of firstTokenKind
    FirstTokenKind firstTokenKind = FirstTokenKind::unknown;
    Nanoseconds lastContent = unknownTime;
    Nanoseconds end = unknownTime;

    Count chunks = unknownCount;    ///< chunks that carried text
    bool gapsKnown = false;         ///< an empty list may be known (one chunk) or unknown
    std::vector<Nanoseconds> gaps;  ///< between successive chunks, as the file lists them
    GapBasis gapBasis = GapBasis::unknown;

    Count promptTokens = unknownCount;
    Count cachedTokens = unknownCount;
    Count outputTokens = unknownCount;  ///< reasoning included
    Count reasoningTokens = unknownCount;
    TokenSource tokenSource = TokenSource::unknown;
    Count otherOutputTokens = unknownCount;  ///< the second count where there are two
    Count firstChunkTokens = unknownCount;
    Count maxTokens = unknownCount;
    std::string finish;  ///< why it ended, in the source's word
    Nanoseconds queue = unknownTime;

    Status status = Status::ok;
    std::optional<bool> deliberate;  ///< a cancel that the harness meant to make
    std::string error;               ///< the source's own words

    Phase phase = Phase::measured;
    std::int32_t repeat = 0;  ///< 0: not stated
    Key promptKey = 0;
    Key prefixKey = 0;
    std::string session;
    Count turn = unknownCount;
    /// Hashes of the prompt's leading blocks of SourceInfo::blockTokens tokens, in order; traffic traces have them.
    std::vector<Key> blocks;
};

}  // namespace plumbline
