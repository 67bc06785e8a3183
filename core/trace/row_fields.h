// The fields of a row, once: what each is called, what it is, and where Row and Columns hold it. Whoever treats all
// fields alike goes through this table: the columns, the workspace, the trace format, the duplicates.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/trace/dataset.h"

namespace plumbline {

enum class FieldKind : std::uint8_t {
    clockTime,   ///< on the source's clock
    offset,      ///< a time from the start of the request
    count,       ///< how many: tokens, chunks
    ordinal,     ///< the how manieth
    word,        ///< of a vocabulary (WordsOf)
    text,        ///< each row's own
    sharedText,  ///< the same in many rows
    key,         ///< a hash; 0 is unknown
    flag,        ///< yes, no, or unknown
    repeat       ///< a number from 1; 0 is not stated
};

constexpr bool isTime(FieldKind kind) { return kind == FieldKind::clockTime || kind == FieldKind::offset; }
constexpr bool isCount(FieldKind kind) { return kind == FieldKind::count || kind == FieldKind::ordinal; }
constexpr bool isText(FieldKind kind) { return kind == FieldKind::text || kind == FieldKind::sharedText; }

template <FieldKind Kind, class InRow, class InColumns>
struct RowField {
    static constexpr FieldKind kind = Kind;
    using Value = InRow;
    std::string_view name;  ///< in the trace format; of a time without its unit
    InRow Row::*inRow;
    std::vector<InColumns> Columns::*inColumns;
};

template <FieldKind Kind, class InRow, class InColumns>
constexpr RowField<Kind, InRow, InColumns> rowField(std::string_view name, InRow Row::*inRow,
                                                    std::vector<InColumns> Columns::*inColumns) {
    return {name, inRow, inColumns};
}

namespace fields {

using enum FieldKind;

/// In the order in which a trace writes them. The load and the gaps are no plain fields: they have places of their own.
inline constexpr std::tuple all{
    rowField<text>("id", &Row::id, &Columns::id),
    rowField<clockTime>("scheduled", &Row::scheduled, &Columns::scheduled),
    rowField<clockTime>("start", &Row::start, &Columns::start),
    rowField<offset>("headers", &Row::headers, &Columns::headers),
    rowField<offset>("first_byte", &Row::firstByte, &Columns::firstByte),
    rowField<offset>("first_reasoning", &Row::firstReasoning, &Columns::firstReasoning),
    rowField<offset>("first_content", &Row::firstContent, &Columns::firstContent),
    rowField<offset>("first_token", &Row::firstToken, &Columns::firstToken),
    rowField<word>("first_token_kind", &Row::firstTokenKind, &Columns::firstTokenKind),
    rowField<offset>("last_content", &Row::lastContent, &Columns::lastContent),
    rowField<offset>("end", &Row::end, &Columns::end),
    rowField<offset>("queue", &Row::queue, &Columns::queue),
    rowField<count>("chunks", &Row::chunks, &Columns::chunks),
    rowField<word>("gap_basis", &Row::gapBasis, &Columns::gapBasis),
    rowField<count>("prompt_tokens", &Row::promptTokens, &Columns::promptTokens),
    rowField<count>("cached_tokens", &Row::cachedTokens, &Columns::cachedTokens),
    rowField<count>("output_tokens", &Row::outputTokens, &Columns::outputTokens),
    rowField<count>("reasoning_tokens", &Row::reasoningTokens, &Columns::reasoningTokens),
    rowField<word>("token_source", &Row::tokenSource, &Columns::tokenSource),
    rowField<count>("other_output_tokens", &Row::otherOutputTokens, &Columns::otherOutputTokens),
    rowField<count>("first_chunk_tokens", &Row::firstChunkTokens, &Columns::firstChunkTokens),
    rowField<count>("max_tokens", &Row::maxTokens, &Columns::maxTokens),
    rowField<sharedText>("finish", &Row::finish, &Columns::finish),
    rowField<word>("status", &Row::status, &Columns::status),
    rowField<flag>("deliberate", &Row::deliberate, &Columns::deliberate),
    rowField<sharedText>("error", &Row::error, &Columns::error),
    rowField<key>("prompt_key", &Row::promptKey, &Columns::promptKey),
    rowField<key>("prefix_key", &Row::prefixKey, &Columns::prefixKey),
    rowField<sharedText>("session", &Row::session, &Columns::session),
    rowField<ordinal>("turn", &Row::turn, &Columns::turn),
    rowField<word>("phase", &Row::phase, &Columns::phase),
    rowField<repeat>("repeat", &Row::repeat, &Columns::repeat),
};

}  // namespace fields

inline constexpr std::size_t rowFieldCount = std::tuple_size_v<decltype(fields::all)>;

/// Calls f(field) for each field, unrolled by the compiler: `if constexpr (Field::kind == ...)` costs nothing.
template <class F>
constexpr void forEachRowField(F&& f) {
    std::apply([&f](const auto&... field) { (f(field), ...); }, fields::all);
}

/// The kind of a field, by the type of what forEachRowField gives: fieldKind<decltype(field)>.
template <class Field>
inline constexpr FieldKind fieldKind = std::remove_cvref_t<Field>::kind;

}  // namespace plumbline
