#include "ui/panels/docks/configurations_panel.h"

#include <QAction>
#include <QHeaderView>
#include <QInputDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "core/trace/run_limits.h"
#include "ui/charts/marker.h"
#include "ui/models/cell_text.h"
#include "ui/panels/docks/context_editor.h"
#include "ui/panels/widgets/empty_note.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/settings_edits.h"

namespace plumbline {
namespace {

/// Asks for one line of text beside the data, not over it.
template <class Taken>
void ask(QWidget* parent, const QString& title, const QString& label, const QString& text, Taken taken) {
    auto* dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setTextValue(text);
    QObject::connect(dialog, &QInputDialog::textValueSelected, parent, taken);
    dialog->setModal(false);
    dialog->show();
}

}  // namespace

ConfigurationsPanel::ConfigurationsPanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection), m_tree(new QTreeView) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tree);
    m_tree->setModel(&m_model);
    m_tree->setAccessibleName(tr("Configurations, their loads and runs"));
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(fontMetrics().averageCharWidth() * 2);  // room for the names
    setMinimumWidth(fontMetrics().averageCharWidth() * 24);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setMinimumSectionSize(16);
    m_tree->header()->setSectionResizeMode(ConfigurationsModel::nameColumn, QHeaderView::Stretch);
    for (const int column : {ConfigurationsModel::rowsColumn, ConfigurationsModel::flagColumn})
        m_tree->header()->setSectionResizeMode(column, QHeaderView::Fixed);
    fitWidths();
    m_model.setIcons([this](std::size_t position) {
        const auto& configuration = m_model.shown().figures->configurations[position];
        return markerIcon(seriesStyle(m_session.styleOf(configuration.id), isDark(palette())));
    });
    auto* note = new EmptyNote(
        *m_tree, [this] { return m_session.files().importing() ? tr("Reading\u2026") : tr("Nothing is open yet."); });
    connect(&session.files(), &WorkspaceFiles::importStarted, note, &EmptyNote::refresh);
    connect(&session.files(), &WorkspaceFiles::importFinished, note, &EmptyNote::refresh);
    createActs();
    connect(&session, &Session::figuresChanged, this, &ConfigurationsPanel::refresh);
    connect(&session, &Session::judgementChanged, this, &ConfigurationsPanel::refresh);
    connect(&m_model, &ConfigurationsModel::shownAsked, this, [this](qint64 id, bool shown) {
        m_session.change(withShown(m_session.settings(), ConfigurationId{id}, shown));
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        enableActs();
        takeSelection();
    });
    connect(&selection, &Selection::levelChanged, this, &ConfigurationsPanel::showSelection);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, [this](const QPoint& point) {
        QMenu menu;
        menu.addActions(m_acts);
        menu.exec(m_tree->viewport()->mapToGlobal(point));
    });
}

void ConfigurationsPanel::createActs() {
    const auto add = [this](const QString& text, const QString& icon, const QKeySequence& key,
                            void (ConfigurationsPanel::*act)()) {
        auto* action = new QAction(symbol(icon), text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        m_acts << action;
        return action;
    };
    m_merge =
        add(tr("&Merge selected"), QStringLiteral("merge"), Qt::CTRL | Qt::Key_M, &ConfigurationsPanel::mergeSelected);
    m_mergeChecked = add(tr("Merge &checked"), {}, {}, &ConfigurationsPanel::mergeChecked);
    m_split = add(tr("&Split by source"), QStringLiteral("split"), Qt::CTRL | Qt::SHIFT | Qt::Key_M,
                  &ConfigurationsPanel::splitSelected);
    m_rename = add(tr("Re&name\u2026"), {}, Qt::Key_F2, &ConfigurationsPanel::renameSelected);
    m_load = add(tr("Type a &load\u2026"), {}, Qt::CTRL | Qt::Key_L, &ConfigurationsPanel::typeLoadOfSelected);
    m_context =
        add(tr("&Edit the context\u2026"), {}, Qt::CTRL | Qt::Key_E, &ConfigurationsPanel::editContextOfSelected);
    m_remove = add(tr("&Remove source"), QStringLiteral("remove"), QKeySequence::Delete,
                   &ConfigurationsPanel::removeSelectedFiles);
    enableActs();
}

std::vector<ConfigurationId> ConfigurationsPanel::selectedConfigurations() const {
    std::vector<ConfigurationId> ids;
    std::set<ConfigurationId> known;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        const auto id = m_model.idAt(index);
        if (id && known.insert(*id).second) ids.push_back(*id);
    }
    return ids;
}

std::vector<RunIndex> ConfigurationsPanel::selectedRuns() const {
    std::vector<RunIndex> runs;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        const auto node = m_model.nodeAt(index);
        if (node->isTraffic) continue;
        const auto& configuration = m_model.shown().figures->configurations[node->configuration];
        for (std::size_t l = 0; l < configuration.levels.size(); ++l)
            for (std::size_t r = 0; r < configuration.levels[l].runs.size(); ++r)
                if ((!node->level || *node->level == l) && (!node->run || *node->run == r))
                    runs.push_back(configuration.levels[l].runs[r].run);
    }
    std::ranges::sort(runs);
    runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    return runs;
}

/// By the widest words there can be: a width that follows the contents asks each of thousands of rows for its size.
void ConfigurationsPanel::fitWidths() {
    constexpr int margin = 14;
    const auto widthOf = [this](const QString& words) { return fontMetrics().horizontalAdvance(words) + margin; };
    int rows = widthOf(tr("Rows"));
    if (const auto& shown = m_session.shown().data) {
        rows = std::max(rows, widthOf(cellCount(std::uint64_t{shown->rows.size()})));
        if (std::ranges::any_of(shown->runs, [](const Run& run) { return run.info.summaryOnly; }))
            rows = std::max(rows, widthOf(tr("summary")));
    }
    m_tree->header()->resizeSection(ConfigurationsModel::rowsColumn, rows);
    m_tree->header()->resizeSection(ConfigurationsModel::flagColumn, widthOf(QStringLiteral("!")));
}

void ConfigurationsPanel::refresh() {
    const bool first = m_model.rowCount() == 0;
    std::set<ConfigurationId> unfolded;
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (const QModelIndex index = m_model.index(row, 0); m_model.idAt(index) && m_tree->isExpanded(index))
            unfolded.insert(*m_model.idAt(index));
    m_model.set(m_session.shown(), m_session.judgement());
    fitWidths();
    constexpr int fewEnough = 4;
    if (first && m_model.rowCount() > 0 && m_model.rowCount() <= fewEnough) {
        m_tree->expandToDepth(0);
        m_unfoldedByUs = true;
    } else if (m_unfoldedByUs && m_model.rowCount() > fewEnough) {
        m_unfoldedByUs = false;
        unfolded.clear();
        m_tree->collapseAll();
    }
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (const QModelIndex index = m_model.index(row, 0);
            m_model.idAt(index) && unfolded.contains(*m_model.idAt(index)))
            m_tree->expand(index);
    const auto current = m_model.nodeAt(m_tree->currentIndex());
    if (!current || !current->isTraffic) showSelection();
    enableActs();
}

void ConfigurationsPanel::enableActs() {
    const auto ids = selectedConfigurations();
    m_merge->setEnabled(ids.size() > 1);
    const auto& figures = m_session.shown().figures;
    std::size_t checked = 0;
    if (figures)
        for (const auto& configuration : figures->configurations)
            checked += !hides(m_session.settings(), configuration.id);
    m_mergeChecked->setEnabled(checked > 1);
    const auto position = ids.size() == 1 && figures ? positionOf(*figures, ids.front()) : std::nullopt;
    m_split->setEnabled(position && figures->configurations[*position].sources.size() > 1);
    m_rename->setEnabled(ids.size() == 1);
    m_context->setEnabled(ids.size() == 1);
    m_load->setEnabled(!ids.empty());
    m_remove->setEnabled(m_tree->selectionModel()->hasSelection());
}

void ConfigurationsPanel::takeSelection() {
    if (m_showing) return;
    const auto rows = m_tree->selectionModel()->selectedRows();
    if (rows.size() != 1) return;
    const auto node = m_model.nodeAt(rows.front());
    if (node->isTraffic) return;
    const auto& configuration = m_model.shown().figures->configurations[node->configuration];
    m_selection.setLevel(configuration.id,
                         node->level ? std::optional(configuration.levels[*node->level].load) : std::nullopt);
}

void ConfigurationsPanel::showSelection() {
    const auto id = m_selection.configuration();
    const auto& figures = m_model.shown().figures;
    if (!id || !figures) return;
    const auto configuration = positionOf(*figures, *id);
    if (!configuration) return;
    ConfigurationsModel::Node node{*configuration, {}, {}};
    if (const auto load = m_selection.load())
        if (const auto place = placeOf(*figures, *id, *load)) node.level = place->level;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        const auto selected = m_model.nodeAt(index);
        if (selected && selected->configuration == node.configuration && selected->level == node.level) return;
    }
    m_showing = true;
    const QModelIndex index = m_model.indexOf(node);
    m_tree->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_tree->scrollTo(index);
    m_showing = false;
}

std::optional<Load> parseTypedLoad(const QString& text) {
    QString word = text.trimmed().toLower();
    if (word == QLatin1String("unbounded")) return Load{LoadKind::unbounded, 0};
    LoadKind kind = LoadKind::concurrency;
    if (word.startsWith(QLatin1String("c="))) word = word.mid(2);
    for (const char* unit : {"requests/s", "req/s", "rps"})
        if (word.endsWith(QLatin1String(unit))) {
            word = word.left(word.size() - static_cast<qsizetype>(qstrlen(unit))).trimmed();
            kind = LoadKind::requestRate;
        }
    bool ok = false;
    const double value = word.toDouble(&ok);
    if (!ok || !isLoadValue(value)) return {};
    return Load{kind, value};
}

void ConfigurationsPanel::mergeSelected() {
    const auto ids = selectedConfigurations();
    if (ids.size() > 1) m_session.change(merged(m_session.settings(), ids));
}

void ConfigurationsPanel::mergeChecked() {
    std::vector<ConfigurationId> ids;
    if (!m_session.shown().figures) return;
    for (const auto& configuration : m_session.shown().figures->configurations)
        if (!hides(m_session.settings(), configuration.id)) ids.push_back(configuration.id);
    if (ids.size() > 1) m_session.change(merged(m_session.settings(), ids));
}

void ConfigurationsPanel::splitSelected() {
    for (const ConfigurationId id : selectedConfigurations()) m_session.change(splitBySource(m_session.settings(), id));
}

void ConfigurationsPanel::renameSelected() {
    const auto ids = selectedConfigurations();
    const auto position = ids.size() == 1 ? positionOf(*m_session.shown().figures, ids.front()) : std::nullopt;
    if (!position) return;
    const QString name = qText(m_session.shown().figures->configurations[*position].name);
    ask(this, tr("Rename"), tr("Name of the configuration (empty: named by what differs)"), name,
        [this, id = ids.front()](const QString& text) {
            m_session.change(renamed(m_session.settings(), id, text.trimmed().toStdString()));
        });
}

void ConfigurationsPanel::typeLoadOfSelected() {
    const auto runs = selectedRuns();
    if (runs.empty()) return;
    ask(this, tr("Type a load"),
        runs.size() == 1 ? tr("Load of the selected run: 32, 2.5 req/s, or unbounded")
                         : tr("Load of the %1 selected runs: 32, 2.5 req/s, or unbounded").arg(runs.size()),
        {}, [this, runs, data = m_session.shown().data](const QString& text) {
            const auto load = parseTypedLoad(text);
            if (!load)
                emit m_session.failed(tr("\"%1\" is no load. Type a concurrency (32), a request rate (2.5 req/s), or "
                                         "unbounded.")
                                          .arg(text));
            else if (m_session.shown().data == data)
                m_session.change(withTypedLoad(m_session.settings(), *data, runs, *load));
        });
}

void ConfigurationsPanel::editContextOfSelected() {
    const auto ids = selectedConfigurations();
    if (ids.size() != 1) return;
    auto* editor = new ContextEditor(m_session, ids.front(), this);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    editor->show();
}

void ConfigurationsPanel::removeSelectedFiles() {
    std::vector<std::size_t> files;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows())
        for (const std::size_t file : m_model.filesAt(index)) files.push_back(file);
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    for (const std::size_t file : files) m_session.files().removeFile(m_model.shown().data->files[file].id);
}

}  // namespace plumbline
