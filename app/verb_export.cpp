#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "app/load.h"
#include "app/verbs.h"
#include "core/report/report.h"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

bool isTrace(const std::string& path) { return path.ends_with(".jsonl"); }
bool isTable(const std::string& path) { return path.ends_with(".csv"); }

Result<void> check(const Request& request) {
    if (request.output.empty())
        return unexpected(ErrorKind::options, "No file to write is named.", {},
                          "Give -o OUT.trace.jsonl or -o OUT.csv.");
    if (!isTrace(request.output) && !isTable(request.output))
        return unexpected(ErrorKind::options, "The name of the file says what to write, and this one does not.",
                          request.output, "End it in .trace.jsonl for the rows or .csv for the level tables.");
    return {};
}

Result<void> write(const Loaded& loaded, const std::string& path, std::ostream& out) {
    if (isTrace(path)) return writeTrace(*loaded.data, loaded.settings, out);
    const Figures measured = figures(*loaded.data, loaded.settings);
    const Judgement judgement = judge(*loaded.data, loaded.settings, measured);
    out << levelsCsv({*loaded.data, loaded.settings, measured, judgement, loaded.imports});
    return {};
}

Unexpected cannotWrite(const std::string& path) {
    return unexpected(ErrorKind::io, "The file cannot be written.", path,
                      "Check the folder, its permissions and the room on the disk.");
}

/// Beside its place first: an export that fails half-way leaves what was there.
Result<void> writeFile(const Loaded& loaded, const std::string& path) {
    const std::string beside = path + ".partial";
    std::error_code fault;
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    if (!out) return cannotWrite(path);
    Result<void> written = write(loaded, path, out);
    out.close();
    if (written && !out) written = cannotWrite(path);
    if (written) fs::rename(beside, path, fault);
    if (written && fault) written = cannotWrite(path);
    if (!written) fs::remove(beside, fault);
    return written;
}

}  // namespace

int runExport(const Request& request) {
    if (const Result<void> fine = check(request); !fine) return fail(fine.error());
    const Result<Loaded> loaded = loadPaths(request);
    if (!loaded) return fail(loaded.error());
    if (const Result<void> written = writeFile(*loaded, request.output); !written) return fail(written.error());
    return exitCode(loaded->imports);
}

}  // namespace plumbline
