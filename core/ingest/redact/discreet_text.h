// What lets somebody in, or what was asked and answered, taken out of text that people and programs write freely: error
// messages, command lines, addresses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline {

/// No text that is shorter holds anything private.
inline constexpr std::size_t shortestPrivate = 8;

/// The text with "..." for the values of credentials ("X-Api-Key: ...", "api_key=...", "X-Amz-Signature=..."), of
/// members that hold prompts or replies ('"prompt": "..."'), for passwords in addresses and after the word, and for
/// what has the whole shape of a key or a token: private keys in PEM, JWT, those that begin as some provider's do.
/// Names and shape stay. What nothing gives away as private stays too: a prompt quoted in the middle of a sentence.
std::string withoutPrivate(std::string_view text);

}  // namespace plumbline
