// The import report: what became of each file and of its records, and joins that a person may make.
#pragma once

#include <QListWidget>
#include <QPushButton>
#include <QTableView>

#include "ui/models/import_model.h"
#include "ui/session/session.h"

class QLabel;

namespace plumbline {

class ImportPanel : public QWidget {
    Q_OBJECT
public:
    explicit ImportPanel(Session& session, QWidget* parent = nullptr);
    ImportModel& model() { return m_model; }
    QTableView& files() { return *m_files; }
    QPushButton& mapButton() { return *m_map; }
    /// Files of the last import whose columns a person may map.
    void setMappable(const QStringList& paths);

    /// "12 files read, 4,096 rows, 3 records rejected, 2 files skipped, 1 not read".
    static QString summary(const ImportReport& report);

signals:
    void mapAsked(const QString& path);

private:
    QString mappableCurrent() const;
    void connectAll();
    void refresh();
    void showFile();
    void showJoins();
    QString describe(SourceId source) const;

    Session& m_session;
    ImportModel m_model;
    RejectionsModel m_lines;
    QTableView *m_files, *m_details;
    QWidget* m_joins;
    QLabel* m_joinText;
    QPushButton *m_join, *m_leave, *m_map;
    QStringList m_mappable;
    std::vector<OfferedJoin> m_offered;
};

}  // namespace plumbline
