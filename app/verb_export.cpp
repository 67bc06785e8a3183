#include <filesystem>
#include <ostream>

#include "app/load.h"
#include "app/verbs.h"
#include "core/ingest/bytes/new_file.h"
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
    const ReportInput input{*loaded.data, loaded.settings, measured, judgement, loaded.imports};
    for (const LimitMet& met : measured.limits) say(text(met));
    out << levelsCsv(input);
    return {};
}

Result<void> exportTo(const Loaded& loaded, const std::string& path) {
    Result<NewFile> file = NewFile::at(path);
    if (!file) return Unexpected{file.error()};
    const LeftBehind leftBehind(file->temporary());
    const Result<void> made = write(loaded, path, file->stream());
    // A stream that fails makes the writer give up: the system's word says why.
    if (const Result<void> written = file->written(); !written) return written;
    return made ? file->commit() : made;
}

}  // namespace

int runExport(const Request& request) {
    if (const Result<void> fine = checkExport(request); !fine) return fail(fine.error());
    const Result<Loaded> loaded = loadPaths(request);
    if (!loaded) return fail(loaded.error());
    if (const Result<void> fine = checkOutput(request, *loaded); !fine) return fail(fine.error());
    if (const Result<void> written = exportTo(*loaded, request.output); !written) return fail(written.error());
    return conclude(request, *loaded);
}

}  // namespace plumbline
