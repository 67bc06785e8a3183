// One binary: a verb answers on the command line, anything else opens the window.
#include <fmt/format.h>

#include <filesystem>

#include "app/options.h"
#include "app/verbs.h"
#include "core/report/version.h"
#include "ui/window/run_window.h"

namespace plumbline {
namespace {

/// "plumbline analyse x": a first word that is no file is a verb mistyped, not a file to look for in a window.
Result<void> checkFirstWord(const Request& request) {
    if (request.paths.empty()) return {};
    const std::string& word = request.paths.front();
    std::error_code ignored;
    if (word.find_first_of("/.") != std::string::npos || std::filesystem::exists(word, ignored)) return {};
    return unexpected(ErrorKind::options, fmt::format("There is no file and no verb named {}.", word), {},
                      "plumbline --help lists the verbs.");
}

int openWindow(int argc, char** argv, const Request& request) {
    if (request.version) return print(fmt::format("plumbline {}\n", version()), 0);
    if (const Result<void> fine = checkFirstWord(request); !fine) return fail(fine.error());
    return runWindow(argc, argv, request.paths);
}

int run(int argc, char** argv) {
    const Result<Request> request = parseArguments({argv + 1, argv + argc});
    if (!request) return fail(request.error());
    if (request->help) return print(helpText(request->verb), 0);
    switch (request->verb) {
        case Verb::analyze:
            return runAnalyze(*request);
        case Verb::import:
            return runImport(*request);
        case Verb::exportFile:
            return runExport(*request);
        case Verb::picture:
            return runPictureVerb(argc, argv, *request);
        case Verb::bound:
            return runBound(*request);
        case Verb::readers:
            return runReaders(*request);
        case Verb::window:
            break;
    }
    return openWindow(argc, argv, *request);
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) { return argc < 1 ? 2 : plumbline::run(argc, argv); }
