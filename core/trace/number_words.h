// Whole numbers inside sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline {

/// "16,777,216".
std::string withCommas(std::uint64_t number);
/// "1 row", "1,238 rows"; "summary point" in the same way.
std::string counted(std::uint64_t number, std::string_view one);

}  // namespace plumbline
