// A record of a file laid out for people, with what is nobody's business (prompts, replies, keys) set apart so that it
// can stay folded until it is asked for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Pieces follow one another without anything between them.
struct RawPiece {
    std::string text;
    std::size_t characters = 0;  ///< of a hidden piece, as a person counts them
    bool hidden = false;         ///< a prompt, a reply, a key, or what could not be told from one
};

/// Whether a field of this name lets somebody in: "api_key", "authorization", "hf_token", "headers".
bool isCredentialField(std::string_view name);
/// Whether a field of this name holds what was asked or answered, or lets somebody in: "prompt", "generatedText",
/// "api_key". Counts and times ("prompt_tokens", "first_token_ms") are not, nor are keys of prompts that are hashes
/// ("prompt_key"), nor options given for all requests ("extra_inputs"), which are configuration. The one place that
/// knows: what is stored and what is shown both ask here.
bool isPrivateField(std::string_view name);

/// A JSON text, one entry a line. Never fails: what cannot be followed (a record that was cut, broken JSON) is one
/// hidden piece at the end. Texts of more than 200 characters are hidden whatever their name is, and so is what begins
/// like a credential or holds one.
std::vector<RawPiece> piecesOfJson(std::string_view text);

/// "column: cell", one a line. Columns and cells beyond the other's number are named by their place.
std::vector<RawPiece> piecesOfCells(const std::vector<std::string>& columns, const std::vector<std::string>& cells);

}  // namespace plumbline
