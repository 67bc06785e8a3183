// What lets somebody in, or what was asked and answered, taken out of text that people and programs write freely: error
// messages, command lines, addresses.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// The text with "..." for the values of credentials ("X-Api-Key: ...", "api_key=..."), of members that hold prompts or
/// replies ('"prompt": "..."'), for passwords in addresses, and for words that begin as keys do. Names and shape stay.
/// What nothing gives away as private stays too: a prompt quoted in the middle of a sentence.
std::string withoutPrivate(std::string_view text);

}  // namespace plumbline
