// The chart interface that the rest of the window sees. Behind it: Qt Charts and our own scene items, one chart or one
// a configuration side by side.
#pragma once

#include <QWidget>
#include <memory>

#include "ui/charts/chart_spec.h"

namespace plumbline {

class ChartPane : public QWidget {
    Q_OBJECT
public:
    explicit ChartPane(QWidget* parent = nullptr);
    ~ChartPane() override;

    /// Draws anew; zoom is kept unless the axes' quantities changed. One replace() a series a change.
    void setSpec(const ChartSpec& spec);
    const ChartSpec& spec() const;
    void setDark(bool dark);
    /// Rings this configuration's level, as the selection; -1, -1 clears.
    void setSelected(int configuration, int level);

    bool savePng(const QString& path, QSize size, double scale);  ///< size in device-independent pixels
    bool saveSvg(const QString& path, QSize size);
    QImage image(QSize size, double scale);
    QByteArray svg(QSize size);  ///< empty where it cannot be drawn
    QString csv() const;         ///< the data drawn
    /// The pane's, or what its plots need side by side: more than can be seen at once.
    QSize fullSize() const;
    std::size_t plots() const;  ///< drawn beside each other

    /// How often a series was replaced since the last setSpec: a test holds it to one each.
    int replacesOfLastSpec() const;

public slots:
    void resetZoom();
    void copyToClipboard();

signals:
    void pointClicked(int configuration, int level);
    void pointHovered(int configuration, int level);
    void zoomed(QRectF range);
    /// A hand moves a limit that has a handle; released: it has let go.
    void limitDragged(int handle, double value, bool released);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makePlots(std::size_t count);
    void placePlots();
    void followZoom(std::size_t leader);

    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace plumbline
