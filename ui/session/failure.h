// The catch at the root of every thread: what was thrown is told in one sentence, with details to copy, and the thread
// goes on.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <utility>

#include "core/trace/caught.h"

namespace plumbline {

struct Failure {
    QString doing;   ///< what was running, as it is said in a sentence: "reading files"
    QString detail;  ///< more of it, for the details only: the event and its receiver
    Caught caught;
    QString sentence() const;
    QString details() const;  ///< what was running, the type, its own words, and the versions
};

/// Where failures are told, whatever thread they happened on. Made on the window's thread, before any other.
class Failures : public QObject {
    Q_OBJECT
public:
    static Failures& all();
    /// Within a catch; from any thread. What fails again and again is told once in ten seconds.
    void tell(const char* doing, const QString& detail = {}) noexcept;

signals:
    void happened(const plumbline::Failure& failure);  ///< on the window's thread, by queued call

private:
    Failures();
    void take(const Failure& failure);
    QString m_last;
    QElapsedTimer m_since;
};

/// Runs the work. False where it threw: then it has been told, under `doing` (a phrase of context "Failure").
template <class Work>
bool guarded(const char* doing, Work&& work) noexcept {
    try {
        std::forward<Work>(work)();
        return true;
    } catch (...) {
        Failures::all().tell(doing);
        return false;
    }
}

}  // namespace plumbline
