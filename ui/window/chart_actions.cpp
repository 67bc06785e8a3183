#include "ui/window/chart_actions.h"

#include <QFileDialog>

#include "ui/panels/widgets/widgets.h"
#include "ui/window/picture_bytes.h"

namespace plumbline {

ChartActions::ChartActions(QTabWidget& tabs, Session& session, QWidget& window)
    : QObject(&window), m_tabs(tabs), m_session(session), m_window(window) {
    m_copy = add(tr("&Copy the chart"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_C, &ChartActions::copyChart);
    m_save = add(tr("Save the &chart\u2026"), QStringLiteral("camera"), Qt::CTRL | Qt::SHIFT | Qt::Key_E,
                 &ChartActions::askImage);
    m_data = add(tr("Save the chart's &data\u2026"), QStringLiteral("export"), {}, &ChartActions::askData);
    m_zoom =
        add(tr("&Reset the zoom"), QStringLiteral("reset-zoom"), Qt::CTRL | Qt::Key_0, &ChartActions::resetChartZoom);
    connect(&tabs, &QTabWidget::currentChanged, this, &ChartActions::follow);
    connect(&session, &Session::figuresChanged, this, &ChartActions::follow);
    follow();
}

QAction* ChartActions::add(const QString& text, const QString& icon, const QKeySequence& key,
                           void (ChartActions::*act)()) {
    auto* action = new QAction(icon.isEmpty() ? QIcon() : symbol(icon), text, this);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, act);
    return action;
}

ChartTab* ChartActions::current() const { return qobject_cast<ChartTab*>(m_tabs.currentWidget()); }

void ChartActions::follow() {
    const bool can = current() && m_session.shown().figures;
    for (QAction* action : {m_copy, m_save, m_data, m_zoom}) action->setEnabled(can);
}

void ChartActions::copyChart() {
    if (current()) current()->pane().copyToClipboard();
}

void ChartActions::resetChartZoom() {
    if (current()) current()->pane().resetZoom();
}

void ChartActions::askImage() {
    if (!current()) return;
    auto* dialog = new QFileDialog(&m_window, tr("Save the chart"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("PNG picture (*.png)"), tr("SVG drawing (*.svg)")});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    dialog->selectFile(current()->fileStem() + QStringLiteral(".png"));
    connect(dialog, &QFileDialog::fileSelected, this, &ChartActions::write);
    dialog->setModal(false);
    dialog->show();
}

/// Drawn here, as charts are; packed and written by a job.
void ChartActions::write(const QString& path) {
    if (!current()) return;
    constexpr double scale = 2;  // for print and for dense screens
    ChartPane& pane = current()->pane();
    const bool svg = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    if (svg)
        save(path, [document = pane.svg(pane.fullSize())] { return document; });
    else
        save(path, [image = pane.image(pane.fullSize(), scale)] { return pngOf(image); });
}

void ChartActions::save(const QString& path, std::function<QByteArray()> bytes) {
    m_writer.post(
        QT_TRANSLATE_NOOP("Failure", "writing a file"),
        [path, bytes = std::move(bytes)]() -> Result<void> { return writeBytes(path.toStdString(), bytes()); },
        [this](const Result<void>& written) {
            if (!written) emit m_session.failed(QString::fromStdString(written.error().text()));
        });
}

void ChartActions::askData() {
    if (!current()) return;
    auto* dialog = new QFileDialog(&m_window, tr("Save the chart's data"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("CSV table (*.csv)"));
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(current()->fileStem() + QStringLiteral(".csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (current()) save(path, [csv = current()->pane().csv().toUtf8()] { return csv; });
    });
    dialog->setModal(false);
    dialog->show();
}

}  // namespace plumbline
