#include "tests/support/retime.h"

#include <algorithm>

#include "tests/support/int128.h"
#include "tests/support/simulation.h"

namespace plumbline::support {

namespace {

Nanoseconds scaled(Nanoseconds time, Nanoseconds to, Nanoseconds from) {
    return Nanoseconds(nearest(Int128(time.count()) * to.count(), from.count()));
}

Nanoseconds toGrain(Nanoseconds time) { return nearest(time.count(), timeGrain.count()) * timeGrain; }

void shift(MaybeTime& time, Nanoseconds by) {
    if (time) *time += by;
}

Nanoseconds endOf(const SimulatedRequest& request) { return request.start + request.end.value_or(Nanoseconds(0)); }

Nanoseconds firstStart(const std::vector<SimulatedRequest>& requests) {
    return std::min_element(requests.begin(), requests.end(),
                            [](const auto& a, const auto& b) { return a.start < b.start; })
        ->start;
}

}  // namespace

void retimeAnswer(SimulatedRequest& request, Nanoseconds first, Nanoseconds last) {
    auto& times = request.chunkTimes;
    const Nanoseconds oldFirst = times.front();
    const Nanoseconds oldLast = times.back();
    for (MaybeTime* time : {&request.headers, &request.firstByte, &request.roleChunk, &request.firstReasoning})
        shift(*time, first - oldFirst);
    shift(request.end, last - oldLast);
    if (request.firstContent) request.firstContent = first;
    request.lastContent = last;
    for (auto& time : times) {
        const Nanoseconds moved = first + toGrain(scaled(time - oldFirst, last - first, oldLast - oldFirst));
        time = std::clamp(moved, first, last);
    }
    times.front() = first;
    times.back() = last;
}

void stretchRun(std::vector<SimulatedRequest>& requests, Nanoseconds target) {
    const Nanoseconds origin = firstStart(requests);
    const Nanoseconds old = window(requests);
    for (auto& request : requests) {
        const Nanoseconds trailer = *request.end - *request.lastContent;
        const Nanoseconds start = origin + scaled(request.start - origin, target, old);
        const Nanoseconds end = origin + scaled(endOf(request) - origin, target, old) - start;
        request.start = start;
        retimeAnswer(request, scaled(request.chunkTimes.front(), target, old), end - trailer);
    }
}

void pinFirstContent(std::vector<SimulatedRequest>& requests, int percent, Nanoseconds target) {
    std::vector<SimulatedRequest*> byTime;
    for (auto& request : requests) byTime.push_back(&request);
    std::stable_sort(byTime.begin(), byTime.end(),
                     [](const auto* a, const auto* b) { return *a->firstContent < *b->firstContent; });
    const std::size_t rank = (byTime.size() - 1) * static_cast<std::size_t>(percent) / 100;
    const Nanoseconds old = *byTime[rank]->firstContent;
    for (std::size_t index = 0; index < byTime.size(); ++index) {
        auto& request = *byTime[index];
        const bool defines = index + 1 >= rank && index <= rank + 1;
        retimeAnswer(request, defines ? target : scaled(*request.firstContent, target, old), *request.lastContent);
    }
}

Nanoseconds window(const std::vector<SimulatedRequest>& requests) {
    Nanoseconds last = endOf(requests.front());
    for (const auto& request : requests) last = std::max(last, endOf(request));
    return last - firstStart(requests);
}

}  // namespace plumbline::support
