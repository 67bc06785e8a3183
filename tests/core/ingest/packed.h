// Bytes packed as harnesses and people pack their results.
#pragma once

#include <string>
#include <string_view>

namespace plumbline::test {

std::string gzipped(std::string_view text);
std::string zstdPacked(std::string_view text, bool checksum = true);
/// UTF-8 that is valid to UTF-16 with a byte order mark.
std::string utf16(std::string_view utf8, bool bigEndian);

}  // namespace plumbline::test
