// Who works here, and when: what a decision and a log entry are signed with.
#pragma once

#include <QDateTime>
#include <QtGlobal>
#include <string>

namespace plumbline {

inline std::string reviewerName() {
    const QString user = qEnvironmentVariable("USER", qEnvironmentVariable("LOGNAME"));
    return user.isEmpty() ? "reviewer" : user.toStdString();
}

/// ISO 8601, UTC.
inline std::string timeNow() { return QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString(); }

}  // namespace plumbline
