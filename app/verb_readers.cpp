#include <fmt/format.h>

#include "app/load.h"
#include "app/verbs.h"
#include "core/ingest/reader.h"
#include "core/report/format.h"
#include "core/report/text_table.h"

namespace plumbline {
namespace {

std::string readersText() {
    std::string out;
    for (const Reader& reader : readers())
        out += wrapped(fmt::format("{:<20}{}", reader.id, reader.title), 20) +
               wrapped(fmt::format("{:<20}{}", "", reader.tells), 20);
    return out;
}

std::string fate(const FileReport& file) {
    if (file.error) return file.error->message;
    return file.skipped ? *file.skipped : "read";
}

std::string fatesText(const ImportReport& imports) {
    std::string out;
    for (const FileReport& file : imports.files) {
        const std::string reader = file.reader.empty() ? emDash : file.reader;
        out += wrapped(file.path, 4);
        out += wrapped(fmt::format("    {}: {} records, {} rows, {} rejected, {} summaries; {}", reader,
                                   formatCount(file.records, ","), formatCount(file.rows, ","),
                                   formatCount(file.rejected, ","), formatCount(file.summaries, ","), fate(file)),
                       8);
    }
    return out + fmt::format("{} files, {} read, {} rows\n", imports.files.size(), imports.imported(),
                             formatCount(imports.rows(), ","));
}

}  // namespace

int runReaders(const Request& request) {
    if (!request.paths.empty())
        return fail({ErrorKind::options, "A folder is checked with --check.", request.paths.front(), {}});
    if (request.checkFolder.empty()) return print(readersText(), 0);
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return fail(folder.error());
    Result<Workspace> workspace = Workspace::create(folder->file("check.plumb"));
    if (!workspace) return fail(workspace.error());
    const ImportReport imports = workspace->import({request.checkFolder}, {});
    return print(fatesText(imports), anythingUsable(imports) ? exitCode(imports) : 2);
}

}  // namespace plumbline
