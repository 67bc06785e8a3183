#include "tests/faults/fault_steps.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace plumbline {
namespace {

struct Armed {
    char folder[4096] = {};
    std::size_t length = 0;
    FaultKind kind = FaultKind::kill;
    std::uint64_t step = 0;
    std::uint64_t* count = nullptr;  ///< null: not armed
};
Armed armed;
std::mutex countMutex;

bool isBelow(const char* path) {
    if (!armed.count || !path) return false;
    char full[8192];
    if (path[0] != '/') {
        if (!::getcwd(full, sizeof full / 2)) return false;
        std::strcat(full, "/");
        std::strncat(full, path, sizeof full / 2 - 2);
        path = full;
    }
    return std::strncmp(path, armed.folder, armed.length) == 0;
}

bool isBelow(int file) {
    if (!armed.count) return false;
    char link[64], path[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (length <= 0) return false;
    path[length] = '\0';
    return isBelow(path);
}

[[noreturn]] void end() {
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;) ::pause();
}

enum class Turn { goOn, half, full };

/// One more step: what becomes of it.
Turn step(bool takesRoom, bool writes) {
    const std::lock_guard guard(countMutex);
    const std::uint64_t now = ++*armed.count;
    if (now < armed.step) return Turn::goOn;
    if (armed.kind == FaultKind::full) return takesRoom ? Turn::full : Turn::goOn;
    if (now > armed.step) return Turn::goOn;
    if (armed.kind == FaultKind::torn && writes) return Turn::half;
    end();
}

int full() {
    errno = ENOSPC;
    return -1;
}

void armFromEnvironment() {
    const char *folder = std::getenv("FAULT_FOLDER"), *kind = std::getenv("FAULT_KIND"),
               *at = std::getenv("FAULT_STEP"), *count = std::getenv("FAULT_COUNT");
    if (!folder || !kind || !at || !count) return;
    const int file = ::open(count, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void* const shared = ::mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    if (shared == MAP_FAILED) return;
    armFaults(folder, static_cast<FaultKind>(std::atoi(kind)), std::strtoull(at, nullptr, 10),
              static_cast<std::uint64_t*>(shared));
}

const int armedAtStart = (armFromEnvironment(), 0);

template <class Rest>
ssize_t writing(int file, const void* bytes, size_t size, Rest rest) {
    if (isBelow(file)) {
        const Turn turn = step(true, true);
        if (turn == Turn::full) return full();
        if (turn == Turn::half) {
            rest(bytes, size / 2);
            end();
        }
    }
    return rest(bytes, size);
}

int opening(int folder, const char* path, int flags, unsigned mode) {
    if ((flags & O_CREAT) != 0 && isBelow(path) && ::access(path, F_OK) != 0 && step(true, false) == Turn::full)
        return full();
    return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

}  // namespace

void armFaults(const char* folder, FaultKind kind, std::uint64_t at, std::uint64_t* count) {
    std::strncpy(armed.folder, folder, sizeof armed.folder - 1);
    armed.length = std::strlen(armed.folder);
    armed.kind = kind;
    armed.step = at;
    armed.count = count;
}

}  // namespace plumbline

using namespace plumbline;

extern "C" {

ssize_t write(int file, const void* bytes, size_t size) {
    return writing(file, bytes, size,
                   [&](const void* from, size_t many) { return syscall(SYS_write, file, from, many); });
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off_t at) {
    return writing(file, bytes, size,
                   [&](const void* from, size_t many) { return syscall(SYS_pwrite64, file, from, many, at); });
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) { return pwrite64(file, bytes, size, at); }

int ftruncate64(int file, off_t size) noexcept {
    struct stat status {};
    const bool grows = ::fstat(file, &status) == 0 && size > status.st_size;
    if (isBelow(file) && step(grows, false) == Turn::full) return full();
    return static_cast<int>(syscall(SYS_ftruncate, file, size));
}
int ftruncate(int file, off_t size) noexcept { return ftruncate64(file, size); }
int posix_fallocate64(int file, off_t at, off_t size) {
    if (isBelow(file) && step(true, false) == Turn::full) return ENOSPC;
    return syscall(SYS_fallocate, file, 0, at, size) == 0 ? 0 : errno;
}
int posix_fallocate(int file, off_t at, off_t size) { return posix_fallocate64(file, at, size); }

int fsync(int file) {
    if (isBelow(file) && step(true, false) == Turn::full) return full();
    return static_cast<int>(syscall(SYS_fsync, file));
}
int fdatasync(int file) {
    if (isBelow(file) && step(true, false) == Turn::full) return full();
    return static_cast<int>(syscall(SYS_fdatasync, file));
}

int rename(const char* from, const char* to) noexcept {
    if (isBelow(to) && step(true, false) == Turn::full) return full();
    return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int link(const char* from, const char* to) noexcept {
    if (isBelow(to) && step(true, false) == Turn::full) return full();
    return static_cast<int>(syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int unlink(const char* path) noexcept {
    if (isBelow(path)) step(false, false);
    return static_cast<int>(syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}
int remove(const char* path) noexcept {
    if (unlink(path) == 0) return 0;
    if (errno != EISDIR && errno != EPERM) return -1;
    return static_cast<int>(syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}

int open64(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const unsigned mode = va_arg(more, unsigned);
    va_end(more);
    return opening(AT_FDCWD, path, flags, mode);
}
int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const unsigned mode = va_arg(more, unsigned);
    va_end(more);
    return opening(AT_FDCWD, path, flags, mode);
}
}
