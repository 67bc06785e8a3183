// The tabs that draw levels: the curve, any quantity over load, the fraction of the bound.
#pragma once

#include "ui/panels/tabs/chart_tab.h"
#include "ui/panels/widgets/front_of.h"
#include "ui/panels/widgets/pickers.h"

namespace plumbline {

class CurveTab : public ChartTab {
    Q_OBJECT
public:
    CurveTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("curve"); }
    bool settled() const override { return m_frontLine.settled(); }
    QuantityPicker& xPicker() { return *m_x; }
    QuantityPicker& yPicker() { return *m_y; }
    QToolButton& sideBySide() { return *m_sideBySide; }
    QToolButton& intervals() { return *m_intervals; }
    QToolButton& spread() { return *m_spread; }
    QToolButton& front() { return *m_front; }

protected:
    ChartSpec spec(const ChartLook& look) override;

private:
    const Front* frontOf();

    QuantityPicker *m_x, *m_y;
    QToolButton *m_logX, *m_logY, *m_runs, *m_intervals, *m_spread, *m_front, *m_sideBySide;
    LazyFront m_frontLine{QT_TRANSLATE_NOOP("Failure", "looking for the Pareto front")};
};

class LoadTab : public ChartTab {
    Q_OBJECT
public:
    LoadTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("load"); }

protected:
    ChartSpec spec(const ChartLook& look) override;

private:
    QuantityPicker* m_y;
    QToolButton *m_logX, *m_logY, *m_runs, *m_intervals, *m_spread, *m_sideBySide;
};

class BoundTab : public ChartTab {
    Q_OBJECT
public:
    BoundTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("bound"); }
    QComboBox& side() { return *m_side; }

protected:
    ChartSpec spec(const ChartLook& look) override;

private:
    QComboBox* m_side;
    QToolButton *m_logX, *m_logY, *m_sideBySide;
};

}  // namespace plumbline
