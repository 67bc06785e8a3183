#include "ui/models/mapping_preview_model.h"

#include <algorithm>
#include <map>

#include "ui/models/cell_text.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr auto perSecond = 1000.0;
/// A clock that stands after the year 2001 counts from 1970.
constexpr Nanoseconds sureEpoch = std::chrono::seconds(1'000'000'000);

std::optional<double> knownSeconds(Nanoseconds time) {
    return isKnown(time) ? std::optional(seconds(time)) : std::nullopt;
}

QString placeText(std::uint64_t line, std::uint64_t record) {
    return line > 0 ? MappingPreviewModel::tr("line %1").arg(line) : MappingPreviewModel::tr("record %1").arg(record);
}

}  // namespace

MappingPreviewModel::MappingPreviewModel(QObject* parent) : SnapshotTableModel(parent) {
    setColumns({{tr("where"), {}, false},
                {tr("verdict"), tr("under the cutoffs in force"), false},
                {tr("id"), {}, false},
                {tr("load"), {}, false},
                {tr("start"), {}, true},
                {tr("first, ms"), tr("the first token after the start, whichever of the fields tells it"), true},
                {tr("end, s"), tr("the end after the start"), true},
                {tr("chunks"), {}, true},
                {tr("prompt tokens"), {}, true},
                {tr("output tokens"), {}, true},
                {tr("rate, tokens/s"), {}, true},
                {tr("why"), {}, false}});
}

void MappingPreviewModel::set(const MappingPreview& preview) {
    beginResetModel();
    m_lines.clear();
    for (const PreviewRow& row : preview.rows) m_lines.push_back(line(row));
    for (const Rejection& rejection : preview.rejections) m_lines.push_back(line(rejection));
    std::ranges::stable_sort(m_lines, {}, &Line::record);
    endResetModel();
}

void MappingPreviewModel::clear() { set({}); }

MappingPreviewModel::Line MappingPreviewModel::line(const PreviewRow& preview) {
    const Row& row = preview.row;
    const RowFigures& figures = preview.figures;
    const QString load = row.load.kind == LoadKind::notStated ? QStringLiteral("\u2014") : qText(shortText(row.load));
    return {row.record,
            {placeText(row.line, row.record), qText(name(figures.verdict)), qText(row.id), load,
             isKnown(row.start) ? cellStart(row.start, row.start > sureEpoch) : QStringLiteral("\u2014"),
             cellNumber(figures.firstTime, perSecond), cellNumber(knownSeconds(row.end)), cellCount(row.chunks),
             cellCount(row.promptTokens), cellCount(row.outputTokens), cellNumber(figures.rate),
             sentence(row.error.empty() ? figures.reason : row.error)},
            toneOf(figures.verdict)};
}

MappingPreviewModel::Line MappingPreviewModel::line(const Rejection& rejection) {
    Line out{rejection.record, {}, Tone::bad};
    for (int i = placeColumn; i <= reasonColumn; ++i) out.cells << QString();
    out.cells[placeColumn] = placeText(rejection.line, rejection.record);
    out.cells[verdictColumn] = tr("rejected");
    out.cells[reasonColumn] = sentence(rejection.reason);
    return out;
}

QString MappingPreviewModel::summary() const {
    std::map<QString, int> counts;
    for (const Line& line : m_lines) ++counts[line.cells[verdictColumn]];
    QStringList parts;
    for (const auto& [verdict, count] : counts) parts << tr("%1 %2").arg(count).arg(verdict);
    return parts.join(QStringLiteral(", "));
}

QVariant MappingPreviewModel::cell(int row, int column, int role) const {
    const Line& line = m_lines[static_cast<std::size_t>(row)];
    if (role == badgeRole) return column == verdictColumn ? QVariant(static_cast<int>(line.tone)) : QVariant();
    if (role == Qt::ToolTipRole && column == reasonColumn) return plainTip(line.cells[column]);
    return role == Qt::DisplayRole ? QVariant(line.cells[column]) : QVariant();
}

}  // namespace plumbline
