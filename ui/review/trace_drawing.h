// One row's own life, drawn to scale: what happened when, and each chunk.
#pragma once

#include <QWidget>
#include <optional>

#include "core/measure/row_trace.h"

namespace plumbline {

class TraceDrawing : public QWidget {
    Q_OBJECT
public:
    explicit TraceDrawing(QWidget* parent = nullptr);
    void setTrace(std::optional<RowTrace> trace);
    const std::optional<RowTrace>& trace() const { return m_trace; }
    /// "first content 120 ms", a line each; the words of the drawing, also for those who cannot see it.
    QStringList lines() const;

    /// Where a time lies, in pixels from the left.
    double place(Nanoseconds time) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Label {
        QString text;
        double x = 0;
        int row = -1;  ///< of the rows of labels above the line; -1: there was no room
        QRectF box;
    };
    std::vector<Label> labels() const;
    void paintScale(QPainter& painter) const;
    void paintLife(QPainter& painter) const;
    double lineY() const;

    std::optional<RowTrace> m_trace;
};

}  // namespace plumbline
