#include "core/store/workspace_lock.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

namespace plumbline {
namespace {

// The first byte stands for the workspace; the second is locked with it by a window. So whoever finds the first locked
// learns which of the two it is from the system, even where nothing could be written into the file.
constexpr off_t workspaceByte = 0, windowByte = 1;
constexpr std::size_t longestHolder = 1024, longestWord = 64;

struct flock lockOf(short kind, off_t first, off_t count) {
    struct flock lock {};
    lock.l_type = kind;
    lock.l_whence = SEEK_SET;
    lock.l_start = first;
    lock.l_len = count;
    return lock;
}

bool isLocked(int file, off_t byte) {
    struct flock lock = lockOf(F_WRLCK, byte, 1);
    return ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

// Open file description locks: they see another holder in this process too, and SQLite's locks, which are the
// process's, are not dropped by closing this file.
bool lockBytes(int file, short kind, LockedBy what) {
    struct flock lock = lockOf(kind, workspaceByte, what == LockedBy::window ? 2 : 1);
    return ::fcntl(file, F_OFD_SETLK, &lock) == 0;
}

bool isAt(int file, const std::string& path) {
    struct stat open {
    }, named{};
    return ::fstat(file, &open) == 0 && ::lstat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

std::string userName() {
    if (const passwd* entry = ::getpwuid(::geteuid()); entry != nullptr && entry->pw_name != nullptr)
        return entry->pw_name;
    return fmt::format("{}", ::geteuid());
}

std::string hostName() {
    std::array<char, longestWord> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

/// Words of a file that anybody may have written, on their way to a terminal.
std::string plainWord(const nlohmann::json& document, const char* key) {
    const auto found = document.find(key);
    if (found == document.end() || !found->is_string()) return {};
    std::string word = found->get<std::string>().substr(0, longestWord);
    for (char& c : word)
        if (c < ' ' || c > '~') c = '?';
    return word;
}

void describeHolder(int file) {
    const nlohmann::json words{{"user", userName()},
                               {"host", hostName()},
                               {"process", ::getpid()},
                               {"since", fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)))}};
    const std::string text = words.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n";
    // What cannot be written (a full disk) is not said; the lock holds all the same.
    if (::ftruncate(file, 0) == 0) [[maybe_unused]]
        const auto taken = ::pwrite(file, text.data(), text.size(), 0);
}

Holder holderIn(int file) {
    Holder holder;
    holder.what = isLocked(file, windowByte) ? LockedBy::window : LockedBy::import;
    std::string text(longestHolder, '\0');
    const ssize_t got = ::pread(file, text.data(), text.size(), 0);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    const auto document = nlohmann::json::parse(text, nullptr, false);
    if (!document.is_object()) return holder;
    holder.user = plainWord(document, "user");
    holder.host = plainWord(document, "host");
    holder.since = plainWord(document, "since");
    if (const auto process = document.find("process"); process != document.end() && process->is_number_integer())
        holder.process = process->get<long>();
    return holder;
}

/// A file of that name that is somebody's own is neither written nor removed.
bool isOurs(int file) {
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return false;
    return status.st_size == 0 || holderIn(file).process != 0;
}

/// A lock file that this user may only read: who holds it, or, where nobody does, whether it could be removed.
std::optional<Holder> holderOrRemove(const std::string& path, bool& removed) {
    removed = false;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return std::nullopt;
    std::optional<Holder> holder;
    if (!lockBytes(file, F_RDLCK, LockedBy::window))
        holder = holderIn(file);
    else
        removed = isAt(file, path) && isOurs(file) && ::unlink(path.c_str()) == 0;
    ::close(file);
    return holder;
}

}  // namespace

std::string Holder::text() const {
    std::string out = what == LockedBy::window ? "a window" : "an import";
    if (!user.empty()) out += " of " + user;
    if (!host.empty()) out += " on " + host;
    if (process == 0) return out;
    return out + (since.empty() ? fmt::format(" (process {})", process)
                                : fmt::format(" (process {}, since {})", process, since));
}

std::string WorkspaceLock::fileOf(const std::string& path) { return path + ".lock"; }

WorkspaceLock::Try WorkspaceLock::take(const std::string& path, LockedBy what, File newness) {
    const std::string name = fileOf(path);
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (newness == File::any ? 0 : O_EXCL);
    constexpr int mostTries = 100;
    for (int attempt = 0; attempt < mostTries; ++attempt) {
        const int file = ::open(name.c_str(), flags, 0644);
        if (file < 0) {
            const int failure = errno;
            bool removed = false;
            auto holder = failure == EACCES ? holderOrRemove(name, removed) : std::nullopt;
            if (removed) continue;
            return {std::nullopt, std::move(holder), failure};
        }
        if (!lockBytes(file, F_WRLCK, what)) {
            const int failure = errno;
            Try held{std::nullopt, std::nullopt, failure};
            if (failure == EAGAIN || failure == EACCES) held.holder = holderIn(file);
            ::close(file);
            return held;
        }
        // Whoever let go of it meanwhile has removed the file that is locked here.
        if (!isAt(file, name)) {
            ::close(file);
            continue;
        }
        const bool ours = isOurs(file);
        if (ours) describeHolder(file);
        Try taken{WorkspaceLock(name, file), std::nullopt, 0};
        taken.lock->keepFile(!ours);
        return taken;
    }
    return {std::nullopt, std::nullopt, EAGAIN};
}

bool WorkspaceLock::isHeld(const std::string& path) {
    const int file = ::open(fileOf(path).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return false;
    const bool held = isLocked(file, workspaceByte);
    ::close(file);
    return held;
}

WorkspaceLock::WorkspaceLock(WorkspaceLock&& other) noexcept
    : m_path(std::move(other.m_path)), m_file(std::exchange(other.m_file, -1)), m_keepFile(other.m_keepFile) {}

WorkspaceLock& WorkspaceLock::operator=(WorkspaceLock&& other) noexcept {
    std::swap(m_path, other.m_path);
    std::swap(m_file, other.m_file);
    std::swap(m_keepFile, other.m_keepFile);
    return *this;
}

// The file goes while it is still locked: whoever comes next makes a new one.
WorkspaceLock::~WorkspaceLock() {
    if (m_file < 0) return;
    if (!m_keepFile) ::unlink(m_path.c_str());
    ::close(m_file);
}

Error heldBy(const std::string& path, const Holder& holder) {
    if (holder.what == LockedBy::window)
        return {ErrorKind::workspace, "this workspace is open in " + holder.text() + ".", path,
                "Close it there first, or work in a copy (Save as, or another name)."};
    return {ErrorKind::workspace, "this workspace is being written by " + holder.text() + ".", path,
            "Try again when that has finished."};
}

}  // namespace plumbline
