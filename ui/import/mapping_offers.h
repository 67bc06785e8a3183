// After an import: which of the files that no reader claims hold a table or records, and which saved mapping fits one.
#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "core/ingest/mapping/mapping.h"
#include "ui/session/job_runner.h"
#include "ui/session/session.h"

namespace plumbline {

class MappingOffers : public QObject {
    Q_OBJECT
public:
    explicit MappingOffers(Session& session, QObject* parent = nullptr);

    struct Fit {
        QString path;
        Mapping mapping;
    };
    const QStringList& mappable() const { return m_mappable; }  ///< of the last import
    const std::vector<Fit>& fits() const { return m_fits; }     ///< at most one a file
    bool busy() const { return m_job.busy(); }

    /// Files of a report that no reader claims: neither in, nor refused by name, nor known already.
    struct Unclaimed {
        QString path;
        bool named = false;  ///< by a person, and not found in a folder
    };
    static std::vector<Unclaimed> unclaimed(const ImportReport& report);

signals:
    void found();  ///< there is something to offer

private:
    void look();

    Session& m_session;
    QStringList m_mappable;
    std::vector<Fit> m_fits;
    JobRunner m_job{QT_TRANSLATE_NOOP("Failure", "looking at files of no known format")};
};

}  // namespace plumbline
