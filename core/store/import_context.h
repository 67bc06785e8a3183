// The context files of an import: found beside results or named, read once each, laid over what the results say.
#pragma once

#include <map>
#include <string>

#include "core/ingest/collect.h"
#include "core/ingest/context/context_file.h"
#include "core/ingest/reader/reader.h"
#include "core/store/workspace.h"

namespace plumbline {

class ImportContexts {
public:
    /// `options` must outlive this.
    explicit ImportContexts(const ImportOptions& options) : m_options(options) {}

    /// Reads the context that is named (--context). Errors: io, format.
    Result<void> readNamed();
    /// Lays the nearest context of a file, and then the named one, over what its reader said. What is wrong with them
    /// becomes diagnostics.
    void addTo(const FoundFile& found, ReadOutcome& outcome);
    /// Says in the report what became of the context files inside opened folders, one entry each, in the order of their
    /// paths. One that was named as if it were a result has an entry already, which says so then.
    void tell(ImportReport& report) const;
    /// How many contexts were too large to be applied.
    std::size_t tooLarge() const;

private:
    struct Context {
        Result<HeaderFacts> facts;
        std::size_t files = 0;  ///< results that it was laid over
        std::string shown;      ///< its path as those of the results beside it; empty: beside files named alone
    };
    Context& context(const std::string& path);
    void lay(const std::string& path, ReadOutcome& outcome);

    const ImportOptions& m_options;
    std::map<std::string, Context> m_contexts;
};

}  // namespace plumbline
