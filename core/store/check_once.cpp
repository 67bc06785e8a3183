// Which states of which workspaces have been checked: a line each in the user's state folder. Lost, all is checked
// again.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "core/ingest/bytes/new_file.h"
#include "core/store/location.h"
#include "core/store/recovery.h"
#include "core/store/soundness.h"
#include "core/store/workspace_files.h"

namespace plumbline {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t mostStates = 200;

std::string listPath() { return stateFolder() + "/checked-workspaces"; }

/// SQLite's file change counter, at byte 24 of the file. https://www.sqlite.org/fileformat.html
std::string changeCounter(const std::string& path) {
    std::array<char, 28> header{};
    std::ifstream file(path, std::ios::binary);
    file.read(header.data(), static_cast<std::streamsize>(header.size()));
    std::string out;
    for (std::size_t byte = 24; byte < header.size(); ++byte)
        out += fmt::format("{:02x}", static_cast<unsigned char>(header[byte]));
    return out;
}

/// One line; a path with a line break in it is checked each time.
std::string stateOf(const std::string& path) {
    std::string out = changeCounter(path);
    for (const char* ending : {"", "-wal"}) {
        std::error_code missing;
        const auto bytes = fs::file_size(path + ending, missing);
        if (missing || bytes == 0) continue;
        const auto time = fs::last_write_time(path + ending, missing).time_since_epoch().count();
        out += fmt::format(" {} {}", bytes, time);
    }
    std::error_code failure;
    const fs::path full = fs::weakly_canonical(path, failure);
    return out + " " + (failure ? path : full.string());
}

std::vector<std::string> checkedStates() {
    std::vector<std::string> states;
    std::ifstream file(listPath());
    for (std::string line; std::getline(file, line);) states.push_back(line);
    return states;
}

void remember(std::vector<std::string> states, std::string state) {
    states.push_back(std::move(state));
    if (states.size() > mostStates) states.erase(states.begin(), states.end() - mostStates);
    std::string text;
    for (const std::string& each : states) text += each + '\n';
    (void)writeFile(listPath(), text);  // not written, it is checked again
}

}  // namespace

std::vector<std::string> checkOnce(const std::string& path, const std::stop_token& stop) {
    const std::string state = stateOf(path);
    auto states = checkedStates();
    if (std::find(states.begin(), states.end(), state) != states.end()) return {};
    auto connection = openUnchecked(path);
    if (!connection) return {};
    auto faults = faultsOf(*connection, stop);
    // A damaged one is said to be so each time.
    if (faults.empty() && connection->check() && !stop.stop_requested()) remember(std::move(states), state);
    return faults;
}

}  // namespace plumbline
