// The session's file side: import, open, save, load, all on other threads.
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QDateTime>
#include <QFileInfo>
#include <utility>

#include "core/store/recovery.h"
#include "ui/session/lookup.h"
#include "ui/session/reviewer.h"
#include "ui/session/session.h"
#include "ui/session/settings_edits.h"

namespace plumbline {

struct Session::Loaded {
    std::string path;
    std::shared_ptr<const Dataset> data;
    Settings settings;
    std::vector<FileReport> imports;
    std::optional<Error> error;
};

/// What the workspace's thread answers: where it is now, and what went wrong.
struct Session::Stored {
    QString path;
    bool untitled = false;
    QString readOnly;
    std::optional<Error> error;
    QString recovered = {};  ///< said of a damaged workspace whose copy this is; empty: it is none
    static Stored of(const std::optional<Workspace>& workspace) {
        if (!workspace) return {};
        const auto why = workspace->whyReadOnly();
        return {qText(workspace->path()), workspace->untitled(), why ? qText(why->text()) : QString(), {}};
    }
};

namespace {

/// Tells of progress at most 20 times a second, and whenever a file is in.
class Throttle {
public:
    bool lets(const ImportProgress& progress) {
        if (!progress.fileIn && m_clock.isValid() && m_clock.elapsed() < 50) return false;
        m_clock.start();
        return true;
    }

private:
    QElapsedTimer m_clock;
};

void letGo(std::optional<Workspace>& workspace, Untitled old) {
    if (!workspace || !workspace->untitled()) return;
    if (old == Untitled::remove) workspace->discard();
    if (old == Untitled::removeIfEmpty) workspace->discardIfEmpty();
}

/// In the background, behind the figures.
void lowerPriorityOfThisThread() {
    constexpr int lower = 10;
    (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), lower);
}

std::vector<std::string> plainPaths(const QStringList& paths) {
    std::vector<std::string> out;
    for (const QString& path : paths) out.push_back(path.toStdString());
    return out;
}

}  // namespace

void Session::checkFiles() {
    if (!m_data || importing()) return;
    std::vector<FileCheck::Known> known;
    for (const DataFile& file : m_data->files) known.push_back({file.path, file.sha256});
    m_fileCheck.look(known);
}

void Session::importPaths(const QStringList& paths) {
    if (!paths.isEmpty()) startImport(paths, {});
}

void Session::importMapped(const QString& path, const Mapping& mapping) { startImport({path}, mapping); }

void Session::startImport(const QStringList& paths, std::optional<Mapping> mapping) {
    if (!importing()) m_importStop = std::stop_source{};
    ++m_importsWaiting;
    emit importStarted();
    struct Imported {
        ImportReport report;
        Stored stored;
    };
    m_store.post(
        QT_TRANSLATE_NOOP("Failure", "reading files"),
        [this, named = plainPaths(paths), mapping = std::move(mapping),
         stop = m_importStop.get_token()](std::optional<Workspace>& workspace) {
            if (!workspace) {
                auto made = Workspace::temporary();
                if (!made) return Imported{{}, {{}, false, {}, made.error()}};
                workspace.emplace(std::move(*made));
            }
            const Stored stored = Stored::of(workspace);
            m_store.call([this, stored] { takeStored(stored); });
            auto throttle = std::make_shared<Throttle>();
            ImportOptions options;
            options.mapping = mapping;
            options.stop = stop;
            options.progress = [this, throttle](const ImportProgress& progress) {
                if (throttle->lets(progress)) m_store.call([this, progress] { onProgress(progress); });
            };
            return Imported{workspace->import(named, options), stored};
        },
        [this](Imported imported) {
            --m_importsWaiting;
            m_lastImport = std::move(imported.report);
            if (imported.stored.error) emit failed(qText(imported.stored.error->text()));
            reload(false);
            emit importFinished();
        },
        [this] {
            --m_importsWaiting;
            m_lastImport = {};
            reload(false);  // what was in stays
            emit importFinished();
        });
}

void Session::cancelImport() { m_importStop.request_stop(); }

void Session::onProgress(const ImportProgress& progress) {
    const double share = progress.bytesTotal > 0
                             ? static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal)
                             : 0;
    const QString name = QFileInfo(qText(progress.file)).fileName();
    const auto number = std::min(progress.filesDone + 1, progress.filesTotal);
    emit importProgressed(share, progress.filesTotal > 1
                                     ? tr("Reading file %1 of %2: %3").arg(number).arg(progress.filesTotal).arg(name)
                                     : tr("Reading %1").arg(name));
    if (progress.fileIn && !m_reloadTimer.isActive()) reload(false);
}

void Session::takeStored(Stored stored) {
    if (stored.error) emit failed(qText(stored.error->text()));
    if (!stored.recovered.isEmpty()) {
        m_recovered = stored.path;
        emit failed(tr("%1 The copy is a new, untitled workspace.").arg(stored.recovered));
    }
    if (stored.path == m_path && stored.untitled == m_untitled && stored.readOnly == m_readOnly) return;
    m_path = stored.path;
    m_readOnly = stored.readOnly;
    m_untitled = stored.untitled;
    emit workspaceChanged();
}

void Session::openWorkspace(const QString& path, Untitled old) {
    m_store.post(
        QT_TRANSLATE_NOOP("Failure", "opening the workspace"),
        [path, old](std::optional<Workspace>& workspace) -> Stored {
            const std::string named = path.toStdString();
            auto opened = Workspace::open(named);
            QString recovered;
            if (!opened && opened.error().kind == ErrorKind::workspace)
                if (auto copy = recoverWorkspace(named, {}, {})) {
                    recovered = qText(recoveredText(named, copy->missing));
                    opened = std::move(copy->workspace);
                }
            if (!opened) {
                Stored stored = Stored::of(workspace);
                stored.error = opened.error();
                return stored;
            }
            letGo(workspace, old);
            workspace.emplace(std::move(*opened));
            Stored stored = Stored::of(workspace);
            stored.recovered = recovered;
            return stored;
        },
        [this](Stored stored) {
            const bool opened = !stored.error;
            if (opened && stored.recovered.isEmpty()) m_notChecked = stored.path;
            takeStored(std::move(stored));
            if (!opened) return;
            m_lastImport = {};
            m_history.clear();
            emit historyChanged();
            reload(true);
        });
}

void Session::saveAs(const QString& path) {
    m_store.post(
        QT_TRANSLATE_NOOP("Failure", "saving the workspace"),
        [path](std::optional<Workspace>& workspace) -> Stored {
            if (!workspace) return {};
            const auto saved = workspace->saveAs(path.toStdString());
            Stored stored = Stored::of(workspace);
            if (!saved) stored.error = saved.error();
            return stored;
        },
        [this](Stored stored) {
            takeStored(std::move(stored));
            reload(false);  // the gaps are read from the new file from now on
        });
}

void Session::removeFile(FileId file) {
    m_store.post(
        QT_TRANSLATE_NOOP("Failure", "removing a file"),
        [file](std::optional<Workspace>& workspace) -> Result<void> {
            return workspace ? workspace->remove(file) : Result<void>{};
        },
        [this](const Result<void>& removed) {
            if (!removed) emit failed(qText(removed.error().text()));
            reload(false);
        });
}

void Session::discard(Untitled old) {
    m_store.post(
        QT_TRANSLATE_NOOP("Failure", "closing the workspace"),
        [old](std::optional<Workspace>& workspace) {
            letGo(workspace, old);
            workspace.reset();
            return true;
        },
        [](bool) {});
    m_loader.cancel();
    m_reloadTimer.stop();
    m_loading = false;
    m_data.reset();
    m_imports.clear();
    m_lastImport = {};
    m_history.clear();
    m_settings = {};
    m_settings.grouping = std::make_shared<const Grouping>();
    m_before = m_saved = m_settings;
    m_ghost.reset();
    m_path.clear();
    m_readOnly.clear();
    m_untitled = false;
    m_analyst.stop();
    emit settingsChanged();
    emit historyChanged();
    emit workspaceChanged();
}

void Session::findAbandoned() {
    struct Found {
        QStringList paths;
        QDateTime newest;
    };
    m_store.post(
        QT_TRANSLATE_NOOP("Failure", "looking for work that was left behind"),
        [](std::optional<Workspace>&) {
            Found found;
            for (const std::string& path : Workspace::abandoned()) found.paths << qText(path);
            if (!found.paths.isEmpty()) found.newest = QFileInfo(found.paths.front()).lastModified();
            return found;
        },
        [this](const Found& found) {
            if (!found.paths.isEmpty()) emit abandonedFound(found.paths, found.newest);
        });
}

void Session::removeAbandoned(const QString& path) {
    m_store.post(
        QT_TRANSLATE_NOOP("Failure", "deleting work that was left behind"),
        [path](std::optional<Workspace>&) {
            if (auto opened = Workspace::open(path.toStdString())) opened->discard();
            return true;
        },
        [](bool) {});
}

/// Loads again, not more often than a third of the time goes into it: files may come in by the hundred.
void Session::reload(bool takeSettings) {
    m_takeSettings |= takeSettings;
    if (!isOpen()) return;
    m_loading = true;
    const bool soon = takeSettings || !importing() || !m_data;
    if (soon) m_reloadTimer.stop();
    if (!m_reloadTimer.isActive())
        m_reloadTimer.start(soon ? 0 : static_cast<int>(std::max<qint64>(300, 2 * m_loadTook)));
}

void Session::startLoad() {
    m_loadClock.start();
    m_loader.start(
        [path = m_path.toStdString(), disposer = m_disposer](std::stop_token stop) -> Loaded {
            // A connection of its own: an import may be writing through the other one.
            const auto workspace = Workspace::open(path, OpenFor::reading);
            if (!workspace) return {path, {}, {}, {}, workspace.error()};
            auto data = workspace->load(stop);
            if (!data) return {path, {}, {}, {}, data.error()};
            auto settings = workspace->settings();
            if (!settings) return {path, {}, {}, {}, settings.error()};
            return {
                path, Disposer::freedBy(disposer, std::move(*data)), std::move(*settings), workspace->imports(), {}};
        },
        [this](Loaded result) { loaded(std::move(result)); }, JobRunner::Older::finish);
}

void Session::loaded(Loaded loaded) {
    m_loadTook = m_loadClock.elapsed();
    m_loading = m_reloadTimer.isActive() || m_loader.busy();
    if (loaded.path != m_path.toStdString()) return;  // of a workspace that was open before
    if (loaded.error) {
        if (loaded.error->kind == ErrorKind::workspace && m_path != m_recovered && !importing())
            recover(*loaded.error);
        else if (loaded.error->kind != ErrorKind::cancelled)
            emit failed(qText(loaded.error->text()));
        return;
    }
    m_data = std::move(loaded.data);
    m_imports = std::move(loaded.imports);
    adopt(loaded.settings);
    m_analyst.analyse(m_data, m_settings);
    emit settingsChanged();
    emit workspaceChanged();
}

/// Puts what can be read of a workspace that does not load in its place.
void Session::recover(const Error& why) {
    m_recovered = m_path;  // once
    m_store.post(
        QT_TRANSLATE_NOOP("Failure", "recovering the workspace"),
        [path = m_path.toStdString(), why](std::optional<Workspace>& workspace) -> Stored {
            const bool isOpen = workspace && workspace->path() == path;
            auto copy = isOpen ? recoverWorkspace(path, {}, {}) : Result<Recovered>(Unexpected{why});
            if (copy) workspace.emplace(std::move(copy->workspace));
            Stored stored = Stored::of(workspace);
            if (copy)
                stored.recovered = qText(recoveredText(path, copy->missing));
            else if (isOpen)
                stored.error = why;
            return stored;
        },
        [this](Stored stored) {
            const bool recovered = !stored.recovered.isEmpty();
            takeStored(std::move(stored));
            if (recovered) reload(true);
        });
}

/// Once the figures of a workspace that was opened are shown, it is looked through for damage that they don't show.
void Session::checkSoundness() {
    if (m_notChecked.isEmpty() || m_notChecked != m_path) return;
    m_soundness.start(
        [path = std::exchange(m_notChecked, {}).toStdString()](std::stop_token stop) {
            lowerPriorityOfThisThread();
            const auto faults = checkOnce(path, stop);
            return faults.empty() ? QString() : qText(faultsText(path, faults));
        },
        [this](const QString& text) {
            if (!text.isEmpty()) emit failed(text);
        });
}

/// Settings of a workspace just opened are taken whole; of one that grew, only where its new sources went, and to which
/// records decisions went where a file was read again.
void Session::adopt(const Settings& stored) {
    if (m_takeSettings) {
        m_takeSettings = false;
        m_moving = false;
        m_settings = m_before = m_saved = stored;
        return;
    }
    m_saved.grouping = stored.grouping;
    m_settings.grouping = std::make_shared<const Grouping>(adopted(*m_settings.grouping, *stored.grouping));
    m_before.grouping = m_settings.grouping;
    const auto carry = [&](Settings& settings) {
        settings.decisions = carriedOver(settings.decisions, stored.decisions, *m_data);
    };
    for (Settings* const each : {&m_settings, &m_before, &m_saved}) carry(*each);
    m_history.follow(carry);
    commit();
}

}  // namespace plumbline
