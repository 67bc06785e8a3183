#include "ui/review/rows_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include "ui/models/cell_text.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/review/note_bar.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr int typingPause = 200;  // ms between the last key and the filter
constexpr int followPause = 60;   // ms: the table follows a moving slider some 15 times a second

int widthOf(const RowTableColumn& column, int unit) {
    const std::string_view id = column.id;
    if (id == "source" || id == "start") return unit * 26;
    if (id == "reason") return unit * 34;
    if (id == "configuration") return unit * 24;
    if (id == "id" || id == "metric" || id == "load") return unit * 20;
    if (id == "verdict" || id == "place") return unit * 16;
    return unit * std::max<int>(11, static_cast<int>(column.title.size()) + 4);
}

}  // namespace

RowsPanel::RowsPanel(Session& session, Selection& selection, ReviewActions& actions, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_selection(selection),
      m_actions(actions),
      m_table(new QTableView),
      m_inspector(new RowInspector(session)),
      m_trace(new QToolButton),
      m_filter(new QLineEdit),
      m_count(plainLabel()) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(12);
    m_filter->setPlaceholderText(tr("filter: buffered level=32 config=A rule=late-burst -short timeout"));
    m_filter->setAccessibleName(tr("Filter of the rows"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setToolTip(
        tr("Every word must hold. A verdict, excluded, never-happened, kept, noted, flagged; config=, load= or level=, "
           "rule=, source=; any other text is looked for in id, error and source. A minus before a "
           "word turns it round; quotes hold words together."));
    row->addWidget(m_filter, 1);
    row->addWidget(m_count);
    m_trace->setText(tr("trace"));
    m_trace->setCheckable(true);
    m_trace->setChecked(true);
    m_trace->setToolTip(tr("The chosen row's own trace to scale, and its raw record"));
    m_trace->setAccessibleName(m_trace->toolTip());
    row->addWidget(m_trace);
    layout->addLayout(row);
    auto* split = new QSplitter;
    split->addWidget(m_table);
    split->addWidget(m_inspector);
    share(*split, 5, 3);
    layout->addWidget(split, 1);
    connect(m_trace, &QToolButton::toggled, m_inspector, &QWidget::setVisible);
    layout->addWidget(new NoteBar(actions, *this));
    createTable();
    setFocusProxy(m_table);
    actions.attach(*this);
    connectAll();
}

void RowsPanel::createTable() {
    tuneTable(*m_table, tr("Rows"));
    m_table->setModel(&m_model);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    new EmptyNote(*m_table, [this] {
        if (m_model.total() > 0) return tr("No row passes the filter.");
        const auto& open = m_session.shown().data;
        if (open && open->runs.empty() && !open->traffic.empty())
            return tr("Reference traffic is no result: its requests are not listed.");
        return m_session.files().hasData() ? tr("What is open holds no rows, only summaries.")
                                           : tr("The rows of what you open are listed here.");
    });
    const int unit = fontMetrics().averageCharWidth();
    for (std::size_t i = 0; i < rowTable().size(); ++i)
        m_table->setColumnWidth(static_cast<int>(i), widthOf(rowTable()[i], unit));
}

void RowsPanel::connectAll() {
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPause);
    m_refill.setSingleShot(true);
    m_refill.setInterval(followPause);
    connect(&m_typing, &QTimer::timeout, this, [this] { m_model.setFilter(m_filter->text()); });
    connect(&m_refill, &QTimer::timeout, this, &RowsPanel::take);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_session, &Session::figuresChanged, this, &RowsPanel::refresh);
    connect(&m_session, &Session::judgementChanged, this, &RowsPanel::refresh);
    connect(&m_model, &RowsModel::ordered, this, [this] {
        showCount();
        showSelection();
        inspectCurrent();
    });
    connect(&m_model, &QAbstractItemModel::modelReset, this, &RowsPanel::showCount);
    connect(&m_selection, &Selection::rowChanged, this, &RowsPanel::showSelection);
    connect(&m_selection, &Selection::levelChanged, this, &RowsPanel::showLevel);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RowsPanel::takeCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RowsPanel::inspectCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, &m_actions, &ReviewActions::follow);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& point) {
        QMenu menu;
        menu.addActions(m_actions.actions());
        menu.addSeparator();
        menu.addAction(tr("Show only this level"), this, &RowsPanel::filterSelectedLevel);
        menu.exec(m_table->viewport()->mapToGlobal(point));
    });
}

void RowsPanel::refresh() {
    if (!m_refill.isActive()) m_refill.start();
}

void RowsPanel::take() {
    m_model.setSnapshot(rowsSnapshot(m_session.shown(), m_session.judgement()));
    showCount();
}

void RowsPanel::showCount() {
    const auto shown = static_cast<std::uint64_t>(m_model.rowCount());
    const std::uint64_t total = m_model.total();
    if (shown != total)
        m_count->setText(tr("%1 of %2 rows").arg(cellCount(shown), cellCount(total)));
    else
        m_count->setText(total == 0 ? QString() : total == 1 ? tr("1 row") : tr("%1 rows").arg(cellCount(total)));
    emit titleChanged(total > 0 ? tr("Rows %1").arg(cellCount(total)) : tr("Rows"));
}

void RowsPanel::showSelection() {
    const auto row = m_selection.row();
    if (!row || m_model.rowAt(m_table->currentIndex().row()) == row) return;
    const int position = m_model.positionOf(*row);
    if (position >= 0) m_table->selectRow(position);
}

/// A level selected elsewhere: on to its first row, unless the current one is of it already.
void RowsPanel::showLevel() {
    const auto& snapshot = m_model.snapshot();
    const auto id = m_selection.configuration();
    const auto load = m_selection.load();
    const auto place = snapshot && id && load ? placeOf(*snapshot->shown.figures, *id, *load) : std::nullopt;
    if (!place || m_table->hasFocus()) return;
    const auto current = m_model.rowAt(m_table->currentIndex().row());
    if (current && snapshot->levelOf(*current) == place) return;
    if (const int first = m_model.firstOf(*place); first >= 0) m_table->selectRow(first);
}

void RowsPanel::takeCurrent() {
    const auto row = m_model.rowAt(m_table->currentIndex().row());
    if (!row || !m_table->hasFocus()) return;
    m_selection.setRow(row);
    const auto& snapshot = m_model.snapshot();
    if (const auto place = snapshot->levelOf(*row)) {
        const auto& configuration = snapshot->shown.figures->configurations[place->configuration];
        m_selection.setLevel(configuration.id, configuration.levels[place->level].load);
    }
}

void RowsPanel::inspectCurrent() { m_inspector->inspect(m_model.rowAt(m_table->currentIndex().row())); }

std::vector<RowIndex> RowsPanel::rowsToDecide() const {
    std::vector<RowIndex> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        if (const auto row = m_model.rowAt(index.row())) rows.push_back(*row);
    return rows;
}

QString RowsPanel::noteToEdit() const {
    const auto rows = rowsToDecide();
    const auto& snapshot = m_model.snapshot();
    if (rows.size() != 1 || !snapshot) return {};
    const Decision* decision = snapshot->decisionOn(rows.front());
    return decision ? qText(decision->note) : QString();
}

void RowsPanel::focusFilter() {
    m_filter->setFocus();
    m_filter->selectAll();
}

void RowsPanel::filterSelectedLevel() {
    const auto& figures = m_session.shown().figures;
    const auto id = m_selection.configuration();
    const auto position = figures && id ? positionOf(*figures, *id) : std::nullopt;
    if (!position) return;
    QString filter = QStringLiteral("config=\"%1\"").arg(qText(figures->configurations[*position].name));
    if (const auto load = m_selection.load()) {
        const bool valued = load->kind == LoadKind::concurrency || load->kind == LoadKind::requestRate;
        filter += valued ? QStringLiteral(" load=%1").arg(load->value)
                         : QStringLiteral(" load=\"%1\"").arg(qText(text(*load)));
    }
    m_filter->setText(filter);
}

}  // namespace plumbline
