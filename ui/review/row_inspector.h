// Beside the rows: one row's own trace to scale, and its raw record.
#pragma once

#include <QLabel>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <memory>

#include "core/store/raw_records.h"
#include "ui/review/raw_text_view.h"
#include "ui/review/trace_drawing.h"
#include "ui/session/job_runner.h"
#include "ui/session/session.h"

namespace plumbline {

class RowInspector : public QWidget {
    Q_OBJECT
public:
    explicit RowInspector(Session& session, QWidget* parent = nullptr);
    /// A page before the raw record.
    void addFirstPage(QWidget* page, const QString& title);
    /// Shows a row of the data that is shown; nothing clears. Gaps and the record are read off the window's thread, the
    /// record only while its page is in front.
    void inspect(std::optional<RowIndex> row);

    TraceDrawing& drawing() { return *m_drawing; }
    RawTextView& raw() { return *m_raw; }
    QTabWidget& pages() { return *m_pages; }
    QLabel& note() { return *m_note; }
    bool busy() const { return m_gaps.busy() || m_reader.busy() || m_soon.isActive(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void look();
    void readGaps();
    void readRaw();
    void takeRaw(const Result<RawRecord>& record);
    void showFolds();

    Session& m_session;
    TraceDrawing* m_drawing;
    QTabWidget* m_pages;
    RawTextView* m_raw;
    QLabel* m_note;
    QToolButton* m_unfold;
    std::shared_ptr<const Dataset> m_data;  ///< whose row it is
    std::optional<RowIndex> m_row;
    bool m_drawn = true, m_read = true;                                      ///< what is shown is of m_row
    std::shared_ptr<RawRecords> m_records = std::make_shared<RawRecords>();  ///< touched by m_reader's thread only
    QTimer m_soon;
    JobRunner m_gaps{QT_TRANSLATE_NOOP("Failure", "reading a row's chunks")};
    JobRunner m_reader{QT_TRANSLATE_NOOP("Failure", "reading a row's record")};
};

/// Where a row's record stands in its file: with its place in lists, where other records share its object. Rejections
/// of its file as far as they are at hand: where some are not, the place in lists is not told.
RawPlace rawPlace(const Dataset& data, RowIndex row, const std::vector<Rejection>& rejections);

}  // namespace plumbline
