// The readers that registry.cpp lists: one a format, each defined beside what it reads.
#pragma once

#include "core/ingest/reader.h"

namespace plumbline {

extern const Reader traceJsonlReader;    ///< trace_jsonl.cpp
extern const Reader traceCsvReader;      ///< trace_csv.cpp
extern const Reader summaryTableReader;  ///< summary_table.cpp
extern const Reader vllmReader;          ///< vllm.cpp
extern const Reader aiperfReader;        ///< aiperf.cpp

/// What is known, but is no result: the sentence that says what it is and what to give instead, or nothing.
std::string refusalOfAiperfFile(const Sample& sample);
std::string refusalOfVllmFile(const Sample& sample);

}  // namespace plumbline
