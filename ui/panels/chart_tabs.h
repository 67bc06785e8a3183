// The tabs that draw levels: the curve, any quantity over load, the fraction of the bound.
#pragma once

#include "ui/panels/chart_tab.h"
#include "ui/panels/pickers.h"

namespace plumbline {

class CurveTab : public ChartTab {
    Q_OBJECT
public:
    CurveTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("curve"); }
    QuantityPicker& xPicker() { return *m_x; }
    QuantityPicker& yPicker() { return *m_y; }

protected:
    ChartSpec spec(const ChartLook& look) override;

private:
    QuantityPicker *m_x, *m_y;
    QCheckBox *m_logX, *m_logY, *m_runs;
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
    QCheckBox *m_logX, *m_logY, *m_runs;
};

class BoundTab : public ChartTab {
    Q_OBJECT
public:
    BoundTab(Session& session, Selection& selection, QWidget* parent = nullptr);
    QString fileStem() const override { return QStringLiteral("bound"); }

protected:
    ChartSpec spec(const ChartLook& look) override;

private:
    QComboBox* m_side;
    QCheckBox *m_logX, *m_logY;
};

}  // namespace plumbline
