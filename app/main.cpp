// One binary: a verb answers on the command line, anything else opens the window.
#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "app/interruption.h"
#include "app/options.h"
#include "app/user_catalog.h"
#include "app/verbs.h"
#include "core/report/version.h"
#include "core/trace/caught.h"
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

/// Qt ends the process where there is no display, and says more than a person can use.
Result<void> checkDisplay(int argc, char** argv) {
#if defined(__linux__)
    const auto isSet = [](const char* name) {
        const char* const value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    for (int i = 1; i < argc; ++i)
        if (const std::string_view word = argv[i]; word == "-platform" || word == "-display") return {};
    if (isSet("QT_QPA_PLATFORM") || isSet("DISPLAY") || isSet("WAYLAND_DISPLAY")) return {};
    return unexpected(ErrorKind::options, "There is no display to open the window on.", {},
                      "Set DISPLAY, or name a verb that needs none: plumbline --help lists them.");
#else
    static_cast<void>(argc);
    static_cast<void>(argv);
    return {};
#endif
}

int openWindow(int argc, char** argv, const Request& request) {
    if (request.version) return print(fmt::format("plumbline {}\n", version()), 0);
    if (const Result<void> fine = checkFirstWord(request); !fine) return fail(fine.error());
    if (const Result<void> fine = checkDisplay(argc, argv); !fine) return fail(fine.error());
    return runWindow(argc, argv, request.paths);
}

int run(int argc, char** argv) {
    const Result<Request> request = parseArguments({argv + 1, argv + argc});
    if (!request) return fail(request.error());
    setSizeLimits(request->limits);
    if (request->help) return print(helpText(request->verb), 0);
    if (request->verb != Verb::window) watchForSignals();
    addUserCatalog();
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

/// What nobody has caught ends the program, in a sentence.
int runGuarded(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (...) {
        const Caught thrown = caught();
        if (thrown.noMemory)
            return fail({ErrorKind::io, "There is not enough memory.", {}, "Give fewer or smaller files at a time."});
        return fail({ErrorKind::io,
                     fmt::format("Plumbline made a mistake: {}: {}.", thrown.type, thrown.what),
                     {},
                     "Please report it, with the command and the file."});
    }
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow any further is an error of writing, not an end
    return argc < 1 ? 2 : plumbline::endedBy(plumbline::runGuarded(argc, argv));
}
