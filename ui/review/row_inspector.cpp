#include "ui/review/row_inspector.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {

constexpr int restBeforeReading = 150;  // ms: a hand that walks down the rows reads no file

}  // namespace

RawPlace rawPlace(const Dataset& data, RowIndex row, const std::vector<Rejection>& rejections) {
    const DataFile& file = fileOf(data, row);
    const std::size_t fileNumber = sourceOf(data, row).file;
    const std::uint64_t byte = data.rows.byte[at(row)];
    RawPlace place{file.path, byte, {}};
    std::uint64_t first = data.rows.record[at(row)], last = first;
    std::uint64_t sharing = 0;
    const auto take = [&](std::uint64_t record) {
        first = std::min(first, record);
        last = std::max(last, record);
        ++sharing;
    };
    for (const Run& run : data.runs) {
        if (data.sources[run.source].file != fileNumber) continue;
        for (std::size_t i = run.firstRow; i < run.firstRow + std::size_t{run.rowCount}; ++i)
            if (data.rows.byte[i] == byte) take(data.rows.record[i]);
    }
    if (sharing < 2) return place;
    for (const Rejection& rejection : rejections)
        if (rejection.byte == byte) take(rejection.record);
    // Which of them it is, is known only where all that share the object are.
    if (rejections.size() == file.rejected && last - first + 1 == sharing)
        place.inLists = {static_cast<std::size_t>(data.rows.record[at(row)] - first),
                         static_cast<std::size_t>(sharing)};
    return place;
}

RowInspector::RowInspector(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_drawing(new TraceDrawing),
      m_pages(new QTabWidget),
      m_raw(new RawTextView),
      m_note(plainLabel()),
      m_unfold(new QToolButton) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_drawing);
    m_pages->setDocumentMode(true);
    m_pages->setTabBarAutoHide(true);
    constexpr int fewLines = 32;  // px: the chart above must not give way to a record
    m_raw->setMinimumHeight(fewLines);
    auto* page = new QWidget;
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->setSpacing(0);
    auto* row = new QHBoxLayout;
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_unfold->setText(tr("show what is folded"));
    m_unfold->setCheckable(true);
    m_unfold->setAutoRaise(true);
    m_unfold->setToolTip(tr("Prompts, replies and keys of this record; nothing of it is stored"));
    row->addWidget(m_note, 1);
    row->addWidget(m_unfold);
    pageLayout->addLayout(row);
    pageLayout->addWidget(m_raw, 1);
    m_pages->addTab(page, tr("Raw record"));
    layout->addWidget(m_pages, 1);
    m_soon.setSingleShot(true);
    m_soon.setInterval(restBeforeReading);
    connect(&m_soon, &QTimer::timeout, this, &RowInspector::readRaw);
    connect(m_pages, &QTabWidget::currentChanged, this, &RowInspector::look);
    connect(m_unfold, &QToolButton::toggled, m_raw, &RawTextView::setAllShown);
    connect(m_raw, &RawTextView::foldsChanged, this, &RowInspector::showFolds);
    showFolds();
}

void RowInspector::addFirstPage(QWidget* page, const QString& title) {
    m_pages->insertTab(0, page, title);
    m_pages->setCurrentIndex(0);
}

void RowInspector::inspect(std::optional<RowIndex> row) {
    const auto& now = m_session.shown().data;
    if (!now || (row && at(*row) >= now->rows.size())) row.reset();
    if (row == m_row && now == m_data) return;
    m_row = row;
    m_data = now;
    m_drawn = m_read = false;
    m_gaps.cancel();
    m_reader.cancel();
    look();
}

void RowInspector::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    look();
}

void RowInspector::look() {
    if (!isVisible()) return;
    if (!m_drawn) {
        m_drawn = true;
        m_drawing->setTrace(m_row ? std::optional(rowTrace(m_data->rows, at(*m_row), {})) : std::nullopt);
        if (m_row) readGaps();
    }
    if (m_read || !m_raw->isVisible()) return;
    m_read = true;
    m_note->clear();
    m_raw->say(m_row ? tr("Reading\u2026") : tr("Choose a row to see its record."));
    if (m_row) m_soon.start();
}

void RowInspector::readGaps() {
    const Count count = m_data->rows.gapCount[at(*m_row)];
    if (!m_data->gaps || !isKnown(count) || count == 0) return;
    m_gaps.start(
        [data = m_data, row = *m_row](std::stop_token stop) {
            std::vector<Nanoseconds> gaps;
            const std::array rows{row};
            const auto read = data->gaps->visit(
                rows, [&](std::size_t, std::span<const Nanoseconds> own) { gaps.assign(own.begin(), own.end()); },
                stop);
            return read ? Result<std::vector<Nanoseconds>>(std::move(gaps)) : Unexpected{read.error()};
        },
        [this, row = m_row](const Result<std::vector<Nanoseconds>>& gaps) {
            if (row != m_row) return;
            RowTrace trace = rowTrace(m_data->rows, at(*m_row), gaps ? *gaps : std::vector<Nanoseconds>{});
            if (!gaps) trace.chunkNote = gaps.error().text();
            m_drawing->setTrace(std::move(trace));
        });
}

void RowInspector::readRaw() {
    if (!m_row) return;
    std::vector<Rejection> rejections;
    const auto own =
        std::ranges::find(m_session.files().imports(), fileOf(*m_data, *m_row).sha256, &FileReport::sha256);
    if (own != m_session.files().imports().end()) rejections = own->rejections;
    m_reader.start(
        [records = m_records, data = m_data, row = *m_row, rejections = std::move(rejections)](std::stop_token stop) {
            return records->read(rawPlace(*data, row, rejections), fileOf(*data, row).sha256, stop);
        },
        [this, row = m_row](const Result<RawRecord>& record) {
            if (row == m_row) takeRaw(record);
        });
}

void RowInspector::takeRaw(const Result<RawRecord>& record) {
    m_unfold->setChecked(false);
    if (!record) return m_raw->say(qText(record.error().text()));
    m_note->setText(sentence(record->note));
    m_raw->setPieces(record->pieces);
}

void RowInspector::showFolds() { m_unfold->setVisible(m_unfold->isChecked() || m_raw->folded() > 0); }

}  // namespace plumbline
