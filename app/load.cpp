#include "app/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/report/format.h"
#include "core/report/report.h"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

Unexpected cannotRead(const std::string& path) {
    return unexpected(ErrorKind::io, "The file cannot be read.", path, "Check its name and permissions.");
}

Result<std::string> readText(const std::string& path) {
    std::error_code fault;
    if (fs::is_directory(path, fault)) return unexpected(ErrorKind::io, "This is a folder, not a file.", path);
    std::ifstream in(path, std::ios::binary);
    if (!in) return cannotRead(path);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (in.bad()) return cannotRead(path);
    return text;
}

bool sameRow(const Decision& a, const Decision& b) {
    if (!a.fileSha256.empty() || !b.fileSha256.empty()) return a.fileSha256 == b.fileSha256 && a.record == b.record;
    return a.id == b.id && a.start == b.start;
}

/// The file's decisions over those that the workspace holds: at most one a row, the last one.
Result<void> applyReview(const std::string& path, Settings& settings) {
    const Result<std::string> text = readText(path);
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

Result<void> checkPaths(const Request& request, bool& workspace) {
    if (request.paths.empty())
        return unexpected(ErrorKind::options, "No file, folder or workspace is named.", {},
                          fmt::format("plumbline {} --help tells more.", entry(request.verb).name));
    for (const std::string& path : request.paths) workspace = workspace || Workspace::isWorkspace(path);
    if (!workspace) return {};
    if (request.paths.size() > 1)
        return unexpected(ErrorKind::options, "A workspace cannot be read together with other paths.", {},
                          "Name it alone, or add the files to it first: plumbline import -o W.plumb PATH...");
    if (!request.contextFile.empty())
        return unexpected(ErrorKind::options, "--context belongs to an import, and a workspace is imported already.",
                          {}, "Give it when the files are imported.");
    return {};
}

/// A copy, so that options change nothing in the file that was named.
Result<Workspace> copyOf(const std::string& path, const std::string& copy) {
    Result<Workspace> workspace = Workspace::open(path);
    if (!workspace) return workspace;
    if (Result<void> copied = workspace->saveAs(copy); !copied) return Unexpected{copied.error()};
    return workspace;
}

Result<void> finish(const Request& request, Loaded& loaded) {
    Result<std::shared_ptr<const Dataset>> data = loaded.workspace.load();
    if (!data) return Unexpected{data.error()};
    loaded.data = *std::move(data);
    Result<Settings> settings = loaded.workspace.settings();
    if (!settings) return Unexpected{settings.error()};
    loaded.settings = overlaid(*std::move(settings), request);
    return request.reviewFile.empty() ? Result<void>() : applyReview(request.reviewFile, loaded.settings);
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code fault;
    std::string path = (fs::temp_directory_path(fault) / "plumbline-XXXXXX").string();
    if (fault || ::mkdtemp(path.data()) == nullptr)
        return unexpected(ErrorKind::io, "No folder can be made for temporary files.", path,
                          "Set TMPDIR to a folder that can be written.");
    return TemporaryFolder(std::move(path));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!m_path.empty()) fs::remove_all(m_path, ignored);
}

std::string TemporaryFolder::file(const char* name) const { return m_path + "/" + name; }

bool anythingUsable(const ImportReport& imports) {
    return std::any_of(imports.files.begin(), imports.files.end(),
                       [](const FileReport& file) { return file.rows > 0 || file.summaries > 0; });
}

int exitCode(const ImportReport& imports) {
    const bool failed = std::any_of(imports.files.begin(), imports.files.end(),
                                    [](const FileReport& file) { return file.error.has_value(); });
    return failed || imports.rejected() > 0 ? 1 : 0;
}

void sayProblems(const ImportReport& imports) {
    for (const FileReport& file : imports.files) {
        if (file.error) fmt::print(stderr, "plumbline: {}\n", file.error->text());
        if (file.rejected == 0) continue;
        const std::string first = file.rejections.empty() ? "" : ", the first: " + file.rejections.front().reason;
        fmt::print(stderr, "plumbline: {}: {} of {} records rejected{}\n", file.path, formatCount(file.rejected, ","),
                   formatCount(file.records, ","), first);
    }
}

Result<Loaded> loadPaths(const Request& request) {
    bool isWorkspace = false;
    if (Result<void> fine = checkPaths(request, isWorkspace); !fine) return Unexpected{fine.error()};
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return Unexpected{folder.error()};
    const std::string path = folder->file("work.plumb");
    Result<Workspace> workspace = isWorkspace ? copyOf(request.paths.front(), path) : Workspace::create(path);
    if (!workspace) return Unexpected{workspace.error()};
    Loaded loaded{*std::move(folder), *std::move(workspace), {}, nullptr, {}};
    ImportOptions options;
    if (!request.contextFile.empty()) options.contextFile = request.contextFile;
    loaded.imports.files = isWorkspace ? loaded.workspace.imports() : std::vector<FileReport>();
    if (!isWorkspace) loaded.imports = loaded.workspace.import(request.paths, options);
    sayProblems(loaded.imports);
    if (!anythingUsable(loaded.imports))
        return unexpected(ErrorKind::refused, "Nothing that is named holds results that can be read.", {},
                          "plumbline readers lists the formats.");
    if (Result<void> done = finish(request, loaded); !done) return Unexpected{done.error()};
    return loaded;
}

}  // namespace plumbline
