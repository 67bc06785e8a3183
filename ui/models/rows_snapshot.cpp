#include "ui/models/rows_snapshot.h"

#include <algorithm>

namespace plumbline {

std::span<const Suspicious> RowsSnapshot::flagsOf(RowIndex row) const {
    if (!judgement) return {};
    const std::vector<Suspicious>& all = judgement->suspicious;
    return {std::ranges::lower_bound(all, row, {}, &Suspicious::row),
            std::ranges::upper_bound(all, row, {}, &Suspicious::row)};
}

std::shared_ptr<const RowsSnapshot> rowsSnapshot(const Shown& shown, std::shared_ptr<const Judgement> judgement) {
    if (!shown.data || !shown.figures) return nullptr;
    auto snapshot = std::make_shared<RowsSnapshot>();
    snapshot->shown = shown;
    snapshot->judgement = std::move(judgement);
    snapshot->levelOfRun = levelsOfRuns(*shown.data, *shown.figures);
    return snapshot;
}

}  // namespace plumbline
