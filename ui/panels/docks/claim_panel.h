// A claim put together from pickers, and the answer to it: a word, why, and what of it is supported.
#pragma once

#include <QComboBox>
#include <QTimer>
#include <QToolButton>

#include "core/judge/claims/claim_answer.h"
#include "ui/panels/widgets/badge_label.h"
#include "ui/panels/widgets/number_boxes.h"
#include "ui/session/job_runner.h"
#include "ui/session/session.h"

namespace plumbline {

class ClaimPanel : public QWidget {
    Q_OBJECT
public:
    explicit ClaimPanel(Session& session, QWidget* parent = nullptr);
    /// The load that the pickers call "this load".
    void askAt(const std::optional<Load>& load);
    /// Answers at once what waits to be asked; for pictures and tests.
    void flush();
    bool settled() const { return !m_ask.isActive() && !m_answering; }
    const std::optional<ClaimAnswer>& answer() const { return m_answer; }

    QComboBox& subject() { return *m_subject; }
    QComboBox& sense() { return *m_sense; }
    QComboBox& metric() { return *m_metric; }
    QComboBox& statistic() { return *m_statistic; }
    QComboBox& other() { return *m_other; }
    QComboBox& where() { return *m_where; }
    NumberBox& amount() { return *m_amount; }
    QComboBox& unit() { return *m_unit; }
    BadgeLabel& badge() { return *m_badge; }

signals:
    void answered();

protected:
    void showEvent(QShowEvent* event) override;

private:
    static constexpr const char* pickedProperty = "picked";  ///< of a box: a person chose in it
    static constexpr int ofRowsRole = Qt::UserRole + 1;      ///< of an item of metrics: it has statistics
    void makePickers();
    void layOut();
    void offer();
    void offerWho(QComboBox& box, int preferred);
    void offerWhere();
    void followSense();
    void followMetric();
    void later();
    void ask();
    void take(ClaimAnswer answer);
    void say(const QString& why, const QString& narrower = {});
    ClaimSense pickedSense() const;
    Quantity pickedQuantity() const;
    void takeAmount(ClaimForm& form) const;
    std::optional<ClaimForm> form() const;

    Session& m_session;
    QComboBox *m_subject, *m_sense, *m_metric, *m_statistic, *m_other, *m_where, *m_operator, *m_unit;
    NumberBox* m_amount;
    QLabel *m_than, *m_by;
    BadgeLabel* m_badge;
    QLabel *m_why, *m_narrower, *m_text;
    std::optional<Load> m_load;
    std::optional<ClaimAnswer> m_answer;
    QTimer m_ask;
    bool m_answering = false;  ///< an answer is on its way
    JobRunner m_runner{QT_TRANSLATE_NOOP("Failure", "answering a claim")};
};

}  // namespace plumbline
