#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/ingest/bytes/unpack.h"
#include "core/ingest/collect.h"
#include "core/ingest/form/record_form.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/refusals.h"

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

bool isBinary(std::string_view head) {
    return std::any_of(head.begin(), head.end(),
                       [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\r' && c != '\n'; });
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
            return isBinary(sample.head) ? "It is neither JSON nor text."
                                         : "It is text to read, neither JSON nor a table.";
    }
    return {};
}

std::string describe(const Sample& sample) {
    if (isProse(sample.path) && sample.shape != Sample::Shape::empty) return "It is text to read, no result.";
    if (sample.shape == Sample::Shape::empty || sample.shape == Sample::Shape::other) return whatItIs(sample);
    if (sample.keys.empty()) return whatItIs(sample) + " without keys.";
    const char* const of = sample.shape == Sample::Shape::table ? " with the columns " : " with the keys ";
    return whatItIs(sample) + of + listOf(sample.keys, keysShown) + ".";
}

/// What is still packed after the unpacking of gzip and zstd.
std::string packedRefusal(std::string_view head) {
    const Packing packing = packingOf(head);
    if (packing == Packing::none) return {};
    if (packing == Packing::zip) return "It is packed with zip: unpack it and open what is inside.";
    return fmt::format("It is packed twice, the inner time with {}: unpack it once and open what is inside.",
                       name(packing));
}

/// Our own files that go with results and hold none.
std::string companionRefusal(const Sample& sample) {
    if (!sample.has("plumbline")) return {};
    if (sample.head.find("\"mapping/1\"") != std::string_view::npos)
        return "It is a mapping of columns: give it with --mapping, beside the files that it is for.";
    if (sample.head.find("\"review/1\"") != std::string_view::npos)
        return "It is a list of decisions on rows: give it with --review, beside the files that hold them.";
    return {};
}

/// Files of which we know what they are, and that they hold no requests that we can read.
std::string refusal(const Sample& sample) {
    if (std::string why = packedRefusal(sample.head); !why.empty()) return why;
    if (sample.head.starts_with(std::string_view("\xff\xfe\0\0", 4)) ||
        sample.head.starts_with(std::string_view("\0\0\xfe\xff", 4)))
        return "It is text in UTF-32: save it as UTF-8.";
    if (std::string why = companionRefusal(sample); !why.empty()) return why;
    if (const std::string why = refusalOfVllmFile(sample); !why.empty()) return why;
    if (const std::string why = refusalOfGuideLlmFile(sample); !why.empty()) return why;
    if (const std::string why = refusalOfSibling(sample); !why.empty()) return why;
    if (const std::string why = refusalOfAiperfFile(sample); !why.empty()) return why;
    return refusalOf(sample);
}

int score(const ReaderForm& form, const Sample& sample) { return form.probe ? form.probe(sample) : 0; }

}  // namespace

int Reader::probe(const Sample& sample) const { return std::max(score(forms[0], sample), score(forms[1], sample)); }

Result<ReadOutcome> Reader::read(const ReadInput& input, const Sample& sample, RowSink& sink) const {
    const int second = score(forms[1], sample);
    const ReaderForm& form = forms[second > 0 && second >= score(forms[0], sample) ? 1 : 0];
    return form.records != nullptr ? readForm(*form.records, input, sink) : form.read(input, sample, sink);
}

std::span<const Reader> readers() {
    static const std::array all{
        traceJsonlReader,
        traceCsvReader,
        summaryTableReader,
        vllmReader,
        aiperfReader,
        sglangReader,
        guideLlmReader,
        trtllmServingReader,
        trtllmBenchReader,
        genaiBenchReader,
        llmperfReader,
        evalscopeReader,
        llmeterReader,
        hfBenchmarkerReader,
        litellmReader,
        llmLoadTestReader,
        inferencePerfReader,
        genaiPerfReader,
        otelReader,
        endpointsReader,
        llmOptimizerReader,
        mlperfReader,
        inferencexReader,
        llmdReader,
        ollamaReader,
        llamaServerReader,
        llamaBenchReader,
        azureTrafficReader,
        mooncakeTrafficReader,
        qwenTrafficReader,
        burstgptTrafficReader,
        vidurTrafficReader,
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
    const bool hasColumns = sample.shape == Sample::Shape::table || sample.shape == Sample::Shape::lines;
    std::vector<std::string> tried;
    for (const Reader& reader : readers()) tried.emplace_back(reader.id);
    return unexpected(ErrorKind::notRecognised, "Not recognised. " + describe(sample), sample.path,
                      "Readers tried: " + listOf(tried, tried.size()) + "." +
                          (hasColumns ? " A mapping of its columns (--mapping) reads it all the same." : ""));
}

}  // namespace plumbline
