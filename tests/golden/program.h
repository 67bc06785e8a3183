// The built program, run as people run it, without a display.
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

namespace plumbline::test {

struct Answer {
    int code = -1;
    QByteArray out, err;
    QJsonObject json() const {
        QJsonParseError fault{};
        const QJsonDocument document = QJsonDocument::fromJson(out, &fault);
        if (fault.error != QJsonParseError::NoError)
            qWarning("%s: %s", qPrintable(fault.errorString()), err.constData());
        return document.object();
    }
};

inline Answer runCommand(const QString& command, const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(name);
    process.setProcessEnvironment(environment);
    process.start(command, arguments);
    process.waitForFinished(120'000);
    const bool ended = process.exitStatus() == QProcess::NormalExit;
    return {ended ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

inline void writeFile(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

}  // namespace plumbline::test
