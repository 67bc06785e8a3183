// What the window shows: the Settings in force and their history, the newest Figures and Judgement.
#pragma once

#include <QObject>
#include <map>
#include <memory>

#include "ui/session/analyst.h"
#include "ui/session/settings_history.h"
#include "ui/session/workspace_files.h"

namespace plumbline {

/// Whether a change is one of many that a hand is making, or stands.
enum class Hand { rests, moves };
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;  ///< an untitled workspace with nothing in it goes; any other stays to be found again

    /// The workspace and its files. Where it can only be looked at, every change but of what is hidden is refused:
    /// failed() says so.
    WorkspaceFiles& files() { return m_files; }
    const WorkspaceFiles& files() const { return m_files; }

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

    void discard(Untitled old = Untitled::remove);  ///< closes the workspace

signals:
    void workspaceChanged();
    void settingsChanged();
    void figuresChanged();
    void judgementChanged();
    void updatingChanged(bool updating);
    void historyChanged();
    void failed(const QString& text);

private:
    void adopt(const Settings& stored, bool whole);
    bool refuses(const Settings& now);
    void apply(const Settings& now);
    void commit();
    void assignStyles();
    void settle();

    Settings m_settings;  ///< in force, the moving hand's included
    Settings m_before;    ///< as it stood before the hand began to move
    Settings m_saved;     ///< as the workspace has it, once the tasks that wait there are done
    bool m_moving = false;
    SettingsHistory m_history;
    std::shared_ptr<const Figures> m_ghost;
    std::map<ConfigurationId, std::size_t> m_styles;

    Analyst m_analyst;
    WorkspaceFiles m_files;
};

}  // namespace plumbline
