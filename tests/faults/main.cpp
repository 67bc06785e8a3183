// plumbline_faults [--program PLUMBLINE] [WRITER...]: ends each writer, and fills the disk, at every step that writes;
// looks at what is left; prints the counts. With --program the verbs that write are tried as a person runs them.
// Exit code 1 where anything was lost or is broken.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

#include "tests/faults/fault_steps.h"
#include "tests/faults/writers.h"

namespace plumbline::faults {
namespace fs = std::filesystem;
namespace {

struct Counts {
    std::uint64_t tried = 0, before = 0, after = 0, lost = 0, broken = 0;
};

struct Bench {
    std::string root;     ///< of this run's own
    std::string program;  ///< empty: everything in a process of ours
    std::uint64_t* steps = nullptr;

    std::string folder() const { return root + "/case"; }
    std::string pristine() const { return root + "/pristine"; }
    std::string countFile() const { return root + "/count"; }
};

constexpr std::array kinds = {FaultKind::kill, FaultKind::torn, FaultKind::full};
constexpr std::array kindNames = {"killed", "killed in the middle", "disk full"};
constexpr unsigned mostSeconds = 120;

[[noreturn]] void runProgram(const Bench& bench, const Writer& writer, FaultKind kind, std::uint64_t step) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
    const auto set = [](const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); };
    set("LD_PRELOAD", PLUMBLINE_FAULTS_PRELOAD);
    set("FAULT_FOLDER", bench.folder() + "/");
    set("FAULT_KIND", std::to_string(static_cast<int>(kind)));
    set("FAULT_STEP", std::to_string(step));
    set("FAULT_COUNT", bench.countFile());
    std::vector<std::string> words = writer.arguments(bench.folder());
    words.insert(words.begin(), bench.program);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(bench.program.c_str(), arguments.data());
    ::_exit(127);
}

/// Whether the writer said that it is done.
bool runOnce(const Bench& bench, const Writer& writer, FaultKind kind, std::uint64_t step) {
    *bench.steps = 0;
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(mostSeconds);
        if (!bench.program.empty() && writer.arguments) runProgram(bench, writer, kind, step);
        armFaults((bench.folder() + "/").c_str(), kind, step, bench.steps);
        ::_exit(writer.act(bench.folder()) ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) throw std::runtime_error("it hangs");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) throw std::runtime_error("the program can't be run");
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// One step of one kind; false once the writer comes to its end before it.
bool tryStep(const Bench& bench, const Writer& writer, std::size_t kind, std::uint64_t step, Counts& counts) {
    fs::remove_all(bench.folder());
    fs::copy(bench.pristine(), bench.folder(), fs::copy_options::recursive);
    const bool saidDone = runOnce(bench, writer, kinds[kind], step);
    const bool reached = *bench.steps >= step;
    std::string why;
    Found found = Found::broken;
    try {
        found = writer.look(bench.folder(), why);
    } catch (const std::exception& fault) {
        why = fault.what();
    }
    if (saidDone && found == Found::before) {
        found = Found::lost;
        why += ", but it said that it was done";
    }
    if (!reached && found != Found::after) why += " (no fault came)";
    if (reached) ++counts.tried;
    if (found == Found::lost || found == Found::broken || (!reached && found != Found::after))
        std::printf("%s, %s at step %llu: %s: %s\n", writer.name.c_str(), kindNames[kind],
                    static_cast<unsigned long long>(step), found == Found::lost ? "lost" : "broken", why.c_str());
    if (!reached) return counts.broken += found != Found::after ? 1 : 0, false;
    ++(found == Found::before  ? counts.before
       : found == Found::after ? counts.after
       : found == Found::lost  ? counts.lost
                               : counts.broken);
    return true;
}

Counts tryWriter(const Bench& bench, const Writer& writer) {
    for (const std::string& folder : {bench.folder(), bench.pristine()}) fs::remove_all(folder);
    fs::create_directories(bench.folder());
    writer.prepare(bench.folder());
    fs::rename(bench.folder(), bench.pristine());
    Counts counts;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        for (std::uint64_t step = 1; tryStep(bench, writer, kind, step, counts); ++step) {
        }
    return counts;
}

int run(Bench bench, const std::vector<std::string>& names) {
    std::printf("%-10s %7s %7s %7s %7s %7s\n", "writer", "tried", "old", "new", "lost", "broken");
    bool good = true;
    for (const Writer& writer : allWriters()) {
        if (!names.empty() && std::find(names.begin(), names.end(), writer.name) == names.end()) continue;
        const Counts counts = tryWriter(bench, writer);
        std::printf("%-10s %7llu %7llu %7llu %7llu %7llu\n", writer.name.c_str(),
                    static_cast<unsigned long long>(counts.tried), static_cast<unsigned long long>(counts.before),
                    static_cast<unsigned long long>(counts.after), static_cast<unsigned long long>(counts.lost),
                    static_cast<unsigned long long>(counts.broken));
        std::fflush(stdout);
        good = good && counts.tried > 0 && counts.lost == 0 && counts.broken == 0;
    }
    return good ? 0 : 1;
}

}  // namespace
}  // namespace plumbline::faults

int main(int argc, char** argv) {
    using namespace plumbline::faults;
    Bench bench;
    std::vector<std::string> names;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--program" && i + 1 < argc)
            bench.program = fs::absolute(argv[++i]).string();
        else
            names.emplace_back(argv[i]);
    }
    bench.root = (fs::temp_directory_path() / "plumbline-faults-XXXXXX").string();
    if (!::mkdtemp(bench.root.data())) return 2;
    for (const char* variable : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME", "TMPDIR"}) {
        const std::string folder = bench.root + "/" + variable;
        fs::create_directories(folder);
        ::setenv(variable, folder.c_str(), 1);
    }
    const int file = ::open(bench.countFile().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ::ftruncate(file, sizeof(std::uint64_t)) != 0) return 2;
    void* const shared = ::mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED) return 2;
    bench.steps = static_cast<std::uint64_t*>(shared);
    int code = 2;
    try {
        code = run(bench, names);
    } catch (const std::exception& fault) {
        std::printf("%s\n", fault.what());
    }
    std::error_code ignored;
    fs::remove_all(bench.root, ignored);
    return code;
}
