// What the window shows: a workspace behind a thread, the Settings in force, the newest Figures and Judgement.
#pragma once

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <map>
#include <memory>
#include <stop_token>

#include "core/store/workspace.h"
#include "ui/session/analyst.h"
#include "ui/session/disposer.h"
#include "ui/session/file_check.h"
#include "ui/session/settings_history.h"
#include "ui/session/store_thread.h"

namespace plumbline {

/// Whether a change is one of many that a hand is making, or stands.
enum class Hand { rests, moves };
/// What becomes of untitled work that is closed: kept to be found again, kept only if something is in it, or removed.
enum class Untitled { keep, removeIfEmpty, remove };

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;  ///< an untitled workspace with nothing in it goes; any other stays to be found again

    // What is open. Signals: workspaceChanged.
    QString path() const { return m_path; }
    bool isOpen() const { return !m_path.isEmpty(); }
    bool untitled() const { return m_untitled; }
    /// Why it can only be looked at (who else has it open), in a sentence; empty where it can be changed. Every change
    /// but of what is hidden is then refused: failed() says so.
    const QString& readOnlyReason() const { return m_readOnly; }
    bool hasData() const { return m_data && !m_data->files.empty(); }
    const std::vector<FileReport>& imports() const { return m_imports; }  ///< what is in
    const ImportReport& lastImport() const { return m_lastImport; }

    // What is known of it. Signals: settingsChanged, figuresChanged, judgementChanged.
    const Settings& settings() const { return m_settings; }
    const Shown& shown() const { return m_analyst.shown(); }  ///< figures null until the first are in
    const std::shared_ptr<const Judgement>& judgement() const { return m_analyst.judgement(); }
    bool updating() const { return m_analyst.updating(); }
    bool refining() const { return m_analyst.refining(); }  ///< the judgement's sensitivity is on its way
    const Judgement* judgementShown() const;  ///< of the very figures that are shown; null while it is not known
    const Figures* ghost() const { return m_ghost.get(); }  ///< the figures before a hand began to move
    std::size_t styleOf(ConfigurationId id) const;          ///< the same for as long as it is there
    std::vector<std::size_t> styles() const;                ///< by position in the shown figures

    // Turning. moves: shown at once, and neither listed nor written until it rests.
    void change(const Settings& now, Hand hand = Hand::rests);
    void undo();
    void redo();
    const SettingsHistory& history() const { return m_history; }

    // Files; all at once return and are answered by signals.
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
    void discard(Untitled old = Untitled::remove);  ///< closes the workspace
    void findAbandoned();
    void removeAbandoned(const QString& path);

signals:
    void workspaceChanged();
    void settingsChanged();
    void figuresChanged();
    void judgementChanged();
    void updatingChanged(bool updating);
    void historyChanged();
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
    void loaded(Loaded loaded);
    void recover(const Error& why);
    void checkSoundness();
    void adopt(const Settings& stored);
    bool refuses(const Settings& now);
    void apply(const Settings& now);
    void commit();
    void assignStyles();
    void settle();

    QString m_path;
    QString m_readOnly;
    bool m_untitled = false;
    QString m_recovered;   ///< the workspace that a damaged one was copied into
    QString m_notChecked;  ///< a workspace that was opened and not looked through yet
    std::shared_ptr<Disposer> m_disposer = std::make_shared<Disposer>();  ///< of data sets that have had their day
    std::shared_ptr<const Dataset> m_data;
    std::vector<FileReport> m_imports;
    ImportReport m_lastImport;

    Settings m_settings;  ///< in force, the moving hand's included
    Settings m_before;    ///< as it stood before the hand began to move
    Settings m_saved;     ///< as the workspace has it, once the tasks that wait there are done
    bool m_moving = false;
    bool m_takeSettings = false;  ///< the next load brings the settings too
    SettingsHistory m_history;
    std::shared_ptr<const Figures> m_ghost;
    std::map<ConfigurationId, std::size_t> m_styles;

    int m_importsWaiting = 0;
    bool m_loading = false;
    std::stop_source m_importStop;
    QTimer m_reloadTimer;
    QElapsedTimer m_loadClock;
    qint64 m_loadTook = 0;  ///< ms
    Analyst m_analyst;
    JobRunner m_loader{QT_TRANSLATE_NOOP("Failure", "loading the workspace")};
    JobRunner m_soundness{QT_TRANSLATE_NOOP("Failure", "checking the workspace")};
    FileCheck m_fileCheck;
    StoreThread m_store;
};

}  // namespace plumbline
