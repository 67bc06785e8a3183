// CDFs of a row metric at a load, one a configuration, computed in a job.
#pragma once

#include "ui/panels/chart_tab.h"
#include "ui/panels/pickers.h"
#include "ui/session/job_runner.h"

namespace plumbline {

class DistributionTab : public ChartTab {
    Q_OBJECT
public:
    DistributionTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("distribution"); }
    bool settled() const { return !m_job.busy() && !m_stale; }  ///< nothing is on its way; for pictures and tests
    LoadPicker& loadPicker() { return *m_load; }

protected:
    ChartSpec spec(const ChartLook& look) override;
    void follow() override;

private:
    RowMetric metric() const;
    void compute();

    QComboBox* m_metric;
    LoadPicker* m_load;
    QCheckBox* m_logX;
    std::vector<DistributionCurve> m_curves;
    std::shared_ptr<const Dataset> m_computedData;
    std::shared_ptr<const Figures> m_computedFor;
    std::shared_ptr<const Figures> m_curvesOf;  ///< what the curves in hand belong to
    std::optional<Load> m_computedLoad;
    RowMetric m_computedMetric = RowMetric::e2e;
    bool m_stale = false;
    JobRunner m_job;
};

}  // namespace plumbline
