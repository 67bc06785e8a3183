// Independent tasks over a few threads. Each task writes its own place, so that results do not depend on the threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace plumbline {

/// Calls task(0) ... task(count - 1), each once, from up to four threads, the caller's among them; returns when all
/// are done. After a stop is asked for, or once one has thrown, no further task begins; what the first threw is thrown
/// to the caller.
template <class Task>
void parallelFor(std::size_t count, std::stop_token stop, const Task& task) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr thrown;
    std::once_flag first;
    const auto work = [&] {
        try {
            for (std::size_t i = next++; i < count && !stop.stop_requested(); i = next++) task(i);
        } catch (...) {
            next = count;
            std::call_once(first, [&] { thrown = std::current_exception(); });
        }
    };
    const std::size_t cores = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4);
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < std::min(cores, count); ++i) helpers.emplace_back(work);
        work();
    }
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace plumbline
