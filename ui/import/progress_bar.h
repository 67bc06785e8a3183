// In the status bar: how far an import is, and Cancel.
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QWidget>

#include "ui/session/session.h"

namespace plumbline {

class ImportProgressBar : public QWidget {
    Q_OBJECT
public:
    explicit ImportProgressBar(Session& session, QWidget* parent = nullptr);
    QToolButton& cancelButton() { return *m_cancel; }

private:
    QLabel* m_text;
    QProgressBar* m_bar;
    QToolButton* m_cancel;
};

}  // namespace plumbline
