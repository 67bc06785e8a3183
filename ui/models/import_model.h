// What became of each file, and of a file's records that became no row.
#pragma once

#include "core/store/workspace.h"
#include "ui/models/snapshot_table_model.h"

namespace plumbline {

/// One row a file; those that are in, then what the last import skipped or could not read.
class ImportModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit ImportModel(QObject* parent = nullptr);
    void set(const std::vector<FileReport>& in, const ImportReport& last);
    const FileReport& fileAt(int position) const { return m_files[static_cast<std::size_t>(position)]; }

protected:
    int shownRows() const override { return static_cast<int>(m_files.size()); }
    QVariant cell(int row, int column, int role) const override;

private:
    enum Column {
        fateColumn,
        fileColumn,
        readerColumn,
        recordsColumn,
        rowsColumn,
        rejectedColumn,
        summariesColumn,
        saidColumn
    };

    std::vector<FileReport> m_files;
};

/// A file's rejections, line by line, and what was noticed in it.
class RejectionsModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit RejectionsModel(QObject* parent = nullptr);
    void set(const FileReport& file);
    void clear();

protected:
    int shownRows() const override { return static_cast<int>(m_lines.size()); }
    QVariant cell(int row, int column, int role) const override;

private:
    struct Line {
        QString place, kind, reason, excerpt;
    };
    std::vector<Line> m_lines;
};

}  // namespace plumbline
