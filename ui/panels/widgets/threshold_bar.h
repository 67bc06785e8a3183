// A person's own threshold of a finding or of a rule for rows: which, what it is now, and back to the default.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "ui/panels/widgets/number_boxes.h"
#include "ui/session/session.h"

namespace plumbline {

class ThresholdBar : public QWidget {
    Q_OBJECT
public:
    explicit ThresholdBar(Session& session, QWidget* parent = nullptr);
    /// Shows the threshold of this finding or rule. False, and nothing changes, where it has none.
    bool pick(const std::string& id);
    void edit();   ///< to the box, as if it were clicked
    void reset();  ///< the one shown goes back to the default

    QComboBox& which() { return *m_which; }
    NumberBox& box() { return *m_box; }
    QPushButton& resetButton() { return *m_reset; }

private:
    void fill();
    void showPicked();
    void set(std::optional<double> threshold);
    const CheckEntry* picked() const;

    Session& m_session;
    std::vector<const CheckEntry*> m_entries;  ///< of the registries: those that have a threshold
    QComboBox* m_which;
    NumberBox* m_box;
    QLabel* m_said;
    QPushButton* m_reset;
};

}  // namespace plumbline
