// CDFs of a row metric at a load, or of the lengths of prompts and answers against reference traffic; one a
// configuration, computed in a job.
#pragma once

#include "ui/charts/length_chart.h"
#include "ui/panels/tabs/chart_tab.h"
#include "ui/panels/widgets/pickers.h"
#include "ui/session/job_runner.h"

namespace plumbline {

class DistributionTab : public ChartTab {
    Q_OBJECT
public:
    DistributionTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("distribution"); }
    bool settled() const override { return !m_job.busy() && !m_stale; }
    LoadPicker& loadPicker() { return *m_load; }
    QComboBox& metricPicker() { return *m_metric; }
    QComboBox& trafficPicker() { return *m_traffic; }

protected:
    ChartSpec spec(const ChartLook& look) override;
    void follow() override;

private:
    /// What the curves are of: a metric at a load, or lengths over all loads against a set of traffic.
    struct Asked {
        RowMetric metric = RowMetric::e2e;
        std::optional<TokenSide> side;
        std::optional<Load> load;
        std::optional<std::size_t> traffic;  ///< position in Dataset::traffic
        bool operator==(const Asked&) const = default;
    };
    /// The curves in hand; `lengths` when a side is asked for.
    struct Curves {
        std::vector<DistributionCurve> curves;
        LengthCurves lengths;
        bool stopped = false;
    };
    Asked asked() const;
    void offerTraffic();
    void compute();
    static Curves curvesOf(const Shown& shown, const Asked& asked, const std::stop_token& stop);
    static Curves lengthsOf(const Shown& shown, const Asked& asked, const std::stop_token& stop);

    QComboBox *m_metric, *m_traffic;
    QLabel* m_against = nullptr;
    LoadPicker* m_load;
    QToolButton* m_logX;
    Curves m_curves;
    std::shared_ptr<const Dataset> m_computedData;
    std::shared_ptr<const Figures> m_computedFor;
    std::shared_ptr<const Figures> m_curvesOf;  ///< what the curves in hand belong to
    Asked m_computedAsked;
    std::optional<TokenSide> m_curvesSide;  ///< of the curves in hand
    bool m_stale = false;
    JobRunner m_job{QT_TRANSLATE_NOOP("Failure", "working out a distribution")};
};

}  // namespace plumbline
