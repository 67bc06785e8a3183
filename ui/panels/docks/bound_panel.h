// The bandwidth bound per configuration, typed or from the catalog, and the working of the selected level.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableWidget>

#include "core/bound/catalog_bound.h"
#include "ui/panels/docks/catalog_form.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace plumbline {

class BoundPanel : public QWidget {
    Q_OBJECT
public:
    BoundPanel(Session& session, Selection& selection, QWidget* parent = nullptr);
    QTableWidget& groups() { return *m_groups; }
    QLineEdit& bandwidth() { return *m_bandwidth; }
    QComboBox& configurations() { return *m_configuration; }
    QPlainTextEdit& working() { return *m_working; }
    QComboBox& forms() { return *m_form; }
    CatalogForm& catalogForm() { return *m_catalog; }
    void apply();

private:
    void createInputs();
    QWidget* createTypedPage();
    void createButtons(QVBoxLayout& layout);
    void offerConfigurations();
    void showInputs();
    void showWorking();
    void addGroup(const WeightGroup& group);
    void showTyped(const BoundInputs& inputs);
    Result<std::string> entered() const;
    const Context* chosenContext() const;
    void say(const QString& problem);
    Result<BoundInputs> typed() const;
    std::optional<ConfigurationId> chosen() const;
    void takeBack();

    Session& m_session;
    Selection& m_selection;
    QComboBox *m_configuration = nullptr, *m_form = nullptr;
    QStackedWidget* m_pages = nullptr;
    CatalogForm* m_catalog = nullptr;
    QTableWidget* m_groups = nullptr;
    QLineEdit *m_bandwidth = nullptr, *m_kvBytes = nullptr, *m_context = nullptr, *m_replicas = nullptr,
              *m_accept = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton *m_apply = nullptr, *m_takeBack = nullptr;
    QPlainTextEdit* m_working = nullptr;
    BoundInputs m_typed;    ///< as last shown
    QString m_inputsShown;  ///< the bound's text that the inputs show; they are not overwritten while it stays
};

}  // namespace plumbline
