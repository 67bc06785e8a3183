// The pickers of a claim, and where they and the answer stand.
#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/panels/docks/claim_panel.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr std::array statistics{meanStatistic, quantile(0.25), quantile(0.5),  quantile(0.75),
                                quantile(0.9), quantile(0.95), quantile(0.99), quantile(0.999)};
constexpr std::array levelMetrics{LevelMetric::systemOutputRate, LevelMetric::perAcceleratorRate,
                                  LevelMetric::requestRate,      LevelMetric::goodputRequests,
                                  LevelMetric::goodputTokens,    LevelMetric::attained,
                                  LevelMetric::errorRate};

}  // namespace

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
