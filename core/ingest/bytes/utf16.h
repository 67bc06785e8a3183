// Text in UTF-16 with a byte order mark, as Windows programs save it, as a stage of UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "core/ingest/bytes/byte_stage.h"

namespace plumbline {

enum class Utf16 : std::uint8_t { no, littleEndian, bigEndian };

/// By the byte order mark; UTF-32's little endian mark begins like UTF-16's and is none.
Utf16 utf16Of(std::string_view head);

/// UTF-8 without the mark. Half a surrogate pair becomes U+FFFD. Errors of kind format: the text ends inside a
/// character.
StagePointer fromUtf16(Utf16 order, StagePointer from, std::string path);

}  // namespace plumbline
