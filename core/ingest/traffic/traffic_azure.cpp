// Azure's traces of LLM inference, 2023 and 2024, and replay tables under the same header (FORMATS/traffic.md §1).
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/traffic/traffic_table.h"

namespace plumbline {
namespace {

constexpr TrafficTable azure{
    .prompt = "ContextTokens", .output = "GeneratedTokens", .time = "TIMESTAMP", .timeIsDate = true};

int probeAzure(const Sample& sample) {
    const bool columns = sample.has("TIMESTAMP") && sample.has("ContextTokens") && sample.has("GeneratedTokens");
    return sample.shape == Sample::Shape::table && columns ? 95 : 0;
}

Result<ReadOutcome> readAzure(const ReadInput& input, const Sample&, RowSink& sink) {
    return readTrafficTable(input, sink, azure);
}

}  // namespace

const Reader azureTrafficReader{"azure-traffic",
                                "Azure LLM inference trace, or a table for replay (reference traffic)",
                                "a table with TIMESTAMP, ContextTokens and GeneratedTokens",
                                {ReaderForm{probeAzure, readAzure}}};

}  // namespace plumbline
