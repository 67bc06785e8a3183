#include "core/ingest/bytes/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>
#include <streambuf>
#include <utility>

namespace plumbline {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view temporaryBegin = ".plumbline-", temporaryEnd = ".partial";
constexpr mode_t readableMode = 0666;  // less the umask

Unexpected cannotWrite(const std::string& path, int code) {
    return unexpected(ErrorKind::io, fmt::format("The file cannot be written: {}.", std::strerror(code)), path,
                      "Check the folder, its permissions and the room on the disk.");
}

/// Where a link leads, so that the link stays.
std::string behindLinks(std::string path) {
    constexpr int mostLinks = 40;
    std::error_code failure;
    for (int link = 0; link < mostLinks && fs::is_symlink(path, failure); ++link) {
        const fs::path target = fs::read_symlink(path, failure);
        if (failure) break;
        path = (fs::path(path).parent_path() / target).string();
    }
    return path;
}

std::string folderOf(const std::string& path) {
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

/// On a byte that SQLite never locks, so that a database may be written under it. Goes when the process dies.
bool lockTemporary(int file) {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_len = 1;
    return ::fcntl(file, F_OFD_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
}

bool isStillAt(int file, const std::string& path) {
    struct stat open {
    }, named{};
    return ::fstat(file, &open) == 0 && ::lstat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

void removeAbandonedIn(const std::string& folder) {
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(temporaryBegin) || !name.ends_with(temporaryEnd)) continue;
        const std::string path = entry->path().string();
        const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (file < 0) continue;
        struct stat status {};
        const bool ours = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
        if (ours && lockTemporary(file) && isStillAt(file, path)) ::unlink(path.c_str());
        ::close(file);
    }
}

std::string temporaryIn(const std::string& folder) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    static thread_local std::random_device device;
    std::uniform_int_distribution<std::size_t> letter(0, letters.size() - 1);
    std::string drawn;
    for (int i = 0; i < 10; ++i) drawn += letters[letter(device)];
    return fmt::format("{}/{}{}{}", folder, temporaryBegin, drawn, temporaryEnd);
}

/// Bytes on their way to a file descriptor; keeps the first thing that the system said against it.
class DescriptorBuffer : public std::streambuf {
public:
    explicit DescriptorBuffer(int file) : m_file(file) { setp(m_bytes.data(), m_bytes.data() + m_bytes.size()); }
    int failure() const { return m_failure; }

protected:
    int_type overflow(int_type next) override {
        if (!empty()) return traits_type::eof();
        if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
        return traits_type::not_eof(next);
    }
    int sync() override { return empty() ? 0 : -1; }

private:
    bool empty() {
        const char* at = pbase();
        while (m_failure == 0 && at < pptr()) {
            const ssize_t taken = ::write(m_file, at, static_cast<std::size_t>(pptr() - at));
            if (taken > 0)
                at += taken;
            else if (taken == 0 || errno != EINTR)
                m_failure = taken == 0 ? ENOSPC : errno;
        }
        setp(m_bytes.data(), m_bytes.data() + m_bytes.size());
        return m_failure == 0;
    }
    int m_file;
    int m_failure = 0;
    std::array<char, 65'536> m_bytes{};
};

/// Some file systems have nothing to sync and say so.
bool syncs(int file) { return ::fsync(file) == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP; }

}  // namespace

struct NewFile::State {
    State(std::string wantedPath, std::string temporaryPath, int descriptor)
        : path(std::move(wantedPath)),
          temporary(std::move(temporaryPath)),
          file(descriptor),
          buffer(descriptor),
          stream(&buffer) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (!temporary.empty()) ::unlink(temporary.c_str());
        ::close(file);
    }
    std::string path, temporary;  ///< temporary is empty once it is in its place
    int file;
    DescriptorBuffer buffer;
    std::ostream stream;
};

NewFile::NewFile(std::unique_ptr<State> state) : m_state(std::move(state)) {}
NewFile::NewFile(NewFile&& other) noexcept = default;
NewFile::~NewFile() = default;

Result<NewFile> NewFile::at(const std::string& path) {
    const std::string place = behindLinks(path), folder = folderOf(place);
    struct stat old {};
    const bool exists = ::stat(place.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode))
        return unexpected(ErrorKind::io, "This is a folder, a pipe or a device, not a file to be written.", path,
                          "Choose another name.");
    removeAbandonedIn(folder);
    constexpr int mostTries = 100;
    for (int attempt = 0; attempt < mostTries; ++attempt) {
        std::string temporary = temporaryIn(folder);
        const int file = ::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, readableMode);
        if (file < 0 && errno == EEXIST) continue;
        if (file < 0) return cannotWrite(path, errno);
        // Between these two lines another process may have taken it for one that was left behind.
        if (!lockTemporary(file) || !isStillAt(file, temporary)) {
            ::close(file);
            continue;
        }
        if (exists && ::fchmod(file, old.st_mode & 07777) != 0 && errno != EPERM) {
            const int code = errno;
            ::unlink(temporary.c_str());
            ::close(file);
            return cannotWrite(path, code);
        }
        return NewFile(std::make_unique<State>(place, std::move(temporary), file));
    }
    return cannotWrite(path, EEXIST);
}

const std::string& NewFile::temporary() const { return m_state->temporary; }
std::ostream& NewFile::stream() { return m_state->stream; }

Result<void> NewFile::written() {
    m_state->stream.flush();
    if (m_state->buffer.failure() != 0) return cannotWrite(m_state->path, m_state->buffer.failure());
    return {};
}

Result<void> NewFile::commit() {
    if (auto whole = written(); !whole) return whole;
    if (!syncs(m_state->file)) return cannotWrite(m_state->path, errno);
    if (::rename(m_state->temporary.c_str(), m_state->path.c_str()) != 0) return cannotWrite(m_state->path, errno);
    m_state->temporary.clear();
    syncFolderOf(m_state->path);
    return {};
}

Result<void> writeFile(const std::string& path, std::string_view bytes) {
    auto file = NewFile::at(path);
    if (!file) return Unexpected{file.error()};
    file->stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file->commit();
}

void syncFolderOf(const std::string& path) {
    const int folder = ::open(folderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    ::fsync(folder);
    ::close(folder);
}

}  // namespace plumbline
