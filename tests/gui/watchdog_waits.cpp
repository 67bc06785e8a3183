// Stands in for the calls that wait: the program's own come before those of the libraries, and tell the watchdog. A
// sanitizer stands in for them itself, so there nothing is told.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "tests/gui/watchdog.h"

// Where the program's own code begins and ends: set by the linker.
extern "C" const char __executable_start, etext;

namespace plumbline::test {
namespace {

thread_local bool isWindowsThread = false;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/// What the system, Qt and its fonts read for themselves is not ours to move.
bool isOfTheSystem(const char* path) {
    for (const char* place : {"/usr/", "/etc/", "/lib", "/proc/", "/sys/", "/dev/", "/var/", "/run/", "/opt/"})
        if (std::strncmp(path, place, std::strlen(place)) == 0) return true;
    return std::strstr(path, "/.cache/") || std::strstr(path, "fontconfig") || std::strstr(path, "/fonts");
}

/// Qt paints with threads of its own, and holds their locks for moments: only the program's own locks are told.
bool isOfTheProgram(const void* caller) { return caller >= &__executable_start && caller < &etext; }

/// Of a lock: longer than two threads hold each other up who meet at a few instructions, one of them without a core.
constexpr std::chrono::milliseconds shortestWait{5};

void tellWait(const char* call, const char* path = nullptr) {
    if (!isWindowsThread || (path && (*path != '/' || isOfTheSystem(path))) || !Watchdog::the().watches()) return;
    Watchdog::the().note(path ? QStringLiteral("%1(%2)").arg(call, QString::fromUtf8(path)) : QString::fromUtf8(call));
}

template <class Function>
Function* next(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

#endif

}  // namespace

void watchThisThread() { isWindowsThread = true; }

}  // namespace plumbline::test

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

using plumbline::test::isOfTheProgram;
using plumbline::test::next;
using plumbline::test::shortestWait;
using plumbline::test::tellWait;

#define PLUMBLINE_OPEN(name)                                                                     \
    int name(const char* path, int flags, ...) {                                                 \
        static const auto real = next(static_cast<int (*)(const char*, int, ...)>(name), #name); \
        va_list more;                                                                            \
        va_start(more, flags);                                                                   \
        const auto mode = va_arg(more, mode_t);                                                  \
        va_end(more);                                                                            \
        tellWait(#name, path);                                                                   \
        return real(path, flags, mode);                                                          \
    }
#define PLUMBLINE_PATH_CALL(Result, name, parameters, arguments, ...)                             \
    Result name parameters __VA_ARGS__ {                                                          \
        static const auto real = reinterpret_cast<Result(*) parameters>(dlsym(RTLD_NEXT, #name)); \
        tellWait(#name, path);                                                                    \
        return real arguments;                                                                    \
    }

extern "C" {

PLUMBLINE_OPEN(open)
PLUMBLINE_OPEN(open64)
PLUMBLINE_PATH_CALL(FILE*, fopen, (const char* path, const char* mode), (path, mode))
PLUMBLINE_PATH_CALL(FILE*, fopen64, (const char* path, const char* mode), (path, mode))
PLUMBLINE_PATH_CALL(DIR*, opendir, (const char* path), (path))
PLUMBLINE_PATH_CALL(int, stat, (const char* path, struct stat* into), (path, into), noexcept)
PLUMBLINE_PATH_CALL(int, stat64, (const char* path, struct stat64* into), (path, into), noexcept)
PLUMBLINE_PATH_CALL(int, lstat, (const char* path, struct stat* into), (path, into), noexcept)
PLUMBLINE_PATH_CALL(int, access, (const char* path, int mode), (path, mode), noexcept)
PLUMBLINE_PATH_CALL(int, rename, (const char* path, const char* to), (path, to), noexcept)
PLUMBLINE_PATH_CALL(int, unlink, (const char* path), (path), noexcept)
PLUMBLINE_PATH_CALL(int, statx, (int folder, const char* path, int flags, unsigned mask, struct statx* into),
                    (folder, path, flags, mask, into), noexcept)

int sqlite3_step(sqlite3_stmt* statement) {
    static const auto real = next(static_cast<int (*)(sqlite3_stmt*)>(sqlite3_step), "sqlite3_step");
    tellWait("sqlite3_step");
    return real(statement);
}

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
    static const auto real = reinterpret_cast<int (*)(pthread_mutex_t*)>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
    if (pthread_mutex_trylock(mutex) == 0) return 0;
    const bool isOurs = isOfTheProgram(__builtin_return_address(0));
    const auto began = std::chrono::steady_clock::now();
    const int locked = real(mutex);
    if (isOurs && std::chrono::steady_clock::now() - began > shortestWait) tellWait("a lock that another thread holds");
    return locked;
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
    static const auto real =
        reinterpret_cast<int (*)(pthread_cond_t*, pthread_mutex_t*)>(dlsym(RTLD_NEXT, "pthread_cond_wait"));
    tellWait("a condition");
    return real(condition, mutex);
}

int pthread_join(pthread_t thread, void** result) {
    static const auto real = reinterpret_cast<int (*)(pthread_t, void**)>(dlsym(RTLD_NEXT, "pthread_join"));
    tellWait("the end of a thread");
    return real(thread, result);
}

}  // extern "C"

#endif
