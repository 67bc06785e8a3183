#include "ui/panels/tabs/compare_tab.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QSplitter>
#include <QVBoxLayout>

#include "ui/charts/marker.h"
#include "ui/models/cell_text.h"
#include "ui/panels/widgets/badge_delegate.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

/// Tints facts that differ, and draws headings over the whole row.
class CompareDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem shown(option);
        if (index.data(CompareModel::differsRole).toBool()) {
            QColor tint = toneColour(Tone::caution, isDark(option.palette));
            tint.setAlpha(36);
            painter->fillRect(option.rect, tint);
        }
        if (index.data(CompareModel::bestRole).toBool() && !option.state.testFlag(QStyle::State_Selected))
            shown.palette.setColor(QPalette::Text, option.palette.color(QPalette::Link));
        QStyledItemDelegate::paint(painter, shown, index);
        if (index.data(CompareModel::headingRole).toBool()) {
            painter->setPen(option.palette.color(QPalette::Mid));
            painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        }
    }
};

}  // namespace

CompareTab::CompareTab(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_load(new LoadPicker),
      m_legend(plainLabel()),
      m_table(new QTableView),
      m_claims(new ComparisonPanel(session)),
      m_ask(new ClaimPanel(session)),
      m_front(new FrontPanel(session)),
      m_unknowns(new UnknownsPanel(session)),
      m_below(new QTabWidget) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 0);
    auto* pickers = new QHBoxLayout;
    auto* title = new QLabel(tr("Compared &at"));
    title->setBuddy(m_load);
    pickers->addWidget(title);
    pickers->addWidget(m_load);
    m_legend->setForegroundRole(QPalette::PlaceholderText);
    m_legend->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    pickers->addWidget(m_legend, 1);
    layout->addLayout(pickers);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(m_table);
    m_below->setDocumentMode(true);
    m_below->addTab(m_claims, tr("Claims"));
    m_below->addTab(m_ask, tr("Ask a claim"));
    m_below->addTab(m_front, tr("Pareto front"));
    m_below->addTab(m_unknowns, tr("Not known"));
    split->addWidget(m_below);
    share(*split, 1, 1);
    layout->addWidget(split, 1);
    tuneTable(*m_table, tr("Comparison of the configurations at one load"));
    m_table->setItemDelegate(new CompareDelegate(m_table));
    m_table->setModel(&m_model);
    m_model.setIcons(
        [this](ConfigurationId id) { return markerIcon(seriesStyle(m_session.styleOf(id), isDark(palette()))); });
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_refill.setSingleShot(true);
    m_refill.setInterval(0);
    connect(&m_refill, &QTimer::timeout, this, &CompareTab::fill);
    connect(&session, &Session::figuresChanged, this, &CompareTab::refresh);
    connect(&session, &Session::judgementChanged, this, &CompareTab::refresh);
    connect(m_load, &LoadPicker::picked, this, &CompareTab::refresh);
    connect(&selection, &Selection::levelChanged, this, [this, &selection] {
        if (const auto load = selection.load()) m_load->pick(*load);
    });
}

void CompareTab::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fill();
}

void CompareTab::refresh() {
    if (isVisible()) m_refill.start();
}

void CompareTab::showLegend(bool judged) {
    const QString marks = tr("\u2260: they differ \u00b7 (n): as the harness reports it");
    const QString best = !judged                        ? tr("being compared\u2026")
                         : m_model.unmarked().isEmpty() ? tr("bold: best")
                                                        : tr("no best where they are not matched");
    m_legend->setText(QStringLiteral("%1 \u00b7 %2").arg(best, marks));
    m_legend->setToolTip(plainTip(
        (m_model.unmarked().isEmpty() ? QString() : m_model.unmarked() + QLatin1Char('\n')) +
        tr("bold: the best of its row, of configurations that are matched at this load. \u2260: a fact that is not the "
           "same for all. (In brackets): the figure that the harness itself reports.")));
}

void CompareTab::fill() {
    const Shown& shown = m_session.shown();
    if (shown.figures)
        m_load->offer(loadsOf(*shown.figures, shown.settings), commonestLoad(*shown.figures, shown.settings));
    else
        m_load->offer({}, {});
    const int columns = m_model.columnCount();
    const auto scrolled = m_table->verticalHeader()->offset();
    const Judgement* judged = m_session.judgementShown();
    m_model.set(shown, m_load->load(), judged ? &judged->comparisons : nullptr);
    showLegend(judged != nullptr);
    m_claims->compareAt(m_load->load());
    m_ask->askAt(m_load->load());
    if (columns != m_model.columnCount()) {
        m_table->setColumnWidth(0, fontMetrics().averageCharWidth() * 36);
        for (int column = 1; column < m_model.columnCount(); ++column)
            m_table->setColumnWidth(column, fontMetrics().averageCharWidth() * 26);
    }
    m_table->verticalHeader()->setOffset(scrolled);
}

}  // namespace plumbline
