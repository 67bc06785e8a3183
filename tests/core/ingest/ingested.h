// What a reader makes of a file or a text: everything it yields, kept.
#pragma once

#include <QTemporaryDir>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/reader/reader.h"

namespace plumbline::test {

struct Ingested : RowSink {
    struct Placed {
        std::size_t source, run;
        Row row;
    };
    std::vector<Placed> rows;
    std::vector<Rejection> rejections;
    ReadOutcome outcome;
    std::optional<Error> error;
    std::string reader;

    void row(std::size_t source, std::size_t run, const Row& row) override { rows.push_back({source, run, row}); }
    void reject(const Rejection& rejection) override { rejections.push_back(rejection); }

    /// records = rows + rejected, both as counted and as handed out, each once and in order.
    bool identityHolds() const;
    std::uint64_t noticed(std::string_view id) const;
    const RunInfo& run(std::size_t i = 0) const { return outcome.sources.at(0).runs.at(i); }
    std::string fact(std::string_view key) const;  ///< of the first source; "-" when it is not stated
};

/// Probes and reads a file, as an import does.
Ingested ingestFile(const std::string& path);
/// Reads a file with one reader, whatever the probes say.
Ingested readWith(const Reader& reader, const std::string& path, std::stop_token stop = {});

/// A whole read of one file with one reader, as an import does.
Result<ReadOutcome> readWhole(const Reader& reader, const ReadInput& input, RowSink& sink);

/// A folder for the files of one test.
class Folder {
public:
    std::string write(const std::string& name, std::string_view text) const;
    std::string path(const std::string& name) const;

private:
    QTemporaryDir m_folder;
};

std::string fileText(const std::string& path);

}  // namespace plumbline::test
