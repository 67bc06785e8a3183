#include "ui/session/analyst.h"

namespace plumbline {

namespace {
using Decisions = std::shared_ptr<const DecisionIndex>;

Shown compute(std::shared_ptr<const Dataset> data, Settings settings, Decisions known, const std::stop_token& stop,
              Itl itl) {
    auto computed = std::make_shared<const Figures>(figures(*data, settings, stop, itl));
    if (!known || known->decisions() != settings.decisions)
        known = std::make_shared<const DecisionIndex>(settings.decisions);
    return {std::move(data), std::move(settings), std::move(computed), std::move(known)};
}
}  // namespace

Analyst::Analyst(QObject* parent) : QObject(parent) {
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMilliseconds);
    connect(&m_rest, &QTimer::timeout, this, &Analyst::startFull);
    m_full.onFailure([this] { giveUp(); });
    m_judge.onFailure([this] { giveUp(); });
}

void Analyst::analyse(std::shared_ptr<const Dataset> data, const Settings& settings) {
    m_data = std::move(data);
    m_settings = settings;
    m_full.cancel();
    m_judge.cancel();
    if (!m_data) return stop();
    setUpdating(true);
    m_quick.start([data = m_data, now = settings, known = m_shown.decisions](
                      std::stop_token stop) { return compute(data, now, known, stop, Itl::leaveOut); },
                  [this](Shown shown) {
                      if (!shown.figures->stopped && shown.data == m_data) show(std::move(shown));
                  },
                  JobRunner::Older::finish);
    m_rest.start();
}

void Analyst::hold(bool held) {
    m_held = held;
    if (!held && m_data && !m_rest.isActive() && m_updating && !m_full.busy()) m_rest.start();
}

void Analyst::setHidden(const std::vector<ConfigurationId>& hidden) {
    m_settings.hidden = hidden;
    m_shown.settings.hidden = hidden;
    if (!m_shown.figures) return;
    emit figuresChanged();
    if (!m_updating || m_judge.busy()) startJudge();  // what is shown is what is compared
}

void Analyst::stop() {
    m_rest.stop();
    m_quick.cancel();
    m_full.cancel();
    m_judge.cancel();
    m_shown = {};
    m_judgement.reset();
    m_data.reset();
    setUpdating(false);
    emit figuresChanged();
    emit judgementChanged();
}

void Analyst::startFull() {
    if (m_held || !m_data) return;
    m_full.start([data = m_data, now = m_settings, known = m_shown.decisions](
                     std::stop_token stop) { return compute(data, now, known, stop, Itl::include); },
                 [this](Shown shown) {
                     if (shown.figures->stopped) return;
                     m_quick.cancel();  // older than this, or the same without ITL
                     show(std::move(shown));
                     startJudge();
                 });
}

void Analyst::startJudge() {
    struct Judged {
        Judgement judgement;
        Shown of;
    };
    m_judge.startInSteps(
        [of = m_shown](std::stop_token stop, const auto& publish) {
            const auto first = [&](const Judgement& judgement) { publish(Judged{judgement, of}); };
            return Judged{judge(*of.data, of.settings, *of.figures, stop, {{}, first}), of};
        },
        [this](Judged judged) {
            if (judged.judgement.stopped) return;
            m_judgement = std::make_shared<const Judgement>(std::move(judged.judgement));
            m_judgedData = judged.of.data;
            m_judgedGrouping = judged.of.settings.grouping;
            setUpdating(false);
            emit judgementChanged();
        });
}

void Analyst::show(Shown shown) {
    m_shown = std::move(shown);
    m_shown.settings.hidden = m_settings.hidden;
    // A judgement speaks of positions in Figures: of another data set or grouping it would point at the wrong thing.
    const bool other = m_judgedData != m_shown.data || m_judgedGrouping != m_shown.settings.grouping;
    const bool drop = other && m_judgement;
    if (drop) m_judgement.reset();
    emit figuresChanged();
    if (drop) emit judgementChanged();
}

/// What was judged before is not said of other figures.
void Analyst::giveUp() {
    m_judgement.reset();
    setUpdating(false);
    emit judgementChanged();
}

void Analyst::setUpdating(bool updating) {
    if (m_updating == updating) return;
    m_updating = updating;
    emit updatingChanged(updating);
}

}  // namespace plumbline
