// Tables of prefill and decode lengths, as Vidur and Etalon take them, with or without arrivals (FORMATS/traffic.md
// §5).
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/traffic/traffic_table.h"

namespace plumbline {
namespace {

constexpr TrafficTable vidur{
    .prompt = "num_prefill_tokens",
    .output = "num_decode_tokens",
    .time = "arrived_at",
    .remark = "It is a derived copy of another trace: its requests may be counted by another tokenizer, or cut short."};

int probeVidur(const Sample& sample) {
    const bool columns = sample.has("num_prefill_tokens") && sample.has("num_decode_tokens");
    return sample.shape == Sample::Shape::table && columns ? 90 : 0;
}

Result<ReadOutcome> readVidur(const ReadInput& input, const Sample&, RowSink& sink) {
    return readTrafficTable(input, sink, vidur);
}

}  // namespace

const Reader vidurTrafficReader{"vidur-traffic",
                                "Vidur-style trace, derived (reference traffic)",
                                "a table with num_prefill_tokens and num_decode_tokens",
                                {ReaderForm{probeVidur, readVidur}}};

}  // namespace plumbline
