#include "app/temporary_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "plumbline-";
constexpr std::size_t drawnCharacters = 6;  // of mkdtemp
constexpr const char* lockName = "lock";
// A folder without a lock is of a version that had none, or is being made at this moment; so may one be whose lock
// nobody holds yet.
constexpr std::chrono::hours oldEnough{24};
constexpr std::chrono::seconds oldEnoughLock{10};

/// -1: another process holds it, or there is none and `flags` make none. An open file description's lock goes when the
/// process dies, whatever of.
int lock(const std::string& folder, int flags) {
    const int file = ::open((fs::path(folder) / lockName).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
    if (file < 0) return -1;
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    if (::fcntl(file, F_OFD_SETLK, &whole) == 0) return file;
    ::close(file);
    return -1;
}

/// Named as we name them, and ours: a folder of this user, no link to one.
bool isOurs(const fs::path& path) {
    const std::string name = path.filename().string();
    if (!name.starts_with(prefix) || name.size() != prefix.size() + drawnCharacters) return false;
    if (name == std::string(prefix) + std::to_string(::getuid()))
        return false;  // untitled work, where there is no home
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::getuid();
}

/// Nothing in it but workspaces of verbs.
bool holdsOnlyWork(const fs::path& folder) {
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("work.plumb") && !name.starts_with("check.plumb")) return false;
    }
    return !failure;
}

bool isOlder(const fs::path& path, std::chrono::seconds age) {
    std::error_code missing;
    const auto changed = fs::last_write_time(path, missing);
    return !missing && fs::file_time_type::clock::now() - changed > age;
}

bool isAbandoned(const fs::path& folder) {
    std::error_code missing;
    if (fs::exists(folder / lockName, missing)) {
        if (!isOlder(folder / lockName, oldEnoughLock)) return false;
        const int held = lock(folder.string(), 0);
        if (held >= 0) ::close(held);
        return held >= 0;
    }
    return isOlder(folder, oldEnough) && holdsOnlyWork(folder);
}

void removeAbandoned(const fs::path& temporary) {
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(temporary, failure)) {
        std::error_code ignored;
        if (isOurs(entry.path()) && isAbandoned(entry.path())) fs::remove_all(entry.path(), ignored);
    }
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code fault;
    const fs::path temporary = fs::temp_directory_path(fault);
    std::string path = (temporary / (std::string(prefix) + std::string(drawnCharacters, 'X'))).string();
    if (!fault) removeAbandoned(temporary);
    if (fault || ::mkdtemp(path.data()) == nullptr)
        return unexpected(ErrorKind::io, "No folder can be made for temporary files.", path,
                          "Set TMPDIR to a folder that can be written.");
    return TemporaryFolder(std::move(path));
}

TemporaryFolder::TemporaryFolder(std::string path)
    : m_path(std::move(path)), m_lock(lock(m_path, O_CREAT)), m_leftBehind(std::make_unique<LeftBehind>(m_path)) {}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, {})),
      m_lock(std::exchange(other.m_lock, -1)),
      m_leftBehind(std::move(other.m_leftBehind)) {}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!m_path.empty()) fs::remove_all(m_path, ignored);
    if (m_lock >= 0) ::close(m_lock);
}

std::string TemporaryFolder::file(const char* name) const { return m_path + "/" + name; }

}  // namespace plumbline
