#include "ui/panels/tabs/time_tab.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>
#include <array>

#include "core/judge/registry.h"
#include "ui/models/cell_text.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr std::size_t columnsDrawn = 600;
constexpr int choiceRows = 4;

double driftThreshold(const Settings& settings) {
    const auto own = settings.thresholds.find("drifting");
    return own == settings.thresholds.end() ? registeredThreshold("drifting") : own->second;
}

QString choiceName(const WarmupChoice& choice) {
    const QString name = qText(choice.name);
    return choice.trusted ? name : TimeTab::tr("%1 (untrusted)").arg(name);
}

}  // namespace

TimeTab::TimeTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent),
      m_configuration(new QComboBox),
      m_run(new QComboBox),
      m_load(new LoadPicker),
      m_choices(new QTableWidget(choiceRows, columnCount)) {
    for (QComboBox* box : {m_configuration, static_cast<QComboBox*>(m_load), m_run}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMaximumWidth(fontMetrics().averageCharWidth() * 28);
    }
    m_configuration->setAccessibleName(tr("Configuration over time"));
    m_run->setAccessibleName(tr("Run over time"));
    addPicker(tr("O&ver time"), m_configuration);
    addPicker(tr("&at"), m_load);
    addPicker(tr("r&un"), m_run);
    m_logY = addToggle(tr("log TTFT"), tr("Logarithmic axis of the TTFT"));
    m_rules = addToggle(tr("rules"), tr("What each rule would cut off, and the figures under it: a table below"));
    m_rules->setChecked(true);
    m_hides = addToggle(tr("hide figures"), tr("Hides what each choice would make of the headline figures, so that the "
                                               "window is not chosen by them"));
    endPickers();
    m_made.onArrival([this] {
        offerRuns();
        refresh();
    });
    setRingsSelection(false);
    createTable();
    layout()->addWidget(m_choices);
    for (QComboBox* box : {m_configuration, m_run})
        connect(box, &QComboBox::currentIndexChanged, this, &TimeTab::refresh);
    connect(m_load, &LoadPicker::picked, this, &TimeTab::refresh);
    for (QToolButton* toggle : {m_rules, m_hides}) connect(toggle, &QToolButton::toggled, this, &TimeTab::showChoices);
    connect(&session, &Session::settingsChanged, this, [this] {
        if (isVisible()) showChoices();
    });
    connect(&pane(), &ChartPane::limitDragged, this, &TimeTab::drag);
    connect(&selection, &Selection::levelChanged, this, [this] {
        const auto id = this->selection().configuration();
        const auto found = id ? std::ranges::find(m_offered, *id) : m_offered.end();
        if (found != m_offered.end()) m_configuration->setCurrentIndex(static_cast<int>(found - m_offered.begin()));
        if (const auto load = this->selection().load()) m_load->pick(*load);
    });
}

/// Of a column: its header's longer line in bold, as wide as a figure of six digits at least.
int TimeTab::widthOf(int column) const {
    QFont bold = m_choices->font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    constexpr int around = 12;
    return around + std::max(metrics.size(0, m_choices->horizontalHeaderItem(column)->text()).width(),
                             metrics.horizontalAdvance(QStringLiteral("00000")));
}

void TimeTab::createTable() {
    m_choices->setAccessibleName(tr("What each rule would cut off, and the figures under it"));
    m_choices->setHorizontalHeaderLabels({tr("window"), tr("warm-up\ns"), tr("cool-down\ns"), tr("rows"),
                                          tr("output\ntokens/s"), tr("TTFT p50\nms"), tr("TTFT p99\nms"),
                                          tr("e2e mean\ns"), QString()});
    m_choices->verticalHeader()->hide();
    m_choices->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_choices->setSelectionMode(QAbstractItemView::NoSelection);
    m_choices->setFrameShape(QFrame::NoFrame);
    m_choices->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_choices->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_choices->horizontalHeader()->setSectionResizeMode(rule, QHeaderView::Stretch);
    for (int row = 0; row < choiceRows; ++row) {
        for (int column = 0; column < use; ++column) {
            auto* item = new QTableWidgetItem;
            item->setTextAlignment((column == rule ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            m_choices->setItem(row, column, item);
        }
        auto* button = new QToolButton;
        button->setText(tr("Use"));
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, [this, row] { useChoice(row); });
        m_choices->setCellWidget(row, use, button);
        m_use.push_back(button);
        m_choices->setRowHeight(row, button->sizeHint().height());
    }
    for (int column = 0; column < columnCount; ++column) m_choices->setColumnWidth(column, widthOf(column));
    m_choices->setColumnWidth(use, m_use.front()->sizeHint().width() + 2);
    m_choices->setFixedHeight(m_choices->horizontalHeader()->sizeHint().height() +
                              choiceRows * m_choices->rowHeight(0) + 2);
    m_choices->hide();
}

void TimeTab::offerConfigurations() {
    const Shown& shown = session().shown();
    std::vector<ConfigurationId> ids;
    QStringList names, had;
    for (const ConfigurationFigures& each : shown.figures->configurations) {
        if (hides(shown.settings, each.id)) continue;
        ids.push_back(each.id);
        names << qText(each.name);
    }
    for (int i = 0; i < m_configuration->count(); ++i) had << m_configuration->itemText(i);
    if (ids == m_offered && names == had) return;  // an open list of them stays open
    const int at = m_configuration->currentIndex();
    const auto was = at >= 0 ? std::ranges::find(ids, m_offered[static_cast<std::size_t>(at)]) : ids.end();
    m_offered = ids;
    const QSignalBlocker quiet(m_configuration);
    m_configuration->clear();
    m_configuration->addItems(names);
    m_configuration->setCurrentIndex(was == ids.end() ? std::min(0, m_configuration->count() - 1)
                                                      : static_cast<int>(was - ids.begin()));
}

void TimeTab::offerRuns() {
    const QSignalBlocker quiet(m_run);
    const int was = std::max(m_run->currentIndex(), 0);
    m_run->clear();
    for (std::size_t i = 0; i < timeline().runs.size(); ++i)
        m_run->addItem(tr("run %1 of %2").arg(i + 1).arg(timeline().runs.size()));
    m_run->setCurrentIndex(std::min(was, m_run->count() - 1));
    m_run->setEnabled(m_run->count() > 1);
}

TimeTab::Wanted TimeTab::wanted() const {
    Wanted out;
    out.figures = session().shown().figures;
    const int at = m_configuration->currentIndex();
    const auto load = m_load->load();
    if (at < 0 || !load) return out;
    if (const auto place = placeOf(*out.figures, m_offered[static_cast<std::size_t>(at)], *load)) {
        out.configuration = place->configuration;
        out.level = place->level;
    }
    return out;
}

void TimeTab::follow() {
    const Shown& shown = session().shown();
    offerConfigurations();
    m_load->offer(loadsOf(*shown.figures, shown.settings), commonestLoad(*shown.figures, shown.settings));
    if (m_made.value() && m_made.value()->of.data != shown.data) m_made.clear();
    compute();
    showChoices();
}

const LevelTimeline& TimeTab::timeline() const {
    static const LevelTimeline none;
    return m_made.value() ? m_made.value()->timeline : none;
}

void TimeTab::compute() {
    const Shown& shown = session().shown();
    const Wanted now = wanted();
    if (m_made.wasAsked(now)) return;
    if (now.level)
        return m_made.ask(now, [shown](const Wanted& place, const std::stop_token& stop) -> std::optional<Made> {
            Made made{shown, timelineOf(*shown.data, shown.settings, *shown.figures, *place.configuration, *place.level,
                                        columnsDrawn, stop)};
            if (made.timeline.stopped) return std::nullopt;
            return made;
        });
    m_made.put(now, {shown, {}});
    offerRuns();
}

ChartSpec TimeTab::spec(const ChartLook& given) {
    ChartLook look = given;
    look.logY = m_logY->isChecked();
    ChartSpec empty;
    empty.emptyText =
        m_made.isPending() ? tr("Laying the level over time\u2026") : tr("This configuration has no such load.");
    if (!m_made.of() || !m_made.of()->level || m_made.value()->of.data != session().shown().data) return empty;
    const Wanted& place = *m_made.of();
    const Shown& of = m_made.value()->of;
    if (of.figures->configurations.size() != session().shown().figures->configurations.size()) look.styleOf.clear();
    const auto run = static_cast<std::size_t>(std::max(m_run->currentIndex(), 0));
    WindowEdges edges;
    // The edges follow the hand at once, the lines and figures as soon as they are computed.
    if (run < timeline().runs.size())
        edges = windowEdges(*of.data, timeline().runs[run].run, session().settings().measure, *of.figures->places);
    ChartSpec spec = timeChart(*of.figures, timeline(), run, edges, *place.configuration, *place.level, look);
    if (!timeline().drifts.empty() && spec.emptyText.isEmpty())
        spec.notes.append(sentence(driftSentence(timeline(), driftThreshold(of.settings))));
    return spec;
}

void TimeTab::drag(int handle, double at, bool released) {
    const auto run = static_cast<std::size_t>(std::max(m_run->currentIndex(), 0));
    if (run >= timeline().runs.size()) return;
    session().change(withEdge(session().settings(), timeline().runs[run], handle == windowBegin, at),
                     released ? Hand::rests : Hand::moves);
    refresh();
}

void TimeTab::useChoice(int row) {
    const auto at = static_cast<std::size_t>(row);
    if (at < timeline().choices.size()) session().change(chosen(session().settings(), timeline().choices[at]));
}

void TimeTab::showChoices() {
    const auto& choices = timeline().choices;
    const bool shown = choices.size() == choiceRows && m_rules->isChecked();
    m_choices->setVisible(shown);
    m_hides->setEnabled(shown);
    if (!shown) return;
    for (int row = 0; row < choiceRows; ++row) {
        const WarmupChoice& choice = choices[static_cast<std::size_t>(row)];
        const std::array<QString, use> texts{choiceName(choice),
                                             cellNumber(seconds(choice.warmup)),
                                             cellNumber(seconds(choice.cooldown)),
                                             cellCount(std::uint64_t{choice.measured}),
                                             cellNumber(choice.systemOutputRate),
                                             cellNumber(choice.ttftP50, entry(RowMetric::ttft).scale),
                                             cellNumber(choice.ttftP99, entry(RowMetric::ttft).scale),
                                             cellNumber(choice.e2eMean, entry(RowMetric::e2e).scale)};
        const bool inForce = chosen(session().settings(), choice).measure == session().settings().measure;
        QFont font = m_choices->font();
        font.setBold(inForce);
        for (int column = 0; column < use; ++column) {
            QTableWidgetItem& item = *m_choices->item(row, column);
            item.setText(texts[static_cast<std::size_t>(column)]);
            item.setToolTip(plainTip(sentence(choice.text)));
            item.setFont(font);
        }
        QToolButton& button = useButton(row);
        button.setEnabled(!inForce && choice.trusted);
        button.setAccessibleName(tr("Use the window: %1").arg(qText(choice.name)));
        button.setToolTip(plainTip(sentence(choice.text)));
    }
    for (const int column : {rows, outputRate, ttftP50, ttftP99, e2eMean})
        m_choices->setColumnHidden(column, m_hides->isChecked());
}

}  // namespace plumbline
