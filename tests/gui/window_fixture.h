// A main window in a folder of its own, with two small traces to open; what every test of the window begins with.
#pragma once

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "tests/gui/watchdog.h"
#include "tests/session/trace_file.h"
#include "ui/window/application.h"
#include "ui/window/main_window.h"

namespace plumbline::test {

inline constexpr int patience = 30'000;

class WindowFixture {
public:
    WindowFixture() {
        qputenv("XDG_STATE_HOME", m_folder.path().toUtf8());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        setUpApplication();
        m_preferences = std::make_unique<Preferences>();
        m_preferences->setAsksOnClose(false);
        m_theme = std::make_unique<ThemeController>(*m_preferences);
        a = writeTrace(m_folder.filePath(QStringLiteral("a.trace.jsonl")), QStringLiteral("A"));
        b = writeTrace(m_folder.filePath(QStringLiteral("b.trace.jsonl")), QStringLiteral("B"), 40, 2.0);
        m_window = std::make_unique<MainWindow>(*m_preferences, *m_theme);
        m_window->show();
        m_window->activateWindow();  // no window manager does it under Xvfb, and shortcuts want an active window
        (void)QTest::qWaitForWindowActive(m_window.get(), 2000);
    }

    MainWindow& window() { return *m_window; }
    Session& session() { return m_window->session(); }
    Preferences& preferences() { return *m_preferences; }
    ThemeController& theme() { return *m_theme; }
    QString filePath(const char* name) { return m_folder.filePath(QString::fromLatin1(name)); }

    /// Imports and waits until everything is computed. False when it is not in time.
    bool open(const QStringList& paths) {
        // As an event, under the watchdog's eyes.
        bool asked = false;
        QTimer::singleShot(0, m_window.get(), [&] {
            window().files().open(paths);
            asked = true;
        });
        if (!QTest::qWaitFor([&] { return asked; }, patience)) return false;
        return QTest::qWaitFor([&] { return window().settled() && !session().files().importing(); }, patience) &&
               settle();
    }
    bool settle() {
        const bool computed = QTest::qWaitFor([&] { return window().settled(); }, patience);
        QTest::qWait(100);  // what follows from it: rows reordered, the chart drawn
        return computed;
    }

    QString a, b;

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Preferences> m_preferences;
    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

}  // namespace plumbline::test
