// CDFs of a row metric at a load, or of the lengths of prompts and answers against reference traffic; one a
// configuration, computed in a job.
#pragma once

#include "ui/charts/length_chart.h"
#include "ui/panels/tabs/chart_tab.h"
#include "ui/panels/widgets/pickers.h"
#include "ui/session/lazy_result.h"

namespace plumbline {

class DistributionTab : public ChartTab {
    Q_OBJECT
public:
    DistributionTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("distribution"); }
    bool settled() const override { return m_made.settled(); }
    LoadPicker& loadPicker() { return *m_load; }
    QComboBox& metricPicker() { return *m_metric; }
    QComboBox& trafficPicker() { return *m_traffic; }

protected:
    ChartSpec spec(const ChartLook& look) override;
    void follow() override;

private:
    /// What the curves are of: a metric at a load, or lengths over all loads against a set of traffic.
    struct Asked {
        std::shared_ptr<const Figures> figures;
        RowMetric metric = RowMetric::e2e;
        std::optional<TokenSide> side;
        std::optional<Load> load;
        std::optional<std::size_t> traffic;  ///< position in Dataset::traffic
        bool operator==(const Asked&) const = default;
    };
    /// The curves in hand; `lengths` when a side is asked for.
    struct Curves {
        std::shared_ptr<const Dataset> data;
        std::vector<DistributionCurve> curves;
        LengthCurves lengths;
        bool stopped = false;
    };
    Asked asked() const;
    void offerTraffic();
    static Curves curvesOf(const Shown& shown, const Asked& asked, const std::stop_token& stop);
    static Curves lengthsOf(const Shown& shown, const Asked& asked, const std::stop_token& stop);

    QComboBox *m_metric, *m_traffic;
    QLabel* m_against = nullptr;
    LoadPicker* m_load;
    QToolButton* m_logX;
    LazyResult<Asked, Curves> m_made{QT_TRANSLATE_NOOP("Failure", "working out a distribution"),
                                     JobRunner::Older::finish};
};

}  // namespace plumbline
