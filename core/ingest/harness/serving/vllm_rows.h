// From the detail arrays of a result object, vLLM's or a relative's, to rows.
#pragma once

#include <functional>
#include <stop_token>

#include "core/ingest/harness/serving/vllm_columns.h"
#include "core/ingest/harness/serving/vllm_facts.h"
#include "core/ingest/reader/diagnostics.h"
#include "core/ingest/reader/reader.h"

namespace plumbline {

/// One object that has been read to its end, or as far as it went.
struct VllmObject {
    VllmScalars scalars;
    VllmColumns columns;
    std::uint64_t byte = 0;
    std::string brokenBy;  ///< why it could not be read to its end; empty: it was
    /// Whether the arrays tell a request's times. Latencies stand alone where the task makes no text, and where detail
    /// was not asked for (FORMATS/vllm.md §2).
    bool hasRows() const {
        const bool times =
            columns.has(VllmColumn::ttfts) || columns.has(VllmColumn::latencies) || columns.has(VllmColumn::e2els);
        return times && columns.longest() > 0;
    }
};

/// Where an object's rows go, and what they are counted in.
struct VllmTarget {
    RowSink& sink;
    ReadOutcome& outcome;
    Diagnostics& diagnostics;
    std::stop_token stop;
    std::size_t source = 0, run = 0;
};

/// "Never measured" is 0 in these harnesses, and -1 in forks (FORMATS/vllm.md §2, FORMATS/trtllm.md §1): unknown.
Nanoseconds measured(Nanoseconds time);

/// Makes the row of entry i; it is valid until the next.
using MakeRow = std::function<const Row&(std::size_t i, std::uint64_t record)>;

/// Hands out one row an entry of the arrays, in their order, and rejects entries that are broken or not in every array.
/// False: stopped.
bool emitRows(const VllmObject& object, const VllmTarget& target, const MakeRow& make);

/// The same with vLLM's own rows.
bool emitVllmRows(const VllmObject& object, const VllmEra& era, const Load& load, const VllmTarget& target);

}  // namespace plumbline
