#include <fmt/format.h>

#include <cerrno>
#include <cstring>
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

Result<void> checkExport(const Request& request) {
    if (request.output.empty())
        return unexpected(ErrorKind::options, "No file to write is named.", {},
                          "Give -o OUT.trace.jsonl or -o OUT.csv.");
    if (!isTrace(request.output) && !isTable(request.output))
        return unexpected(ErrorKind::options, "The name of the file says what to write, and this one does not.",
                          request.output, "End it in .trace.jsonl for the rows or .csv for the level tables.");
    return {};
}

/// Nobody asks for a file to be read and then to be gone: not one that is read now, nor one that a workspace was made
/// of.
Result<void> checkOutput(const Request& request, const Loaded& loaded) {
    std::vector<std::string> inputs = request.paths;
    for (const FileReport& file : loaded.imports.files) inputs.push_back(file.path);
    for (const std::string* file : {&request.contextFile, &request.reviewFile}) inputs.push_back(*file);
    for (const std::string& input : inputs) {
        std::error_code missing;
        if (!input.empty() && fs::equivalent(request.output, input, missing) && !missing)
            return unexpected(ErrorKind::options, "The file to write is one of those that are read.", request.output,
                              "Choose another name.");
    }
    return {};
}

Result<void> write(const Loaded& loaded, const std::string& path, std::ostream& out) {
    const std::stop_token stop = interruption();
    const Itl itl = isTrace(path) ? Itl::leaveOut : Itl::include;
    const Figures measured = figures(*loaded.data, loaded.settings, stop, itl);
    if (stop.stop_requested()) return unexpected(ErrorKind::cancelled, "The export was stopped.");
    if (isTrace(path)) {
        const TraceInput input{*loaded.data, loaded.settings, measured};
        Result<void> written = writeTrace(input, out, stop);
        if (written)
            for (const std::string& sentence : leftOutOfTrace(input)) say(sentence);
        return written;
    }
    const Judgement judgement = judge(*loaded.data, loaded.settings, measured, stop);
    if (stop.stop_requested()) return unexpected(ErrorKind::cancelled, "The export was stopped.");
    out << levelsCsv({*loaded.data, loaded.settings, measured, judgement, loaded.imports});
    return {};
}

Unexpected cannotWrite(const std::string& path, int cause) {
    const std::string why = cause == 0 ? "." : fmt::format(": {}.", std::strerror(cause));
    return unexpected(ErrorKind::io, "The file cannot be written" + why, path,
                      "Check the folder, its permissions and the room on the disk.");
}

/// Beside its place first: an export that fails half-way leaves what was there.
Result<void> writeFile(const Loaded& loaded, const std::string& path) {
    const std::string beside = path + ".partial";
    const LeftBehind leftBehind(beside);
    std::error_code fault;
    errno = 0;
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    if (!out) return cannotWrite(path, errno);
    errno = 0;
    Result<void> written = write(loaded, path, out);
    const int cause = errno;
    const bool whole = out.good();
    errno = 0;
    out.close();
    if (!whole) written = cannotWrite(path, cause);
    if (written && !out) written = cannotWrite(path, errno);
    if (written) fs::rename(beside, path, fault);
    if (written && fault) written = cannotWrite(path, fault.value());
    if (!written) fs::remove(beside, fault);
    return written;
}

}  // namespace

int runExport(const Request& request) {
    if (const Result<void> fine = checkExport(request); !fine) return fail(fine.error());
    const Result<Loaded> loaded = loadPaths(request);
    if (!loaded) return fail(loaded.error());
    if (const Result<void> fine = checkOutput(request, *loaded); !fine) return fail(fine.error());
    if (const Result<void> written = writeFile(*loaded, request.output); !written) return fail(written.error());
    return conclude(request, *loaded);
}

}  // namespace plumbline
