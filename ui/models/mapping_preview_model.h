// The first records of a file as a mapping would read them: values, verdicts, and what would be rejected.
#pragma once

#include "core/ingest/mapping/mapped_reader.h"
#include "ui/models/badge.h"
#include "ui/models/snapshot_table_model.h"

namespace plumbline {

class MappingPreviewModel : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit MappingPreviewModel(QObject* parent = nullptr);
    void set(const MappingPreview& preview);
    void clear();
    /// "44 streamed, 6 buffered, 2 rejected".
    QString summary() const;

    enum Column {
        placeColumn,
        verdictColumn,
        idColumn,
        loadColumn,
        startColumn,
        firstColumn,
        endColumn,
        chunksColumn,
        promptColumn,
        outputColumn,
        rateColumn,
        reasonColumn
    };

protected:
    int shownRows() const override { return static_cast<int>(m_lines.size()); }
    QVariant cell(int row, int column, int role) const override;

private:
    struct Line {
        std::uint64_t record = 0;
        QStringList cells;
        Tone tone = Tone::none;
    };
    static Line line(const PreviewRow& row);
    static Line line(const Rejection& rejection);

    std::vector<Line> m_lines;
};

}  // namespace plumbline
