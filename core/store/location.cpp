#include "core/store/location.h"

#include <fcntl.h>
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

// Open file description locks: they see another holder in this process too, and go when the process dies.
struct flock wholeFile(short kind) {
    struct flock lock {};
    lock.l_type = kind;
    lock.l_whence = SEEK_SET;
    return lock;
}

std::string lockPath(const std::string& path) { return path + ".lock"; }

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
    return hasUntitledName(path) && fs::exists(lockPath(path), failure);
}

// -1 when another holds it or the lock file can't be made.
int acquire(const std::string& path, int extraFlags = 0) {
    const int file = ::open(lockPath(path).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | extraFlags, 0600);
    if (file < 0) return -1;
    struct flock lock = wholeFile(F_WRLCK);
    if (::fcntl(file, F_OFD_SETLK, &lock) == 0) return file;
    ::close(file);
    return -1;
}

bool isHeld(const std::string& path) {
    const int file = ::open(lockPath(path).c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return false;
    struct flock lock = wholeFile(F_WRLCK);
    const bool held = ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    ::close(file);
    return held;
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

Location::Location(std::string path, int lock) : m_path(std::move(path)), m_lock(lock) {}
// Let go of without a save or a discard, the work stays untitled: its lock file stays, for abandoned() to find it by.
Location::~Location() {
    if (m_lock >= 0) ::close(m_lock);
}

std::string Location::path() const {
    const std::lock_guard guard(m_mutex);
    return m_path;
}

bool Location::untitled() const {
    const std::lock_guard guard(m_mutex);
    return m_lock >= 0;
}

Result<std::shared_ptr<Location>> Location::of(const std::string& path) {
    const std::string key = canonical(path);
    const std::lock_guard guard(registry().mutex);
    auto& known = registry().byPath[key];
    if (auto location = known.lock(); location && location->path() == key) return location;
    int lock = -1;
    if (isUntitled(key)) {
        lock = acquire(key);
        if (lock < 0)
            return unexpected(ErrorKind::workspace, "this untitled workspace is open in another window.", path,
                              "Go to that window, or close it first.");
    }
    std::shared_ptr<Location> location(new Location(key, lock));
    known = location;
    return location;
}

Result<std::shared_ptr<Location>> Location::newUntitled() {
    const std::string folder = canonical(stateFolder());
    const std::time_t now = std::time(nullptr);
    for (int attempt = 0; attempt < 1000; ++attempt) {
        const std::string path = fmt::format("{}/{}{:%Y%m%dT%H%M%S}-{}-{}.plumb", folder, untitledPrefix,
                                             fmt::gmtime(now), ::getpid(), attempt);
        const int lock = acquire(path, O_EXCL);
        if (lock < 0 && errno != EEXIST) break;
        if (lock < 0) continue;
        const std::lock_guard guard(registry().mutex);
        std::shared_ptr<Location> location(new Location(path, lock));
        registry().byPath[path] = location;
        return location;
    }
    return unexpected(ErrorKind::workspace, fmt::format("no workspace can be made: {}.", std::strerror(errno)), folder,
                      "Check that you may write there, or set XDG_STATE_HOME to a folder where you may.");
}

void Location::moveTo(const std::string& path) {
    const std::string key = canonical(path);
    const std::lock_guard all(registry().mutex);
    const std::lock_guard guard(m_mutex);
    auto& places = registry().byPath;
    const auto old = places.extract(m_path);
    if (!old.empty()) places[key] = old.mapped();
    if (m_lock >= 0) removeWorkspaceFiles(m_path);
    giveUpLock();
    m_path = key;
}

void Location::removeFiles() {
    const std::lock_guard guard(m_mutex);
    removeWorkspaceFiles(m_path);
    giveUpLock();
}

// The lock file goes while the lock is still held: whoever opens the path next makes a new one.
void Location::giveUpLock() {
    if (m_lock < 0) return;
    std::error_code failure;
    fs::remove(lockPath(m_path), failure);
    ::close(std::exchange(m_lock, -1));
}

std::vector<std::string> unheldUntitled() {
    std::vector<std::pair<fs::file_time_type, std::string>> found;
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(canonical(stateFolder()), failure)) {
        const std::string path = entry.path().string();
        std::error_code unreadable;
        if (hasUntitledName(path) && !isHeld(path)) found.emplace_back(entry.last_write_time(unreadable), path);
    }
    std::sort(found.begin(), found.end(), std::greater<>());
    std::vector<std::string> paths;
    for (auto& [time, path] : found) paths.push_back(std::move(path));
    return paths;
}

void removeWorkspaceFiles(const std::string& path) {
    std::error_code failure;
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) fs::remove(path + ending, failure);
}

}  // namespace plumbline
