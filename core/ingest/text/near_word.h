// What a misspelt key was probably meant to be.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace plumbline {

/// "outputTokens" and "Output-Tokens" as our formats write them: "output_tokens".
std::string snakeCase(std::string_view key);

/// The nearest of `words`, two letters away at most, of those that are as near the one as long as the word. Empty where
/// none is, and for a word of less than five letters.
std::string nearestWord(std::string_view word, std::span<const std::string_view> words);

}  // namespace plumbline
