// plumbline_samples FOLDER: writes sample_runs anew.
#include <fmt/format.h>

#include <exception>

#include "tests/support/samples.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        fmt::print(stderr, "usage: plumbline_samples FOLDER\n");
        return 2;
    }
    try {
        plumbline::support::writeSampleRuns(argv[1]);
    } catch (const std::exception& error) {
        fmt::print(stderr, "plumbline_samples: {}\n", error.what());
        return 1;
    }
    return 0;
}
