// plumbline_bench: writes traces of any size, or times each stage of the way over rows of its own.
#include <fmt/format.h>

#include <charconv>
#include <exception>
#include <optional>
#include <string_view>
#include <vector>

#include "tests/bench/stages.h"
#include "tests/bench/writing.h"

namespace {

using plumbline::bench::StageOptions;
using plumbline::bench::WriteOptions;

constexpr std::string_view usage =
    "usage: plumbline_bench --rows N [--gaps G] [--json]\n"
    "       plumbline_bench --write FILE --format trace|aiperf|vllm --rows N [--gaps G]\n"
    "\n"
    "Makes N simulated requests with G gaps each (32 where not given) over 16 loads. The first form times ingest,\n"
    "store, load, figures and judge over them; the second writes them to FILE. aiperf: at concurrency 32, and as a\n"
    "run directory with its summary where FILE ends in '/' or is a folder.\n";

struct Options {
    WriteOptions write;
    bool json = false;
};

bool parsePositive(std::string_view text, int& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number > 0;
}

bool parseOption(std::string_view name, std::string_view value, WriteOptions& options) {
    if (name == "--write") {
        options.path = value;
        return !value.empty();
    }
    if (name == "--format") {
        const auto format = plumbline::bench::parseFormat(value);
        options.format = format.value_or(options.format);
        return format.has_value();
    }
    if (name == "--rows") return parsePositive(value, options.rows);
    if (name == "--gaps") return parsePositive(value, options.gaps);
    return false;
}

/// Nothing where an option is unknown, its value is none, or one that is needed is missing.
std::optional<Options> parse(std::vector<std::string_view> words) {
    Options options;
    options.json = std::erase(words, "--json") > 0;
    if (words.size() % 2 != 0) return std::nullopt;
    for (std::size_t index = 0; index < words.size(); index += 2)
        if (!parseOption(words[index], words[index + 1], options.write)) return std::nullopt;
    if (options.write.rows == 0) return std::nullopt;
    return options;
}

void run(const Options& options) {
    if (!options.write.path.empty()) return plumbline::bench::writeFile(options.write);
    plumbline::bench::runStages({options.write.rows, options.write.gaps, options.json});
}

}  // namespace

int main(int argc, char** argv) {
    const auto options = parse({argv + 1, argv + argc});
    if (!options) {
        fmt::print(stderr, "{}", usage);
        return 2;
    }
    try {
        run(*options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "plumbline_bench: {}\n", error.what());
        return 1;
    }
    return 0;
}
