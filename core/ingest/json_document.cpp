#include "core/ingest/json_document.h"

#include <nlohmann/json.hpp>

#include "core/ingest/byte_source.h"
#include "core/trace/size_limits.h"

namespace plumbline {
namespace {

/// Length of the word at `at` that stands for no finite number; 0 when there is none.
std::size_t bareWord(std::string_view text, std::size_t at) {
    for (const std::string_view word : {"NaN", "-NaN", "Infinity", "-Infinity"})
        if (text.substr(at).starts_with(word)) return word.size();
    return 0;
}

std::string withNulls(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    bool inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (const std::size_t length = inside || (c != 'N' && c != 'I' && c != '-') ? 0 : bareWord(text, i);
            length > 0) {
            out += "null";
            i += length - 1;
            continue;
        }
        out += c;
        if (c == '"')
            inside = !inside;
        else if (c == '\\' && inside && i + 1 < text.size())
            out += text[++i];
    }
    return out;
}

}  // namespace

Result<std::string> readSmallFile(const std::string& path, std::uint64_t largest) {
    const ReadInput input{path, {}, {}};
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    const auto tooLarge = [&] { return source->window().size() > largest; };
    while (!source->atEnd() && !tooLarge()) {
        if (const auto read = source->advance(0); !read) return Unexpected{read.error()};
    }
    if (!tooLarge()) return std::string(source->window());
    if (largest == limitOf(SizeLimit::document)) return tooLargeDocument(path);
    return unexpected(ErrorKind::refused, "It is too large to be the summary of a run.", path);
}

Result<nlohmann::json> parseDocument(std::string_view text, const std::string& path) {
    try {
        return nlohmann::json::parse(withNulls(text));
    } catch (const nlohmann::json::parse_error& error) {
        return unexpected(ErrorKind::format, "Broken JSON near byte " + std::to_string(error.byte) + ".", path);
    }
}

}  // namespace plumbline
