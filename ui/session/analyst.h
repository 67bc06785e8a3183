// Runs the two doors off the window's thread: figures at once on every change, all of them and the judgement when the
// hand rests.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "core/judge/judge.h"
#include "ui/session/job_runner.h"
#include "ui/session/lookup.h"

namespace plumbline {

/// Figures with the very values they were computed from: what is shown always belongs together.
struct Shown {
    std::shared_ptr<const Dataset> data;
    Settings settings;
    std::shared_ptr<const Figures> figures;
    std::shared_ptr<const DecisionIndex> decisions;  ///< of these settings
};

class Analyst : public QObject {
    Q_OBJECT
public:
    explicit Analyst(QObject* parent = nullptr);

    /// Computes for these. What is still computed for older ones is stopped; while changes stream in it runs to its end
    /// and is shown until the newer is there.
    void analyse(std::shared_ptr<const Dataset> data, const Settings& settings);
    /// While held, nothing but the quick figures is computed.
    void hold(bool held);
    void stop();
    /// Hidden configurations are measured all the same: no figure is computed anew, only what is compared.
    void setHidden(const std::vector<ConfigurationId>& hidden);

    const Shown& shown() const { return m_shown; }
    /// Of the newest figures, or of those before while updating; null until the first.
    const std::shared_ptr<const Judgement>& judgement() const { return m_judgement; }
    bool updating() const { return m_updating; }
    /// The judgement is there but for what is refined in the background: its sensitivity, and what that finds.
    bool refining() const { return m_judge.busy() || (m_judgement && !m_judgement->sensitivity); }

    static constexpr int restMilliseconds = 150;

signals:
    void figuresChanged();
    void judgementChanged();
    void updatingChanged(bool updating);

private:
    void startFull();
    void startJudge();
    void show(Shown shown);
    void setUpdating(bool updating);
    void giveUp();

    std::shared_ptr<const Dataset> m_data;
    Settings m_settings;
    Shown m_shown;
    std::shared_ptr<const Judgement> m_judgement;
    std::shared_ptr<const Dataset> m_judgedData;
    std::shared_ptr<const Grouping> m_judgedGrouping;
    bool m_held = false, m_updating = false;
    QTimer m_rest;
    JobRunner m_quick{QT_TRANSLATE_NOOP("Failure", "computing figures")};
    JobRunner m_full{QT_TRANSLATE_NOOP("Failure", "computing figures")};
    JobRunner m_judge{QT_TRANSLATE_NOOP("Failure", "judging the figures")};
};

}  // namespace plumbline
