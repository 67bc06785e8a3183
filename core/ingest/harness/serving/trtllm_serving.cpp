// TensorRT-LLM's serving benchmark: tensorrt_llm.serve.scripts.benchmark_serving, a fork of vLLM's (FORMATS/trtllm.md
// §1).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/ingest/harness/serving/serving_file.h"
#include "core/ingest/reader/all_readers.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

bool isChat(const VllmScalars& scalars) { return scalars.backend().find("chat") != std::string::npos; }

/// The harness averages the -1 that stands for "never measured": its TTFT, and the TPOT made with it, are no figures.
void dropUnmeasured(Reported& reported, Context& context) {
    const auto mean = reported.find("ttft_s.mean");
    if (mean == reported.end() || mean->second >= 0) return;
    for (const char* key : {"ttft_s", "tpot_s"})
        leaveOut(context, key,
                 "the answers were not streamed: the file's figure is made of the -1 that stands for none");
    std::erase_if(reported, [](const auto& each) {
        return each.first.starts_with("ttft_s.") || each.first.starts_with("tpot_s.");
    });
}

class TensorRtRowMaker {
public:
    TensorRtRowMaker(const VllmObject& object, const Load& load, Diagnostics& diagnostics)
        : m_columns(object.columns), m_chat(isChat(object.scalars)), m_diagnostics(diagnostics) {
        m_row.byte = object.byte;
        m_row.load = load;
    }

    const Row& make(std::size_t i, std::uint64_t record) {
        m_row.record = record;
        fillFromArrays(m_columns, i, m_row);
        m_row.tokenSource = isKnown(m_row.outputTokens) ? TokenSource::usage : TokenSource::unknown;
        m_row.firstTokenKind = isKnown(m_row.firstToken) ? FirstTokenKind::anyEvent : FirstTokenKind::unknown;
        if (!isKnown(m_row.firstToken) && m_row.gaps.empty()) m_row.gapsKnown = false;  // not streamed
        m_row.gapBasis = m_row.gapsKnown ? GapBasis::chunk : GapBasis::unknown;
        m_row.chunks = chunks();
        m_row.lastContent = lastContent();
        m_row.end = measured(m_columns.time(VllmColumn::e2els, i));
        if (!isKnown(m_row.end)) noteEnd(i);
        noteNotStreamed();
        return m_row;
    }

private:
    /// A chat row with as many gaps as tokens opened with the role chunk; its gap is kept in the list (METRICS §2).
    Count chunks() const {
        if (!m_row.gapsKnown || !isKnown(m_row.firstToken)) return unknownCount;
        const auto gaps = static_cast<Count>(m_row.gaps.size());
        return m_chat && gaps > 0 && gaps == m_row.outputTokens ? gaps : gaps + 1;
    }
    Nanoseconds lastContent() const {
        if (!m_row.gapsKnown || !isKnown(m_row.firstToken)) return unknownTime;
        return std::accumulate(m_row.gaps.begin(), m_row.gaps.end(), m_row.firstToken);
    }
    /// -1 or 0 where a latency belongs; failed requests have none.
    void noteEnd(std::size_t i) {
        if (m_row.status != Status::ok || i >= m_columns.size(VllmColumn::e2els)) return;
        m_diagnostics.note("latency-unmeasured", 0, [&] {
            return fmt::format("Record {} is without error and without a latency.", m_row.record);
        });
    }
    void noteNotStreamed() {
        if (m_row.status != Status::ok || isKnown(m_row.firstToken)) return;
        m_diagnostics.note("ttft-unmeasured", 0, [&] {
            return fmt::format(
                "The TTFT of record {} is -1 or 0, which stands for none: it was not streamed, or no token came.",
                m_row.record);
        });
    }

    const VllmColumns& m_columns;
    bool m_chat;
    Diagnostics& m_diagnostics;
    Row m_row;
};

class TensorRtServing : public ServingHarness {
public:
    bool claims(const VllmScalars& scalars) const override {
        return scalars.has("user_throughput") || scalars.has("total_token_throughput");
    }
    std::string notClaimed() const override {
        return "No result of TensorRT-LLM's serving benchmark: user_throughput is missing.";
    }

    ServingRun describe(const VllmObject& object, Diagnostics&) const override {
        const VllmScalars& scalars = object.scalars;
        ServingRun out{vllmContext(scalars), {"sent", {}, {}, {}, {}}, vllmRun(scalars)};
        out.boundary.first = name(FirstTokenKind::anyEvent);
        out.boundary.end = "end-marker";
        out.boundary.tokens = name(TokenSource::usage);
        for (const char* measurement : {"output_tps_per_w", "avg_decoded_tokens_per_iter"})
            out.context.erase(measurement);
        out.context["note.harness"].stated = plumbline::quoted("TensorRT-LLM benchmark_serving");
        dropUnmeasured(out.run.reported, out.context);
        if (const auto speed = scalars.number("user_throughput"); speed && *speed > 0)
            out.run.reported["user_throughput"] = *speed;  // tokens / latency: the wait for the first one is in it
        return out;
    }

    bool emit(const VllmObject& object, const Load& load, const VllmTarget& target) const override {
        TensorRtRowMaker maker(object, load, target.diagnostics);
        return emitRows(object, target,
                        [&](std::size_t i, std::uint64_t record) -> const Row& { return maker.make(i, record); });
    }
};

Result<ReadOutcome> readTensorRtServing(const ReadInput& input, const Sample&, RowSink& sink) {
    return readServingFile(input, sink, TensorRtServing());
}

int probeTensorRtServing(const Sample& sample) {
    using Shape = Sample::Shape;
    if (sample.shape != Shape::object && sample.shape != Shape::lines && sample.shape != Shape::array) return 0;
    if (!sample.has("e2els") && !sample.has("user_throughput")) return 0;
    if (!sample.has("total_token_throughput") && !sample.has("ttfts")) return 0;
    return sample.has("model_id") || sample.has("duration") ? 96 : 70;
}

}  // namespace

const Reader trtllmServingReader{"trtllm-serving",
                                 "TensorRT-LLM serving benchmark (benchmark_serving)",
                                 "JSON objects of vLLM's form with user_throughput or e2els",
                                 {ReaderForm{probeTensorRtServing, readTensorRtServing}}};

}  // namespace plumbline
