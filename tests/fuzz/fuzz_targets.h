// What is fuzzed: everything that takes bytes or words from a stranger, each by its own name. libFuzzer drives one
// target (fuzz_main.cpp); every build replays what was found before (corpus_test.cpp).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::fuzz {

/// A folder of this process alone, for those who read files. Removed at the end of the process.
class Scratch {
public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    /// Writes the bytes as the only file of the folder, and gives its path.
    std::string write(const std::string& name, std::string_view bytes) const;

private:
    std::string m_folder;
};

struct Target {
    std::string name;
    /// Takes any bytes. What must hold of the answer is checked; where it does not, the process is aborted with a
    /// sentence.
    std::function<void(const Scratch&, std::string_view)> run;
};

/// A target a reader, then the languages, documents and databases.
const std::vector<Target>& targets();

}  // namespace plumbline::fuzz
