#include <fmt/format.h>

#include "app/load.h"
#include "app/verbs.h"
#include "core/ingest/mapping/mapped_reader.h"
#include "core/report/format.h"
#include "core/report/text_table.h"
#include "core/trace/number_words.h"

namespace plumbline {
namespace {

std::string readersText() {
    std::string out;
    const auto add = [&](const Reader& reader) {
        out += wrapped(fmt::format("{:<26}{}", reader.id, reader.title), 26) +
               wrapped(fmt::format("{:<26}{}", "", reader.tells), 26);
    };
    for (const Reader& reader : readers()) add(reader);
    add(mappedReader);
    return out;
}

/// What became of a file that brought nothing, or not all: one sentence, or nothing.
std::string refusal(const FileReport& file) {
    if (file.error) return "not read: " + file.error->message;
    if (file.skipped && file.skipped->starts_with("read with ")) return *file.skipped + ", as a part of its result";
    if (file.aside) return *file.skipped;
    if (file.skipped) return "skipped: " + *file.skipped;
    if (file.rejected == 0) return {};
    return "rejected, the first: " +
           (file.rejections.empty() ? std::string("not kept") : file.rejections.front().reason);
}

std::string inFolder(const std::string& path, const std::string& folder) {
    std::string_view rest = path;
    if (rest.starts_with(folder)) rest.remove_prefix(folder.size());
    while (rest.size() < path.size() && rest.starts_with('/')) rest.remove_prefix(1);
    return std::string(rest.empty() ? path : rest);
}

std::string line(std::string_view reader, std::string_view rows, std::string_view rejected, std::string_view points,
                 std::string_view file) {
    return wrapped(fmt::format("{:<25} {:>11} {:>9} {:>8}  {}", reader, rows, rejected, points, file), 58);
}

/// A table of the files and their fate; what there is to say of one stands below it.
std::string fatesText(const ImportReport& imports, const std::string& folder) {
    std::string out = line("reader", "rows", "rejected", "points", "file");
    std::uint64_t points = 0;
    for (const FileReport& file : imports.files) {
        const bool isIn = !file.error && !file.skipped;
        const auto number = [&](std::uint64_t value) { return isIn ? formatCount(value, ",") : std::string(emDash); };
        out += line(file.reader.empty() ? emDash : std::string_view(file.reader), number(file.rows),
                    number(file.rejected), number(file.summaries), inFolder(file.path, folder));
        if (const std::string why = refusal(file); !why.empty()) out += wrapped("    " + why, 4);
        points += file.summaries;
    }
    return out + wrapped(fmt::format("{}, {} read: {}, {} rejected, {}", counted(imports.files.size(), "file"),
                                     imports.imported(), counted(imports.rows(), "row"),
                                     formatCount(imports.rejected(), ","), counted(points, "summary point")),
                         4);
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
    const Result<ImportOptions> options = importOptions(request);
    if (!options) return fail(options.error());
    const ImportReport imports = workspace->import({request.checkFolder}, *options);
    return print(fatesText(imports, request.checkFolder), anythingUsable(imports) ? exitCode(imports) : 2);
}

}  // namespace plumbline
