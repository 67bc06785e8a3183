// What is loaded: the tree of configurations, with its menu.
#pragma once

#include <QTreeView>

#include "ui/models/configurations_model.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

class QMenu;

namespace plumbline {

class ConfigurationsPanel : public QWidget {
    Q_OBJECT
public:
    ConfigurationsPanel(Session& session, Selection& selection, QWidget* parent = nullptr);

    QTreeView& tree() { return *m_tree; }
    ConfigurationsModel& model() { return m_model; }
    /// The acts of the context menu, for the main menu as well. They act on the selected items.
    const QList<QAction*>& acts() const { return m_acts; }

    std::vector<ConfigurationId> selectedConfigurations() const;

public slots:
    void mergeSelected();
    void mergeChecked();
    void splitSelected();
    void renameSelected();
    void typeLoadOfSelected();
    void removeSelectedFiles();
    void editContextOfSelected();

private:
    void createActs();
    void fitWidths();
    void refresh();
    void enableActs();
    void takeSelection();
    void showSelection();
    std::vector<RunIndex> selectedRuns() const;

    Session& m_session;
    Selection& m_selection;
    ConfigurationsModel m_model;
    QTreeView* m_tree;
    QList<QAction*> m_acts;
    QAction *m_merge = nullptr, *m_mergeChecked = nullptr, *m_split = nullptr, *m_rename = nullptr, *m_load = nullptr,
            *m_context = nullptr, *m_remove = nullptr;
    bool m_showing = false;
    bool m_unfoldedByUs = false;  ///< there were few when the first came
};

/// "32", "2.5 req/s", "unbounded": what a person may type for a load. Nothing when it is none of these.
std::optional<Load> parseTypedLoad(const QString& text);

}  // namespace plumbline
