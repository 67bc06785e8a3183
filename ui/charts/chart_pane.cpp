#include "ui/charts/chart_pane.h"

#include <QBuffer>
#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollArea>
#include <QStyle>
#include <QSvgGenerator>
#include <QVBoxLayout>

#include "ui/charts/chart_scene.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/facets.h"

namespace plumbline {

namespace {

QString csvField(const QString& text) {
    if (!text.contains(',') && !text.contains('"') && !text.contains('\n')) return text;
    QString quoted = text;
    return '"' + quoted.replace('"', "\"\"") + '"';
}

/// Of a stack a series is named by its plot.
QString csvLines(const ChartSpec& spec, bool byPlot) {
    QString text;
    for (const ChartSeries& series : spec.series) {
        if (series.ghost) continue;
        for (const ChartPoint& point : series.points)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(csvField(byPlot ? spec.y.title : series.name), csvField(point.label),
                             QString::number(point.x, 'g', 17), QString::number(point.y, 'g', 17));
    }
    return text;
}

/// The configuration of a plot that shows one.
QString nameOf(const ChartSpec& spec) {
    for (const ChartSeries& series : spec.series)
        if (!series.name.isEmpty()) return series.name;
    return {};
}

}  // namespace

struct ChartPane::State {
    ChartSpec whole;
    std::vector<ChartView*> views;  ///< one, or one a configuration; each has its scene
    QScrollArea* scroll = nullptr;
    QWidget* canvas = nullptr;
    QLabel* notes = nullptr;  ///< of plots side by side: under all of them
    bool dark = false;

    ChartScene& scene(std::size_t i) const { return views[i]->chart(); }
    bool stacked() const { return !whole.stack.empty(); }
    /// Notes of several plots stand once, under all of them.
    bool noted() const { return (whole.sideBySide || stacked()) && !whole.notes.isEmpty(); }
    FacetGrid grid(const QSize& size) const {
        return stacked() ? stackGrid(whole.stack, size) : facetGrid(views.size(), size);
    }

    void paintNotes(QPainter& painter, const QRect& place) const {
        painter.setFont(scene(0).font());
        painter.setPen(chartColours(dark).faintText);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap, notes->text());
    }

    /// The charts drawn anew at another size; the zoom on the screen stays.
    void paint(QPainter& painter, const QSize& size) const {
        const int below = noted() ? static_cast<int>(notesHeight(whole, scene(0).font(), size.width())) + 8 : 0;
        const FacetGrid places = grid(QSize(size.width(), size.height() - below));
        // What would scroll in the window is drawn lower.
        const double fit = std::min(1.0, double(size.height() - below) / std::max(places.height(), 1));
        painter.setRenderHint(QPainter::Antialiasing);
        for (std::size_t i = 0; i < views.size(); ++i) {
            const QRect at = places.place(i);
            const QSize own(at.width(), static_cast<int>(at.height() * fit));
            ChartScene copy;
            copy.setDark(dark);
            copy.setSize(own);
            copy.setSpec(scene(i).spec());
            copy.setZoom(scene(i).zoomX(), scene(i).zoomY());
            const QRectF place(QPointF(at.x(), at.y() * fit), own);
            copy.render(&painter, place, QRectF(QPointF(0, 0), own));
        }
        if (noted()) paintNotes(painter, QRect(10, size.height() - below, size.width() - 20, below - 4));
    }
};

ChartPane::ChartPane(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>()) {
    m_state->scroll = new QScrollArea;
    m_state->scroll->setFrameShape(QFrame::NoFrame);
    m_state->scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_state->scroll->setFocusPolicy(Qt::NoFocus);
    m_state->canvas = new QWidget;
    m_state->scroll->setWidget(m_state->canvas);
    m_state->notes = new QLabel;
    m_state->notes->setTextFormat(Qt::PlainText);
    m_state->notes->setWordWrap(true);
    m_state->notes->setContentsMargins(10, 4, 10, 4);
    m_state->notes->setForegroundRole(QPalette::PlaceholderText);
    m_state->notes->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_state->scroll, 1);
    layout->addWidget(m_state->notes);
    makePlots(1);
}

ChartPane::~ChartPane() = default;

void ChartPane::makePlots(std::size_t count) {
    auto& views = m_state->views;
    while (views.size() > count) {
        delete views.back();
        views.pop_back();
    }
    while (views.size() < count) {
        auto* view = new ChartView(m_state->canvas);
        view->chart().setDark(m_state->dark);
        connect(view, &ChartView::pointClicked, this, &ChartPane::pointClicked);
        connect(view, &ChartView::pointHovered, this, &ChartPane::pointHovered);
        connect(view, &ChartView::limitDragged, this, &ChartPane::limitDragged);
        connect(view, &ChartView::zoomed, this, [this, number = views.size()](const QRectF& range) {
            followZoom(number);
            emit zoomed(range);
        });
        view->show();
        views.push_back(view);
    }
    setFocusProxy(views.front());
}

void ChartPane::placePlots() {
    const auto& views = m_state->views;
    const QSize room = m_state->scroll->maximumViewportSize();
    FacetGrid grid = m_state->grid(room);
    const bool scrolls = grid.height() > room.height();
    if (scrolls) {
        const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_state->scroll);
        grid = m_state->grid(room - QSize(bar, 0));
    }
    m_state->canvas->resize(grid.columns * grid.width, grid.height());
    for (std::size_t i = 0; i < views.size(); ++i) {
        views[i]->setGeometry(grid.place(i));
        views[i]->setWheelScrolls(scrolls);
    }
}

void ChartPane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placePlots();
}

void ChartPane::followZoom(std::size_t leader) {
    const ChartScene& led = m_state->scene(leader);
    for (std::size_t i = 0; i < m_state->views.size(); ++i)
        if (i != leader)
            m_state->scene(i).setZoom(led.zoomX(), m_state->stacked() ? m_state->scene(i).zoomY() : led.zoomY());
}

void ChartPane::setSpec(const ChartSpec& spec) {
    m_state->whole = spec;
    const std::vector<ChartSpec> shown = facets(spec);
    const bool others = shown.size() != m_state->views.size();
    if (others) makePlots(shown.size());
    m_state->notes->setText(spec.notes.join(QStringLiteral("  \u00b7  ")));
    const bool noted = m_state->noted();
    if (noted == m_state->notes->isHidden()) {
        m_state->notes->setVisible(noted);
        layout()->activate();
    }
    placePlots();
    for (std::size_t i = 0; i < shown.size(); ++i) {
        m_state->scene(i).setSpec(shown[i]);
        m_state->views[i]->setAccessibleName(shown.size() == 1 ? spec.title
                                             : m_state->stacked()
                                                 ? QStringLiteral("%1: %2").arg(shown[i].y.title, spec.title)
                                                 : QStringLiteral("%1: %2").arg(nameOf(shown[i]), spec.title));
    }
}

const ChartSpec& ChartPane::spec() const { return m_state->whole; }

void ChartPane::setDark(bool dark) {
    m_state->dark = dark;
    QPalette ground = m_state->canvas->palette();
    ground.setColor(QPalette::Window, chartColours(dark).ground);
    m_state->canvas->setPalette(ground);
    m_state->scroll->setPalette(ground);
    for (std::size_t i = 0; i < m_state->views.size(); ++i) m_state->scene(i).setDark(dark);
}

void ChartPane::setSelected(int configuration, int level) {
    for (std::size_t i = 0; i < m_state->views.size(); ++i) m_state->scene(i).setSelected(configuration, level);
}

QImage ChartPane::image(QSize size, double scale) {
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(chartColours(m_state->dark).ground);
    QPainter painter(&image);
    m_state->paint(painter, size);
    return image;
}

bool ChartPane::savePng(const QString& path, QSize size, double scale) { return image(size, scale).save(path, "PNG"); }

QByteArray ChartPane::svg(QSize size) {
    QBuffer drawn;
    QSvgGenerator generator;
    generator.setOutputDevice(&drawn);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(spec().title);
    QPainter painter;
    if (!painter.begin(&generator)) return {};
    m_state->paint(painter, size);
    return painter.end() ? drawn.data() : QByteArray();
}

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
    if (!m_state->stacked())
        return QStringLiteral("series,label,%1,%2\n").arg(csvField(spec().x.title), csvField(spec().y.title)) +
               csvLines(spec(), false);
    QString text = QStringLiteral("series,label,%1,value\n").arg(csvField(spec().x.title));
    for (const ChartSpec& plot : spec().stack) text += csvLines(plot, true);
    return text;
}

QSize ChartPane::fullSize() const {
    const int notes = m_state->notes->isHidden() ? 0 : m_state->notes->height();
    return {width(), std::max(height(), m_state->canvas->height() + notes)};
}

std::size_t ChartPane::plots() const { return m_state->views.size(); }

int ChartPane::replacesOfLastSpec() const {
    int count = 0;
    for (std::size_t i = 0; i < m_state->views.size(); ++i) count += m_state->scene(i).replaces();
    return count;
}

void ChartPane::resetZoom() {
    const std::size_t count = m_state->stacked() ? m_state->views.size() : 1;  // side by side the others follow
    for (std::size_t i = 0; i < count; ++i) m_state->views[i]->resetZoom();
}

void ChartPane::copyToClipboard() { QGuiApplication::clipboard()->setImage(image(fullSize(), devicePixelRatioF())); }

}  // namespace plumbline
