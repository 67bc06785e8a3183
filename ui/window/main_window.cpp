#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include "ui/import/mapping_window.h"
#include "ui/import/progress_bar.h"
#include "ui/models/cell_text.h"
#include "ui/panels/tabs/reported_tab.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/session/failure.h"
#include "ui/window/empty_state.h"
#include "ui/window/help_windows.h"

namespace plumbline {
namespace {

constexpr int layoutVersion = 1;
const auto layoutName = QStringLiteral("docks");
const auto geometryName = QStringLiteral("geometry");

}  // namespace

MainWindow::MainWindow(Preferences& preferences, ThemeController& theme)
    : m_preferences(preferences),
      m_theme(theme),
      m_session(new Session(this)),
      m_selection(new Selection(this)),
      m_review(new ReviewActions(*m_session, this)),
      m_messages(new MessageBar) {
    setObjectName(QStringLiteral("window"));
    setWindowTitle(tr("Plumbline"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    m_files = new FileController(*m_session, preferences, *m_messages, *this);
    createCentral();
    createDocks();
    m_chartActions = new ChartActions(*m_tabs, *m_session, *this);
    createMenus();
    createToolBar();
    createStatusBar();
    connectSession();
    constexpr QSize usual(1280, 720);
    resize(usual);
    resetLayout();
    restoreGeometry(preferences.layout(geometryName));
    if (restoreState(preferences.layout(layoutName), layoutVersion)) m_fresh = false;
    showHistory();
    showState();
}

MainWindow::~MainWindow() = default;

void MainWindow::createCentral() {
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Pictures"));
    m_curve = new CurveTab(*m_session, *m_selection);
    m_load = new LoadTab(*m_session, *m_selection);
    m_boundTab = new BoundTab(*m_session, *m_selection);
    m_distribution = new DistributionTab(*m_session, *m_selection);
    m_time = new TimeTab(*m_session, *m_selection);
    m_sensitivity = new SensitivityTab(*m_session, *m_selection);
    m_compare = new CompareTab(*m_session, *m_selection);
    m_tabs->addTab(m_curve, tr("Curve"));
    m_tabs->addTab(m_load, tr("Load"));
    m_tabs->addTab(m_boundTab, tr("Bound"));
    m_tabs->addTab(m_distribution, tr("Distribution"));
    m_tabs->addTab(m_time, tr("Time"));
    m_tabs->addTab(m_sensitivity, tr("Sensitivity"));
    m_tabs->addTab(m_compare, tr("Compare"));
    m_tabs->addTab(new ReportedTab(*m_session, *m_selection), tr("Reported"));
    auto* empty = new EmptyState(!FileController::sampleFolder().isEmpty());
    connect(empty, &EmptyState::openAsked, m_files, &FileController::askFiles);
    connect(empty, &EmptyState::folderAsked, m_files, &FileController::askFolder);
    connect(empty, &EmptyState::samplesAsked, m_files, &FileController::openSamples);
    m_stack = new QStackedWidget;
    m_stack->addWidget(empty);
    m_stack->addWidget(m_tabs);
    auto* central = new QWidget;
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_stack, 1);
    setCentralWidget(central);
}

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, QWidget* panel, Qt::DockWidgetArea area,
                                 bool scrolls) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    if (scrolls) {
        auto* scroll = new QScrollArea;
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        scroll->setWidget(panel);
        scroll->setMinimumWidth(panel->minimumSizeHint().width() + 16);
        dock->setWidget(scroll);
    } else {
        dock->setWidget(panel);
    }
    addDockWidget(area, dock);
    const auto tidyLater = [this] { QTimer::singleShot(0, this, &MainWindow::tidyTitles); };
    connect(dock, &QDockWidget::topLevelChanged, this, tidyLater);
    connect(dock, &QDockWidget::dockLocationChanged, this, tidyLater);
    connect(dock, &QDockWidget::visibilityChanged, this, tidyLater);
    m_docks[name] = dock;
    return dock;
}

void MainWindow::createDocks() {
    m_configurations = new ConfigurationsPanel(*m_session, *m_selection);
    m_cutoffs = new CutoffsPanel(*m_session);
    m_slos = new SloPanel(*m_session);
    m_bound = new BoundPanel(*m_session, *m_selection);
    m_rows = new RowsPanel(*m_session, *m_selection, *m_review);
    m_suspicious = new SuspiciousPanel(*m_session, *m_selection, *m_review);
    m_findings = new FindingsPanel(*m_session, *m_selection);
    m_import = new ImportPanel(*m_session);
    m_offers = new MappingOffers(*m_session, this);
    const auto left = Qt::LeftDockWidgetArea, right = Qt::RightDockWidgetArea, bottom = Qt::BottomDockWidgetArea;
    addDock(QStringLiteral("configurations"), tr("Configurations"), m_configurations, left);
    addDock(QStringLiteral("cutoffs"), tr("Cutoffs"), m_cutoffs, right, true);
    addDock(QStringLiteral("slo"), tr("SLO"), m_slos, right);
    addDock(QStringLiteral("bound"), tr("Bound"), m_bound, right, true);
    addDock(QStringLiteral("rows"), tr("Rows"), m_rows, bottom);
    addDock(QStringLiteral("suspicious"), tr("Suspicious"), m_suspicious, bottom);
    addDock(QStringLiteral("findings"), tr("Findings"), m_findings, bottom);
    addDock(QStringLiteral("import"), tr("Import report"), m_import, bottom);
    connect(dock(QStringLiteral("rows")), &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible) m_review->use(*m_rows);
    });
    connect(dock(QStringLiteral("suspicious")), &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (!visible) return;
        m_review->use(*m_suspicious);
        m_suspicious->begin();
    });
    connect(m_rows, &RowsPanel::titleChanged, dock(QStringLiteral("rows")), &QWidget::setWindowTitle);
    connect(m_suspicious, &SuspiciousPanel::titleChanged, dock(QStringLiteral("suspicious")), &QWidget::setWindowTitle);
}

/// The knobs keep the whole height; the rows have the rest of the width.
void MainWindow::placeDocks() {
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    for (const auto& [name, dock] : m_docks) {
        dock->setFloating(false);
        dock->show();
    }
    addDockWidget(Qt::LeftDockWidgetArea, dock(QStringLiteral("configurations")));
    for (const char* name : {"cutoffs", "slo", "bound"})
        addDockWidget(Qt::RightDockWidgetArea, dock(QString::fromLatin1(name)));
    // One after another behind the first: side by side, for a moment, they would widen the window.
    QDockWidget* rows = dock(QStringLiteral("rows"));
    addDockWidget(Qt::BottomDockWidgetArea, rows);
    for (const char* name : {"suspicious", "findings", "import"})
        tabifyDockWidget(rows, dock(QString::fromLatin1(name)));
    tabifyDockWidget(dock(QStringLiteral("slo")), dock(QStringLiteral("bound")));
    rows->raise();
    dock(QStringLiteral("slo"))->raise();
}

void MainWindow::resetLayout() {
    const QSize before = size();
    placeDocks();
    m_fresh = true;
    if (!isVisible()) return;
    layout()->activate();
    resize(before);  // docks that lay side by side for a moment have widened it
    sizeDocks();
}

/// Sizes hold only once the window is laid out: before that the docks have nothing to share.
void MainWindow::sizeDocks() {
    m_fresh = false;
    constexpr int left = 248, right = 300, leastRows = 200;
    resizeDocks({dock(QStringLiteral("configurations")), dock(QStringLiteral("cutoffs"))}, {left, right},
                Qt::Horizontal);
    resizeDocks({dock(QStringLiteral("rows"))}, {std::max(leastRows, height() * 32 / 100)}, Qt::Vertical);
    const int below = std::max(leastRows, height() * 30 / 100);
    resizeDocks({dock(QStringLiteral("cutoffs")), dock(QStringLiteral("slo"))}, {height() - below, below},
                Qt::Vertical);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    QTimer::singleShot(0, this, [this] {
        if (m_fresh) sizeDocks();
        tidyTitles();
    });
}

/// A dock behind a tab needs no title of its own: the tab says it, and is what one drags.
void MainWindow::tidyTitles() {
    for (const auto& [name, each] : m_docks) {
        const bool tabbed = !each->isFloating() && !tabifiedDockWidgets(each).isEmpty();
        const bool bare = each->titleBarWidget() != nullptr;
        if (tabbed == bare) continue;
        QWidget* old = each->titleBarWidget();
        each->setTitleBarWidget(tabbed ? new QWidget(each) : nullptr);
        delete old;
    }
}

void MainWindow::showDock(const QString& name) {
    dock(name)->show();
    dock(name)->raise();
}

void MainWindow::createStatusBar() {
    m_status = plainLabel();
    m_updating = plainLabel();
    m_updating->setAccessibleName(tr("Whether figures are being computed"));
    m_status->setContentsMargins(8, 0, 8, 0);
    statusBar()->addWidget(m_status, 1);
    statusBar()->addPermanentWidget(m_updating);
    statusBar()->addPermanentWidget(new ImportProgressBar(*m_session));
}

void MainWindow::connectSession() {
    connect(m_session, &Session::historyChanged, this, &MainWindow::showHistory);
    connect(m_session, &Session::figuresChanged, this, &MainWindow::showStatus);
    connect(m_session, &Session::updatingChanged, this, &MainWindow::showStatus);
    connect(m_session, &Session::workspaceChanged, this, &MainWindow::showState);
    connect(&m_session->files(), &WorkspaceFiles::importStarted, this, &MainWindow::showState);
    connect(&m_session->files(), &WorkspaceFiles::importFinished, this, &MainWindow::onImportFinished);
    connect(m_offers, &MappingOffers::found, this, &MainWindow::offerMappings);
    connect(m_import, &ImportPanel::mapAsked, this, &MainWindow::mapColumns);
    connect(m_files, &FileController::mapAsked, this, &MainWindow::mapColumns);
    connect(&m_session->files(), &WorkspaceFiles::filesChanged, this, &MainWindow::onFilesChanged);
    connect(m_review, &ReviewActions::decidedMany, this, &MainWindow::offerUndo);
    connect(m_session, &Session::failed, this, [this](const QString& text) { m_messages->say(Tone::bad, text); });
    connect(&Failures::all(), &Failures::happened, this, [this](const Failure& failure) {
        m_messages->say(Tone::bad, failure.sentence(), {{tr("Copy the details"), [details = failure.details()] {
                                                             QGuiApplication::clipboard()->setText(details);
                                                         }}});
    });
    connect(m_session, &Session::judgementChanged, this, [this] {
        showStatus();
        const int findings = m_findings->model().rowCount();
        dock(QStringLiteral("findings"))
            ->setWindowTitle(findings > 0 ? tr("Findings %1").arg(findings) : tr("Findings"));
    });
}

/// The offer is of this very step: what is done next takes it away.
void MainWindow::offerUndo(const QString& text) {
    m_messages->say(Tone::calm, text, {{tr("Undo"), [this] { m_session->undo(); }}}, true);
    connect(
        m_session, &Session::historyChanged, m_messages, [this, text] { m_messages->retire(text); },
        Qt::SingleShotConnection);
}

void MainWindow::showStatus() {
    const bool updating = m_session->updating() || m_session->files().loading();
    m_updating->setText(updating                ? tr("updating\u2026")
                        : m_session->refining() ? tr("trying the cutoffs\u2026")
                                                : QString());
    const auto& figures = m_session->shown().figures;
    if (!figures) return m_status->clear();
    if (figures->configurations.empty() && !m_session->shown().data->traffic.empty())
        return m_status->setText(tr("reference traffic only"));
    QString text =
        figures->totalRows == 1 ? tr("1 row") : tr("%1 rows").arg(cellCount(std::uint64_t{figures->totalRows}));
    if (figures->excludedRows > 0)
        text += tr(", %1 excluded by review").arg(cellCount(std::uint64_t{figures->excludedRows}));
    m_status->setText(text);
}

void MainWindow::showState() {
    const bool something = m_session->files().hasData() || m_session->files().importing();
    m_stack->setCurrentIndex(something ? 1 : 0);
    const QString name = m_session->files().untitled() || !m_session->files().isOpen()
                             ? tr("Untitled")
                             : QFileInfo(m_session->files().path()).fileName();
    const QString shown = m_session->files().readOnlyReason().isEmpty() ? name : tr("%1 (read-only)").arg(name);
    setWindowTitle(m_session->files().isOpen() ? tr("%1 \u2014 Plumbline").arg(shown) : tr("Plumbline"));
    showStatus();
}

void MainWindow::onImportFinished() {
    showState();
    m_import->setMappable({});
    const ImportReport& report = m_session->files().lastImport();
    const bool doubtful =
        report.rejected() > 0 || report.imported() == 0 ||
        std::ranges::any_of(report.files, [](const FileReport& file) { return file.error.has_value(); });
    QString text = ImportPanel::summary(report);
    for (const FileReport& file : report.files)
        if (file.error) {
            text += QStringLiteral(". ") + QString::fromStdString(file.error->text());
            break;
        }
    m_messages->say(doubtful ? Tone::caution : Tone::good, text,
                    {{tr("Show the report"), [this] { showDock(QStringLiteral("import")); }}}, !doubtful);
}

MappingWindow* MainWindow::mapColumns(const QString& path) {
    auto* mapping = new MappingWindow(*m_session, path, this);
    mapping->show();
    return mapping;
}

/// A saved mapping that fits a file is offered by its name, and a file alone its columns; of more, the report lists
/// them.
void MainWindow::offerMappings() {
    m_import->setMappable(m_offers->mappable());
    const QString path = m_offers->mappable().front();
    std::vector<MessageBar::Offer> offers;
    QString text =
        m_offers->mappable().size() == 1
            ? tr("%1 is of no format that is known, but it holds records.").arg(shortPath(path))
            : tr("%1 files are of no format that is known, but they hold records.").arg(m_offers->mappable().size());
    if (!m_offers->fits().empty()) {
        const MappingOffers::Fit fit = m_offers->fits().front();
        text += QLatin1Char(' ') +
                tr("Your mapping \"%1\" fits %2.").arg(QString::fromStdString(fit.mapping.name), shortPath(fit.path));
        offers.push_back({tr("Use it"), [this, fit] { m_session->files().importMapped(fit.path, fit.mapping); }});
    }
    if (m_offers->mappable().size() == 1)
        offers.push_back({tr("Map its columns\u2026"), [this, path] { mapColumns(path); }});
    offers.push_back({tr("Show the report"), [this] { showDock(QStringLiteral("import")); }});
    m_messages->say(Tone::caution, ImportPanel::summary(m_session->files().lastImport()) + QStringLiteral(". ") + text,
                    offers);
}

/// Files are looked at when a person comes back to the window: that is when something else may have written them.
void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow()) m_session->files().checkFiles();
}

void MainWindow::onFilesChanged(const QStringList& paths) {
    constexpr qsizetype mostNamed = 3;
    QStringList names;
    for (const QString& path : paths.mid(0, mostNamed)) names << shortPath(path);
    if (paths.size() > mostNamed) names << tr("and %1 more").arg(paths.size() - mostNamed);
    const QString which = names.join(QStringLiteral(", "));
    const QString text =
        paths.size() == 1
            ? tr("%1 has changed on disk since it was read. The figures are those of what was read.").arg(which)
            : tr("%1 files have changed on disk since they were read: %2. The figures are those of what was read.")
                  .arg(paths.size())
                  .arg(which);
    m_messages->say(Tone::caution, text,
                    {{tr("Read again"), [this, paths] { m_session->files().importPaths(paths); }}});
}

bool MainWindow::settled() const {
    return !m_session->files().importing() && !m_session->files().loading() && m_session->shown().figures &&
           m_session->judgement() && !m_session->updating() && !m_session->refining() && m_distribution->settled() &&
           m_time->settled();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_preferences.setLayout(geometryName, saveGeometry());
    m_preferences.setLayout(layoutName, saveState(layoutVersion));
    event->setAccepted(m_files->mayClose());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!FileController::pathsOf(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList paths = FileController::pathsOf(*event->mimeData());
    if (paths.isEmpty()) return;
    event->acceptProposedAction();
    m_files->open(paths);
}

void MainWindow::createMenus() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    m_files->fillMenu(*file);
    file->addActions({m_chartActions->saveImage(), m_chartActions->saveData()});
    file->addSeparator();
    QAction* quit = file->addAction(tr("&Quit"), this, &QWidget::close);
    quit->setShortcut(Qt::CTRL | Qt::Key_Q);
    quit->setMenuRole(QAction::QuitRole);
    createEditMenu();
    createViewMenu();
    createAnalyseMenu();
    createReviewMenu();
    createWindowMenu();
    createHelpMenu();
}

void MainWindow::createEditMenu() {
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    m_undo = edit->addAction(symbol(QStringLiteral("undo")), tr("&Undo"), m_session, &Session::undo);
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo = edit->addAction(symbol(QStringLiteral("redo")), tr("&Redo"), m_session, &Session::redo);
    m_redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    edit->addSeparator();
    edit->addAction(m_chartActions->copy());
    edit->addSeparator();
    edit->addActions(m_configurations->acts());
    edit->addSeparator();
    QAction* find = edit->addAction(tr("&Find rows\u2026"), this, [this] {
        showDock(QStringLiteral("rows"));
        m_rows->focusFilter();
    });
    find->setShortcut(QKeySequence::Find);
}

void MainWindow::createViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (int i = 0; i < m_tabs->count(); ++i) {
        QAction* show = view->addAction(m_tabs->tabText(i), this, [this, i] { m_tabs->setCurrentIndex(i); });
        show->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
    }
    view->addSeparator();
    view->addAction(m_chartActions->resetZoom());
    view->addSeparator();
    createThemeMenu(*view->addMenu(tr("&Theme")));
    QAction* full =
        view->addAction(tr("F&ull screen"), this, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    full->setShortcut(Qt::Key_F11);
}

void MainWindow::createThemeMenu(QMenu& menu) {
    auto* group = new QActionGroup(this);
    const struct {
        QString text, icon;
        Theme theme;
    } choices[] = {{tr("As the &system"), {}, Theme::system},
                   {tr("&Light"), QStringLiteral("theme-light"), Theme::light},
                   {tr("&Dark"), QStringLiteral("theme-dark"), Theme::dark}};
    for (const auto& choice : choices) {
        QAction* action = menu.addAction(choice.text, this, [this, theme = choice.theme] { m_theme.setTheme(theme); });
        if (!choice.icon.isEmpty()) action->setIcon(symbol(choice.icon));
        action->setCheckable(true);
        action->setChecked(m_theme.theme() == choice.theme);
        group->addAction(action);
    }
}

void MainWindow::createAnalyseMenu() {
    QMenu* analyse = menuBar()->addMenu(tr("&Analyse"));
    const auto go = [this, analyse](const QString& text, const QKeySequence& key, const QString& dockName,
                                    std::function<void()> then) {
        QAction* action = analyse->addAction(text, this, [this, dockName, then = std::move(then)] {
            showDock(dockName);
            then();
        });
        action->setShortcut(key);
    };
    go(tr("&Cutoffs"), Qt::ALT | Qt::Key_1, QStringLiteral("cutoffs"),
       [this] { m_cutoffs->editor<QWidget>("min_chunks").setFocus(); });
    go(tr("&Interval slider"), Qt::CTRL | Qt::Key_I, QStringLiteral("cutoffs"),
       [this] { m_cutoffs->intervalSlider().setFocus(); });
    go(tr("Add an &SLO"), Qt::ALT | Qt::Key_2, QStringLiteral("slo"), [this] { m_slos->entryLine().setFocus(); });
    go(tr("&Bound"), Qt::ALT | Qt::Key_3, QStringLiteral("bound"), [this] { m_bound->groups().setFocus(); });
    analyse->addSeparator();
    analyse->addAction(tr("Cutoffs back to the &defaults"), m_cutoffs, &CutoffsPanel::resetAll);
    analyse->addSeparator();
    go(tr("&Findings"), Qt::ALT | Qt::Key_6, QStringLiteral("findings"), [this] { m_findings->table().setFocus(); });
    go(tr("&Threshold of a finding"), Qt::ALT | Qt::Key_7, QStringLiteral("findings"),
       [this] { m_findings->thresholds().edit(); });
}

void MainWindow::stepSuspicious(int by) {
    showDock(QStringLiteral("suspicious"));
    QTableView& table = m_suspicious->table();
    table.setFocus();
    const int row = std::clamp(table.currentIndex().row() + by, 0, m_suspicious->model().rowCount() - 1);
    if (row >= 0) table.selectRow(row);
}

void MainWindow::createReviewMenu() {
    QMenu* review = menuBar()->addMenu(tr("&Review"));
    review->addActions(m_review->actions());
    review->addSeparator();
    review->addAction(tr("Ne&xt suspicious"), QKeySequence(Qt::Key_F8), this, [this] { stepSuspicious(1); });
    review->addAction(tr("&Previous suspicious"), QKeySequence(Qt::SHIFT | Qt::Key_F8), this,
                      [this] { stepSuspicious(-1); });
    review->addSeparator();
    QAction* life = review->addAction(tr("The row's &trace"), QKeySequence(Qt::CTRL | Qt::Key_T), this, [this] {
        showDock(QStringLiteral("rows"));
        m_rows->traceToggle().setChecked(true);
    });
    life->setToolTip(tr("The chosen row's own trace to scale, and its raw record"));
    review->addAction(tr("&Rows of the selected level"), QKeySequence(Qt::CTRL | Qt::Key_R), this, [this] {
        showDock(QStringLiteral("rows"));
        m_rows->filterSelectedLevel();
    });
}

void MainWindow::createWindowMenu() {
    QMenu* window = menuBar()->addMenu(tr("&Window"));
    for (const char* name : {"configurations", "cutoffs", "slo", "bound", "rows", "suspicious", "findings", "import"})
        window->addAction(dock(QString::fromLatin1(name))->toggleViewAction());
    window->addSeparator();
    window->addAction(tr("&Arrange as in a fresh window"), this, &MainWindow::resetLayout);
    window->addAction(tr("&Minimise"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_M), this, &QWidget::showMinimized);
}

void MainWindow::createHelpMenu() {
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    QAction* meanings = help->addAction(tr("What is &checked"), this, [this] { showChecks(*this); });
    meanings->setShortcut(QKeySequence::HelpContents);
    help->addAction(tr("What the &numbers mean"), this, [this] { showMetrics(*this); });
    help->addSeparator();
    QAction* about = help->addAction(tr("&About Plumbline"), this, [this] { showAbout(*this); });
    about->setMenuRole(QAction::AboutRole);
}

void MainWindow::createToolBar() {
    QToolBar* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize(QSize(16, 16));
    bar->setMovable(false);
    bar->addActions({m_files->openAction(), m_undo, m_redo});
}

void MainWindow::showHistory() {
    const SettingsHistory& history = m_session->history();
    const auto show = [](QAction& action, const QString& verb, bool can, const QString& what) {
        action.setEnabled(can);
        action.setIconText(QString(verb).remove(QLatin1Char('&')));
        action.setText(
            can ? QStringLiteral("%1 %2").arg(verb, QString(what).replace(QLatin1Char('&'), QLatin1String("&&")))
                : verb);
        action.setToolTip(can ? plainTip(QString(action.text()).remove(QLatin1Char('&'))) : QString());
    };
    show(*m_undo, tr("&Undo"), history.canUndo(), history.undoText());
    show(*m_redo, tr("&Redo"), history.canRedo(), history.redoText());
}

}  // namespace plumbline
