#include <array>

#include "core/ingest/all_readers.h"

namespace plumbline {
namespace {

/// What is too common to be shown whole.
constexpr std::size_t keysShown = 12;

std::string listOf(const std::vector<std::string>& names, std::size_t most) {
    std::string out;
    for (std::size_t i = 0; i < names.size() && i < most; ++i) out += (i > 0 ? ", " : "") + names[i];
    if (names.size() > most) out += " and " + std::to_string(names.size() - most) + " more";
    return out;
}

std::string whatItIs(const Sample& sample) {
    switch (sample.shape) {
        case Sample::Shape::empty:
            return "It is empty.";
        case Sample::Shape::object:
            return "It is a JSON object";
        case Sample::Shape::array:
            return "It is a JSON list";
        case Sample::Shape::lines:
            return "It is JSON Lines";
        case Sample::Shape::table:
            return "It is a table";
        case Sample::Shape::other:
            return "It is neither JSON nor a table of text.";
    }
    return {};
}

std::string describe(const Sample& sample) {
    if (sample.shape == Sample::Shape::empty || sample.shape == Sample::Shape::other) return whatItIs(sample);
    if (sample.keys.empty()) return whatItIs(sample) + " without keys.";
    const char* const of = sample.shape == Sample::Shape::table ? " with the columns " : " with the keys ";
    return whatItIs(sample) + of + listOf(sample.keys, keysShown) + ".";
}

std::string packedAs(std::string_view head) {
    if (head.starts_with("\x1f\x8b")) return "gzip";
    if (head.starts_with("\x28\xb5\x2f\xfd")) return "zstd";
    if (head.starts_with("PK\x03\x04")) return "zip";
    return {};
}

/// Files of which we know what they are, and that they hold no requests that we can read.
std::string refusal(const Sample& sample) {
    if (const std::string packing = packedAs(sample.head); !packing.empty())
        return "It is packed with " + packing + ": unpack it and open what is inside.";
    if (sample.head.starts_with("\xff\xfe") || sample.head.starts_with("\xfe\xff"))
        return "It is text in UTF-16: save it as UTF-8.";
    if (const std::string why = refusalOfVllmFile(sample); !why.empty()) return why;
    return refusalOfAiperfFile(sample);
}

}  // namespace

std::span<const Reader> readers() {
    static const std::array all{
        traceJsonlReader, traceCsvReader, summaryTableReader, vllmReader, aiperfReader,
    };
    return all;
}

Result<const Reader*> findReader(const Sample& sample) {
    const Reader* best = nullptr;
    int highest = 0;
    for (const Reader& reader : readers()) {
        const int score = reader.probe(sample);
        if (score > highest) best = &reader, highest = score;
    }
    if (best != nullptr) return best;
    if (const std::string why = refusal(sample); !why.empty()) return unexpected(ErrorKind::refused, why, sample.path);
    std::vector<std::string> tried;
    for (const Reader& reader : readers()) tried.emplace_back(reader.id);
    return unexpected(ErrorKind::notRecognised, "Not recognised. " + describe(sample), sample.path,
                      "Readers tried: " + listOf(tried, tried.size()) + ".");
}

}  // namespace plumbline
