// Readers whose behaviour a test writes into the file itself, and small helpers over a folder of its own.
#pragma once

#include <QTemporaryDir>
#include <string>
#include <vector>

#include "core/store/importer.h"

namespace plumbline::fake {

/// A file begins with the line "fake"; then, a line each:
///   row SOURCE RUN MILLISECONDS TOKENS   an ok row that lasted so long, with two gaps
///   bad REASON                           a rejection
///   load SOURCE RUN CONCURRENCY          the load of a run
///   model SOURCE NAME                    the model of a source
///   summary SOURCE RUN                   the run has no rows
///   sibling NAME                         a file in the same folder that was read too
///   wait MILLISECONDS                    does nothing for so long, or until stopped
///   broken                               an error of kind format
///   throw                                an exception
const Reader& reader();

/// Gives rows that a test has set, all of source 0 and the run in `runs`; any file that begins with "set".
struct SetRows {
    std::vector<Row> rows;
    std::vector<std::size_t> runs;
    std::size_t runCount = 1;
};
SetRows& setRows();

/// Chooses the two above by the first word of the file, else an error of kind notRecognised.
Result<const Reader*> choose(const Sample& sample);

/// Imports with the readers above into a workspace file, through a connection of its own.
ImportReport import(const std::string& workspace, const std::vector<std::string>& paths, ImportOptions options = {});

/// A folder that goes with the test.
class Folder {
public:
    std::string path(const std::string& name) const { return m_folder.path().toStdString() + "/" + name; }
    /// Writes a file, making its folders; gives its path.
    std::string write(const std::string& name, const std::string& text) const;

private:
    QTemporaryDir m_folder;
};

/// "fake" and the rows of one run.
std::string oneRun(int rows, const std::string& model = "m", int concurrency = 1);

}  // namespace plumbline::fake
