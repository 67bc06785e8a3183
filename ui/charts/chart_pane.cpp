#include "ui/charts/chart_pane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSvgGenerator>
#include <QVBoxLayout>

#include "ui/charts/chart_scene.h"
#include "ui/charts/chart_view.h"

namespace plumbline {

namespace {

QString csvField(const QString& text) {
    if (!text.contains(',') && !text.contains('"') && !text.contains('\n')) return text;
    QString quoted = text;
    return '"' + quoted.replace('"', "\"\"") + '"';
}

}  // namespace

struct ChartPane::State {
    ChartScene* scene;
    ChartView* view;
    bool dark = false;

    /// The chart drawn anew at another size; the zoom on the screen stays out of it.
    void paint(QPainter& painter, const QSize& size) const {
        ChartScene copy;
        copy.setDark(dark);
        copy.setSize(size);
        copy.setSpec(scene->spec());
        copy.setZoom(scene->zoomX(), scene->zoomY());
        painter.setRenderHint(QPainter::Antialiasing);
        copy.render(&painter, QRectF(QPointF(0, 0), size), QRectF(QPointF(0, 0), size));
    }
};

ChartPane::ChartPane(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>()) {
    m_state->scene = new ChartScene(this);
    m_state->view = new ChartView(m_state->scene, this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_state->view);
    setFocusProxy(m_state->view);
    connect(m_state->view, &ChartView::pointClicked, this, &ChartPane::pointClicked);
    connect(m_state->view, &ChartView::pointHovered, this, &ChartPane::pointHovered);
    connect(m_state->view, &ChartView::zoomed, this, &ChartPane::zoomed);
}

ChartPane::~ChartPane() = default;

void ChartPane::setSpec(const ChartSpec& spec) {
    m_state->scene->setSpec(spec);
    m_state->view->setAccessibleName(spec.title);
}

const ChartSpec& ChartPane::spec() const { return m_state->scene->spec(); }

void ChartPane::setDark(bool dark) {
    m_state->dark = dark;
    m_state->scene->setDark(dark);
}

void ChartPane::setSelected(int configuration, int level) { m_state->scene->setSelected(configuration, level); }

QImage ChartPane::image(QSize size, double scale) {
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(chartColours(m_state->dark).ground);
    QPainter painter(&image);
    m_state->paint(painter, size);
    return image;
}

bool ChartPane::savePng(const QString& path, QSize size, double scale) { return image(size, scale).save(path, "PNG"); }

bool ChartPane::saveSvg(const QString& path, QSize size) {
    QSvgGenerator generator;
    generator.setFileName(path);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(spec().title);
    QPainter painter;
    if (!painter.begin(&generator)) return false;
    m_state->paint(painter, size);
    return painter.end();
}

QString ChartPane::csv() const {
    QString text = QStringLiteral("series,label,%1,%2\n").arg(csvField(spec().x.title), csvField(spec().y.title));
    for (const ChartSeries& series : spec().series) {
        if (series.ghost) continue;
        for (const ChartPoint& point : series.points)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(csvField(series.name), csvField(point.label), QString::number(point.x, 'g', 17),
                             QString::number(point.y, 'g', 17));
    }
    return text;
}

int ChartPane::replacesOfLastSpec() const { return m_state->scene->replaces(); }

void ChartPane::resetZoom() { m_state->view->resetZoom(); }

void ChartPane::copyToClipboard() { QGuiApplication::clipboard()->setImage(image(size(), devicePixelRatioF())); }

}  // namespace plumbline
