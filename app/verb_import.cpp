#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/load.h"
#include "app/verbs.h"
#include "core/report/format.h"
#include "core/report/text_table.h"

namespace plumbline {
namespace {

Result<void> check(const Request& request) {
    if (request.output.empty()) return unexpected(ErrorKind::options, "No workspace is named.", {}, "Give -o W.plumb.");
    if (request.paths.empty()) return unexpected(ErrorKind::options, "No file or folder to import is named.");
    for (const std::string& path : request.paths)
        if (Workspace::isWorkspace(path))
            return unexpected(ErrorKind::options, "A workspace cannot be imported into another.", path,
                              "Import the files that are in it.");
    return {};
}

std::string fate(const FileReport& file) {
    if (file.error) return "not read: " + file.error->text();
    if (file.skipped) return fmt::format("skipped ({}): {}", *file.skipped, file.path);
    std::string out =
        fmt::format("{} rows kept, {} rejected", formatCount(file.rows, ","), formatCount(file.rejected, ","));
    if (file.summaries > 0) out += fmt::format(", {} summaries", formatCount(file.summaries, ","));
    return fmt::format("{} ({}): {}", out, file.reader, file.path);
}

std::string importText(const ImportReport& imports, const std::string& output) {
    std::string out;
    for (const FileReport& file : imports.files) out += wrapped(fate(file), 4);
    for (const OfferedJoin& offer : imports.offered)
        out += wrapped(fmt::format("Two sources may be one configuration and were left apart: {}.", offer.reason), 4);
    return out +
           wrapped(fmt::format("{} rows kept, {} records rejected, {} files in {}", formatCount(imports.rows(), ","),
                               formatCount(imports.rejected(), ","), imports.imported(), output),
                   4);
}

bool alreadyIn(const ImportReport& imports) {
    return std::any_of(imports.files.begin(), imports.files.end(),
                       [](const FileReport& file) { return file.skipped && *file.skipped == "already imported"; });
}

}  // namespace

int runImport(const Request& request) {
    if (const Result<void> fine = check(request); !fine) return fail(fine.error());
    std::error_code ignored;
    const bool isNew = !std::filesystem::exists(request.output, ignored);
    Result<Workspace> workspace = Workspace::openOrCreate(request.output);
    if (!workspace) return fail(workspace.error());
    ImportOptions options;
    if (!request.contextFile.empty()) options.contextFile = request.contextFile;
    const ImportReport imports = workspace->import(request.paths, options);
    sayProblems(imports);
    const int code = exitCode(imports);
    if (anythingUsable(imports) || alreadyIn(imports)) return print(importText(imports, request.output), code);
    if (isNew) workspace->discard();
    return fail({ErrorKind::refused,
                 "Nothing that is named holds results that can be read.",
                 {},
                 "plumbline readers lists the formats."});
}

}  // namespace plumbline
