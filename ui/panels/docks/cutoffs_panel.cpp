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
#include "ui/session/change_text.h"
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
    createGuards(*form);
    m_counts = plainLabel();
    m_counts->setWordWrap(true);
    m_counts->setAccessibleName(tr("Counts under these cutoffs"));
    form->addRow(m_counts);
    createRules(*form);
    createWindow(*form);
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

void CutoffsPanel::createGuards(QFormLayout& form) {
    m_minChunks = countBox(&MeasureSettings::minChunks, tr("Fewest chunks of a stream"));
    addField(form, tr("chunks <"), tr("Fewer chunks with text than this: buffered. A rule of thumb, not proof."),
             m_minChunks, &MeasureSettings::minChunks);
    addField(form, tr("interval <"),
             tr("A shorter time from the first token to the end than this: buffered. A rule of thumb, not proof."),
             createInterval(), &MeasureSettings::minInterval);
    m_shortTokens = countBox(&MeasureSettings::shortTokens, tr("Tokens below which an output is short"));
    addField(form, tr("short tokens <"), tr("Fewer output tokens than this: too few to judge buffering by."),
             m_shortTokens, &MeasureSettings::shortTokens);
}

void CutoffsPanel::createRules(QFormLayout& form) {
    m_shortOutputs = new QComboBox;
    m_shortOutputs->addItems({tr("apart"), tr("as buffered")});
    connect(m_shortOutputs, &QComboBox::currentIndexChanged, this,
            [this](int index) { turn(&MeasureSettings::shortAsBuffered, index == 1); });
    addField(form, tr("short outputs"), tr("as buffered: the verdict \"short\" is off, which gives the plain guard"),
             m_shortOutputs, &MeasureSettings::shortAsBuffered);
    m_intervalEnd = new QComboBox;
    m_intervalEnd->addItems({words(IntervalEnd::end), words(IntervalEnd::lastText)});
    connect(m_intervalEnd, &QComboBox::currentIndexChanged, this,
            [this](int index) { turn(&MeasureSettings::intervalEnd, static_cast<IntervalEnd>(index)); });
    addField(form, tr("interval ends"), tr("Where the interval of the guard ends: response complete, or last text"),
             m_intervalEnd, &MeasureSettings::intervalEnd);
    m_maxRate = new NumberBox;
    m_maxRate->setRange(1, 1e9);
    m_maxRate->setDecimals(0);
    m_maxRate->setSingleStep(1000);
    m_maxRate->setSuffix(tr(" tokens/s"));
    m_maxRate->setKeyboardTracking(false);
    connect(m_maxRate, &QDoubleSpinBox::valueChanged, this,
            [this](double value) { turn(&MeasureSettings::maxRate, value); });
    addField(form, tr("highest rate"), tr("A row above this is flagged as suspicious; it is never dropped by itself."),
             m_maxRate, &MeasureSettings::maxRate);
}

void CutoffsPanel::createWindow(QFormLayout& form) {
    m_warmup = secondsBox(&MeasureSettings::warmup, tr("Warm-up"));
    addField(form, tr("warm-up"), tr("Seconds from the first start of each run that do not count"), m_warmup,
             &MeasureSettings::warmup);
    m_warmupAuto = checkBox(&MeasureSettings::warmupAuto, tr("warm-up by &MSER-5"));
    addField(form, {},
             tr("Cuts each run's beginning where the TTFT, in order of start, settles: MSER-5, searched over the first "
                "half. A cut at its edge is not trusted, and then nothing is cut. The seconds above are not used."),
             m_warmupAuto, &MeasureSettings::warmupAuto);
    m_cooldown = secondsBox(&MeasureSettings::cooldown, tr("Cool-down"));
    addField(form, tr("cool-down"), tr("Seconds before the last end of each run that do not count"), m_cooldown,
             &MeasureSettings::cooldown);
    m_percentile = new QComboBox;
    m_percentile->addItems(
        {words(PercentileRule::linear), words(PercentileRule::nearest), words(PercentileRule::exclusive)});
    connect(m_percentile, &QComboBox::currentIndexChanged, this,
            [this](int index) { turn(&MeasureSettings::percentile, static_cast<PercentileRule>(index)); });
    addField(form, tr("percentiles"),
             tr("linear: Hyndman-Fan 7 (numpy); nearest rank: ceil(p n); exclusive: type 6, clamped to the extremes"),
             m_percentile, &MeasureSettings::percentile);
    m_failed = checkBox(&MeasureSettings::failedAsInfinite, tr("&failed = infinitely slow"));
    addField(form, {},
             tr("Each failed request counts as infinitely slow in every percentile of a latency, by nearest rank. Past "
                "the share that succeeded a percentile is not attained, and there is no mean."),
             m_failed, &MeasureSettings::failedAsInfinite);
}

template <class T>
void CutoffsPanel::addField(QFormLayout& form, const QString& title, const QString& tip, QWidget* editor,
                            T MeasureSettings::*member) {
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
    connect(reset, &QToolButton::clicked, this, [this, member] { turn(member, MeasureSettings{}.*member); });
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(editor, 1);
    row->addWidget(reset);
    form.addRow(label, row);
    m_fields.push_back({label, reset, title, [member](const MeasureSettings& settings) {
                            return settings.*member == MeasureSettings{}.*member;
                        }});
}

template <class T>
void CutoffsPanel::turn(T MeasureSettings::*member, T value, Hand hand) {
    Settings now = m_session.settings();
    now.measure.*member = value;
    m_session.change(now, hand);
}

QSpinBox* CutoffsPanel::countBox(int MeasureSettings::*member, const QString& name) {
    auto* box = new CountBox;
    box->setRange(0, 100'000);
    box->setKeyboardTracking(false);
    box->setAccessibleName(name);
    connect(box, &QSpinBox::valueChanged, this, [this, member](int value) { turn(member, value); });
    return box;
}

QCheckBox* CutoffsPanel::checkBox(bool MeasureSettings::*member, const QString& text) {
    auto* box = new QCheckBox(text);
    box->setAccessibleName(QString(text).remove(QLatin1Char('&')));
    connect(box, &QCheckBox::toggled, this, [this, member](bool on) { turn(member, on); });
    return box;
}

QDoubleSpinBox* CutoffsPanel::secondsBox(Nanoseconds MeasureSettings::*member, const QString& name) {
    auto* box = new NumberBox;
    box->setRange(0, 1e6);
    box->setDecimals(3);
    box->setSuffix(tr(" s"));
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setKeyboardTracking(false);
    box->setAccessibleName(name);
    connect(box, &QDoubleSpinBox::valueChanged, this,
            [this, member](double value) { turn(member, fromSeconds(value)); });
    return box;
}

QWidget* CutoffsPanel::createInterval() {
    auto* both = new QWidget;
    auto* layout = new QVBoxLayout(both);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_interval = secondsBox(&MeasureSettings::minInterval, tr("Shortest interval of a stream"));
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setRange(0, sliderSteps);
    m_slider->setPageStep(50);
    m_slider->setAccessibleName(tr("Shortest interval of a stream, 0 to 5 s"));
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        turn(&MeasureSettings::minInterval, sliderInterval(position),
             m_slider->isSliderDown() ? Hand::moves : Hand::rests);
    });
    connect(m_slider, &QSlider::sliderReleased, this,
            [this] { turn(&MeasureSettings::minInterval, m_session.settings().measure.minInterval); });
    layout->addWidget(m_slider);
    layout->addWidget(m_interval);
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
    put(m_minChunks, measure.minChunks);
    put(m_shortTokens, measure.shortTokens);
    put(m_interval, seconds(measure.minInterval));
    if (!m_slider->isSliderDown()) put(m_slider, sliderPosition(measure.minInterval));
    put(m_shortOutputs, measure.shortAsBuffered ? 1 : 0);
    put(m_intervalEnd, static_cast<int>(measure.intervalEnd));
    put(m_maxRate, measure.maxRate);
    put(m_warmup, seconds(measure.warmup));
    put(m_warmupAuto, measure.warmupAuto);
    m_warmup->setEnabled(!measure.warmupAuto);
    put(m_failed, measure.failedAsInfinite);
    put(m_cooldown, seconds(measure.cooldown));
    put(m_percentile, static_cast<int>(measure.percentile));
    bool all = true;
    for (const Field& field : m_fields) {
        const bool standard = field.isDefault(measure);
        all = all && standard;
        QFont font = field.label->font();
        font.setBold(!standard);
        field.label->setFont(font);
        field.label->setText(standard ? field.title : QStringLiteral("\u2022 ") + field.title);
        field.reset->setVisible(!standard);
    }
    m_resetAll->setEnabled(!all);
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
