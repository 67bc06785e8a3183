// Good files damaged at random, and what must hold of whatever a reader makes of them.
#pragma once

#include <QByteArray>
#include <string>
#include <string_view>

#include "tests/core/ingest/ingested.h"
#include "tests/support/random.h"

namespace plumbline::test {

/// Some edits of a text: bytes set, put in, taken out, flipped in a bit, or a piece of it put elsewhere. The bytes mean
/// something to JSON, or nothing anywhere.
inline std::string damaged(std::string text, support::Random& random, std::uint64_t mostEdits) {
    constexpr std::string_view alphabet = "{}[]\":,\\0123456789.eE+-NaInfty tru\n\r\t\0\x01\x80\xff\xc2\xa0 ";
    for (std::uint64_t edits = 1 + random.below(mostEdits); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = random.below(text.size());
        const char byte =
            random.below(3) == 0 ? static_cast<char>(random.below(256)) : alphabet[random.below(alphabet.size())];
        switch (random.below(5)) {
            case 0:
                text[at] = byte;
                break;
            case 1:
                text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), byte);
                break;
            case 2:
                text.erase(at, 1 + random.below(20));
                break;
            case 3:
                text.insert(at, text.substr(random.below(text.size()), random.below(60)));
                break;
            default:
                text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
                break;
        }
    }
    return text;
}

/// The same, and one in four of them cut off as well.
inline std::string damagedOrCut(const std::string& text, support::Random& random, std::uint64_t mostEdits) {
    const std::string changed = damaged(text, random, mostEdits);
    return random.below(4) == 0 ? changed.substr(0, random.below(changed.size() + 1)) : changed;
}

/// What is wrong with what a reader made of a file; empty where nothing is. Excerpts, where there are any, stand in the
/// file, rows are of a run and of a place, and what is unknown is nothing else.
inline QByteArray faultOf(const Ingested& got, const std::string& file) {
    if (got.error)
        return got.rows.empty() && got.rejections.empty() ? QByteArray() : QByteArray("an error beside records");
    if (!got.identityHolds()) return "records are not rows + rejected";
    for (const Rejection& rejection : got.rejections) {
        if (rejection.reason.empty()) return "a rejection without a reason";
        if (rejection.excerpt != file.substr(rejection.byte, rejection.excerpt.size()))
            return "an excerpt that is not there";
    }
    for (const auto& [source, run, row] : got.rows) {
        if (source >= got.outcome.sources.size() || run >= got.outcome.sources[source].runs.size())
            return "a row of no run";
        if (row.byte >= file.size()) return "a row of no place";
        if (!row.gapsKnown && !row.gaps.empty()) return "unknown gaps that are listed";
        for (const Nanoseconds gap : row.gaps)
            if (!isKnown(gap)) return "an unknown gap in a known list";
        for (const Count count : {row.outputTokens, row.promptTokens, row.chunks, row.turn})
            if (count < unknownCount) return "a negative count";
    }
    return {};
}

}  // namespace plumbline::test
