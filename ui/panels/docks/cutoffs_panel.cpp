#include "ui/panels/docks/cutoffs_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "ui/models/cell_text.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/number_boxes.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr double longestSlide = 5.0;  // s, at the slider's right end

/// Sets a value without its signal, and not while a person is typing into it.
template <class Box, class Value>
void put(Box* box, Value value) {
    if (box->hasFocus() && box->value() == value) return;
    const QSignalBlocker quiet(box);
    box->setValue(value);
}
void put(QCheckBox* box, bool checked) {
    const QSignalBlocker quiet(box);
    box->setChecked(checked);
}
void put(QComboBox* box, int index) {
    const QSignalBlocker quiet(box);
    box->setCurrentIndex(index);
}

}  // namespace

Nanoseconds sliderInterval(int position) {
    const double share = static_cast<double>(position) / sliderSteps;
    return std::chrono::milliseconds(std::llround(longestSlide * share * share * 1000));
}

int sliderPosition(Nanoseconds interval) {
    const double share = std::sqrt(std::max(seconds(interval), 0.0) / longestSlide);
    return std::min(static_cast<int>(std::lround(share * sliderSteps)), sliderSteps);
}

CutoffsPanel::CutoffsPanel(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(4);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addFields(*form, SettingGroup::guard);
    m_counts = plainLabel();
    m_counts->setWordWrap(true);
    m_counts->setAccessibleName(tr("Counts under these cutoffs"));
    form->addRow(m_counts);
    for (const auto group : {SettingGroup::rule, SettingGroup::window, SettingGroup::statistic})
        addFields(*form, group);
    layout->addLayout(form);
    m_resetAll = new QPushButton(tr("Back to the defaults"));
    m_resetAll->setToolTip(tr("All cutoffs, rules and windows as they are in a new workspace"));
    connect(m_resetAll, &QPushButton::clicked, this, &CutoffsPanel::resetAll);
    layout->addWidget(m_resetAll);
    auto* title = plainLabel(tr("Changes"));
    layout->addWidget(title);
    m_changes = new QListWidget;
    m_changes->setAccessibleName(tr("Changes made, newest first"));
    m_changes->setFrameShape(QFrame::NoFrame);
    m_changes->setWordWrap(true);
    m_changes->setMinimumHeight(48);
    m_changes->setSelectionMode(QAbstractItemView::NoSelection);
    auto* note =
        new EmptyNote(*m_changes, [] { return tr("Each change of a setting is listed here, the newest first."); });
    note->setAlignment(Qt::AlignTop | Qt::AlignHCenter);  // the list may be longer than what can be seen of it
    layout->addWidget(m_changes, 1);
    connect(&session, &Session::settingsChanged, this, &CutoffsPanel::showSettings);
    connect(&session, &Session::figuresChanged, this, &CutoffsPanel::showCounts);
    connect(&session, &Session::historyChanged, this, &CutoffsPanel::showChanges);
    showSettings();
    showCounts();
    showChanges();
}

void CutoffsPanel::addFields(QFormLayout& form, SettingGroup group) {
    for (const SettingEntry& entry : settingTable()) {
        if (entry.group != group) continue;
        QWidget* editor = std::visit([&](const auto& kind) { return editorOf(entry, kind); }, entry.kind);
        editor->setObjectName(qText(entry.storedKey));
        if (!entry.name.empty()) editor->setAccessibleName(qText(entry.name).remove(QLatin1Char('&')));
        addField(form, entry, &entry == &settingOf(&MeasureSettings::minInterval) ? withSlider(editor) : editor);
    }
}

void CutoffsPanel::addField(QFormLayout& form, const SettingEntry& entry, QWidget* editor) {
    const QString title = qText(entry.title), tip = qText(entry.tip);
    auto* label = new QLabel(title);
    label->setToolTip(tip);
    label->setBuddy(editor);
    if (editor->accessibleName().isEmpty()) editor->setAccessibleName(title);
    editor->setToolTip(tip);
    auto* reset = new QToolButton;
    reset->setText(QStringLiteral("\u21ba"));
    reset->setAutoRaise(true);
    reset->setToolTip(tr("Back to the default of this one"));
    reset->setAccessibleName(tr("Reset %1").arg(title.isEmpty() ? editor->accessibleName() : title));
    QSizePolicy policy = reset->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    reset->setSizePolicy(policy);
    connect(reset, &QToolButton::clicked, this,
            [this, &entry] { turn([&entry](MeasureSettings& measure) { copySetting(entry, {}, measure); }); });
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(editor, 1);
    row->addWidget(reset);
    form.addRow(label, row);
    m_fields.push_back({entry, label, reset});
}

void CutoffsPanel::turn(const std::function<void(MeasureSettings&)>& change, Hand hand) {
    Settings now = m_session.settings();
    change(now.measure);
    m_session.change(now, hand);
}

template <class T>
void CutoffsPanel::turn(T MeasureSettings::*member, T value, Hand hand) {
    turn([&](MeasureSettings& measure) { measure.*member = value; }, hand);
}

QWidget* CutoffsPanel::editorOf(const SettingEntry&, const CountSetting& count) {
    auto* box = new CountBox;
    box->setRange(count.least, count.boxMost);
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this, [this, &count](int value) { turn(count.member, value); });
    m_shows.emplace_back([box, &count](const MeasureSettings& measure) { put(box, measure.*count.member); });
    return box;
}

QWidget* CutoffsPanel::editorOf(const SettingEntry&, const TimeSetting& time) {
    auto* box = new NumberBox;
    box->setRange(0, time.boxMost);
    box->setDecimals(3);
    box->setSuffix(tr(" s"));
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setKeyboardTracking(false);
    connect(box, &QDoubleSpinBox::valueChanged, this,
            [this, &time](double value) { turn(time.member, fromSeconds(value)); });
    m_shows.emplace_back([box, &time](const MeasureSettings& measure) {
        put(box, seconds(measure.*time.member));
        box->setEnabled(!isByRule(time, measure));
    });
    return box;
}

QWidget* CutoffsPanel::editorOf(const SettingEntry&, const RateSetting& rate) {
    auto* box = new NumberBox;
    box->setRange(rate.boxLeast, rate.boxMost);
    box->setDecimals(0);
    box->setSingleStep(rate.boxStep);
    box->setSuffix(QLatin1Char(' ') + qText(rate.unit));
    box->setKeyboardTracking(false);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, &rate](double value) { turn(rate.member, value); });
    m_shows.emplace_back([box, &rate](const MeasureSettings& measure) { put(box, measure.*rate.member); });
    return box;
}

QWidget* CutoffsPanel::editorOf(const SettingEntry& entry, const FlagSetting& flag) {
    auto* box = new QCheckBox(qText(entry.name));
    connect(box, &QCheckBox::toggled, this, [this, &flag](bool on) { turn(flag.member, on); });
    m_shows.emplace_back([box, &flag](const MeasureSettings& measure) { put(box, measure.*flag.member); });
    return box;
}

QWidget* CutoffsPanel::editorOf(const SettingEntry&, const ChoiceSetting& choice) {
    auto* box = new QComboBox;
    for (const SettingWord& each : choice.words) box->addItem(qText(each.shown));
    connect(box, &QComboBox::currentIndexChanged, this, [this, &choice](int index) {
        turn([&](MeasureSettings& measure) { choice.set(measure, static_cast<std::size_t>(index)); });
    });
    m_shows.emplace_back(
        [box, &choice](const MeasureSettings& measure) { put(box, static_cast<int>(choice.get(measure))); });
    return box;
}

/// The slider of the shortest interval, above its box.
QWidget* CutoffsPanel::withSlider(QWidget* box) {
    auto* both = new QWidget;
    auto* layout = new QVBoxLayout(both);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setRange(0, sliderSteps);
    m_slider->setPageStep(50);
    m_slider->setAccessibleName(tr("%1, 0 to 5 s").arg(box->accessibleName()));
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        turn(&MeasureSettings::minInterval, sliderInterval(position),
             m_slider->isSliderDown() ? Hand::moves : Hand::rests);
    });
    connect(m_slider, &QSlider::sliderReleased, this,
            [this] { turn(&MeasureSettings::minInterval, m_session.settings().measure.minInterval); });
    m_shows.emplace_back([this](const MeasureSettings& measure) {
        if (!m_slider->isSliderDown()) put(m_slider, sliderPosition(measure.minInterval));
    });
    layout->addWidget(m_slider);
    layout->addWidget(box);
    both->setFocusProxy(m_slider);
    return both;
}

void CutoffsPanel::resetAll() {
    Settings now = m_session.settings();
    now.measure = MeasureSettings{};
    m_session.change(now);
}

void CutoffsPanel::showSettings() {
    const MeasureSettings& measure = m_session.settings().measure;
    for (const auto& show : m_shows) show(measure);
    for (const Field& field : m_fields) {
        const bool standard = isSame(field.entry, measure, {});
        const QString title = qText(field.entry.title);
        QFont font = field.label->font();
        font.setBold(!standard);
        field.label->setFont(font);
        field.label->setText(standard ? title : QStringLiteral("\u2022 ") + title);
        field.reset->setVisible(!standard);
    }
    m_resetAll->setEnabled(!(measure == MeasureSettings{}));
}

void CutoffsPanel::showCounts() {
    const auto& figures = m_session.shown().figures;
    if (!figures) return m_counts->setText(tr("buffered \u2014 of \u2014"));
    std::size_t buffered = 0, byChunks = 0, byInterval = 0, total = 0, withheld = 0, shortOutputs = 0;
    for (const auto& configuration : figures->configurations)
        for (const LevelFigures& level : configuration.levels) {
            buffered += level.rows.of(Verdict::buffered);
            shortOutputs += level.rows.of(Verdict::shortOutput);
            byChunks += level.rows.bufferedByChunks;
            byInterval += level.rows.bufferedByInterval;
            withheld += level.rows.ttftWithheld;
            total += level.rows.total;
        }
    const auto text = [](std::size_t count) { return cellCount(std::uint64_t{count}); };
    m_counts->setText(
        tr("buffered %1 of %2 (%3 by chunks, %4 by interval) \u00b7 short %5 \u00b7 TTFT withheld %6")
            .arg(text(buffered), text(total), text(byChunks), text(byInterval), text(shortOutputs), text(withheld)));
}

void CutoffsPanel::showChanges() {
    m_changes->clear();
    const auto done = m_session.history().done();
    constexpr std::size_t most = 200;
    for (std::size_t i = 0; i < std::min(done.size(), most); ++i) {
        const Change& change = done[done.size() - 1 - i];
        m_changes->addItem(QStringLiteral("%1  %2").arg(change.at.toString(QStringLiteral("hh:mm:ss")), change.text));
    }
}

}  // namespace plumbline
