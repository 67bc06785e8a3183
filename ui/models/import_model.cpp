#include "ui/models/import_model.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "ui/models/badge.h"
#include "ui/models/cell_text.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {
bool isIn(const FileReport& file) { return !file.error && !file.skipped; }
}  // namespace

ImportModel::ImportModel(QObject* parent) : SnapshotTableModel(parent) {
    setColumns({{tr("fate"), {}, false},
                {tr("file"), {}, false},
                {tr("reader"), tr("which format it was read as"), false},
                {tr("records"), tr("records = rows + rejected"), true},
                {tr("rows"), {}, true},
                {tr("rejected"), tr("records that became no row; each is listed with its reason"), true},
                {tr("summaries"), tr("points of which only the harness's own figures are known"), true},
                {tr("what was noticed"), {}, false}});
}

void ImportModel::set(const std::vector<FileReport>& in, const ImportReport& last) {
    beginResetModel();
    m_files = in;
    std::unordered_map<std::string_view, std::size_t> bySha256;
    for (std::size_t i = 0; i < in.size(); ++i)
        if (isIn(in[i])) bySha256.try_emplace(in[i].sha256, i);
    // What the import just made says more of a file that is in than the workspace keeps: its own words win.
    for (const FileReport& file : last.files) {
        const auto known = isIn(file) ? bySha256.find(file.sha256) : bySha256.end();
        if (known != bySha256.end())
            m_files[known->second] = file;
        else if (!isIn(file))
            m_files.push_back(file);
    }
    endResetModel();
}

QVariant ImportModel::cell(int row, int column, int role) const {
    const FileReport& file = fileAt(row);
    if (role == badgeRole) {
        if (column != fateColumn) return {};
        const Tone tone = file.error      ? Tone::bad
                          : file.skipped  ? Tone::muted
                          : file.rejected ? Tone::caution
                                          : Tone::good;
        return static_cast<int>(tone);
    }
    if (role == Qt::ToolTipRole && column == fileColumn) return qText(file.path);
    if (role != Qt::DisplayRole && !(role == Qt::ToolTipRole && column == saidColumn)) return {};
    const bool counted = isIn(file);
    const auto number = [&](std::uint64_t value) { return counted ? cellCount(value) : QString(); };
    switch (column) {
        case fateColumn:
            return file.error ? tr("not read") : file.aside ? tr("beside") : file.skipped ? tr("skipped") : tr("in");
        case fileColumn:
            return shortPath(qText(file.path));
        case readerColumn:
            return qText(file.reader);
        case recordsColumn:
            return number(file.records);
        case rowsColumn:
            return number(file.rows);
        case rejectedColumn:
            return number(file.rejected);
        case summariesColumn:
            return number(file.summaries);
        case saidColumn: {
            if (file.error) return qText(file.error->text());
            QStringList said;
            if (file.skipped) said << qText(*file.skipped);
            for (const Diagnostic& diagnostic : file.diagnostics) said << sentence(diagnostic.text);
            return said.join(QStringLiteral(" "));
        }
        default:
            return {};
    }
}

RejectionsModel::RejectionsModel(QObject* parent) : SnapshotTableModel(parent) {
    setColumns({{tr("where"), {}, false},
                {tr("what"), {}, false},
                {tr("reason"), {}, false},
                {tr("as it stands in the file"), {}, false}});
}

void RejectionsModel::set(const FileReport& file) {
    beginResetModel();
    m_lines.clear();
    for (const Diagnostic& diagnostic : file.diagnostics)
        m_lines.push_back({diagnostic.line ? tr("line %1").arg(diagnostic.line) : QString(), tr("noticed"),
                           sentence(diagnostic.text),
                           diagnostic.count > 1 ? tr("%1 times").arg(cellCount(diagnostic.count)) : QString()});
    for (const Rejection& rejection : file.rejections) {
        const QString place = rejection.line ? tr("line %1").arg(rejection.line)
                                             : tr("record %1, byte %2").arg(rejection.record).arg(rejection.byte);
        m_lines.push_back({place, tr("rejected"), qText(rejection.reason), qText(rejection.excerpt).simplified()});
    }
    endResetModel();
}

void RejectionsModel::clear() { set({}); }

QVariant RejectionsModel::cell(int row, int column, int role) const {
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const Line& line = m_lines[static_cast<std::size_t>(row)];
    switch (column) {
        case 0:
            return line.place;
        case 1:
            return line.kind;
        case 2:
            return line.reason;
        default:
            return line.excerpt;
    }
}

}  // namespace plumbline
