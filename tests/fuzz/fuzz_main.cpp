// libFuzzer's two doors. The target is named first: plumbline_fuzz --target=vllm [libFuzzer's options] CORPUS...
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/fuzz_targets.h"

namespace {

const plumbline::fuzz::Target* chosen = nullptr;

}  // namespace

// libFuzzer passes over options that begin with two dashes.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    constexpr std::string_view option = "--target=";
    for (int i = 1; i < *argc; ++i) {
        const std::string_view word = (*argv)[i];
        for (const auto& target : plumbline::fuzz::targets()) {
            if (word == "--targets") std::puts(target.name.c_str());
            if (word.starts_with(option) && word.substr(option.size()) == target.name) chosen = &target;
        }
        if (word == "--targets") std::exit(0);
    }
    if (chosen != nullptr) return 0;
    std::fputs("name one with --target=NAME; --targets lists them\n", stderr);
    std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const plumbline::fuzz::Scratch scratch;
    chosen->run(scratch, {reinterpret_cast<const char*>(data), size});
    return 0;
}
