#include "ui/panels/tabs/chart_tab.h"

#include <QEvent>
#include <QVBoxLayout>

#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

ChartTab::ChartTab(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection), m_pane(new ChartPane), m_pickers(new QHBoxLayout) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 0);
    m_pickers->setSpacing(8);
    layout->addLayout(m_pickers);
    layout->addWidget(m_pane, 1);
    m_redraw.setSingleShot(true);
    m_redraw.setInterval(0);
    connect(&m_redraw, &QTimer::timeout, this, &ChartTab::draw);
    connect(&session, &Session::figuresChanged, this, &ChartTab::refresh);
    connect(&selection, &Selection::levelChanged, this, &ChartTab::showSelected);
    connect(m_pane, &ChartPane::pointClicked, this, [this](int configuration, int level) {
        const auto& figures = m_session.shown().figures;
        if (!figures || configuration < 0 || level < 0) return;
        const ShownLevel place{static_cast<std::size_t>(configuration), static_cast<std::size_t>(level)};
        if (place.configuration >= figures->configurations.size()) return;
        const auto& clicked = figures->configurations[place.configuration];
        if (place.level < clicked.levels.size()) m_selection.setLevel(clicked.id, clicked.levels[place.level].load);
    });
}

QLabel* ChartTab::addPicker(const QString& label, QWidget* picker) {
    auto* title = plainLabel(label);
    title->setTextFormat(Qt::AutoText);
    title->setBuddy(picker);
    m_pickers->addWidget(title);
    m_pickers->addWidget(picker, 1);
    return title;
}

QToolButton* ChartTab::addToggle(const QString& label, const QString& tip) {
    auto* button = new QToolButton;
    button->setText(label);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(tip);
    button->setToolTip(tip);
    m_pickers->addWidget(button);
    connect(button, &QToolButton::toggled, this, &ChartTab::refresh);
    return button;
}

QToolButton* ChartTab::addSideBySide() {
    return addToggle(tr("side by side"), tr("A plot for each configuration, on shared axes, in place of all in one"));
}

QToolButton* ChartTab::addIntervals() {
    QToolButton* button = addToggle(
        tr("intervals"), tr("The 95% interval of the figure on each axis as a whisker; dotted where one end is not "
                            "known: too few rows"));
    button->setChecked(true);
    connect(&m_session, &Session::judgementChanged, this, &ChartTab::refresh);
    return button;
}

QToolButton* ChartTab::addSpread() {
    return addToggle(tr("spread"), tr("The spread of the rows, p25 to p75, as a pale bar; beside a mean or a median"));
}

void ChartTab::endPickers() { m_pickers->addStretch(0); }

void ChartTab::refresh() {
    m_dirty = true;
    if (isVisible()) m_redraw.start();
}

void ChartTab::flush() {
    if (!m_dirty) return;
    m_redraw.stop();
    draw();
}

void ChartTab::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    flush();
}

void ChartTab::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) refresh();
}

ChartLook ChartTab::look() const {
    ChartLook look;
    look.dark = isDark(palette());
    look.ghost = m_session.ghost();
    look.styleOf = m_session.styles();
    if (const Judgement* judged = m_session.judgementShown()) look.intervals = &judged->intervals;
    return look;
}

void ChartTab::draw() {
    m_dirty = false;
    m_pane->setDark(isDark(palette()));
    if (!m_session.shown().figures) {
        ChartSpec empty;
        empty.emptyText = m_session.files().isOpen() ? tr("Reading\u2026") : tr("Nothing is open.");
        return m_pane->setSpec(empty);
    }
    follow();
    ChartSpec drawn = spec(look());
    const Shown& shown = m_session.shown();
    if (drawn.series.isEmpty() && shown.figures->configurations.empty() && !shown.data->traffic.empty())
        drawn.emptyText =
            tr("Reference traffic only, no results. Open results to see them beside it; its own lengths "
               "are in the Distribution tab, under Prompt tokens and Output tokens.");
    m_pane->setSpec(drawn);
    showSelected();
}

void ChartTab::showSelected() {
    if (!m_ringsSelection) return;
    const auto& figures = m_session.shown().figures;
    const auto id = m_selection.configuration();
    const auto load = m_selection.load();
    const auto place = figures && id && load ? placeOf(*figures, *id, *load) : std::nullopt;
    if (place)
        m_pane->setSelected(static_cast<int>(place->configuration), static_cast<int>(place->level));
    else
        m_pane->setSelected(-1, -1);
}

}  // namespace plumbline
