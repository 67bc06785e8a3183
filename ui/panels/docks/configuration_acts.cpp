// The acts of the configuration tree's menu. What needs a word asks for it without blocking the window.
#include <QInputDialog>
#include <QPlainTextEdit>

#include "core/trace/run_limits.h"
#include "ui/panels/docks/configurations_panel.h"
#include "ui/panels/docks/context_editor.h"
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
    for (const std::size_t file : files) m_session.removeFile(m_model.shown().data->files[file].id);
}

}  // namespace plumbline
