#include "core/store/location.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <map>
#include <utility>

namespace plumbline {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view untitledPrefix = "untitled-";

std::string canonical(const std::string& path) {
    std::error_code failure;
    const fs::path full = fs::weakly_canonical(path, failure);
    return failure ? path : full.string();
}

bool hasUntitledName(const fs::path& path) {
    return path.extension() == ".plumb" && path.filename().string().starts_with(untitledPrefix);
}

// The lock file is there from the making of an untitled workspace until it is saved or discarded, crash or not.
bool isUntitled(const std::string& path) {
    std::error_code failure;
    return hasUntitledName(path) && fs::path(path).parent_path() == canonical(stateFolder()) &&
           fs::exists(WorkspaceLock::fileOf(path), failure);
}

struct Registry {
    std::mutex mutex;
    std::map<std::string, std::weak_ptr<Location>> byPath;
};
Registry& registry() {
    static Registry theRegistry;
    return theRegistry;
}

std::string userFolder(const char* variable, const char* below) {
    const char* value = std::getenv(variable);
    return value && *value == '/' ? (fs::path(value) / below).string() : std::string();
}

bool canMake(const std::string& folder) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    return !failure && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

std::string stateFolder() {
    for (const auto& folder : {userFolder("XDG_STATE_HOME", "plumbline"), userFolder("HOME", ".local/state/plumbline")})
        if (!folder.empty() && canMake(folder)) return folder;
    std::error_code failure;
    const fs::path temporary = fs::temp_directory_path(failure);
    const std::string folder = (temporary / fmt::format("plumbline-{}", ::getuid())).string();
    if (canMake(folder)) fs::permissions(folder, fs::perms::owner_all, failure);
    return folder;
}

// Let go of without a save or a discard, the work stays untitled: its lock file stays, for abandoned() to find it by.
Location::~Location() = default;

std::string Location::path() const {
    const std::lock_guard guard(m_mutex);
    return m_path;
}

bool Location::untitled() const {
    const std::lock_guard guard(m_mutex);
    return m_untitled;
}

bool Location::writes() const {
    const std::lock_guard guard(m_mutex);
    return m_writes;
}

std::optional<Holder> Location::holder() const {
    const std::lock_guard guard(m_mutex);
    return m_holder;
}

void Location::lock(OpenFor what) {
    const std::lock_guard guard(m_mutex);
    if (m_writes || what == OpenFor::reading) return;
    m_untitled = isUntitled(m_path);
    auto taken = WorkspaceLock::take(m_path, what == OpenFor::window ? LockedBy::window : LockedBy::import);
    m_lock = std::move(taken.lock);
    m_holder = std::move(taken.holder);
    m_writes = !m_holder;
    if (m_lock && m_untitled) m_lock->keepFile(true);
}

Result<std::shared_ptr<Location>> Location::of(const std::string& path, OpenFor what) {
    const std::string key = canonical(path);
    const std::lock_guard guard(registry().mutex);
    auto& known = registry().byPath[key];
    auto location = known.lock();
    if (!location || location->path() != key) location.reset(new Location(key));
    location->lock(what);
    if (location->untitled() && !location->writes())
        return unexpected(ErrorKind::workspace, "this untitled workspace is open in another window.", path,
                          "Go to that window, or close it first.");
    known = location;
    return location;
}

Result<std::shared_ptr<Location>> Location::newUntitled() {
    const std::string folder = canonical(stateFolder());
    const std::time_t now = std::time(nullptr);
    int failure = EEXIST;
    for (int attempt = 0; attempt < 1000 && failure == EEXIST; ++attempt) {
        const std::string path = fmt::format("{}/{}{:%Y%m%dT%H%M%S}-{}-{}.plumb", folder, untitledPrefix,
                                             fmt::gmtime(now), ::getpid(), attempt);
        auto taken = WorkspaceLock::take(path, LockedBy::window, WorkspaceLock::File::mustBeNew);
        failure = taken.failure;
        if (!taken.lock) continue;
        const std::lock_guard guard(registry().mutex);
        std::shared_ptr<Location> location(new Location(path));
        location->m_lock = std::move(taken.lock);
        location->m_lock->keepFile(true);
        location->m_untitled = location->m_writes = true;
        registry().byPath[path] = location;
        return location;
    }
    return unexpected(ErrorKind::workspace, fmt::format("no workspace can be made: {}.", std::strerror(failure)),
                      folder, "Check that you may write there, or set XDG_STATE_HOME to a folder where you may.");
}

void Location::moveTo(const std::string& path, std::optional<WorkspaceLock> lock) {
    const std::string key = canonical(path);
    const std::lock_guard all(registry().mutex);
    const std::lock_guard guard(m_mutex);
    auto& places = registry().byPath;
    const auto old = places.extract(m_path);
    if (!old.empty()) places[key] = old.mapped();
    if (m_untitled) removeWorkspaceFiles(m_path);
    if (m_lock && m_untitled) m_lock->keepFile(false);
    m_lock.swap(lock);  // the old one is let go of at the end
    m_holder.reset();
    m_untitled = false;
    m_writes = true;
    m_path = key;
}

void Location::removeFiles() {
    const std::lock_guard guard(m_mutex);
    removeWorkspaceFiles(m_path);
    if (m_lock && m_untitled) m_lock->keepFile(false);
    m_lock.reset();
    m_untitled = m_writes = false;
}

std::vector<std::string> unheldUntitled() {
    constexpr std::string_view lockEnding = ".lock";
    std::map<std::string, fs::file_time_type> found;
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(canonical(stateFolder()), failure)) {
        std::string path = entry.path().string();
        if (path.ends_with(lockEnding)) path.resize(path.size() - lockEnding.size());
        std::error_code unreadable;
        if (hasUntitledName(path) && !WorkspaceLock::isHeld(path))
            found.try_emplace(path, fs::last_write_time(path, unreadable));
    }
    std::vector<std::string> paths;
    paths.reserve(found.size());
    for (const auto& [path, time] : found) paths.push_back(path);
    std::stable_sort(paths.begin(), paths.end(),
                     [&](const std::string& a, const std::string& b) { return found.at(a) > found.at(b); });
    return paths;
}

void removeWorkspaceFiles(const std::string& path) {
    std::error_code failure;
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) fs::remove(path + ending, failure);
}

}  // namespace plumbline
