// All that the rows table and the review queue read: one immutable value, handed to jobs as it is.
#pragma once

#include <memory>

#include "core/judge/judge.h"
#include "ui/session/analyst.h"
#include "ui/session/lookup.h"

namespace plumbline {

struct RowsSnapshot {
    Shown shown;
    std::shared_ptr<const Judgement> judgement;  ///< of these figures; null while it is not known
    std::vector<std::optional<ShownLevel>> levelOfRun;

    std::size_t size() const { return shown.data ? shown.data->rows.size() : 0; }
    const Dataset& data() const { return *shown.data; }
    std::optional<ShownLevel> levelOf(RowIndex row) const { return levelOfRun[at(data().rows.run[at(row)])]; }
    const Decision* decisionOn(RowIndex row) const {
        return shown.decisions ? shown.decisions->find(data(), row) : nullptr;
    }
    RowFigures figuresOf(RowIndex row) const {
        return rowFigures(data(), shown.settings, row, (*shown.figures->places)[at(row)]);
    }
    /// The rules that flag the row; Judgement::suspicious is sorted by row.
    std::span<const Suspicious> flagsOf(RowIndex row) const;
};

/// Null where there are no figures yet.
std::shared_ptr<const RowsSnapshot> rowsSnapshot(const Shown& shown, std::shared_ptr<const Judgement> judgement);

}  // namespace plumbline
