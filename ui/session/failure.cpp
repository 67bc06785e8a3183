#include "ui/session/failure.h"

#include <QCoreApplication>

#include "core/report/version.h"
#include "ui/session/lookup.h"

namespace plumbline {

namespace {
QString failureWords(const char* text) { return QCoreApplication::translate("Failure", text); }
}  // namespace

Failures::Failures() {
    if (const QCoreApplication* application = QCoreApplication::instance()) moveToThread(application->thread());
}

QString Failure::sentence() const {
    return (caught.noMemory
                ? failureWords("There is not enough memory for %1. Nothing is lost: close what you do not need, and "
                               "try again.")
                : failureWords("Plumbline made a mistake while %1. Nothing is lost, and the window goes on: please "
                               "report the details."))
        .arg(doing);
}

QString Failure::details() const {
    QString what = qText(caught.type);
    if (!caught.what.empty()) what += QStringLiteral(": ") + qText(caught.what);
    return QStringLiteral("Plumbline %1, Qt %2\nwhile %3\n%4%5\n")
        .arg(qText(version()), QString::fromLatin1(qVersion()), doing,
             detail.isEmpty() ? QString() : detail + QLatin1Char('\n'), what);
}

Failures& Failures::all() {
    static Failures failures;
    return failures;
}

void Failures::tell(const char* doing, const QString& detail) noexcept {
    try {
        const Failure failure{failureWords(doing), detail, caught()};
        QMetaObject::invokeMethod(
            this, [this, failure] { take(failure); }, Qt::QueuedConnection);
    } catch (...) {
        // Not even room for a sentence: the thread goes on all the same.
    }
}

void Failures::take(const Failure& failure) {
    constexpr qint64 tenSeconds = 10'000;
    const QString said = failure.details();
    if (said == m_last && m_since.isValid() && m_since.elapsed() < tenSeconds) return;
    m_last = said;
    m_since.start();
    emit happened(failure);
}

}  // namespace plumbline
