// A configuration's context: what the file states, and what a person says instead.
#pragma once

#include <QDialog>
#include <QTableWidget>

#include "ui/session/session.h"

class QLabel;
class QLineEdit;

namespace plumbline {

/// Stands beside the window and blocks nothing. An edit is a change like any other: in force at once, and undone.
class ContextEditor : public QDialog {
    Q_OBJECT
public:
    ContextEditor(Session& session, ConfigurationId id, QWidget* parent = nullptr);

private:
    void fill();
    void take(int row, int column);
    void addKey();
    void put(const QString& key, const QString& text);

    Session& m_session;
    ConfigurationId m_id;
    QTableWidget* m_table;
    QLineEdit *m_key, *m_value;
    bool m_filling = false;
};

/// A number, true, false, null or a list as it is; anything else as a JSON string.
std::string jsonOfTyped(const QString& text);

}  // namespace plumbline
