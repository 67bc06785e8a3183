#include "ui/panels/docks/slo_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/marker.h"
#include "ui/models/cell_text.h"
#include "ui/panels/widgets/badge_delegate.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {
constexpr int sloRole = Qt::UserRole;  // position in Settings::slos
}

SloPanel::SloPanel(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_entry(new QLineEdit), m_problem(plainLabel()), m_list(new QListWidget) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    auto* row = new QHBoxLayout;
    m_entry->setPlaceholderText(tr("e2e mean < 40s"));
    m_entry->setAccessibleName(tr("A limit to add"));
    m_entry->setClearButtonEnabled(true);
    m_entry->setToolTip(
        tr("METRIC STATISTIC OP LIMIT: ttft, ttfc, ttfb, tpot, itl, e2e, queue or rate; mean, p50, p99, "
           "p99.9; <, <=, >, >=; us, ms, s, or a plain number for rate"));
    auto* addButton = new QPushButton(tr("Add"));
    addButton->setAccessibleName(tr("Add the limit"));
    row->addWidget(m_entry, 1);
    row->addWidget(addButton);
    auto* removeButton = new QToolButton;
    removeButton->setIcon(symbol(QStringLiteral("remove")));
    removeButton->setAccessibleName(tr("Remove the limit chosen"));
    removeButton->setToolTip(tr("Remove the limit chosen (Delete)"));
    removeButton->setEnabled(false);
    row->addWidget(removeButton);
    layout->addLayout(row);
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
    m_list->setAccessibleName(tr("Limits, and where each configuration crosses them"));
    m_list->setWordWrap(true);
    m_list->setSpacing(1);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    layout->addWidget(m_list, 1);
    m_remove = new QAction(symbol(QStringLiteral("remove")), tr("Remove limit"), this);
    m_remove->setShortcut(QKeySequence::Delete);
    m_remove->setShortcutContext(Qt::WidgetShortcut);
    m_list->addAction(m_remove);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    new EmptyNote(*m_list, [] {
        return tr("Type a limit, such as ttft p99 < 300ms. Where each configuration crosses it is written here.");
    });
    connect(removeButton, &QToolButton::clicked, this, &SloPanel::removeCurrent);
    connect(m_list, &QListWidget::currentRowChanged, removeButton,
            [removeButton](int current) { removeButton->setEnabled(current >= 0); });
    connect(m_remove, &QAction::triggered, this, &SloPanel::removeCurrent);
    connect(m_entry, &QLineEdit::returnPressed, this, &SloPanel::add);
    connect(m_entry, &QLineEdit::textEdited, m_problem, &QWidget::hide);
    connect(addButton, &QPushButton::clicked, this, &SloPanel::add);
    connect(&session, &Session::settingsChanged, this, &SloPanel::refresh);
    connect(&session, &Session::figuresChanged, this, &SloPanel::refresh);
    connect(&session, &Session::judgementChanged, this, &SloPanel::refresh);
    refresh();
}

void SloPanel::add() {
    if (m_entry->text().trimmed().isEmpty()) return;
    const auto slo = parseSlo(m_entry->text().trimmed().toStdString());
    if (!slo) {
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, toneColour(Tone::bad, isDark(colours)));
        m_problem->setPalette(colours);
        m_problem->setText(qText(slo.error().text()));
        m_problem->show();
        return;
    }
    m_problem->hide();
    Settings now = m_session.settings();
    if (std::ranges::find(now.slos, *slo) == now.slos.end()) now.slos.push_back(*slo);
    m_entry->clear();
    m_session.change(now);
}

void SloPanel::removeCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item) return;
    const auto position = item->data(sloRole).toULongLong();
    Settings now = m_session.settings();
    if (position >= now.slos.size()) return;
    now.slos.erase(now.slos.begin() + static_cast<std::ptrdiff_t>(position));
    m_session.change(now);
}

void SloPanel::refresh() {
    const int current = m_list->currentRow();
    m_list->clear();
    const Settings& settings = m_session.settings();
    const Shown& shown = m_session.shown();
    // Crossings know their limits by position: they are of the settings they were computed from.
    const bool follows = shown.figures && shown.settings.slos == settings.slos;
    for (std::size_t i = 0; i < settings.slos.size(); ++i) {
        auto* heading = new QListWidgetItem(qText(text(settings.slos[i])), m_list);
        QFont bold = heading->font();
        bold.setBold(true);
        heading->setFont(bold);
        heading->setData(sloRole, QVariant::fromValue<qulonglong>(i));
        if (!follows) continue;
        for (std::size_t c = 0; c < shown.figures->configurations.size(); ++c)
            if (!hides(settings, shown.figures->configurations[c].id)) addCrossings(i, c);
    }
    m_list->setCurrentRow(current);
}

void SloPanel::addCrossings(std::size_t slo, std::size_t position) {
    const ConfigurationFigures& configuration = m_session.shown().figures->configurations[position];
    const Judgement* judged = m_session.judgementShown();
    for (std::size_t i = 0; i < configuration.crossings.size(); ++i) {
        const Crossing& crossing = configuration.crossings[i];
        if (crossing.slo != slo) continue;
        QString said = qText(configuration.name) + QStringLiteral(": ") +
                       sentence(text(m_session.settings().slos[slo], configuration, crossing));
        if (judged && position < judged->crossings.size() && i < judged->crossings[position].size())
            said += QStringLiteral("; ") + sentence(text(judged->crossings[position][i]));
        auto* item = new QListWidgetItem(
            markerIcon(seriesStyle(m_session.styleOf(configuration.id), isDark(palette()))), said, m_list);
        item->setToolTip(plainTip(said));
        item->setData(sloRole, QVariant::fromValue<qulonglong>(slo));
    }
}

}  // namespace plumbline
