// Opening, saving, recent files, dropping, recovering, and the question before untitled work goes.
#pragma once

#include <QAction>
#include <QMenu>
#include <QObject>
#include <functional>

#include "ui/session/preferences.h"
#include "ui/session/session.h"
#include "ui/window/message_bar.h"

class QMimeData;

namespace plumbline {

class FileController : public QObject {
    Q_OBJECT
public:
    FileController(Session& session, Preferences& preferences, MessageBar& messages, QWidget& window);

    void fillMenu(QMenu& menu);
    QAction* openAction() const { return m_open; }
    QAction* saveAsAction() const { return m_saveAs; }

    /// A workspace opens in place of what is there; everything else is imported into it.
    void open(const QStringList& paths);
    void askFiles();
    void askFolder();
    void askMapped();
    void openSamples();
    void askSaveAs();
    void startNew();
    /// False where the person wants to stay; asks only about untitled work with something in it.
    bool mayClose();

    static QStringList pathsOf(const QMimeData& mime);
    /// Beside the source tree of a build, or where an installation puts them; empty where there are none.
    static QString sampleFolder();

signals:
    void mapAsked(const QString& path);  ///< a person wants to say which column of this file is which field

private:
    QAction* add(const QString& text, const QString& icon, const QKeySequence& key, void (FileController::*act)());
    void fillRecent();
    void openKnown(const QString& workspace, const QStringList& results);
    void offerAbandoned(const QStringList& paths, const QDateTime& newest);
    void sayReadOnly();
    void afterQuestion(const std::function<void(Untitled old)>& next);

    Session& m_session;
    Preferences& m_preferences;
    MessageBar& m_messages;
    QWidget& m_window;
    QStringList m_asked, m_waiting;  ///< while it is looked whether the asked are workspaces
    QString m_sampleFolder;
    JobRunner m_look{QT_TRANSLATE_NOOP("Failure", "looking at the files to open")};
    QMenu* m_recent = nullptr;
    QString m_saidReadOnly;
    QAction *m_new, *m_open, *m_folder, *m_map, *m_samples, *m_saveAs;
};

}  // namespace plumbline
