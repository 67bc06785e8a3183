// Whether files on disk are still what was read of them, looked at off the window's thread.
#pragma once

#include <QObject>
#include <QStringList>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ui/session/job_runner.h"

namespace plumbline {

class FileCheck : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    struct Known {
        std::string path, sha256;  ///< as they were read
    };
    /// Answers by changed(), where there is something new to say: each content of a file is told once. A file is
    /// hashed when its size or time is not what it was at the last look; one that is gone is not said to have changed.
    void look(const std::vector<Known>& files);
    bool busy() const { return m_job.busy(); }

signals:
    void changed(const QStringList& paths);

private:
    struct Seen {
        std::uintmax_t bytes = 0;
        std::int64_t time = 0;  ///< of the last change, in the file system's own ticks
        std::string sha256;     ///< of what is on disk
    };
    using SeenByPath = std::map<std::string, Seen>;
    static SeenByPath lookAt(const std::vector<Known>& files, SeenByPath seen, const std::stop_token& stop);
    void tell(const std::vector<Known>& files);

    SeenByPath m_seen;
    std::set<std::pair<std::string, std::string>> m_told;  ///< path and hash
    JobRunner m_job{QT_TRANSLATE_NOOP("Failure", "looking whether files have changed")};
};

}  // namespace plumbline
