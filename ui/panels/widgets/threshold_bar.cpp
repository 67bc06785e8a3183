#include "ui/panels/widgets/threshold_bar.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include "ui/models/cell_text.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"
#include "ui/session/settings_edits.h"

namespace plumbline {

namespace {

constexpr double highest = 1e9;
constexpr int decimals = 6;

}  // namespace

ThresholdBar::ThresholdBar(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_which(new QComboBox),
      m_box(new NumberBox),
      m_said(plainLabel()),
      m_reset(new QPushButton(tr("Back to the default"))) {
    for (const auto& registry : {findingRegistry(), ruleRegistry()})
        for (const CheckEntry& entry : registry)
            if (entry.threshold) m_entries.push_back(&entry);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    auto* title = new QLabel(tr("T&hreshold of"));
    title->setBuddy(m_which);
    m_which->setAccessibleName(tr("The finding or rule whose threshold is shown"));
    m_which->setToolTip(tr("Findings first, then the rules that make rows suspicious"));
    m_box->setAccessibleName(tr("The threshold"));
    m_box->setRange(0, highest);
    m_box->setDecimals(decimals);
    m_box->setTrimmed(true);
    m_box->setKeyboardTracking(false);
    m_said->setForegroundRole(QPalette::PlaceholderText);
    m_said->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(title);
    layout->addWidget(m_which);
    layout->addWidget(m_box);
    layout->addWidget(m_said, 1);
    layout->addWidget(m_reset);
    fill();
    connect(m_which, &QComboBox::currentIndexChanged, this, &ThresholdBar::showPicked);
    connect(m_box, &NumberBox::valueChanged, this, [this](double value) { set(value); });
    connect(m_reset, &QPushButton::clicked, this, &ThresholdBar::reset);
    connect(&session, &Session::settingsChanged, this, &ThresholdBar::fill);
}

const CheckEntry* ThresholdBar::picked() const {
    const int index = m_which->currentIndex();
    return index < 0 ? nullptr : m_entries[static_cast<std::size_t>(index)];
}

bool ThresholdBar::pick(const std::string& id) {
    const auto found = std::ranges::find_if(m_entries, [&](const CheckEntry* entry) { return entry->id == id; });
    if (found == m_entries.end()) return false;
    if (!m_box->hasFocus()) m_which->setCurrentIndex(static_cast<int>(found - m_entries.begin()));
    return true;
}

/// Those that a person has changed say so in the list.
void ThresholdBar::fill() {
    const QSignalBlocker quiet(m_which);
    const int current = std::max(m_which->currentIndex(), 0);
    m_which->clear();
    for (const CheckEntry* entry : m_entries) {
        const bool changed = m_session.settings().thresholds.contains(entry->id);
        m_which->addItem(changed ? tr("%1 (changed)").arg(qText(entry->id)) : qText(entry->id));
        m_which->setItemData(m_which->count() - 1, plainTip(qText(entry->fires)), Qt::ToolTipRole);
    }
    m_which->setCurrentIndex(current);
    showPicked();
}

void ThresholdBar::showPicked() {
    const CheckEntry* entry = picked();
    if (!entry) return;
    const auto own = m_session.settings().thresholds.find(entry->id);
    const bool changed = own != m_session.settings().thresholds.end();
    const double value = changed ? own->second : *entry->threshold;
    {
        const QSignalBlocker quiet(m_box);
        m_box->setSuffix(entry->unit.empty() ? QString() : QLatin1Char(' ') + qText(entry->unit));
        m_box->setSingleStep(*entry->threshold >= 2 ? 1 : *entry->threshold / 10);
        m_box->setValue(value);
    }
    m_box->setToolTip(plainTip(qText(entry->fires)));
    const QString fires = qText(entry->fires);
    m_said->setText(changed ? tr("changed; the default is %1. %2").arg(cellNumber(entry->threshold), fires) : fires);
    m_said->setToolTip(plainTip(m_said->text()));
    m_reset->setEnabled(changed);
}

void ThresholdBar::set(std::optional<double> threshold) {
    if (const CheckEntry* entry = picked())
        m_session.change(withThreshold(m_session.settings(), std::string(entry->id), threshold));
}

void ThresholdBar::reset() { set({}); }

void ThresholdBar::edit() {
    m_box->setFocus();
    m_box->selectAll();
}

}  // namespace plumbline
