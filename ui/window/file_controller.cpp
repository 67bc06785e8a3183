#include "ui/window/file_controller.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QUrl>
#include <utility>

#include "core/store/workspace.h"
#include "ui/panels/widgets/widgets.h"

namespace plumbline {

FileController::FileController(Session& session, Preferences& preferences, MessageBar& messages, QWidget& window)
    : QObject(&window), m_session(session), m_preferences(preferences), m_messages(messages), m_window(window) {
    m_new = add(tr("&New"), {}, QKeySequence::New, &FileController::startNew);
    m_open = add(tr("&Open\u2026"), QStringLiteral("open"), QKeySequence::Open, &FileController::askFiles);
    m_open->setToolTip(tr("Open result files or a workspace"));
    m_folder = add(tr("Open &folder\u2026"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_O, &FileController::askFolder);
    m_map = add(tr("&Map a file\u2026"), {}, Qt::CTRL | Qt::ALT | Qt::Key_O, &FileController::askMapped);
    m_map->setToolTip(tr("Read any table or JSON: say which column is which field"));
    m_samples = add(tr("Open the sam&ple runs"), {}, {}, &FileController::openSamples);
    m_sampleFolder = sampleFolder();  // before the window is there: a look at the disk
    m_samples->setEnabled(!m_sampleFolder.isEmpty());
    m_saveAs = add(tr("Save &as\u2026"), QStringLiteral("save"), QKeySequence::Save, &FileController::askSaveAs);
    m_saveAs->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), QKeySequence::Save});
    connect(&session.files(), &WorkspaceFiles::abandonedFound, this, &FileController::offerAbandoned);
    connect(&session, &Session::workspaceChanged, this, [this] {
        m_saveAs->setEnabled(m_session.files().isOpen());
        if (m_session.files().isOpen() && !m_session.files().untitled())
            m_preferences.addRecent(m_session.files().path());
        sayReadOnly();
    });
    m_saveAs->setEnabled(false);
}

QAction* FileController::add(const QString& text, const QString& icon, const QKeySequence& key,
                             void (FileController::*act)()) {
    auto* action = new QAction(icon.isEmpty() ? QIcon() : symbol(icon), text, this);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, act);
    return action;
}

void FileController::fillMenu(QMenu& menu) {
    menu.addActions({m_new, m_open, m_folder, m_map});
    m_recent = menu.addMenu(tr("Open &recent"));
    connect(m_recent, &QMenu::aboutToShow, this, &FileController::fillRecent);
    fillRecent();
    menu.addAction(m_samples);
    menu.addSeparator();
    menu.addAction(m_saveAs);
}

void FileController::fillRecent() {
    m_recent->clear();
    for (const QString& path : m_preferences.recent()) {
        const QString shown = QDir::home().relativeFilePath(path);
        QAction* action =
            m_recent->addAction(QString(shown.startsWith(QLatin1String("..")) ? path : QStringLiteral("~/") + shown)
                                    .replace(QLatin1Char('&'), QLatin1String("&&")));
        connect(action, &QAction::triggered, this, [this, path] { open({path}); });
    }
    if (m_recent->isEmpty()) {
        m_recent->addAction(tr("Nothing yet"))->setEnabled(false);
        return;
    }
    m_recent->addSeparator();
    connect(m_recent->addAction(tr("Forget these")), &QAction::triggered, this,
            [this] { m_preferences.clearRecent(); });
}

void FileController::open(const QStringList& paths) {
    // By name first: a look into the file, by a job, only where it may be one.
    QStringList results, named;
    for (const QString& path : paths) {
        const QString absolute = QFileInfo(path).absoluteFilePath();
        (absolute.endsWith(QLatin1String(".plumb")) ? named : results) << absolute;
    }
    if (named.isEmpty()) return openKnown({}, results);
    m_waiting << results;  // for the looks before this one as well, should it take their place
    m_asked << named;
    m_look.start(
        [asked = m_asked](std::stop_token) {
            QStringList workspaces;
            for (const QString& path : asked)
                if (Workspace::isWorkspace(path.toStdString())) workspaces << path;
            return workspaces;
        },
        [this, asked = m_asked](const QStringList& workspaces) {
            QStringList rest = std::exchange(m_waiting, {});
            for (const QString& path : asked)
                if (!workspaces.contains(path)) rest << path;
            m_asked.clear();
            openKnown(workspaces.isEmpty() ? QString() : workspaces.back(), rest);
        });
}

/// A workspace, or none, and then results.
void FileController::openKnown(const QString& workspace, const QStringList& results) {
    const auto importRest = [this, results] {
        for (const QString& path : results) m_preferences.addRecent(path);
        if (!results.isEmpty()) m_session.files().importPaths(results);
    };
    if (workspace.isEmpty()) return importRest();
    afterQuestion([this, workspace, importRest](Untitled old) {
        m_session.files().openWorkspace(workspace, old);
        importRest();
    });
}

void FileController::askFiles() {
    auto* dialog = new QFileDialog(&m_window, tr("Open result files or a workspace"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters(
        {tr("Results and workspaces (*.json *.jsonl *.csv *.gz *.zst *.plumb)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, &FileController::open);
    dialog->setModal(false);
    dialog->show();
}

void FileController::askFolder() {
    auto* dialog = new QFileDialog(&m_window, tr("Open a folder of results"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::filesSelected, this, &FileController::open);
    dialog->setModal(false);
    dialog->show();
}

void FileController::askMapped() {
    auto* dialog = new QFileDialog(&m_window, tr("Map the columns of a file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &FileController::mapAsked);
    dialog->setModal(false);
    dialog->show();
}

void FileController::openSamples() { m_session.files().importPaths({m_sampleFolder}); }

void FileController::askSaveAs() {
    auto* dialog = new QFileDialog(&m_window, tr("Save the workspace as"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("plumb"));
    dialog->setNameFilter(tr("Plumbline workspaces (*.plumb)"));
    connect(dialog, &QFileDialog::fileSelected, &m_session.files(), &WorkspaceFiles::saveAs);
    dialog->setModal(false);
    dialog->show();
}

/// Once for each reason: what else changes of the workspace does not say it again.
void FileController::sayReadOnly() {
    const QString why = m_session.files().readOnlyReason();
    if (std::exchange(m_saidReadOnly, why) == why || why.isEmpty()) return;
    const QString path = m_session.files().path();
    m_messages.say(Tone::caution, tr("Read-only: %1").arg(why),
                   {{tr("Try again"), [this, path] { m_session.files().openWorkspace(path); }},
                    {tr("Save as\u2026"), [this] { askSaveAs(); }}});
}

void FileController::startNew() {
    afterQuestion([this](Untitled old) { m_session.discard(old); });
}

/// Runs `next` unless the person wants to stay; tells it what is to become of the untitled work that is there.
void FileController::afterQuestion(const std::function<void(Untitled)>& next) {
    // What an import has brought in this moment is not shown yet.
    if (!m_session.files().untitled() || !m_session.files().hasData()) return next(Untitled::removeIfEmpty);
    if (!m_preferences.asksOnClose()) return next(Untitled::remove);
    auto* box = new QMessageBox(QMessageBox::Question, tr("Untitled work"),
                                tr("These runs are not saved in a workspace of yours. Save them, or discard them?"),
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    connect(box, &QMessageBox::buttonClicked, this, [this, box, next](QAbstractButton* button) {
        const auto answer = box->standardButton(button);
        if (answer == QMessageBox::Save) askSaveAs();
        if (answer == QMessageBox::Discard) next(Untitled::remove);
    });
    box->show();
}

bool FileController::mayClose() {
    if (!m_session.files().untitled() || !m_session.files().hasData() || !m_preferences.asksOnClose()) {
        if (m_session.files().untitled())
            m_session.discard(m_session.files().hasData() ? Untitled::remove : Untitled::removeIfEmpty);
        return true;
    }
    const auto answer =
        QMessageBox::question(&m_window, tr("Untitled work"),
                              tr("These runs are not saved in a workspace of yours. Save them, or discard them?"),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Discard) m_session.discard();
    if (answer == QMessageBox::Save) askSaveAs();
    return answer == QMessageBox::Discard;
}

void FileController::offerAbandoned(const QStringList& paths, const QDateTime& newest) {
    const QString& path = paths.front();
    const QString when = newest.toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    const QString text =
        paths.size() == 1
            ? tr("Untitled work of %1 was left behind.").arg(when)
            : tr("%1 pieces of untitled work were left behind, the newest of %2.").arg(paths.size()).arg(when);
    m_messages.say(
        Tone::calm, text,
        {{tr("Recover"),
          [this, path] { afterQuestion([this, path](Untitled old) { m_session.files().openWorkspace(path, old); }); }},
         {tr("Delete"), [this, paths] {
              for (const QString& each : paths) m_session.files().removeAbandoned(each);
          }}});
}

QStringList FileController::pathsOf(const QMimeData& mime) {
    QStringList paths;
    for (const QUrl& url : mime.urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    return paths;
}

QString FileController::sampleFolder() {
    const QString beside = QCoreApplication::applicationDirPath();
    for (const QString& folder :
         {beside + QStringLiteral("/../share/plumbline/sample_runs"), QString::fromUtf8(PLUMBLINE_SAMPLE_DIR)})
        if (QFileInfo(folder).isDir()) return QDir::cleanPath(folder);
    return {};
}

}  // namespace plumbline
