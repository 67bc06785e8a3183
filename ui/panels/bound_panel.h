// The bandwidth bound in its typed form, per configuration, and the working of the selected level.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableWidget>

#include "core/bound/bound.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

class QPushButton;

namespace plumbline {

class BoundPanel : public QWidget {
    Q_OBJECT
public:
    BoundPanel(Session& session, Selection& selection, QWidget* parent = nullptr);
    QTableWidget& groups() { return *m_groups; }
    QLineEdit& bandwidth() { return *m_bandwidth; }
    QComboBox& configurations() { return *m_configuration; }
    QPlainTextEdit& working() { return *m_working; }
    void apply();

private:
    void createInputs();
    void offerConfigurations();
    void showInputs();
    void showWorking();
    void addGroup(const WeightGroup& group);
    void say(const QString& problem);
    Result<BoundInputs> typed() const;
    std::optional<ConfigurationId> chosen() const;
    void takeBack();

    Session& m_session;
    Selection& m_selection;
    QComboBox* m_configuration;
    QTableWidget* m_groups;
    QLineEdit *m_bandwidth, *m_kvBytes, *m_context, *m_replicas, *m_accept;
    QLabel* m_problem;
    QPushButton *m_apply, *m_takeBack;
    QPlainTextEdit* m_working;
    QString m_inputsShown;  ///< the bound's text that the inputs show; they are not overwritten while it stays
};

}  // namespace plumbline
