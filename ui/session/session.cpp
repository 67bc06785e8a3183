#include "ui/session/session.h"

#include <algorithm>
#include <set>

#include "core/measure/setting_table.h"
#include "ui/session/lookup.h"
#include "ui/session/reviewer.h"
#include "ui/session/settings_edits.h"

namespace plumbline {

Session::Session(QObject* parent) : QObject(parent) {
    m_settings.grouping = std::make_shared<const Grouping>();
    m_before = m_saved = m_settings;
    connect(&m_files, &WorkspaceFiles::failed, this, &Session::failed);
    connect(&m_files, &WorkspaceFiles::opened, this, [this] {
        m_history.clear();
        emit historyChanged();
    });
    connect(&m_files, &WorkspaceFiles::loaded, this, [this](const Settings& stored, bool whole) {
        adopt(stored, whole);
        m_analyst.analyse(m_files.data(), m_settings);
        emit settingsChanged();
    });
    connect(&m_files, &WorkspaceFiles::changed, this, &Session::workspaceChanged);
    connect(&m_analyst, &Analyst::figuresChanged, this, [this] {
        assignStyles();
        emit figuresChanged();
        m_files.checkSoundness();
    });
    connect(&m_analyst, &Analyst::judgementChanged, this, &Session::judgementChanged);
    connect(&m_analyst, &Analyst::updatingChanged, this, [this](bool updating) {
        if (!updating) settle();
        emit updatingChanged(updating);
    });
}

Session::~Session() {
    blockSignals(true);  // whoever listens may be half gone by now
    m_files.cancelImport();
    if (m_files.untitled() && !m_files.hasData() && !m_files.importing()) discard(Untitled::removeIfEmpty);
}

std::size_t Session::styleOf(ConfigurationId id) const {
    const auto found = m_styles.find(id);
    return found == m_styles.end() ? 0 : found->second;
}

const Judgement* Session::judgementShown() const {
    const Judgement* judged = judgement().get();
    if (updating() || !judged || !shown().figures || judged->stopped) return nullptr;
    return judged->intervals.size() == shown().figures->configurations.size() ? judged : nullptr;
}

std::vector<std::size_t> Session::styles() const {
    std::vector<std::size_t> out;
    if (shown().figures)
        for (const auto& configuration : shown().figures->configurations) out.push_back(styleOf(configuration.id));
    return out;
}

void Session::assignStyles() {
    if (!shown().figures) return m_styles.clear();
    std::map<ConfigurationId, std::size_t> kept;
    std::set<std::size_t> used;
    for (const auto& configuration : shown().figures->configurations)
        if (const auto old = m_styles.find(configuration.id); old != m_styles.end())
            if (used.insert(old->second).second) kept.insert(*old);
    std::size_t lowest = 0;
    for (const auto& configuration : shown().figures->configurations) {
        if (kept.contains(configuration.id)) continue;
        while (!used.insert(lowest).second) ++lowest;
        kept[configuration.id] = lowest;
    }
    m_styles = std::move(kept);
}

/// Whatever asked for the change shows again what is in force.
bool Session::refuses(const Settings& now) {
    if (m_files.readOnlyReason().isEmpty()) return false;
    Settings compared = now;
    compared.hidden = m_settings.hidden;
    if (compared == m_settings) return false;
    emit failed(m_files.readOnlyReason());
    emit settingsChanged();
    return true;
}

void Session::change(const Settings& asked, Hand hand) {
    Settings now = asked;
    now.measure = withinLimits(now.measure);  // else the workspace could not be read again
    if (refuses(now)) return;
    if (hand == Hand::moves && !m_moving) {
        m_moving = true;
        m_before = m_settings;
        m_ghost = shown().figures;
        m_analyst.hold(true);
    } else if (!m_moving && !(now == m_settings)) {
        m_before = m_settings;
        if (!(now.measure == m_settings.measure) && !m_ghost) m_ghost = shown().figures;
    }
    if (!(now == m_settings)) apply(now);
    if (hand == Hand::moves) return;
    m_moving = false;
    m_analyst.hold(false);
    if (!updating()) settle();
    m_history.record(m_before, m_settings);
    m_before = m_settings;
    commit();
    emit historyChanged();
}

/// Puts Settings in force. Only what is hidden changed: nothing is computed.
void Session::apply(const Settings& now) {
    Settings compared = now;
    compared.hidden = m_settings.hidden;
    const bool computes = !(compared == m_settings);
    m_settings = now;
    if (computes)
        m_analyst.analyse(m_files.data(), m_settings);
    else
        m_analyst.setHidden(m_settings.hidden);
    emit settingsChanged();
}

void Session::commit() {
    if (m_settings == m_saved || !m_files.isOpen() || !m_files.readOnlyReason().isEmpty()) return;
    // What could not be written is still to be written: the next change brings it along.
    const auto keep = [this, before = m_saved] { m_saved = before; };
    m_files.post(
        QT_TRANSLATE_NOOP("Failure", "writing a change into the workspace"),
        [now = m_settings, before = m_saved](std::optional<Workspace>& workspace) mutable -> Result<void> {
            if (!workspace) return {};
            // An import that ran meanwhile may have placed sources that these settings do not know.
            if (now.grouping && before.grouping && !(*now.grouping == *before.grouping)) {
                const Result<Settings> stored = workspace->settings();
                if (!stored) return unexpected(stored.error().kind, stored.error().message, stored.error().where);
                now.grouping = std::make_shared<const Grouping>(adopted(*now.grouping, *stored->grouping));
                before.grouping = stored->grouping;
            }
            return workspace->save(now, before, reviewerName());
        },
        [this, keep](const Result<void>& result) {
            if (result) return;
            keep();
            emit failed(QString::fromStdString(result.error().text()));
        },
        keep);
    m_saved = m_settings;
}

void Session::undo() {
    auto back = m_history.undo();
    if (!back) return;
    back->grouping = std::make_shared<const Grouping>(adopted(*back->grouping, *m_settings.grouping));
    apply(*back);
    m_before = m_settings;
    commit();
    emit historyChanged();
}

void Session::redo() {
    auto forward = m_history.redo();
    if (!forward) return;
    forward->grouping = std::make_shared<const Grouping>(adopted(*forward->grouping, *m_settings.grouping));
    apply(*forward);
    m_before = m_settings;
    commit();
    emit historyChanged();
}

/// The ghost goes when the hand has let go and everything is computed.
void Session::settle() {
    if (m_moving || !m_ghost) return;
    m_ghost.reset();
    if (shown().figures) emit figuresChanged();
}

void Session::discard(Untitled old) {
    m_files.close(old);
    m_history.clear();
    m_settings = {};
    m_settings.grouping = std::make_shared<const Grouping>();
    m_before = m_saved = m_settings;
    m_ghost.reset();
    m_analyst.stop();
    emit settingsChanged();
    emit historyChanged();
    emit workspaceChanged();
}

/// Settings of a workspace just opened are taken whole; of one that grew, only where its new sources went, and to which
/// records decisions went where a file was read again.
void Session::adopt(const Settings& stored, bool whole) {
    if (whole) {
        m_moving = false;
        m_settings = m_before = m_saved = stored;
        return;
    }
    m_saved.grouping = stored.grouping;
    m_settings.grouping = std::make_shared<const Grouping>(adopted(*m_settings.grouping, *stored.grouping));
    m_before.grouping = m_settings.grouping;
    const auto carry = [&](Settings& settings) {
        settings.decisions = carriedOver(settings.decisions, stored.decisions, *m_files.data());
    };
    for (Settings* const each : {&m_settings, &m_before, &m_saved}) carry(*each);
    m_history.follow(carry);
    commit();
}

}  // namespace plumbline
