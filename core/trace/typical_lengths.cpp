#include "core/trace/typical_lengths.h"

#include <algorithm>
#include <numeric>

namespace plumbline {

namespace {

struct Lengths {
    std::vector<Count> prompt, output;
};

Lengths lengthsOf(const Columns& rows, const std::vector<const Run*>& runs) {
    Lengths lengths;
    for (const Run* run : runs) {
        for (std::uint32_t row = run->firstRow; row < run->firstRow + run->rowCount; ++row) {
            if (rows.status[row] != Status::ok) continue;
            if (isKnown(rows.promptTokens[row])) lengths.prompt.push_back(rows.promptTokens[row]);
            if (rows.outputTokens[row] > 0) lengths.output.push_back(rows.outputTokens[row]);
        }
    }
    return lengths;
}

std::optional<double> reportedBy(const std::vector<const Run*>& runs, std::string_view key) {
    for (const Run* run : runs)
        if (const auto found = run->info.reported.find(key); found != run->info.reported.end()) return found->second;
    return {};
}

}  // namespace

std::optional<double> medianOf(std::vector<Count>& values) {
    if (values.empty()) return {};
    const auto upper = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), upper, values.end());
    if (values.size() % 2 == 1) return *upper;
    return (static_cast<double>(*upper) + *std::max_element(values.begin(), upper)) / 2;
}

std::optional<double> meanOf(const std::vector<Count>& values) {
    if (values.empty()) return {};
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void describeLengths(Dataset& data) {
    std::vector<std::vector<const Run*>> bySource(data.sources.size());
    for (const Run& run : data.runs) bySource[run.source].push_back(&run);
    for (std::size_t source = 0; source < data.sources.size(); ++source) {
        Lengths lengths = lengthsOf(data.rows, bySource[source]);
        Source& out = data.sources[source];
        out.typicalPrompt = medianOf(lengths.prompt);
        out.typicalOutput = medianOf(lengths.output);
        if (!out.typicalPrompt) out.typicalPrompt = reportedBy(bySource[source], "prompt_tokens.mean");
        if (!out.typicalOutput) out.typicalOutput = reportedBy(bySource[source], "output_tokens.mean");
    }
}

}  // namespace plumbline
