// One window, four places: what is loaded, the picture, the knobs, the rows.
#pragma once

#include <QMainWindow>
#include <map>

#include "ui/import/import_panel.h"
#include "ui/import/mapping_offers.h"
#include "ui/panels/docks/bound_panel.h"
#include "ui/panels/docks/configurations_panel.h"
#include "ui/panels/docks/cutoffs_panel.h"
#include "ui/panels/docks/findings_panel.h"
#include "ui/panels/docks/slo_panel.h"
#include "ui/panels/tabs/chart_tabs.h"
#include "ui/panels/tabs/compare_tab.h"
#include "ui/panels/tabs/distribution_tab.h"
#include "ui/panels/tabs/sensitivity_tab.h"
#include "ui/panels/tabs/time_tab.h"
#include "ui/review/rows_panel.h"
#include "ui/review/suspicious_panel.h"
#include "ui/window/chart_actions.h"
#include "ui/window/file_controller.h"
#include "ui/window/theme.h"

class QDockWidget;
class QStackedWidget;
class QTabWidget;

namespace plumbline {

class MappingWindow;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Preferences& preferences, ThemeController& theme);
    ~MainWindow() override;

    Session& session() { return *m_session; }
    Selection& selection() { return *m_selection; }
    FileController& files() { return *m_files; }
    MessageBar& messages() { return *m_messages; }
    CurveTab& curveTab() { return *m_curve; }
    DistributionTab& distributionTab() { return *m_distribution; }
    TimeTab& timeTab() { return *m_time; }
    SensitivityTab& sensitivityTab() { return *m_sensitivity; }
    CompareTab& compareTab() { return *m_compare; }
    QTabWidget& tabs() { return *m_tabs; }
    ConfigurationsPanel& configurations() { return *m_configurations; }
    CutoffsPanel& cutoffs() { return *m_cutoffs; }
    SloPanel& slos() { return *m_slos; }
    BoundPanel& bound() { return *m_bound; }
    RowsPanel& rows() { return *m_rows; }
    SuspiciousPanel& suspicious() { return *m_suspicious; }
    FindingsPanel& findings() { return *m_findings; }
    ImportPanel& imports() { return *m_import; }
    ReviewActions& review() { return *m_review; }
    /// The dock by its object name: "configurations", "cutoffs", "slo", "bound", "rows", "suspicious", "findings",
    /// "import".
    QDockWidget* dock(const QString& name) const { return m_docks.at(name); }
    void showDock(const QString& name);
    /// A window beside this one, where the file's columns become fields.
    MappingWindow* mapColumns(const QString& path);
    const MappingOffers& mappingOffers() const { return *m_offers; }
    /// Places everything as in a fresh window.
    void resetLayout();

    /// Everything that is shown is computed: figures, judgement, the chart in front.
    bool settled() const;

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void createCentral();
    void createDocks();
    QDockWidget* addDock(const QString& name, const QString& title, QWidget* panel, Qt::DockWidgetArea area,
                         bool scrolls = false);
    void placeDocks();
    void sizeDocks();
    void tidyTitles();
    void createMenus();
    void createEditMenu();
    void createViewMenu();
    void createAnalyseMenu();
    void createReviewMenu();
    void createWindowMenu();
    void createHelpMenu();
    void createThemeMenu(QMenu& menu);
    void createToolBar();
    void createStatusBar();
    void connectSession();
    void showHistory();
    void offerUndo(const QString& text);
    void showStatus();
    void showState();
    void onImportFinished();
    void offerMappings();
    void onFilesChanged(const QStringList& paths);
    void stepSuspicious(int by);

    Preferences& m_preferences;
    ThemeController& m_theme;
    Session* m_session;
    Selection* m_selection;
    ReviewActions* m_review;
    MessageBar* m_messages;
    FileController* m_files;
    ChartActions* m_chartActions = nullptr;

    QStackedWidget* m_stack = nullptr;
    QTabWidget* m_tabs = nullptr;
    CurveTab* m_curve = nullptr;
    LoadTab* m_load = nullptr;
    BoundTab* m_boundTab = nullptr;
    DistributionTab* m_distribution = nullptr;
    TimeTab* m_time = nullptr;
    SensitivityTab* m_sensitivity = nullptr;
    CompareTab* m_compare = nullptr;

    std::map<QString, QDockWidget*> m_docks;
    bool m_fresh = true;  ///< the docks have no sizes yet
    ConfigurationsPanel* m_configurations = nullptr;
    CutoffsPanel* m_cutoffs = nullptr;
    SloPanel* m_slos = nullptr;
    BoundPanel* m_bound = nullptr;
    RowsPanel* m_rows = nullptr;
    SuspiciousPanel* m_suspicious = nullptr;
    FindingsPanel* m_findings = nullptr;
    ImportPanel* m_import = nullptr;
    MappingOffers* m_offers = nullptr;

    QAction *m_undo = nullptr, *m_redo = nullptr;
    QLabel *m_status = nullptr, *m_updating = nullptr;
};

}  // namespace plumbline
