#include "ui/panels/docks/front_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include "ui/charts/marker.h"
#include "ui/models/cell_text.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

FrontPanel::FrontPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_x(new QuantityPicker(quantityOf(RowMetric::e2e, quantile(0.5)), tr("First axis of the front"))),
      m_y(new QuantityPicker(quantityOf(LevelMetric::systemOutputRate), tr("Second axis of the front"))),
      m_table(new QTableView),
      m_aside(plainLabel()) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    auto* row = new QHBoxLayout;
    for (const auto& [words, picker] : {std::pair{tr("&Front of"), m_y}, {tr("o&ver"), m_x}}) {
        auto* title = new QLabel(words);
        title->setBuddy(picker);
        row->addWidget(title);
        row->addWidget(picker, 1);
        connect(picker, &QuantityPicker::picked, this, &FrontPanel::fill);
    }
    row->addStretch(1);
    layout->addLayout(row);
    tuneTable(*m_table, tr("Points of the Pareto front"));
    m_table->setModel(&m_model);
    m_model.setIcons(
        [this](ConfigurationId id) { return markerIcon(seriesStyle(m_session.styleOf(id), isDark(palette()))); });
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [column, width] : {std::pair{0, 18}, {1, 20}, {2, 20}, {3, 30}, {4, 14}})
        m_table->setColumnWidth(column, unit * width);
    m_note = new EmptyNote(*m_table, [this] { return missing(); });
    layout->addWidget(m_table, 1);
    m_aside->setForegroundRole(QPalette::PlaceholderText);
    m_aside->setWordWrap(true);
    m_aside->setAccessibleName(tr("What the front leaves out"));
    layout->addWidget(m_aside);
    m_front.onArrival([this] {
        m_model.set(m_front.of()->shown, *m_front.value());
        say();
    });
    for (const auto signal : {&Session::judgementChanged, &Session::figuresChanged})
        connect(&session, signal, this, [this] {
            if (isVisible()) fill();
        });
}

void FrontPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fill();
}

void FrontPanel::fill() {
    const Shown& shown = m_session.shown();
    const Judgement* judged = m_session.judgementShown();
    if (!judged || !shown.figures) {
        m_front.clear();
        m_model.clear();
        return say();
    }
    askFor(m_front, {shown, m_session.judgement(), m_x->quantity(), m_y->quantity()});
    m_note->refresh();
}

void FrontPanel::say() {
    const QString words = m_session.judgementShown() ? asides() : QString();
    m_aside->setText(words);
    m_aside->setVisible(!words.isEmpty());
    m_note->refresh();
}

/// The first refusal in words, the rest in the tip; who has no point, and why.
QString FrontPanel::asides() const {
    const Front& front = m_model.front();
    QStringList lines, all;
    for (const std::string& why : front.refused) all << sentence(why);
    if (!all.isEmpty())
        lines << all.front() +
                     (all.size() > 1 ? tr(" So of %n more pair(s).", nullptr, int(all.size()) - 1) : QString());
    for (const auto& [configuration, why] : front.withheld)
        all << tr("%1: %2.").arg(qText(m_model.shown().figures->configurations[configuration].name), sentence(why));
    if (!front.withheld.empty() && !front.points.empty())
        lines << tr("%n configuration(s) without a point.", nullptr, static_cast<int>(front.withheld.size()));
    m_aside->setToolTip(plainTip(all.join(QLatin1Char('\n'))));
    return lines.join(QLatin1Char(' '));
}

QString FrontPanel::missing() const {
    if (!m_session.judgementShown())
        return m_session.files().isOpen() ? tr("Being judged\u2026") : tr("Nothing is open.");
    if (!m_front.settled()) return tr("Being worked out\u2026");
    const Front& front = m_model.front();
    if (front.withheld.empty()) return tr("Open or show a configuration, and its points stand here.");
    return tr("No point: %1.").arg(sentence(front.withheld.front().second));
}

}  // namespace plumbline
