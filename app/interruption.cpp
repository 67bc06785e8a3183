#include "app/interruption.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>
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
    std::vector<std::pair<std::string, LeftBehind::Remove>> leftBehind;
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
    for (const auto& [path, remove] : state().leftBehind) remove(path);
}

void removeAll(const std::string& path) {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
    std::filesystem::remove_all(path, ignored);  // what another thread has made in it meanwhile
}

void watch(const sigset_t& signals) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) return;
    state().signal = signal;
    state().stop.request_stop();
    std::this_thread::sleep_for(timeToWindUp);
    // To the end: who finishes now and would keep, or remove, what is being removed waits for that.
    const std::lock_guard lock(state().mutex);
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

LeftBehind::LeftBehind(std::string path) : LeftBehind(std::move(path), &removeAll) {}

LeftBehind::LeftBehind(std::string path, Remove remove) : m_path(std::move(path)) {
    const std::lock_guard lock(state().mutex);
    state().leftBehind.emplace_back(m_path, remove);
}

void LeftBehind::keep() {
    const std::lock_guard lock(state().mutex);
    auto& paths = state().leftBehind;
    std::erase_if(paths, [this](const auto& each) { return each.first == m_path; });
}

}  // namespace plumbline
