#include "ui/panels/tabs/reported_tab.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "ui/panels/widgets/badge_delegate.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

/// Tints what the harness's own rule does not give either.
class ReportedDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        if (index.data(ReportedModel::differsRole).toBool()) {
            QColor tint = toneColour(Tone::caution, isDark(option.palette));
            tint.setAlpha(36);
            painter->fillRect(option.rect, tint);
        }
        QStyledItemDelegate::paint(painter, option, index);
    }
};

}  // namespace

ReportedTab::ReportedTab(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_configuration(new QComboBox),
      m_load(new LoadPicker),
      m_dialect(new QComboBox),
      m_table(new QTableView),
      m_sentence(plainLabel({})) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 0);
    auto* pickers = new QHBoxLayout;
    const auto add = [&](const QString& title, QComboBox* box, int stretch) {
        auto* label = new QLabel(title);
        label->setBuddy(box);
        pickers->addWidget(label);
        pickers->addWidget(box, stretch);
    };
    add(tr("&Reported of"), m_configuration, 2);
    add(tr("a&t"), m_load, 1);
    add(tr("under dia&lect"), m_dialect, 1);
    layout->addLayout(pickers);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_sentence);
    m_configuration->setAccessibleName(tr("Configuration whose reported figures are shown"));
    m_configuration->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_configuration->setMinimumContentsLength(12);
    m_dialect->setAccessibleName(tr("Harness by whose rules the rows are measured too"));
    m_dialect->addItem(tr("its own"));
    for (const DialectEntry& each : dialects()) m_dialect->addItem(qText(each.title));
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumHeight(2 * fontMetrics().lineSpacing());
    tuneTable(*m_table, tr("Reported figures beside ours"));
    m_table->setItemDelegate(new ReportedDelegate(m_table));
    m_table->setModel(&m_model);
    new EmptyNote(*m_table, [this] {
        return m_job.busy() || m_waiting
                   ? tr("Comparing\u2026")
                   : tr("No figures to compare here: this level has no rows, or its files have no summary. A "
                        "dialect measures the rows by another harness's rules.");
    });
    m_refill.setSingleShot(true);
    m_refill.setInterval(0);
    connect(&m_refill, &QTimer::timeout, this, &ReportedTab::compute);
    connect(&session, &Session::figuresChanged, this, &ReportedTab::refresh);
    connect(&session, &Session::judgementChanged, this, [this] {
        if (!dialect()) refresh();
    });
    connect(m_load, &LoadPicker::picked, this, &ReportedTab::refresh);
    for (QComboBox* box : {m_configuration, m_dialect})
        connect(box, &QComboBox::activated, this, &ReportedTab::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        m_sentence->setText(index.data(Qt::ToolTipRole).isValid() ? index.data(Qt::ToolTipRole).toString() : QString());
    });
    connect(&selection, &Selection::levelChanged, this, [this, &selection] {
        if (const auto id = selection.configuration())
            if (const int at = m_configuration->findData(QVariant::fromValue(static_cast<qlonglong>(*id))); at >= 0)
                m_configuration->setCurrentIndex(at);
        if (const auto load = selection.load()) m_load->pick(*load);
        refresh();
    });
}

void ReportedTab::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void ReportedTab::refresh() {
    if (isVisible()) m_refill.start();
}

std::optional<Dialect> ReportedTab::dialect() const {
    return m_dialect->currentIndex() > 0 ? std::optional(static_cast<Dialect>(m_dialect->currentIndex() - 1))
                                         : std::nullopt;
}

std::optional<ConfigurationId> ReportedTab::configuration() const {
    const QVariant id = m_configuration->currentData();
    return id.isValid() ? std::optional(ConfigurationId(id.toLongLong())) : std::nullopt;
}

/// Configurations and loads as they are now; what was picked stays where it is still there.
void ReportedTab::offer() {
    const Shown& shown = m_session.shown();
    const QVariant before = m_configuration->currentData();
    const QSignalBlocker quiet(m_configuration);
    offerConfigurations(*m_configuration, shownConfigurations(m_session, {}));
    if (!shown.figures) return m_load->offer({}, {});
    m_configuration->setCurrentIndex(std::min(0, m_configuration->count() - 1));
    if (const int at = m_configuration->findData(before); before.isValid() && at >= 0)
        m_configuration->setCurrentIndex(at);
    std::vector<Load> loads;
    if (const auto id = configuration())
        if (const auto position = positionOf(*shown.figures, *id))
            for (const LevelFigures& level : shown.figures->configurations[*position].levels)
                if (loads.empty() || loads.back() != level.load) loads.push_back(level.load);
    m_load->offer(loads, loads.empty() ? std::nullopt : std::optional(loads.front()));
}

void ReportedTab::compute() {
    offer();
    const Shown& shown = m_session.shown();
    const auto id = configuration();
    const auto load = m_load->load();
    const auto place = shown.figures && id && load ? placeOf(*shown.figures, *id, *load) : std::nullopt;
    m_job.cancel();
    m_waiting = false;
    if (!place) return present({});
    if (const auto asked = dialect()) return computeDialect(*place, *asked);
    showJudged(*place);
}

/// While the judgement is on its way, what was shown of the same level stays.
void ReportedTab::showJudged(const ShownLevel& place) {
    const std::pair now{*configuration(), *m_load->load()};
    if (const Judgement* judged = m_session.judgementShown()) {
        present(reportedTable(*judged, place.configuration, place.level));
        m_judged = now;
    } else {
        m_waiting = true;
        if (m_judged != now) present({});
    }
}

void ReportedTab::computeDialect(const ShownLevel& place, Dialect dialect) {
    struct Made {
        ReportedTable table;
        bool stopped = false;
    };
    m_job.start(
        [shown = m_session.shown(), place, dialect](std::stop_token stop) {
            Made made{dialectTable(*shown.data, shown.settings, *shown.figures, place.configuration, place.level,
                                   dialect, stop)};
            made.stopped = stop.stop_requested();
            return made;
        },
        [this](Made made) {
            if (!made.stopped) present(std::move(made.table));
        });
}

void ReportedTab::present(ReportedTable table) {
    const bool first = m_model.isEmpty();
    m_judged.reset();
    m_sentence->clear();
    m_model.set(std::move(table));
    if (!first || m_model.isEmpty()) return;
    const int width = fontMetrics().averageCharWidth();
    m_table->setColumnWidth(ReportedModel::metric, width * 36);
    for (int column = ReportedModel::reported; column <= ReportedModel::difference; ++column)
        m_table->setColumnWidth(column, width * 16);
}

}  // namespace plumbline
