#include "ui/panels/docks/comparison_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/pickers.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

ComparisonPanel::ComparisonPanel(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_first(new QComboBox), m_second(new QComboBox), m_table(new QTableView) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    auto* row = new QHBoxLayout;
    auto* title = new QLabel(tr("Claims abou&t"));
    title->setBuddy(m_first);
    m_first->setAccessibleName(tr("The first of the two compared"));
    m_second->setAccessibleName(tr("The second of the two compared"));
    for (QComboBox* box : {m_first, m_second}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(18);
        connect(box, &QComboBox::activated, this, &ComparisonPanel::fill);
    }
    row->addWidget(title);
    row->addWidget(m_first, 1);
    row->addWidget(plainLabel(tr("and")));
    row->addWidget(m_second, 1);
    row->addStretch(1);
    layout->addLayout(row);
    tuneTable(*m_table, tr("What may be claimed of the two, and why"));
    m_table->setModel(&m_model);
    m_table->setWordWrap(true);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [column, width] : {std::pair{0, 26}, {1, 14}, {3, 24}, {4, 14}})
        m_table->setColumnWidth(column, unit * width);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(ComparisonModel::wordsColumn, QHeaderView::Stretch);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, &ComparisonPanel::fitRows);
    m_note = new EmptyNote(*m_table, [this] { return missing(); });
    layout->addWidget(m_table, 1);
    connect(&session, &Session::judgementChanged, this, &ComparisonPanel::fill);
}

void ComparisonPanel::compareAt(const std::optional<Load>& load) {
    m_load = load;
    offer();
    fill();
}

/// Who is shown; what was picked stays picked, and the first two are where nothing was.
void ComparisonPanel::offer() {
    const auto& figures = m_session.shown().figures;
    for (QComboBox* box : {m_first, m_second}) {
        const QSignalBlocker quiet(box);
        const QVariant was = box->currentData();
        offerConfigurations(*box, shownConfigurations(m_session, isDark(palette())));
        if (!figures) continue;
        const int again = was.isValid() ? box->findData(was) : -1;
        box->setCurrentIndex(again >= 0 ? again : std::min(box == m_first ? 0 : 1, box->count() - 1));
    }
}

std::optional<std::size_t> ComparisonPanel::picked(const QComboBox& box) const {
    const auto& figures = m_session.shown().figures;
    if (!figures || !box.currentData().isValid()) return {};
    return positionOf(*figures, ConfigurationId(box.currentData().toLongLong()));
}

const LevelComparison* ComparisonPanel::found() const {
    const auto a = picked(*m_first), b = picked(*m_second);
    const Judgement* judged = m_session.judgementShown();
    if (!judged || !a || !b || !m_load) return nullptr;
    const auto [low, high] = std::minmax(*a, *b);
    for (const LevelComparison& each : judged->comparisons.all)
        if (each.a == low && each.b == high && each.load == *m_load) return &each;
    return nullptr;
}

void ComparisonPanel::fill() {
    const LevelComparison* comparison = found();
    const bool claims = comparison && !comparison->claims.empty();
    for (const int column : {ComparisonModel::intervalColumn, ComparisonModel::probabilityColumn})
        m_table->setColumnHidden(column, !claims);
    if (comparison) {
        const auto& all = m_session.shown().figures->configurations;
        m_model.set(*comparison, qText(all[comparison->a].name), qText(all[comparison->b].name));
    } else {
        m_model.clear();
    }
    fitRows();
    m_note->refresh();
}

void ComparisonPanel::fitRows() {
    if (isVisible()) m_table->resizeRowsToContents();
}

QString ComparisonPanel::missing() const {
    const auto a = picked(*m_first), b = picked(*m_second);
    if (!a || !b || m_first->count() < 2)
        return tr("Open or show a second configuration, and the two are compared here.");
    if (*a == *b) return tr("These are the same configuration. Choose another beside it.");
    const Judgement* judged = m_session.judgementShown();
    if (!judged) return tr("Being compared\u2026");
    const auto& figures = *m_session.shown().figures;
    for (const std::size_t position : {*a, *b}) {
        const auto& configuration = figures.configurations[position];
        if (!m_load || !placeOf(figures, configuration.id, *m_load))
            return tr("%1 has no such load, so the two cannot be compared there.").arg(qText(configuration.name));
    }
    if (judged->comparisons.leftOut > 0)
        return tr("There are too many pairs: this one was left out. Hide configurations that are not of interest.");
    return tr("The two are not compared at this load.");
}

}  // namespace plumbline
