// Menus and toolbar of the main window: every act is here, and reachable from the keyboard.
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QSpinBox>
#include <QToolBar>

#include "ui/models/cell_text.h"
#include "ui/panels/widgets/widgets.h"
#include "ui/window/help_windows.h"
#include "ui/window/main_window.h"

namespace plumbline {

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
