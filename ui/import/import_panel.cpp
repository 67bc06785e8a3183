#include "ui/import/import_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <unordered_map>

#include "ui/models/cell_text.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/lookup.h"
#include "ui/session/settings_edits.h"

namespace plumbline {

ImportPanel::ImportPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_files(new QTableView),
      m_details(new QTableView),
      m_joins(new QWidget),
      m_joinText(plainLabel()),
      m_join(new QPushButton(tr("Join"))),
      m_leave(new QPushButton(tr("Leave apart"))),
      m_map(new QPushButton(tr("Map its columns\u2026"))) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* row = new QHBoxLayout(m_joins);
    row->setContentsMargins(8, 4, 8, 4);
    m_joinText->setWordWrap(true);
    row->addWidget(m_joinText, 1);
    row->addWidget(m_join);
    row->addWidget(m_leave);
    m_joins->hide();
    layout->addWidget(m_joins);
    auto* split = new QSplitter;
    tuneTable(*m_files, tr("Files and their fate"));
    tuneTable(*m_details, tr("Rejected records and what was noticed in the file"));
    m_files->setTextElideMode(Qt::ElideMiddle);
    m_files->setModel(&m_model);
    m_files->setSelectionMode(QAbstractItemView::SingleSelection);
    m_details->setModel(&m_lines);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [column, width] : {std::pair{0, 13}, {1, 34}, {2, 20}, {3, 11}, {4, 9}, {5, 11}, {6, 14}})
        m_files->setColumnWidth(column, unit * width);
    for (const auto& [column, width] : {std::pair{0, 14}, {1, 12}, {2, 48}})
        m_details->setColumnWidth(column, unit * width);
    split->addWidget(m_files);
    auto* side = new QWidget;
    auto* sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins(0, 0, 0, 0);
    sideLayout->addWidget(m_details, 1);
    sideLayout->addWidget(m_map);
    m_map->setToolTip(tr("No reader knows this file, but it holds records: say which column is which field"));
    m_map->hide();
    split->addWidget(side);
    share(*split, 4, 3);
    new EmptyNote(*m_files, [] { return tr("What is read, by which reader, and what is rejected is listed here."); });
    new EmptyNote(*m_details, [this] {
        return m_model.rowCount() == 0 ? QString() : tr("Nothing was rejected in this file, and nothing noticed.");
    });
    layout->addWidget(split, 1);
    connectAll();
}

void ImportPanel::connectAll() {
    connect(&m_session.files(), &WorkspaceFiles::importFinished, this, [this] {
        const auto& offered = m_session.files().lastImport().offered;
        m_offered.insert(m_offered.end(), offered.begin(), offered.end());
        refresh();
    });
    connect(&m_session, &Session::workspaceChanged, this, &ImportPanel::refresh);
    connect(&m_session, &Session::figuresChanged, this, &ImportPanel::showJoins);
    connect(m_files->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ImportPanel::showFile);
    connect(m_join, &QPushButton::clicked, this, [this] {
        if (m_offered.empty()) return;
        const OfferedJoin offer = m_offered.front();
        m_offered.erase(m_offered.begin());
        m_session.change(joined(m_session.settings(), offer.a, offer.b));
        showJoins();
    });
    connect(m_map, &QPushButton::clicked, this, [this] {
        if (const QString path = mappableCurrent(); !path.isEmpty()) emit mapAsked(path);
    });
    connect(m_leave, &QPushButton::clicked, this, [this] {
        if (!m_offered.empty()) m_offered.erase(m_offered.begin());
        showJoins();
    });
}

QString ImportPanel::summary(const ImportReport& report) {
    const auto count = [&](auto&& is) { return static_cast<std::uint64_t>(std::ranges::count_if(report.files, is)); };
    const auto say = [](std::uint64_t number, const QString& one, const QString& many) {
        return number == 1 ? one : many.arg(cellCount(number));
    };
    QStringList parts;
    if (report.imported() == 0)
        parts << tr("Nothing new was read");
    else
        parts << say(report.imported(), tr("1 file read"), tr("%1 files read"))
              << say(report.rows(), tr("1 row"), tr("%1 rows"));
    if (report.rejected() > 0) parts << say(report.rejected(), tr("1 record rejected"), tr("%1 records rejected"));
    if (const auto skipped = count([](const FileReport& file) { return file.skipped && !file.aside; }))
        parts << say(skipped, tr("1 file skipped"), tr("%1 files skipped"));
    if (const auto unread = count([](const FileReport& file) { return file.error.has_value(); }))
        parts << say(unread, tr("1 file cannot be read"), tr("%1 files cannot be read"));
    if (report.cancelled) parts << tr("cancelled: what was in stays");
    return parts.join(QStringLiteral(", "));
}

void ImportPanel::refresh() {
    const int current = std::max(m_files->currentIndex().row(), 0);
    m_model.set(m_session.files().imports(), m_session.files().lastImport());
    if (!m_session.files().isOpen()) m_offered.clear();
    if (m_model.rowCount() > 0) m_files->selectRow(std::min(current, m_model.rowCount() - 1));
    showFile();
    showJoins();
}

void ImportPanel::setMappable(const QStringList& paths) {
    m_mappable = paths;
    showFile();
}

/// The path of the chosen file, where its columns may be mapped.
QString ImportPanel::mappableCurrent() const {
    const int row = m_files->currentIndex().row();
    if (row < 0 || row >= m_model.rowCount() || (!m_model.fileAt(row).error && !m_model.fileAt(row).skipped)) return {};
    const QString path = qText(m_model.fileAt(row).path);
    return m_mappable.contains(path) ? path : QString();
}

void ImportPanel::showFile() {
    m_map->setVisible(!mappableCurrent().isEmpty());
    const int row = m_files->currentIndex().row();
    if (row >= 0 && row < m_model.rowCount())
        m_lines.set(m_model.fileAt(row));
    else
        m_lines.clear();
}

QString ImportPanel::describe(SourceId source) const {
    const auto& known = m_session.shown().data;
    if (!known) return {};
    const auto found = std::ranges::find(known->sources, source, &Source::id);
    return found == known->sources.end() ? QString() : shortPath(qText(known->files[found->file].path));
}

/// Offers that still stand: both sources are there, and not in one configuration yet.
void ImportPanel::showJoins() {
    const auto& grouping = m_session.settings().grouping;
    std::unordered_map<SourceId, ConfigurationId> holders;
    if (!m_offered.empty())
        for (const auto& configuration : grouping->configurations)
            for (const SourceId source : configuration.sources) holders.try_emplace(source, configuration.id);
    const auto holder = [&](SourceId source) {
        const auto found = holders.find(source);
        return found == holders.end() ? std::nullopt : std::optional(found->second);
    };
    if (m_session.shown().data)
        std::erase_if(m_offered, [&](const OfferedJoin& offer) {
            const auto a = holder(offer.a);
            return a && a == holder(offer.b);
        });
    m_joins->setVisible(!m_offered.empty());
    if (m_offered.empty()) return;
    const OfferedJoin& offer = m_offered.front();
    QString asked =
        tr("%1 and %2 may be one configuration: %3.").arg(describe(offer.a), describe(offer.b), qText(offer.reason));
    if (m_offered.size() > 1) asked += tr(" The first of %1 such questions.").arg(m_offered.size());
    m_joinText->setText(asked);
}

}  // namespace plumbline
