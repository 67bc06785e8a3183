// Mooncake: requests with the hashes of their prompts' blocks of 512 tokens (FORMATS/traffic.md §2).
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/traffic/traffic_lines.h"

namespace plumbline {
namespace {

constexpr TrafficLines mooncake{.timeUnit = TimeUnit::milliseconds, .blockTokens = 512};

/// Traces for replay have the same lines, some without hashes.
int probeMooncake(const Sample& sample) {
    using Shape = Sample::Shape;
    const bool lines = sample.shape == Shape::lines || sample.shape == Shape::object;
    const bool lengths = sample.has("timestamp") && sample.has("input_length") && sample.has("output_length");
    if (!lines || !lengths || sample.has("chat_id")) return 0;
    return sample.has("hash_ids") ? 95 : 70;
}

Result<ReadOutcome> readMooncake(const ReadInput& input, const Sample&, RowSink& sink) {
    return readTrafficLines(input, sink, mooncake);
}

}  // namespace

const Reader mooncakeTrafficReader{"mooncake-traffic",
                                   "Mooncake trace (reference traffic)",
                                   "lines with timestamp (ms), input_length, output_length and hash_ids",
                                   {ReaderForm{probeMooncake, readMooncake}}};

}  // namespace plumbline
