// The columns of the rows table: one entry a column, from which header, cells and sort keys follow.
#pragma once

#include <QString>
#include <optional>
#include <span>

#include "ui/models/rows_snapshot.h"

namespace plumbline {

/// One row and its figures.
struct RowView {
    const RowsSnapshot& snapshot;
    RowIndex row;
    const RowFigures& figures;
    const Columns& columns() const { return snapshot.data().rows; }
    std::size_t position() const { return at(row); }
};

struct RowTableColumn {
    const char* id;  ///< stays, for saved column widths
    QString title, tip;
    double scale = 1;                                           ///< from the stored unit to the shown one
    std::optional<double> (*number)(const RowView&) = nullptr;  ///< one of number and words
    QString (*words)(const RowView&) = nullptr;
    bool needsFigures = true;  ///< false: the columns of the data alone
};

std::span<const RowTableColumn> rowTable();
std::size_t rowTablePosition(std::string_view id);
/// The cell as shown. Empty where there is nothing to say, em dash where a value is unknown or withheld.
QString cellText(const RowTableColumn& column, const RowView& view);

}  // namespace plumbline
