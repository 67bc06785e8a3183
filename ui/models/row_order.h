// Which rows are shown and in what order: a permutation, made in a job.
#pragma once

#include <QString>
#include <stop_token>
#include <vector>

#include "ui/models/rows_snapshot.h"

namespace plumbline {

struct RowSort {
    int column = -1;  ///< position in rowTable(); -1: in the order of the data
    bool ascending = true;
    bool operator==(const RowSort&) const = default;
};

struct RowOrder {
    std::vector<RowIndex> rows;
    bool stopped = false;
};

/// Stable; what is unknown comes last either way.
RowOrder orderRows(const RowsSnapshot& snapshot, const QString& filter, const RowSort& sort, std::stop_token stop);

}  // namespace plumbline
