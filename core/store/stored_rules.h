// What must hold of a workspace's rows, table by table: where their references lead, and between which limits their
// numbers lie. One list for the check of a file and for the recovery of what is good in it.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/trace/dataset.h"

namespace plumbline {

/// A table of a workspace, parents before children.
struct StoredTable {
    const char* name;
    const char* label;  ///< SQL of what a row is named by: its id, else what stands for it
    bool byRowid;       ///< read in order of its rowid
};
std::span<const StoredTable> storedTables();

/// A fault that a row may have.
struct StoredRule {
    const char* table;
    std::string fault;   ///< SQL, true for a row at fault
    std::string remedy;  ///< SQL after UPDATE table SET, so that the field is unknown; empty: the row is left out
    std::string words;   ///< what is wrong: "its end_ns is out of range"
};
/// In an order in which each may be mended after those before it.
std::span<const StoredRule> storedRules();

/// Within 2^62 ns, about the year 2116: two such times can be added. The same in SQL, in storedRules.
bool isStoredTime(Nanoseconds time);
/// Whether cached figures can be those of so many gaps.
bool fits(const DatasetBuilder::GapFigures& figures, std::size_t gaps);

}  // namespace plumbline
