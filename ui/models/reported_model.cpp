#include "ui/models/reported_model.h"

#include <cmath>

#include "core/report/format.h"
#include "ui/models/badge.h"
#include "ui/models/cell_text.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr double notable = 0.01;  // as the finding reported-differs

std::optional<double> ourValue(const LevelFigures& level, const std::string& key) {
    for (const Quantity& quantity : offeredQuantities())
        if (keyPath(quantity) == key) return value(level, quantity);
    return std::nullopt;
}

/// Every figure of the dialect; what is reported under its key stands beside it.
ReportedTable underDialect(const DialectFigures& figures, const LevelFigures& level) {
    ReportedTable out;
    for (const auto& [key, value] : figures) {
        ReportedFigure figure;
        figure.key = key;
        figure.ours = ourValue(level, key);
        figure.dialect = value;
        const auto reported = level.reported.find(key);
        out.isReported.push_back(reported != level.reported.end());
        if (out.isReported.back()) figure.reported = reported->second;
        if (figure.ours && *figure.ours != 0 && value)
            figure.difference = (*value - *figure.ours) / std::abs(*figure.ours);
        out.figures.push_back(std::move(figure));
    }
    return out;
}

}  // namespace

ReportedTable reportedTable(const Judgement& judgement, std::size_t configuration, std::size_t level) {
    ReportedTable out;
    for (const ReportedRun& run : judgement.reportedAt(configuration, level)) {
        if (run.dialect) out.dialectTitle = qText(entry(*run.dialect).title);
        out.figures.insert(out.figures.end(), run.figures.begin(), run.figures.end());
    }
    out.isReported.assign(out.figures.size(), true);
    return out;
}

ReportedTable dialectTable(const Dataset& data, const Settings& settings, const Figures& figures,
                           std::size_t configuration, std::size_t level, Dialect dialect, std::stop_token stop) {
    ReportedTable out =
        underDialect(dialectAtLevel(data, settings, figures, configuration, level, dialect, std::move(stop)),
                     figures.configurations[configuration].levels[level]);
    out.dialectTitle = qText(entry(dialect).title);
    return out;
}

ReportedModel::ReportedModel(QObject* parent) : SnapshotTableModel(parent) { nameColumns(); }

void ReportedModel::nameColumns() {
    const QString theirs =
        m_table.dialectTitle.isEmpty() ? tr("under its dialect") : tr("by %1").arg(m_table.dialectTitle);
    setColumns({{tr("Metric"), {}, false},
                {tr("Reported"), tr("As the harness's own summary says it"), true},
                {tr("Ours"), tr("From the rows, by the rules of this program and the settings in force"), true},
                {theirs,
                 tr("From the same rows, by the harness's own population, window, percentile rule and formulas"), true},
                {tr("Difference"), tr("Of the reported figure, or else the dialect's, from ours"), true},
                {tr("Cause"), tr("Which of the rules makes the difference; more in the tooltip"), false}});
}

void ReportedModel::set(ReportedTable table) {
    beginResetModel();
    m_table = std::move(table);
    nameColumns();
    endResetModel();
}

QString ReportedModel::text(const ReportedFigure& figure, bool isReported, int column) const {
    const FigureUnit unit = figureUnit(figure.key);
    switch (column) {
        case metric: {
            const QString name = qText(figureName(figure.key));
            return unit.unit.empty() ? name : name + QStringLiteral(", ") + qText(unit.unit);
        }
        case reported:
            return cellNumber(isReported ? std::optional(figure.reported) : std::nullopt, unit.scale);
        case ours:
            return cellNumber(figure.ours, unit.scale);
        case byDialect:
            return cellNumber(figure.dialect, unit.scale);
        case difference:
            if (!figure.difference) return QString::fromUtf8(emDash);
            return qText(differenceText(*figure.difference));
        default:
            return qText(name(figure.cause));
    }
}

QVariant ReportedModel::cell(int row, int column, int role) const {
    const ReportedFigure& figure = m_table.figures[static_cast<std::size_t>(row)];
    const bool isReported = m_table.isReported[static_cast<std::size_t>(row)];
    if (role == Qt::DisplayRole) return text(figure, isReported, column);
    if (role == Qt::ToolTipRole) return figure.text.empty() ? QVariant() : QVariant(plainTip(sentence(figure.text)));
    if (role == differsRole) {
        const auto apart = isReported ? apartFromDialect(figure) : std::nullopt;
        return apart && std::abs(*apart) > notable;
    }
    return {};
}

}  // namespace plumbline
