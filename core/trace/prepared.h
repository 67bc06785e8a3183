// Computed once at load, so that a changed cutoff costs a few passes and no sort: what the guards look at, as columns,
// and each run's values in order.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "core/trace/derived.h"
#include "core/trace/duplicates.h"
#include "core/trace/path_scheme.h"

namespace plumbline {

/// Stands for "unknown" in the guards' columns: never below a threshold.
inline constexpr Count manyCount = std::numeric_limits<Count>::max();
inline constexpr Nanoseconds longTime = Nanoseconds::max();

/// Known values of one run, ascending; rows[i] is the row of values[i], counted from the run's first.
struct RunStream {
    std::vector<double> values;
    std::vector<std::uint32_t> rows;
};

/// Which rates a row would have.
enum RateFlags : std::uint8_t { hasStreamedRate = 1, hasVisibleRate = 2, hasWholeRate = 4 };

/// One variant of `--interval-end`. Columns have one entry a row, streams one a run.
struct PreparedRows {
    std::vector<Nanoseconds> interval;  ///< of the guard's test; longTime: no interval rule
    std::vector<Count> tokens, chunks;  ///< manyCount: unknown
    std::vector<Settled> settled;
    std::vector<std::uint8_t> rates;  ///< RateFlags
    std::vector<std::int32_t> gapSamples;
    std::vector<Nanoseconds> gapSampleSum;
    std::array<std::vector<RunStream>, streamCount> streams;
    const RunStream& of(Stream stream, std::size_t run) const { return streams[static_cast<std::size_t>(stream)][run]; }
};

/// What MSER-5 on TTFT, in order of start, would cut off a run's beginning: of all measured rows that know a TTFT,
/// whatever their verdict, so that no cutoff moves it (METRICS §4).
struct AutoWarmup {
    enum class Outcome : std::uint8_t {
        tooFew,  ///< fewer than 50 such rows: nothing is cut
        atEdge,  ///< the best cut lies at the edge of the half that is searched: not trusted, nothing is cut
        found
    };
    Outcome outcome = Outcome::tooFew;
    Nanoseconds cut{0};  ///< from the run's first start
};

/// Over the rows of phase measured, failed and excluded ones included; unknown where no row knows.
struct RunTimes {
    Nanoseconds firstStart = unknownTime, lastStart = unknownTime, lastEnd = unknownTime;
    RunTraits traits;
    std::uint8_t tokenSources = 0;  ///< one bit (1 << TokenSource) for each that ok rows name of themselves
    bool coarse = false;  ///< starts all lie on whole steps of more than 1 ms, and the harness timed the run itself
    AutoWarmup warmup;
    void add(const Columns& rows, std::size_t row);  ///< widens the times by this row's
};

struct Prepared {
    std::vector<RunTimes> runs;
    std::vector<PathWords> paths;  ///< one a source: the words of its path below the folder common to all
    std::string folder;            ///< that folder

    /// The variant; `lastText` is made when first asked for, from any thread. Null: stopped before it was ready.
    std::shared_ptr<const PreparedRows> rows(const Dataset& data, bool lastText, std::stop_token stop = {}) const;
    /// Rows that are told twice, made when first asked for, from any thread. Null: stopped before it was ready.
    std::shared_ptr<const std::vector<Duplicate>> duplicates(const Dataset& data, std::stop_token stop = {}) const;

private:
    mutable std::mutex m_mutex, m_duplicatesMutex;
    mutable std::array<std::shared_ptr<const PreparedRows>, 2> m_variants;
    mutable std::shared_ptr<const std::vector<Duplicate>> m_duplicates;
};

/// Prepares the variant that ends intervals at the end of the response.
std::shared_ptr<const Prepared> prepare(const Dataset& data);

}  // namespace plumbline
