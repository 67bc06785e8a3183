#include "app/interruption.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

namespace plumbline {
namespace {

// Long enough for destructors to run, short enough for a person who waits (200 ms in all).
constexpr std::chrono::milliseconds timeToWindUp{100};

/// Lives until the process ends, whoever still runs.
struct State {
    std::stop_source stop;
    std::atomic<int> signal = 0;
    std::mutex mutex;
    std::vector<std::string> leftBehind;
};
State& state() {
    static State* const theState = new State;
    return *theState;
}

[[noreturn]] void dieOf(int signal) {
    std::signal(signal, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    std::raise(signal);
    std::_Exit(128 + signal);  // not reached: the default of these signals is to end
}

void removeLeftBehind() {
    const std::lock_guard lock(state().mutex);
    std::error_code ignored;
    for (const std::string& path : state().leftBehind) {
        std::filesystem::remove_all(path, ignored);
        std::filesystem::remove_all(path, ignored);  // what another thread has made in it meanwhile
        for (const char* ending : {"-wal", "-shm", "-journal"}) std::filesystem::remove(path + ending, ignored);
    }
}

void watch(const sigset_t& signals) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) return;
    state().signal = signal;
    state().stop.request_stop();
    std::this_thread::sleep_for(timeToWindUp);
    removeLeftBehind();
    dieOf(signal);
}

}  // namespace

void watchForSignals() {
    std::signal(SIGPIPE, SIG_IGN);
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now {};
        if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) sigaddset(&signals, signal);
    }
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread(watch, signals).detach();
}

std::stop_token interruption() { return state().stop.get_token(); }

int endedBy(int code) {
    if (const int signal = state().signal; signal != 0) dieOf(signal);
    return code;
}

LeftBehind::LeftBehind(std::string path) : m_path(std::move(path)) {
    const std::lock_guard lock(state().mutex);
    state().leftBehind.push_back(m_path);
}

void LeftBehind::keep() {
    const std::lock_guard lock(state().mutex);
    auto& paths = state().leftBehind;
    if (const auto found = std::find(paths.begin(), paths.end(), m_path); found != paths.end()) paths.erase(found);
}

}  // namespace plumbline
