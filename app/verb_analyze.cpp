#include <fmt/format.h>

#include <cstdio>

#include "app/load.h"
#include "app/verbs.h"
#include "core/report/report.h"

namespace plumbline {

int fail(const Error& error) {
    fmt::print(stderr, "plumbline: {}\n", error.text());
    return 2;
}

int print(const std::string& text, int code) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written) return code;
    return fail({ErrorKind::io, "The answer could not be written.", "standard output", "Is there room on the disk?"});
}

int runAnalyze(const Request& request) {
    const Result<Loaded> loaded = loadPaths(request);
    if (!loaded) return fail(loaded.error());
    const Figures measured = figures(*loaded->data, loaded->settings);
    const Judgement judgement = judge(*loaded->data, loaded->settings, measured);
    const ReportInput input{*loaded->data, loaded->settings, measured, judgement, loaded->imports};
    return print(request.json ? analysisJson(input) : analysisText(input), exitCode(loaded->imports));
}

}  // namespace plumbline
