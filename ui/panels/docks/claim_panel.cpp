#include "ui/panels/docks/claim_panel.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/panels/widgets/pickers.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {
namespace {

constexpr int restMilliseconds = 150;

enum Where { thisLoad = -1, everyLoad = -2 };  ///< 0 and more: under the limit of this position
enum Unit { percent, times, ofMetric };

Tone toneOf(ClaimState state) {
    switch (state) {
        case ClaimState::supported:
        case ClaimState::inTheseRuns:
            return Tone::good;
        case ClaimState::notSupported:
            return Tone::bad;
        case ClaimState::notDecidable:
            break;
    }
    return Tone::caution;
}

QString wordOf(ClaimState state) {
    switch (state) {
        case ClaimState::supported:
            return ClaimPanel::tr("supported");
        case ClaimState::inTheseRuns:
            return ClaimPanel::tr("supported in these runs");
        case ClaimState::notSupported:
            return ClaimPanel::tr("not supported");
        case ClaimState::notDecidable:
            break;
    }
    return ClaimPanel::tr("not decidable");
}

constexpr std::array statistics{meanStatistic, quantile(0.25), quantile(0.5),  quantile(0.75),
                                quantile(0.9), quantile(0.95), quantile(0.99), quantile(0.999)};
constexpr std::array levelMetrics{LevelMetric::systemOutputRate, LevelMetric::perAcceleratorRate,
                                  LevelMetric::requestRate,      LevelMetric::goodputRequests,
                                  LevelMetric::goodputTokens,    LevelMetric::attained,
                                  LevelMetric::errorRate};

}  // namespace

ClaimPanel::ClaimPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_subject(new QComboBox),
      m_sense(new QComboBox),
      m_metric(new QComboBox),
      m_statistic(new QComboBox),
      m_other(new QComboBox),
      m_where(new QComboBox),
      m_operator(new QComboBox),
      m_unit(new QComboBox),
      m_amount(new NumberBox),
      m_than(plainLabel(tr("than"))),
      m_by(plainLabel(tr("by at least"))),
      m_badge(new BadgeLabel),
      m_why(new QLabel),
      m_narrower(new QLabel),
      m_text(new QLabel) {
    makePickers();
    layOut();
    m_ask.setSingleShot(true);
    m_ask.setInterval(restMilliseconds);
    connect(&m_ask, &QTimer::timeout, this, &ClaimPanel::ask);
    connect(&session, &Session::figuresChanged, this, &ClaimPanel::offer);
    connect(&session, &Session::settingsChanged, this, &ClaimPanel::offer);
    connect(&session, &Session::judgementChanged, this, &ClaimPanel::later);
    offer();
    followSense();
}

void ClaimPanel::askAt(const std::optional<Load>& load) {
    if (m_load == load) return;
    m_load = load;
    offerWhere();
    later();
}

void ClaimPanel::offer() {
    offerWho(*m_subject, 1);
    offerWho(*m_other, 0);
    offerWhere();
    later();
}

/// Who is shown; what a person picked stays. Of two, the second is first asked about: what is new is opened last.
void ClaimPanel::offerWho(QComboBox& box, int preferred) {
    const QSignalBlocker quiet(box);
    const QVariant was = box.currentData();
    offerConfigurations(box, shownConfigurations(m_session, isDark(palette())));
    if (!m_session.shown().figures) return;
    const int again = box.property(pickedProperty).toBool() ? box.findData(was) : -1;
    box.setCurrentIndex(again >= 0 ? again : std::min(preferred, box.count() - 1));
}

void ClaimPanel::offerWhere() {
    const QSignalBlocker quiet(m_where);
    const QVariant was = m_where->currentData();
    m_where->clear();
    if (m_load) m_where->addItem(tr("at %1").arg(qText(text(*m_load))), thisLoad);
    m_where->addItem(tr("at every load"), everyLoad);
    if (pickedSense() != ClaimSense::meets)
        for (std::size_t i = 0; i < m_session.settings().slos.size(); ++i)
            m_where->addItem(tr("under %1").arg(qText(text(m_session.settings().slos[i]))), static_cast<int>(i));
    m_where->setCurrentIndex(std::max(0, m_where->property(pickedProperty).toBool() ? m_where->findData(was) : 0));
}

ClaimSense ClaimPanel::pickedSense() const { return static_cast<ClaimSense>(m_sense->currentData().toInt()); }

Quantity ClaimPanel::pickedQuantity() const {
    const int metric = m_metric->currentData().toInt();
    if (!m_metric->currentData(ofRowsRole).toBool()) return quantityOf(static_cast<LevelMetric>(metric));
    const double p = m_statistic->currentData().toDouble();
    return quantityOf(static_cast<RowMetric>(metric), p > 0 ? quantile(p) : meanStatistic);
}

void ClaimPanel::followSense() {
    const bool meets = pickedSense() == ClaimSense::meets;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_than, m_other, m_by}) widget->setVisible(!meets);
    m_operator->setVisible(meets);
    m_amount->setSpecialValueText(meets ? QString() : tr("any amount"));
    offerWhere();
    followMetric();
}

void ClaimPanel::followMetric() {
    const Quantity quantity = pickedQuantity();
    m_statistic->setEnabled(quantity.ofRows);
    const QSignalBlocker quiet(m_unit);
    const QVariant was = m_unit->currentData();
    m_unit->clear();
    if (pickedSense() != ClaimSense::meets) {
        m_unit->addItem(QStringLiteral("%"), percent);
        m_unit->addItem(tr("times"), times);
    }
    // A share's own unit is a percentage too: of it a difference is not asked for.
    const QString own = qText(entry(quantity).unit);
    if (pickedSense() == ClaimSense::meets || own != QLatin1String("%")) m_unit->addItem(own, ofMetric);
    m_unit->setCurrentIndex(std::max(0, was.isValid() ? m_unit->findData(was) : 0));
    m_operator->setCurrentIndex(entry(quantity).lowerIsBetter ? 0 : 3);
    later();
}

void ClaimPanel::takeAmount(ClaimForm& form) const {
    const MetricEntry& metric = entry(*form.quantity);
    const double amount = m_amount->value();
    if (form.sense == ClaimSense::meets) {
        constexpr std::array operators{Comparison::less, Comparison::lessOrEqual, Comparison::greater,
                                       Comparison::greaterOrEqual};
        form.limit = {operators[static_cast<std::size_t>(std::max(0, m_operator->currentIndex()))],
                      amount / metric.scale, std::string(metric.unit)};
        return;
    }
    if (amount <= 0) return;
    switch (m_unit->currentData().toInt()) {
        case percent:
            form.margin = {ClaimMargin::Kind::share, amount / 100};
            break;
        case times:
            if (amount > 1) form.margin = {ClaimMargin::Kind::times, amount};
            break;
        default:
            form.margin = {ClaimMargin::Kind::absolute, amount / metric.scale};
    }
}

std::optional<ClaimForm> ClaimPanel::form() const {
    if (!m_subject->currentData().isValid()) return {};
    const bool meets = pickedSense() == ClaimSense::meets;
    ClaimForm out;
    out.subject = {m_subject->currentText().toStdString(), ConfigurationId(m_subject->currentData().toLongLong())};
    if (!meets)
        out.other = {m_other->currentText().toStdString(), ConfigurationId(m_other->currentData().toLongLong())};
    out.sense = pickedSense();
    out.quantity = pickedQuantity();
    takeAmount(out);
    const int where = m_where->currentData().toInt();
    if (where == thisLoad && m_load)
        out.load = ClaimLoad{m_load->value, m_load->kind == LoadKind::requestRate, m_load->kind == LoadKind::unbounded};
    const auto& slos = m_session.settings().slos;
    if (where >= 0 && static_cast<std::size_t>(where) < slos.size()) out.under = slos[static_cast<std::size_t>(where)];
    return out;
}

void ClaimPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    later();
}

void ClaimPanel::later() {
    if (isVisible()) m_ask.start();
}

void ClaimPanel::flush() {
    if (m_ask.isActive()) m_ask.stop(), ask();
}

/// Off the window's thread: the answer resamples the levels it speaks of.
void ClaimPanel::ask() {
    const auto claim = form();
    const Shown& shown = m_session.shown();
    if (!claim || !shown.figures) return say(tr("Open results, and a claim about them can be asked here."));
    const bool meets = claim->sense == ClaimSense::meets;
    if (!meets && claim->subject == claim->other)
        return say(m_subject->count() < 2
                       ? tr("A comparison needs a second configuration; that one meets a limit can be asked of one.")
                       : tr("These are the same configuration. Choose another beside it."));
    if (meets && claim->limit.limit <= 0) return say(tr("Give the limit."));
    if (!m_session.judgementShown()) return say(tr("Being judged\u2026"));
    m_answering = true;
    m_runner.start(
        [data = shown.data, settings = shown.settings, figures = shown.figures, judged = m_session.judgement(),
         claim = *claim](std::stop_token stop) {
            return answerClaim({*data, settings, *figures, *judged}, claim, stop);
        },
        [this](ClaimAnswer answer) { take(std::move(answer)); });
}

void ClaimPanel::say(const QString& why, const QString& narrower) {
    m_runner.cancel();
    m_answering = false;
    m_answer.reset();
    m_badge->show({}, Tone::none);
    m_why->setText(why);
    m_narrower->setText(narrower);
    m_text->clear();
}

void ClaimPanel::take(ClaimAnswer answer) {
    m_answering = false;
    m_badge->show(wordOf(answer.state), toneOf(answer.state));
    m_why->setText(sentence(answer.text));
    m_narrower->setText(answer.narrower.empty() ? QString() : tr("Supported: %1").arg(sentence(answer.narrower)));
    m_narrower->setVisible(!answer.narrower.empty());
    m_text->setText(tr("As text: %1").arg(qText(answer.claim)));
    m_answer = std::move(answer);
    emit answered();
}

void ClaimPanel::makePickers() {
    for (const auto& [words, sense] : {std::pair{tr("has a lower"), ClaimSense::lower},
                                       {tr("has a higher"), ClaimSense::higher},
                                       {tr("has a better"), ClaimSense::better},
                                       {tr("has a worse"), ClaimSense::worse},
                                       {tr("meets"), ClaimSense::meets}})
        m_sense->addItem(words, static_cast<int>(sense));
    for (std::size_t i = 0; i < rowMetricCount; ++i) {
        m_metric->addItem(qText(entry(static_cast<RowMetric>(i)).label), static_cast<int>(i));
        m_metric->setItemData(m_metric->count() - 1, true, ofRowsRole);
    }
    for (const LevelMetric metric : levelMetrics)
        m_metric->addItem(qText(entry(metric).label), static_cast<int>(metric));
    for (const Statistic& each : statistics) m_statistic->addItem(qText(text(each)), each.p);
    m_statistic->setCurrentIndex(5);
    m_operator->addItems(
        {QStringLiteral("<"), QStringLiteral("\u2264"), QStringLiteral(">"), QStringLiteral("\u2265")});
    m_amount->setRange(0, 1e9);
    m_amount->setDecimals(3);
    m_amount->setTrimmed(true);
    m_amount->setSpecialValueText(tr("any amount"));
    const std::pair<QWidget*, QString> names[] = {
        {m_subject, tr("Who the claim is about")},  {m_sense, tr("What is claimed")},
        {m_metric, tr("The metric claimed")},       {m_statistic, tr("The statistic claimed")},
        {m_other, tr("Who it is compared with")},   {m_where, tr("At which load, or under which limit")},
        {m_operator, tr("How the limit is met")},   {m_unit, tr("The unit of the amount")},
        {m_amount, tr("By how much, or the limit")}};
    for (const auto& [widget, name] : names) {
        widget->setAccessibleName(name);
        widget->setToolTip(name);
    }
    for (QComboBox* box : {m_subject, m_sense, m_metric, m_statistic, m_other, m_where, m_operator, m_unit}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(box, &QComboBox::activated, this, [this, box] {
            box->setProperty(pickedProperty, true);
            later();
        });
    }
    for (QComboBox* box : {m_subject, m_other, m_metric, m_where}) box->setMinimumContentsLength(10);
    m_sense->setMinimumContentsLength(9);
    m_statistic->setMinimumContentsLength(4);
    m_operator->setMinimumContentsLength(1);
    m_unit->setMinimumContentsLength(6);
    connect(m_sense, &QComboBox::currentIndexChanged, this, &ClaimPanel::followSense);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &ClaimPanel::followMetric);
    connect(m_amount, &QDoubleSpinBox::valueChanged, this, &ClaimPanel::later);
}

void ClaimPanel::layOut() {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(6);
    auto* first = new QHBoxLayout;
    auto* title = new QLabel(tr("&Is it so:"));
    title->setBuddy(m_subject);
    first->addWidget(title);
    first->addWidget(m_subject, 2);
    first->addWidget(m_sense, 1);
    first->addWidget(m_metric, 2);
    first->addWidget(m_statistic);
    auto* second = new QHBoxLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_than, m_other, m_operator, m_by, m_amount, m_unit})
        second->addWidget(widget, widget == m_other ? 2 : 0);
    second->addWidget(m_where, 2);
    layout->addLayout(first);
    layout->addLayout(second);
    for (const auto& [label, name] : {std::pair{m_why, tr("Why the claim is answered so")},
                                      {m_narrower, tr("What of the claim is supported")},
                                      {m_text, tr("The claim as text, for the command line")}}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setAccessibleName(name);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }
    auto* body = new QWidget;
    auto* words = new QVBoxLayout(body);
    words->setContentsMargins(0, 4, 0, 0);
    words->addWidget(m_badge, 0, Qt::AlignLeft);
    words->addWidget(m_why);
    words->addWidget(m_narrower);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    words->addWidget(m_text);
    words->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(body);
    layout->addWidget(scroll, 1);
}

}  // namespace plumbline
