#include "ui/panels/tabs/sensitivity_tab.h"

#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/measure/setting_table.h"
#include "ui/models/cell_text.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr double secondsToMilliseconds = 1e3;
constexpr std::int64_t nanosecondsInMillisecond = 1'000'000;

/// What the boxes of the cutoffs can show: whole milliseconds, whole chunks.
std::int64_t cutoffAt(CutoffKind kind, double at) {
    if (kind == CutoffKind::chunks) return std::max<std::int64_t>(0, std::llround(at));
    return std::max<std::int64_t>(0, std::llround(at * secondsToMilliseconds)) * nanosecondsInMillisecond;
}

}  // namespace

SensitivityTab::SensitivityTab(Session& session, Selection& selection, QWidget* parent)
    : ChartTab(session, selection, parent),
      m_cutoff(new QComboBox),
      m_what(new QComboBox),
      m_load(new LoadPicker),
      m_sentences(plainLabel()),
      m_suggestion(plainLabel()),
      m_use(new QPushButton) {
    for (const CutoffKind kind : {CutoffKind::interval, CutoffKind::chunks})
        m_cutoff->addItem(qText(entryOf(kind).label));
    m_cutoff->setAccessibleName(tr("The cutoff that is tried over its range"));
    m_what->setAccessibleName(tr("What is followed over the cutoff"));
    for (QComboBox* box : {m_what, static_cast<QComboBox*>(m_load)}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMaximumWidth(fontMetrics().averageCharWidth() * 32);
    }
    addPicker(tr("O&ver the cutoff"), m_cutoff);
    addPicker(tr("&of"), m_what);
    addPicker(tr("&at"), m_load);
    endPickers();
    setRingsSelection(false);
    m_sentences->setWordWrap(true);
    m_sentences->setAccessibleName(tr("What hangs on the cutoff"));
    m_sentences->setFixedHeight(3 * fontMetrics().lineSpacing());  // the tip has what is longer
    m_sentences->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_suggestion->setForegroundRole(QPalette::PlaceholderText);
    m_suggestion->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout;
    row->addWidget(m_suggestion, 1);
    row->addWidget(m_use);
    auto* below = static_cast<QVBoxLayout*>(layout());
    below->addWidget(m_sentences);
    below->addLayout(row);
    for (QComboBox* box : {m_cutoff, m_what})
        connect(box, &QComboBox::currentIndexChanged, this, &SensitivityTab::refresh);
    connect(m_load, &LoadPicker::picked, this, &SensitivityTab::refresh);
    connect(m_use, &QPushButton::clicked, this, &SensitivityTab::use);
    connect(&pane(), &ChartPane::limitDragged, this, [this](int, double at, bool released) { drag(at, released); });
    connect(&session, &Session::judgementChanged, this, &SensitivityTab::takeJudgement);
    connect(&session, &Session::settingsChanged, this, &SensitivityTab::refresh);
    connect(&selection, &Selection::levelChanged, this, [this] {
        if (const auto load = this->selection().load()) m_load->pick(*load);
    });
}

/// While figures follow a hand, the sensitivity before is still true of its own cutoff: it stays until the next is
/// there. Of other data or another grouping it goes at once.
void SensitivityTab::takeJudgement() {
    const auto& judgement = session().judgement();
    if (!judgement || judgement->sensitivity) m_judged = judgement;
    refresh();
}

const Sensitivity* SensitivityTab::sensitivity() const {
    return m_judged && session().judgement() && m_judged->sensitivity ? &*m_judged->sensitivity : nullptr;
}

CutoffKind SensitivityTab::kind() const {
    return m_cutoff->currentIndex() == 1 ? CutoffKind::chunks : CutoffKind::interval;
}

/// The quantities that are followed, then the crossing of each limit.
void SensitivityTab::offerWhat() {
    const Sensitivity* of = sensitivity();
    if (!of) return;
    QStringList names;
    std::vector<SensitivityPick> offered;
    for (const RankingSensitivity& each : of->of(kind()).rankings) {
        const bool known = std::ranges::any_of(offered, [&](const auto& had) { return had.quantity == each.quantity; });
        if (known) continue;
        offered.push_back({});
        offered.back().quantity = each.quantity;
        names << qText(title(each.quantity));
    }
    const auto& slos = session().shown().settings.slos;
    for (std::size_t slo = 0; slo < slos.size() && !offered.empty(); ++slo) {
        const auto& crossings = of->of(kind()).crossings;
        if (std::ranges::none_of(crossings, [&](const auto& each) { return each.slo == slo && each.followed; }))
            continue;
        offered.push_back({});
        offered.back().slo = slo;
        names << tr("crossing of %1").arg(qText(text(slos[slo])));
    }
    QStringList had;
    for (int i = 0; i < m_what->count(); ++i) had << m_what->itemText(i);
    m_offered = std::move(offered);
    if (names == had) return;
    const QSignalBlocker quiet(m_what);
    const QString picked = m_what->currentText();
    m_what->clear();
    m_what->addItems(names);
    m_what->setCurrentIndex(names.isEmpty() ? -1 : std::max(m_what->findText(picked), 0));
}

SensitivityPick SensitivityTab::pick() const {
    const int at = m_what->currentIndex();
    SensitivityPick out = at >= 0 && static_cast<std::size_t>(at) < m_offered.size()
                              ? m_offered[static_cast<std::size_t>(at)]
                              : SensitivityPick{};
    out.kind = kind();
    out.load = m_load->load().value_or(Load{});
    out.cutoff = cutoffOf(out.kind, session().settings().measure);
    return out;
}

void SensitivityTab::follow() {
    const Shown& shown = session().shown();
    m_load->offer(loadsOf(*shown.figures, shown.settings), commonestLoad(*shown.figures, shown.settings));
    offerWhat();
    m_load->setEnabled(!pick().slo);
    say();
}

ChartSpec SensitivityTab::spec(const ChartLook& given) {
    ChartSpec empty;
    const Sensitivity* of = sensitivity();
    if (!of) {
        empty.emptyText = tr("Trying the cutoffs\u2026");
        return empty;
    }
    return sensitivityChart(*session().shown().figures, session().shown().settings, *of, pick(), given);
}

void SensitivityTab::say() {
    const Sensitivity* of = sensitivity();
    const SensitivityPick picked = pick();
    QString said;
    if (of) {
        const CutoffSensitivity& cutoff = of->of(picked.kind);
        const auto add = [&said](const QString& text) {
            said += (said.isEmpty() ? QString() : QStringLiteral(" ")) + text;
        };
        for (const RankingSensitivity& each : cutoff.rankings)
            if (!picked.slo && each.quantity == picked.quantity && each.load == picked.load) {
                if (!each.refusal.empty()) add(tr("As drawn, and no claim: %1").arg(sentence(each.refusal)));
                add(sentence(each.text));
            }
        for (const CrossingSensitivity& each : cutoff.crossings)
            if (picked.slo && each.slo == *picked.slo) add(sentence(each.text));
        for (const JointRanking& each : of->both.rankings)
            if (!picked.slo && each.quantity == picked.quantity && each.load == picked.load && !each.text.empty())
                add(sentence(each.text));
        add(sentence(cutoff.text));
    }
    m_sentences->setText(said);
    m_sentences->setToolTip(of ? plainTip(said + QLatin1Char(' ') + sentence(of->text)) : QString());
    const bool interval = picked.kind == CutoffKind::interval;
    m_suggestion->setText(of && interval ? sentence(of->suggestionText) : QString());
    m_suggestion->setVisible(interval);
    m_suggestion->setToolTip(plainTip(m_suggestion->text()));
    const bool suggests = of && interval && of->suggestion;
    m_use->setVisible(suggests);
    if (!suggests) return;
    const Nanoseconds suggested = of->suggestion->cutoff;
    m_use->setText(tr("&Use %1 s").arg(seconds(suggested)));
    m_use->setToolTip(plainTip(m_suggestion->text()));
    m_use->setEnabled(suggested != session().settings().measure.minInterval);
}

void SensitivityTab::drag(double at, bool released) {
    Settings now = session().settings();
    now.measure = withCutoff(now.measure, kind(), cutoffAt(kind(), at));
    session().change(now, released ? Hand::rests : Hand::moves);
    refresh();
}

void SensitivityTab::use() {
    const Sensitivity* of = sensitivity();
    if (!of || !of->suggestion) return;
    Settings now = session().settings();
    now.measure.minInterval = of->suggestion->cutoff;
    session().change(now);
}

}  // namespace plumbline
