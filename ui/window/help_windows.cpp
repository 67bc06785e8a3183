#include "ui/window/help_windows.h"

#include <QApplication>
#include <QDialog>
#include <QHeaderView>
#include <QMessageBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include "core/judge/judge.h"
#include "core/measure/metric.h"
#include "ui/models/cell_text.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("plumbline::Help", text); }

/// "10.0 s": what a person may change in the Findings tab; empty where there is nothing to change.
QString thresholdText(const CheckEntry& check) {
    if (!check.threshold) return {};
    return (cellNumber(check.threshold) + QLatin1Char(' ') + qText(check.unit)).trimmed();
}

void showTable(QWidget& window, const QString& title, const QStringList& headers,
               const std::vector<QStringList>& rows) {
    auto* dialog = new QDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setModal(false);
    dialog->setWindowTitle(title);
    dialog->resize(840, 560);
    auto* table = new QTableWidget(static_cast<int>(rows.size()), static_cast<int>(headers.size()));
    tuneTable(*table, title);
    table->setHorizontalHeaderLabels(headers);
    table->setWordWrap(true);
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (qsizetype column = 0; column < rows[row].size(); ++column)
            table->setItem(static_cast<int>(row), static_cast<int>(column), new QTableWidgetItem(rows[row][column]));
    for (int column = 0; column + 1 < table->columnCount(); ++column) table->resizeColumnToContents(column);
    table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(table);
    dialog->show();
}

}  // namespace

void showChecks(QWidget& window) {
    std::vector<QStringList> rows;
    for (const auto& [kind, registry] : {std::pair{tr("finding"), findingRegistry()}, {tr("row rule"), ruleRegistry()}})
        for (const CheckEntry& check : registry)
            rows.push_back(
                {kind, qText(check.id), qText(name(check.severity)), thresholdText(check), qText(check.fires)});
    showTable(window, tr("What is checked"),
              {tr("kind"), tr("id"), tr("severity"), tr("threshold by default"), tr("fires when")}, rows);
}

void showMetrics(QWidget& window) {
    std::vector<QStringList> rows;
    const auto add = [&](const MetricEntry& metric) {
        rows.push_back({qText(metric.label), qText(metric.unit), qText(metric.formula)});
    };
    for (std::size_t i = 0; i < rowMetricCount; ++i) add(entry(static_cast<RowMetric>(i)));
    for (std::size_t i = 0; i < levelMetricCount; ++i) add(entry(static_cast<LevelMetric>(i)));
    showTable(window, tr("What the numbers mean"), {tr("metric"), tr("unit"), tr("formula")}, rows);
}

void showAbout(QWidget& window) {
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, tr("About Plumbline"),
                        tr("Plumbline %1").arg(QApplication::applicationVersion()), QMessageBox::Close, &window);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        tr("A workbench for people who must defend a number about LLM serving.\n\n"
           "Free software under the GNU General Public License, version 3 or later."));
    box->setIconPixmap(QIcon(QStringLiteral(":/icons/plumbline.svg")).pixmap(64, 64));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    box->show();
}

}  // namespace plumbline
