// The workspace behind the window and what comes into it: opened, read into, loaded and saved by jobs; all calls return
// at once and are answered by signals.
#pragma once

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/store/workspace.h"
#include "ui/session/disposer.h"
#include "ui/session/file_check.h"
#include "ui/session/store_tasks.h"

namespace plumbline {

/// What becomes of untitled work that is closed: kept to be found again, kept only if something is in it, or removed.
enum class Untitled { keep, removeIfEmpty, remove };

class WorkspaceFiles : public QObject {
    Q_OBJECT
public:
    explicit WorkspaceFiles(QObject* parent = nullptr);

    // What is open. Signals: changed.
    QString path() const { return m_path; }
    bool isOpen() const { return !m_path.isEmpty(); }
    bool untitled() const { return m_untitled; }
    /// Why it can only be looked at (who else has it open), in a sentence; empty where it can be changed.
    const QString& readOnlyReason() const { return m_readOnly; }
    const std::shared_ptr<const Dataset>& data() const { return m_data; }  ///< null until the first load
    bool hasData() const { return m_data && !m_data->files.empty(); }
    const std::vector<FileReport>& imports() const { return m_imports; }  ///< what is in
    const ImportReport& lastImport() const { return m_lastImport; }

    void importPaths(const QStringList& paths);
    /// Reads one file by a mapping of its columns, whatever the readers say of it.
    void importMapped(const QString& path, const Mapping& mapping);
    bool importing() const { return m_importsWaiting > 0; }
    bool loading() const { return m_loading; }  ///< what came in is on its way from the workspace
    void cancelImport();
    void openWorkspace(const QString& path, Untitled old = Untitled::keep);
    void saveAs(const QString& path);
    void removeFile(FileId file);
    /// Looks whether files have changed on disk since they were read; filesChanged tells, each change once. Importing
    /// them again puts what they hold now in the place of what they held.
    void checkFiles();
    /// Once the figures of a workspace that was opened are shown: looks it through for damage that they don't show.
    void checkSoundness();
    void close(Untitled old);
    void findAbandoned();
    void removeAbandoned(const QString& path);

    /// A task with the workspace, as StoreTasks'.
    template <class Work, class Done>
    void post(const char* doing, Work work, Done done, std::function<void()> failed) {
        m_store.post(doing, std::move(work), std::move(done), std::move(failed));
    }

signals:
    void changed();
    void opened();
    /// data() is another; these are the settings that the workspace has beside it. `whole`: of one that was just
    /// opened.
    void loaded(const plumbline::Settings& stored, bool whole);
    void importStarted();
    void importProgressed(double share, const QString& text);
    void importFinished();
    void filesChanged(const QStringList& paths);
    void abandonedFound(const QStringList& paths, const QDateTime& newest);
    void failed(const QString& text);

private:
    struct Loaded;
    struct Stored;
    void startImport(const QStringList& paths, std::optional<Mapping> mapping);
    void takeStored(Stored stored);
    void onProgress(const ImportProgress& progress);
    void reload(bool takeSettings);
    void startLoad();
    void take(Loaded loaded);
    void recover(const Error& why);

    QString m_path;
    QString m_readOnly;
    bool m_untitled = false;
    QString m_recovered;   ///< the workspace that a damaged one was copied into
    QString m_notChecked;  ///< a workspace that was opened and not looked through yet
    std::shared_ptr<Disposer> m_disposer = std::make_shared<Disposer>();  ///< of data sets that have had their day
    std::shared_ptr<const Dataset> m_data;
    std::vector<FileReport> m_imports;
    ImportReport m_lastImport;

    int m_importsWaiting = 0;
    bool m_loading = false;
    bool m_takeSettings = false;  ///< the next load brings the settings too
    std::stop_source m_importStop;
    QTimer m_reloadTimer;
    QElapsedTimer m_loadClock;
    qint64 m_loadTook = 0;  ///< ms
    JobRunner m_loader{QT_TRANSLATE_NOOP("Failure", "loading the workspace")};
    JobRunner m_soundness{QT_TRANSLATE_NOOP("Failure", "checking the workspace"), Pool::background};
    FileCheck m_fileCheck;
    StoreTasks m_store;  ///< last: it ends before what it uses
};

}  // namespace plumbline
