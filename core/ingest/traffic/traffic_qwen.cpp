// Qwen-Bailian: chats with the hashes of their prompts' blocks of 16 tokens (FORMATS/traffic.md §3). The last block of
// a turn may hash to something else in the next one, since reasoning is taken out and the end is padded.
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/traffic/traffic_lines.h"

namespace plumbline {
namespace {

constexpr TrafficLines qwen{.timeUnit = TimeUnit::seconds, .blockTokens = 16};

int probeQwen(const Sample& sample) {
    using Shape = Sample::Shape;
    const bool lines = sample.shape == Shape::lines || sample.shape == Shape::object;
    return lines && sample.has("chat_id") && sample.has("input_length") && sample.has("output_length") ? 95 : 0;
}

Result<ReadOutcome> readQwen(const ReadInput& input, const Sample&, RowSink& sink) {
    return readTrafficLines(input, sink, qwen);
}

}  // namespace

const Reader qwenTrafficReader{"qwen-traffic",
                               "Qwen-Bailian usage trace (reference traffic)",
                               "lines with chat_id, parent_chat_id, timestamp (s), input_length and output_length",
                               {ReaderForm{probeQwen, readQwen}}};

}  // namespace plumbline
