#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/load.h"
#include "app/verbs.h"
#include "core/report/format.h"
#include "core/report/text_table.h"
#include "core/store/workspace_files.h"

namespace plumbline {
namespace {

Result<void> checkImport(const Request& request) {
    if (request.output.empty()) return unexpected(ErrorKind::options, "No workspace is named.", {}, "Give -o W.plumb.");
    if (request.paths.empty()) return unexpected(ErrorKind::options, "No file or folder to import is named.");
    for (const std::string& path : request.paths)
        if (Workspace::isWorkspace(path))
            return unexpected(ErrorKind::options, "A workspace cannot be imported into another.", path,
                              "Import the files that are in it.");
    return {};
}

std::string counted(std::uint64_t count, const char* thing) {
    return fmt::format("{} {}{}", formatCount(count, ","), thing, count == 1 ? "" : "s");
}

std::string fate(const FileReport& file) {
    if (file.error) return "not read: " + file.error->text();
    if (file.aside) return fmt::format("{}: {}", *file.skipped, file.path);
    if (file.skipped) return fmt::format("skipped ({}): {}", *file.skipped, file.path);
    std::string out = fmt::format("{} kept, {} rejected", counted(file.rows, "row"), formatCount(file.rejected, ","));
    if (file.summaries > 0)
        out += fmt::format(", {} {}", formatCount(file.summaries, ","), file.summaries == 1 ? "summary" : "summaries");
    out = fmt::format("{} ({}): {}", out, file.reader, file.path);
    return file.replaced ? fmt::format("{}; {}", out, replacedText(file)) : out;
}

std::string importText(const ImportReport& imports, const std::vector<FileReport>& held, const std::string& output) {
    std::string out;
    for (const FileReport& file : imports.files) out += wrapped(fate(file), 4);
    std::map<std::string, std::uint64_t> offered;
    for (const OfferedJoin& offer : imports.offered) ++offered[offer.reason];
    for (const auto& [reason, count] : offered)
        out += wrapped(fmt::format("{} may be one configuration and {} left apart: {}.",
                                   count == 1 ? "Two sources" : formatCount(count, ",") + " pairs of sources",
                                   count == 1 ? "were" : "each were", reason),
                       4);
    ImportReport all;
    all.files = held;
    out += wrapped(fmt::format("Added {}: {} kept, {} rejected. {} holds {}, {}.", counted(imports.imported(), "file"),
                               counted(imports.rows(), "row"), counted(imports.rejected(), "record"), output,
                               counted(held.size(), "file"), counted(all.rows(), "row")),
                   4);
    return out;
}

bool alreadyIn(const ImportReport& imports) {
    return std::any_of(imports.files.begin(), imports.files.end(),
                       [](const FileReport& file) { return file.skipped && *file.skipped == "already imported"; });
}

}  // namespace

int runImport(const Request& request) {
    if (const Result<void> fine = checkImport(request); !fine) return fail(fine.error());
    Result<ImportOptions> options = importOptions(request);
    if (!options) return fail(options.error());
    Result<Workspace> workspace = Workspace::openOrCreate(request.output, {say, interruption()});
    if (!workspace) return fail(workspace.error());
    // An end by a signal takes away what this import has made, unless there are files in it.
    LeftBehind leftBehind(request.output, workspace->isNew() ? windUpNewWorkspace : windUpWorkspace);
    const ImportReport imports = workspace->import(request.paths, *options);
    if (anythingUsable(imports) || alreadyIn(imports)) {
        sayProblems(imports);
        return print(importText(imports, workspace->imports(), request.output), exitCode(imports));
    }
    leftBehind.keep();  // let go of, the name is the next import's
    if (workspace->isNew()) workspace->discardIfEmpty();
    return imports.cancelled ? 2 : fail(nothingUsable(imports));
}

}  // namespace plumbline
