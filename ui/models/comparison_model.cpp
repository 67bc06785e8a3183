#include "ui/models/comparison_model.h"

#include "core/report/interval_text.h"
#include "ui/models/cell_text.h"
#include "ui/session/lookup.h"

namespace plumbline {

ComparisonModel::ComparisonModel(QObject* parent) : SnapshotTableModel(parent) { nameColumns({}, {}); }

void ComparisonModel::nameColumns(const QString& a, const QString& b) {
    const auto brief = [](const QString& name) {
        constexpr qsizetype most = 12;
        return name.size() <= most ? name : name.left(most - 1) + QChar(0x2026);
    };
    const bool named = !a.isEmpty() || !b.isEmpty();
    setColumns({{tr("compared"), {}, false},
                {tr("found"), {}, false},
                {tr("in words"), {}, false},
                {named ? tr("%1 less %2").arg(brief(b), brief(a)) : tr("difference"),
                 tr("95% interval of the value of %1 less that of %2").arg(b, a), false},
                {named ? tr("P(%1 < %2)").arg(brief(a), brief(b)) : tr("P"),
                 tr("how often a row of %1, drawn by chance, has a smaller value than one of %2; equal ones count half")
                     .arg(a, b),
                 true}});
}

void ComparisonModel::set(const LevelComparison& comparison, const QString& a, const QString& b) {
    beginResetModel();
    nameColumns(a, b);
    m_lines = {verdict(comparison)};
    for (const Claim& claim : comparison.claims) m_lines.push_back(line(claim));
    for (const CheckItem& item : comparison.checks) m_lines.push_back(line(item));
    if (!comparison.resampling.empty())
        m_lines.push_back({tr("intervals"), {}, sentence(comparison.resampling), {}, {}, Tone::none});
    endResetModel();
}

void ComparisonModel::clear() {
    beginResetModel();
    m_lines.clear();
    endResetModel();
}

ComparisonModel::Line ComparisonModel::verdict(const LevelComparison& comparison) {
    const QString item = tr("may they be compared?");
    if (!comparison.matched) return {item, tr("no"), sentence(comparison.refusal), {}, {}, Tone::bad};
    const QString words = comparison.beside.empty()
                              ? tr("All that a claim needs is the same, and known.")
                              : tr("What a claim needs is the same. Not known, and to be said beside it: %1.")
                                    .arg(sentence(comparison.beside));
    return {item, tr("yes"), words, {}, {}, comparison.beside.empty() ? Tone::good : Tone::caution};
}

ComparisonModel::Line ComparisonModel::line(const Claim& claim) {
    const MetricEntry& metric = entry(claim.quantity);
    const QString interval = qText(intervalText(claim.interval, metric.scale, metric.unit));
    const QString probability = claim.probability ? cellNumber(claim.probability) : QString();
    const QString decided = claim.byRuns ? tr("decided") : tr("decided in these runs");
    return {qText(title(claim.quantity)),
            claim.decided() ? decided : tr("not decided"),
            sentence(claim.text),
            interval.isEmpty() ? tr("not known") : interval,
            probability,
            claim.decided() ? Tone::good : Tone::caution};
}

ComparisonModel::Line ComparisonModel::line(const CheckItem& item) {
    const QString title = qText(item.name).replace(QLatin1Char('_'), QLatin1Char(' '));
    Line out{title, {}, sentence(item.words), {}, {}, Tone::none};
    switch (item.sameness) {
        case Sameness::same:
            out.finding = tr("same");
            out.tone = Tone::good;
            break;
        case Sameness::different:
            out.finding = tr("different");
            out.tone = item.mayDiffer ? Tone::calm : Tone::bad;
            if (item.mayDiffer) out.words += tr(" (this is what is compared)");
            break;
        case Sameness::unknown:
            out.finding = tr("unknown");
            out.tone = item.required ? Tone::caution : Tone::muted;
            break;
    }
    return out;
}

QVariant ComparisonModel::cell(int row, int column, int role) const {
    const Line& line = m_lines[static_cast<std::size_t>(row)];
    if (role == badgeRole) return column == findingColumn ? QVariant(static_cast<int>(line.tone)) : QVariant();
    if (role == Qt::ToolTipRole && column == wordsColumn) return plainTip(line.words);
    if (role != Qt::DisplayRole) return {};
    const QString* const cells[] = {&line.item, &line.finding, &line.words, &line.interval, &line.probability};
    return *cells[column];
}

}  // namespace plumbline
