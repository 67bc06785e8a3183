#include "app/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "app/verbs.h"
#include "core/report/format.h"
#include "core/report/report.h"
#include "core/store/recovery.h"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

bool sameRow(const Decision& a, const Decision& b) {
    if (!a.fileSha256.empty() || !b.fileSha256.empty()) return a.fileSha256 == b.fileSha256 && a.record == b.record;
    return a.id == b.id && a.start == b.start;
}

/// The file's decisions over those that the workspace holds: at most one a row, the last one.
Result<void> applyReview(const std::string& path, Settings& settings) {
    const Result<std::string> text = readDocument(path);
    if (!text) return Unexpected{text.error()};
    Result<std::vector<Decision>> read = parseReviewJson(*text);
    if (!read) {
        Error error = read.error();
        error.where = path;
        return Unexpected{std::move(error)};
    }
    std::vector<Decision> all = settings.decisions ? *settings.decisions : std::vector<Decision>();
    for (Decision& decision : *read) {
        std::erase_if(all, [&](const Decision& each) { return sameRow(each, decision); });
        all.push_back(std::move(decision));
    }
    settings.decisions = std::make_shared<const std::vector<Decision>>(std::move(all));
    return {};
}

void addTooLargeDocument(ImportReport& imports) {
    for (LimitMet& met : imports.limits)
        if (met.limit == SizeLimit::document) return void(++met.leftOut);
    imports.limits.push_back({SizeLimit::document, limitOf(SizeLimit::document), 1});
}

Result<void> checkPaths(const Request& request, bool& workspace) {
    if (request.paths.empty())
        return unexpected(ErrorKind::options, "No file, folder or workspace is named.", {},
                          fmt::format("plumbline {} --help tells more.", entry(request.verb).name));
    for (const std::string& path : request.paths) workspace = workspace || Workspace::isWorkspace(path);
    if (!workspace) return {};
    if (request.paths.size() > 1)
        return unexpected(ErrorKind::options, "A workspace cannot be read together with other paths.", {},
                          "Name it alone, or add the files to it first: plumbline import -o W.plumb PATH...");
    for (const auto& [name, value] : {std::pair{"--context", &request.contextFile}, {"--mapping", &request.mapping}})
        if (!value->empty())
            return unexpected(ErrorKind::options,
                              fmt::format("{} belongs to an import, and a workspace is imported already.", name), {},
                              "Give it when the files are imported.");
    return {};
}

Result<void> finish(const Request& request, Loaded& loaded) {
    if (!loaded.data) {
        Result<std::shared_ptr<const Dataset>> data = loaded.workspace.load(interruption());
        if (!data) return Unexpected{data.error()};
        loaded.data = *std::move(data);
    }
    Result<Settings> settings = loaded.workspace.settings();
    if (!settings) return Unexpected{settings.error()};
    loaded.settings = overlaid(*std::move(settings), request);
    if (request.reviewFile.empty()) return {};
    const Result<void> applied = applyReview(request.reviewFile, loaded.settings);
    if (applied || !isTooLargeDocument(applied.error())) return applied;
    say(applied.error().text());
    addTooLargeDocument(loaded.imports);
    return {};
}

struct Opened {
    Workspace workspace;
    std::shared_ptr<const Dataset> data;
    std::vector<std::string> missing;
};

Result<Opened> openWhole(const std::string& named, const std::string& copy) {
    Result<Workspace> workspace = Workspace::openCopy(named, copy);
    if (!workspace) return Unexpected{workspace.error()};
    Result<std::shared_ptr<const Dataset>> data = workspace->load(interruption());
    if (!data) return Unexpected{data.error()};
    if (const Result<Settings> settings = workspace->settings(); !settings) return Unexpected{settings.error()};
    return Opened{*std::move(workspace), *std::move(data), {}};
}

Result<Opened> openRecovered(const std::string& named, const std::string& to) {
    Result<Recovered> recovered = recoverWorkspace(named, to, interruption());
    if (!recovered) return Unexpected{recovered.error()};
    Result<std::shared_ptr<const Dataset>> data = recovered->workspace.load(interruption());
    if (!data) return Unexpected{data.error()};
    if (recovered->workspace.imports().empty())
        return unexpected(ErrorKind::workspace, "the workspace is damaged, and no result can be read in it.", named);
    say(recoveredText(named, recovered->missing));
    return Opened{std::move(recovered->workspace), *std::move(data), std::move(recovered->missing)};
}

/// What is wrong with the copy is wrong with the file that was named.
Result<Loaded> loadWorkspace(const Request& request, TemporaryFolder folder, const std::string& copy) {
    const std::string& named = request.paths.front();
    Result<Opened> opened = openWhole(named, copy);
    if (!opened && opened.error().kind == ErrorKind::workspace)
        if (Result<Opened> recovered = openRecovered(named, folder.file("recovered.plumb")))
            opened = std::move(recovered);
    if (!opened) {
        Error error = opened.error();
        if (error.where.starts_with(copy)) error.where = named;
        return Unexpected{std::move(error)};
    }
    Loaded loaded{std::move(folder),         std::move(opened->workspace), {}, std::move(opened->data), {},
                  std::move(opened->missing)};
    if (Result<void> done = finish(request, loaded); !done) return Unexpected{done.error()};
    loaded.imports.files = loaded.workspace.imports();
    if (loaded.imports.files.empty())
        return unexpected(ErrorKind::refused, "The workspace holds no files yet.", named,
                          "Add some: plumbline import -o W.plumb PATH...");
    sayProblems(loaded.imports);
    if (!anythingUsable(loaded.imports)) return Unexpected{nothingUsable(loaded.imports)};
    return loaded;
}

Result<Loaded> importPaths(const Request& request, TemporaryFolder folder, const std::string& path) {
    const Result<ImportOptions> options = importOptions(request);
    if (!options) return Unexpected{options.error()};
    Result<Workspace> workspace = Workspace::create(path);
    if (!workspace) return Unexpected{workspace.error()};
    Loaded loaded{std::move(folder), *std::move(workspace), {}, nullptr, {}, {}};
    loaded.imports = loaded.workspace.import(request.paths, *options);
    if (loaded.imports.cancelled) return unexpected(ErrorKind::cancelled, "Stopped.");
    if (!anythingUsable(loaded.imports)) return Unexpected{nothingUsable(loaded.imports)};
    sayProblems(loaded.imports);
    if (Result<void> done = finish(request, loaded); !done) return Unexpected{done.error()};
    return loaded;
}

void sayRejected(const FileReport& file) {
    if (file.rejected == 0) return;
    const std::string first = file.rejections.empty() ? "" : ", the first: " + file.rejections.front().reason;
    say(fmt::format("{}: {}{}", file.path, rejectedOf(file), first));
}

/// Why the first files of a folder are not read.
void sayRefusals(const ImportReport& imports) {
    constexpr int most = 5;
    int said = 0, left = 0;
    for (const FileReport& file : imports.files) {
        if (!file.skipped || file.aside) continue;
        if (said++ < most)
            say(fmt::format("{}: skipped, {}", file.path, *file.skipped));
        else
            ++left;
    }
    if (left > 0) say(fmt::format("and {} more files are skipped", left));
}

}  // namespace

Result<ImportOptions> importOptions(const Request& request) {
    ImportOptions options;
    options.stop = interruption();
    options.keepBoth = request.keepBoth;
    if (!request.contextFile.empty()) options.contextFile = request.contextFile;
    std::vector<Error> problems;
    if (const std::string folder = mappingsFolder(); !folder.empty())
        options.savedMappings = savedMappings(folder, problems);
    for (const Error& problem : problems) say(problem.text());
    if (request.mapping.empty()) return options;
    std::error_code ignored;
    if (!fs::exists(request.mapping, ignored))
        for (const Mapping& saved : options.savedMappings)
            if (saved.name == request.mapping) options.mapping = saved;
    if (options.mapping) return options;
    Result<Mapping> read = loadMapping(request.mapping);
    if (!read && isTooLargeDocument(read.error())) {
        say(read.error().text());
        ++options.mappingsTooLarge;
        return options;
    }
    if (!read) return Unexpected{read.error()};
    options.mapping = *std::move(read);
    return options;
}

bool anythingUsable(const ImportReport& imports) {
    return std::any_of(imports.files.begin(), imports.files.end(),
                       [](const FileReport& file) { return file.rows > 0 || file.summaries > 0; });
}

int exitCode(const ImportReport& imports) {
    const bool failed = std::any_of(imports.files.begin(), imports.files.end(),
                                    [](const FileReport& file) { return file.error.has_value(); });
    return failed || imports.rejected() > 0 || !imports.limits.empty() ? 1 : 0;
}

int conclude(const Request& request, const Loaded& loaded) {
    if (!loaded.missing.empty()) return 1;
    const std::string& named = request.paths.front();
    const auto faults = Workspace::isWorkspace(named) ? checkOnce(named, interruption()) : std::vector<std::string>();
    if (!faults.empty()) say(faultsText(named, faults));
    return faults.empty() ? exitCode(loaded.imports) : 1;
}

std::string rejectedOf(const FileReport& file) {
    const std::uint64_t all = file.records + file.summaries;
    return fmt::format("{} of {} record{}{} rejected", formatCount(file.rejected, ","), formatCount(all, ","),
                       all == 1 ? "" : "s", file.summaries > 0 ? " and summaries" : "");
}

void sayProblems(const ImportReport& imports) {
    for (const FileReport& file : imports.files) {
        if (file.error) say(file.error->text());
        sayRejected(file);
    }
    for (const LimitMet& met : imports.limits)
        if (met.limit == SizeLimit::document) say(text(met));
}

Error nothingUsable(const ImportReport& imports) {
    std::optional<Error> last;
    for (const FileReport& file : imports.files) {
        sayRejected(file);
        if (!file.error || (last && last->text() == file.error->text())) continue;
        if (last) say(last->text());
        last = file.error;
    }
    if (last) return *last;
    sayRefusals(imports);
    return {ErrorKind::refused,
            "Nothing that is named holds results that can be read.",
            {},
            "plumbline readers lists the formats."};
}

Result<Loaded> loadPaths(const Request& request) {
    bool isWorkspace = false;
    if (Result<void> fine = checkPaths(request, isWorkspace); !fine) return Unexpected{fine.error()};
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return Unexpected{folder.error()};
    const std::string path = folder->file("work.plumb");
    return isWorkspace ? loadWorkspace(request, *std::move(folder), path)
                       : importPaths(request, *std::move(folder), path);
}

}  // namespace plumbline
