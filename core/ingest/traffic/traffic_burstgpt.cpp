// BurstGPT: requests to ChatGPT and GPT-4 (FORMATS/traffic.md §4). The first files lack the session and the elapsed
// time.
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/traffic/traffic_table.h"

namespace plumbline {
namespace {

constexpr TrafficTable burstgpt{.prompt = "Request tokens",
                                .output = "Response tokens",
                                .time = "Timestamp",
                                .duration = "Elapsed time",
                                .session = "Session ID",
                                .model = "Model",
                                .noOutputIsFailure = true};

int probeBurstgpt(const Sample& sample) {
    const bool columns = sample.has("Timestamp") && sample.has("Request tokens") && sample.has("Response tokens");
    return sample.shape == Sample::Shape::table && columns ? 95 : 0;
}

Result<ReadOutcome> readBurstgpt(const ReadInput& input, const Sample&, RowSink& sink) {
    return readTrafficTable(input, sink, burstgpt);
}

}  // namespace

const Reader burstgptTrafficReader{"burstgpt-traffic",
                                   "BurstGPT (reference traffic)",
                                   "a table with Timestamp, Request tokens and Response tokens",
                                   {ReaderForm{probeBurstgpt, readBurstgpt}}};

}  // namespace plumbline
