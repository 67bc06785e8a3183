// SGLang's serving benchmark: `python -m sglang.bench_serving`, one run a line (FORMATS/sglang.md).
#include <fmt/format.h>

#include <numeric>

#include "core/ingest/harness/serving/serving_file.h"
#include "core/ingest/harness/serving/sglang_facts.h"
#include "core/ingest/reader/all_readers.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

/// What the rows of an object tell together.
struct Answers {
    bool textOnly = false;  ///< tokens, and no first token: reasoning was not seen
    bool streamed = true;   ///< some answer of several tokens has gaps
};

Answers answersOf(const VllmColumns& columns) {
    Answers answers;
    std::size_t several = 0, withGaps = 0;
    std::vector<Nanoseconds> gaps;
    for (std::size_t i = 0; i < columns.size(VllmColumn::ttfts); ++i) {
        if (!columns.error(i).empty() || columns.count(VllmColumn::outputLens, i) < 2) continue;
        ++several;
        const bool known = columns.gaps(i, gaps);
        if (!known || !gaps.empty()) ++withGaps;
        if (!isKnown(measured(columns.time(VllmColumn::ttfts, i)))) answers.textOnly = true;
    }
    answers.streamed = several == 0 || withGaps > 0;
    return answers;
}

class SglangRowMaker {
public:
    SglangRowMaker(const VllmObject& object, const SglangEra& era, bool streamed, const Load& load,
                   Diagnostics& diagnostics)
        : m_columns(object.columns),
          m_era(era),
          m_streamed(streamed),
          m_makesText(makesText(sglangContext(object.scalars))),
          m_diagnostics(diagnostics) {
        m_row.byte = object.byte;
        m_row.load = load;
    }

    const Row& make(std::size_t i, std::uint64_t record) {
        m_row.record = record;
        fillFromArrays(m_columns, i, m_row);
        m_row.tokenSource = isKnown(m_row.outputTokens) ? m_era.tokens : TokenSource::unknown;
        m_row.gapBasis = !m_row.gapsKnown ? GapBasis::unknown : m_era.native ? GapBasis::synthetic : GapBasis::chunk;
        m_row.end = end();
        chunks();
        if (!m_streamed) forgetFirstToken();
        m_row.firstTokenKind = isKnown(m_row.firstToken) ? m_era.first : FirstTokenKind::unknown;
        noteUnmeasured();
        return m_row;
    }

private:
    bool isEmpty() const { return !isKnown(m_row.firstToken) && m_row.gapsKnown && m_row.gaps.empty(); }

    /// The time of the last chunk (FORMATS/shared.md §5): the latency that the client measured is not stored.
    Nanoseconds end() const {
        if (!isKnown(m_row.firstToken) || !m_row.gapsKnown) return unknownTime;
        m_diagnostics.note("end-reconstructed", 0, [] {
            return std::string(
                "The end of a request is not stored: it is TTFT plus the gaps, the time of the last "
                "chunk, before the stream's end marker.");
        });
        return std::accumulate(m_row.gaps.begin(), m_row.gaps.end(), m_row.firstToken);
    }

    /// The native back end has one gap for each token after the first chunk, so how many chunks came is not known, but
    /// how many tokens the first one held is.
    void chunks() {
        m_row.chunks = m_row.firstChunkTokens = unknownCount;
        if (!m_row.gapsKnown || !isKnown(m_row.firstToken)) return;
        const auto gaps = static_cast<Count>(m_row.gaps.size());
        if (!m_era.native)
            m_row.chunks = gaps + 1;
        else if (m_row.outputTokens > gaps)
            m_row.firstChunkTokens = m_row.outputTokens - gaps;
    }

    /// Without streaming TTFT is the latency once more.
    void forgetFirstToken() {
        m_row.firstToken = unknownTime;
        m_row.chunks = m_row.firstChunkTokens = unknownCount;
        m_row.gapsKnown = false;
        m_row.gapBasis = GapBasis::unknown;
    }

    void noteUnmeasured() {
        if (m_row.status != Status::ok || !m_streamed || !m_makesText || !isEmpty()) return;
        m_diagnostics.note("ttft-unmeasured", 0, [&] {
            return fmt::format(
                "Record {} is counted as completed, but its TTFT is 0 and it has no gaps: no token of it was seen.",
                m_row.record);
        });
    }

    const VllmColumns& m_columns;
    const SglangEra& m_era;
    bool m_streamed, m_makesText;
    Diagnostics& m_diagnostics;
    Row m_row;
};

/// Stored gaps are per chunk; the summary's are then per token (sglang PR 12064).
void noteSpeculation(const VllmScalars& scalars, Diagnostics& diagnostics) {
    if (!scalars.number("accept_length") || !scalars.text("backend").starts_with("sglang-oai")) return;
    diagnostics.note("itl-per-token-in-summary", 0, [] {
        return std::string(
            "With speculative decoding the harness's ITL is per token, while the stored gaps are per "
            "chunk: the two differ.");
    });
}

/// A total far from the retokenized one is the tell-tale of lengths that were asked for (sglang issue 24254).
void noteRetokenized(const VllmScalars& scalars, const SglangEra& era, Diagnostics& diagnostics) {
    const auto counted = scalars.number("total_output_tokens");
    const auto again = scalars.number("total_output_tokens_retokenized");
    if (era.tokens == TokenSource::usage || !counted || !again || *again >= 0.9 * *counted) return;
    diagnostics.note("tokens-asked-for", 0, [&] {
        return fmt::format(
            "{:.0f} output tokens, but {:.0f} when the text is tokenized again: with this back end the first can be "
            "the length that was asked for.",
            *counted, *again);
    });
}

class Sglang : public ServingHarness {
public:
    bool claims(const VllmScalars& scalars) const override {
        return isSglangServing([&](std::string_view key) { return scalars.has(key); });
    }
    std::string notClaimed() const override {
        return "No result of SGLang's serving benchmark: total_output_tokens_retokenized is missing.";
    }
    bool isDescription(std::string_view key) const override { return key == "server_info"; }

    ServingRun describe(const VllmObject& object, Diagnostics& diagnostics) const override {
        const SglangEra era = sglangEra(object.scalars, answersOf(object.columns).textOnly);
        ServingRun out{sglangContext(object.scalars), {"sent", {}, "last-text", {}, {}}, sglangRun(object.scalars)};
        out.boundary.first = name(era.first);
        if (era.tokens != TokenSource::unknown) out.boundary.tokens = name(era.tokens);
        if (!makesText(out.context)) out.boundary.first = out.boundary.tokens = "";
        if (object.hasRows())
            out.run.declaredRequests = static_cast<std::int64_t>(object.columns.longest());
        else
            leaveOut(out.context, "error_rate", "SGLang's line counts no requests that failed");
        noteSpeculation(object.scalars, diagnostics);
        noteRetokenized(object.scalars, era, diagnostics);
        return out;
    }

    bool emit(const VllmObject& object, const Load& load, const VllmTarget& target) const override {
        const Answers answers = answersOf(object.columns);
        const SglangEra era = sglangEra(object.scalars, answers.textOnly);
        if (!answers.streamed)
            target.diagnostics.note("not-streamed", 0, [] {
                return std::string(
                    "No answer of several tokens has gaps: the run was not streamed, and its TTFT is the whole "
                    "latency.");
            });
        SglangRowMaker maker(object, era, answers.streamed, load, target.diagnostics);
        return emitRows(object, target,
                        [&](std::size_t i, std::uint64_t record) -> const Row& { return maker.make(i, record); });
    }
};

Result<ReadOutcome> readSglang(const ReadInput& input, const Sample&, RowSink& sink) {
    return readServingFile(input, sink, Sglang());
}

int probeSglang(const Sample& sample) {
    using Shape = Sample::Shape;
    if (sample.shape != Shape::object && sample.shape != Shape::lines && sample.shape != Shape::array) return 0;
    if (!isSglangServing([&](std::string_view key) { return sample.has(key); })) return 0;
    return sample.has("backend") && sample.has("dataset_name") ? 96 : 60;
}

}  // namespace

const Reader sglangReader{"sglang",
                          "SGLang serving benchmark (sglang.bench_serving)",
                          "JSON objects, one a line, with total_output_tokens_retokenized, or with total_throughput "
                          "and dataset_name",
                          {ReaderForm{probeSglang, readSglang}}};

}  // namespace plumbline
