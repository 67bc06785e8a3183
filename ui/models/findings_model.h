// What can be said against the figures, worst first.
#pragma once

#include "ui/models/snapshot_table_model.h"
#include "ui/session/analyst.h"

namespace plumbline {

class FindingsModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit FindingsModel(QObject* parent = nullptr);
    void set(const Shown& shown, std::shared_ptr<const Judgement> judgement);
    const Finding& findingAt(int position) const;
    QString configurationAt(int position) const;
    /// The finding's evidence, a line a value.
    QString evidenceAt(int position) const;
    /// That a person's own threshold stands behind it; empty where the registry's does.
    QString thresholdAt(int position) const;

protected:
    int shownRows() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    enum Column { severityColumn, findingColumn, configurationColumn, loadColumn, textColumn, offerColumn };

    Shown m_shown;
    std::shared_ptr<const Judgement> m_judgement;
};

}  // namespace plumbline
