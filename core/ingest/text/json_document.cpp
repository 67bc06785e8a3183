#include "core/ingest/text/json_document.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/text/number_text.h"
#include "core/trace/ascii.h"
#include "core/trace/size_limits.h"

namespace plumbline {
namespace {

/// Length of the word at `at` that stands for no finite number, 1e999 among them; 0 when there is none.
std::size_t bareWord(std::string_view text, std::size_t at) {
    const std::size_t end = std::min(text.find_first_of(",]} \t\r\n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (isNotFinite(word)) return word.size();
    constexpr std::size_t longestDouble = 308;  // digits before the point
    const bool mayBeTooLarge = word.size() > longestDouble || word.find_first_of("eE") != std::string_view::npos;
    double ignored = 0;
    return mayBeTooLarge && parseDouble(word, ignored) == NumberKind::outOfRange ? word.size() : 0;
}

bool mayBegin(char c) { return isDigit(c) || std::string_view("nNiI+-.").find(c) != std::string_view::npos; }
bool endsWord(char c) { return std::string_view(":,[ \t\r\n").find(c) != std::string_view::npos; }

}  // namespace

std::string withoutBareWords(std::string_view text, std::size_t& replaced) {
    std::string out;
    out.reserve(text.size());
    bool inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool begins = !inside && mayBegin(c) && i > 0 && endsWord(text[i - 1]);
        if (const std::size_t length = begins ? bareWord(text, i) : 0; length > 0) {
            out += "null";
            ++replaced;
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
        std::size_t ignored = 0;
        return nlohmann::json::parse(withoutBareWords(text, ignored));
    } catch (const nlohmann::json::parse_error& error) {
        return unexpected(ErrorKind::format, "Broken JSON near byte " + std::to_string(error.byte) + ".", path);
    } catch (const nlohmann::json::exception&) {
        return unexpected(ErrorKind::format, "Broken JSON: it holds a number that is too large.", path);
    }
}

}  // namespace plumbline
