// All columns of a Dataset, so that reserving, ordering and checking can't forget one.
#pragma once

#include "core/trace/row_fields.h"

namespace plumbline {

/// Calls f with each column of rows: the fields, what is kept of the gaps, and where the row came from.
template <class Rows, class F>
void forEachColumn(Rows& rows, F f) {
    forEachRowField([&](const auto& field) { f(rows.*field.inColumns); });
    const auto each = [&f](auto&... column) { (f(column), ...); };
    each(rows.gapCount, rows.gapSum, rows.gapLargest, rows.gapFirst, rows.gapMedian, rows.gapsLate, rows.gapsTiny);
    each(rows.record, rows.line, rows.byte, rows.storeId, rows.run);
}

}  // namespace plumbline
