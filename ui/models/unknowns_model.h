// What the traces cannot tell, which claims that blocks, and what to record next time.
#pragma once

#include "ui/models/snapshot_table_model.h"
#include "ui/session/analyst.h"

namespace plumbline {

class UnknownsModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit UnknownsModel(QObject* parent = nullptr);
    void set(const Shown& shown, std::shared_ptr<const Judgement> judgement);

    enum Column { harnessColumn, whatColumn, blocksColumn, recordColumn };

protected:
    int shownRows() const override { return m_judgement ? static_cast<int>(m_judgement->unknowns.size()) : 0; }
    QVariant cell(int row, int column, int role) const override;

private:
    QString namesOf(const Unknown& unknown) const;

    Shown m_shown;
    std::shared_ptr<const Judgement> m_judgement;
};

}  // namespace plumbline
