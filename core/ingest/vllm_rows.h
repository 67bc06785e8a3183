// From the detail arrays of a vLLM result object to rows.
#pragma once

#include <stop_token>

#include "core/ingest/diagnostics.h"
#include "core/ingest/reader.h"
#include "core/ingest/vllm_columns.h"
#include "core/ingest/vllm_facts.h"

namespace plumbline {

/// One object that has been read to its end, or as far as it went.
struct VllmObject {
    VllmScalars scalars;
    VllmColumns columns;
    std::uint64_t byte = 0;
    std::string brokenBy;  ///< why it could not be read to its end; empty: it was
    /// Rows need the harness's first-token times; arrays of latencies alone are no detail (formats/a.md §1.2).
    bool hasRows() const { return columns.has(VllmColumn::ttfts) && columns.longest() > 0; }
};

/// Where an object's rows go, and what they are counted in.
struct VllmTarget {
    RowSink& sink;
    ReadOutcome& outcome;
    Diagnostics& diagnostics;
    std::stop_token stop;
    std::size_t source = 0, run = 0;
};

/// Hands out one row a request, in the order of dispatch. False: stopped.
bool emitVllmRows(const VllmObject& object, const VllmEra& era, const Load& load, VllmTarget target);

}  // namespace plumbline
