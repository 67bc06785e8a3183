// Times each stage of the way apart: ingest, store, load, figures, judge, beside a pass of memory.
#pragma once

namespace plumbline::bench {

struct StageOptions {
    int rows = 0;
    int gaps = 32;  ///< of each row
    bool json = false;
};

/// Makes the rows in a temporary folder, times nine repeats of each stage and prints them: as a table, or as
///   {"rows", "bytes", "stages": [{"name", "rows", "median_ms", "spread_ms", "mb_per_s" where files are read}],
///    "memory_pass_ms"}
/// spread is the slowest less the fastest. figures: all but the percentiles of ITL, after a changed cutoff;
/// figures-itl: with them. judge: what follows when the hand rests. Throws std::runtime_error when a stage fails.
void runStages(const StageOptions& options);

}  // namespace plumbline::bench
