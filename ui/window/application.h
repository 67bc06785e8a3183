// What every front with a QApplication sets up.
#pragma once

#include <QApplication>

namespace plumbline {

/// What an event's handler throws is told, and the window lives on.
class Application : public QApplication {
public:
    Application(int& argc, char** argv);
    bool notify(QObject* receiver, QEvent* event) override;
};

/// Names (QSettings goes by them), icon, version, the resources built in. Call after the QApplication is made.
void setUpApplication();

}  // namespace plumbline
