// What is printed, and nothing else: the one way to standard output and standard error.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/verbs.h"
#include "core/report/text_table.h"

namespace plumbline {

void say(const std::string& text) {
    const std::string line = "plumbline: " + forTerminal(text) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
}

int fail(const Error& error) {
    if (error.kind != ErrorKind::cancelled) say(error.text());
    return 2;
}

int print(const std::string& text, int code) {
    const std::string clean = linesForTerminal(text);
    errno = 0;
    const bool written = std::fwrite(clean.data(), 1, clean.size(), stdout) == clean.size() && std::fflush(stdout) == 0;
    if (written) return code;
    if (errno == EPIPE) return 2;
    return fail({ErrorKind::io, fmt::format("The answer could not be written: {}.", std::strerror(errno)),
                 "standard output", "Is there room on the disk?"});
}

}  // namespace plumbline
