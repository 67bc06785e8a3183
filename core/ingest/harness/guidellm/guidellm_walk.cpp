#include "core/ingest/harness/guidellm/guidellm_walk.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace plumbline {
namespace {

constexpr std::pair<std::string_view, Status> lists[]{
    {"successful", Status::ok}, {"incomplete", Status::incomplete}, {"errored", Status::error}};

}  // namespace

bool GuideLlmWalk::report() {
    if (m_scanner.peek() != JsonScanner::Kind::object || !m_scanner.enter()) return false;
    std::string key;
    while (m_scanner.nextKey(key)) {
        const bool inside = key == "benchmarks" && m_scanner.peek() == JsonScanner::Kind::list;
        if (!(inside ? benchmarks() : other(key))) return false;
    }
    return !m_scanner.stuck();
}

std::string GuideLlmWalk::unreadRest() {
    const bool followed = report();
    if (m_scanner.stuck()) return m_scanner.reason();
    const bool more = !followed || m_scanner.peek() != JsonScanner::Kind::end;
    return more ? "Something follows that is no part of the report." : std::string();
}

bool GuideLlmWalk::benchmarks() {
    if (!m_scanner.enter()) return false;
    while (m_scanner.nextElement()) {
        if (m_scanner.peek() != JsonScanner::Kind::object) {
            strange(m_scanner.offset());
            if (!m_scanner.skip()) return false;
        } else if (!benchmark()) {
            return false;
        }
    }
    return !m_scanner.stuck();
}

bool GuideLlmWalk::benchmark() {
    beginBenchmark();
    if (!m_scanner.enter()) return false;
    std::string key;
    while (m_scanner.nextKey(key)) {
        const bool inside = key == "requests" && m_scanner.peek() == JsonScanner::Kind::object;
        if (!(inside ? requests() : field(key))) return false;
    }
    return !m_scanner.stuck();
}

bool GuideLlmWalk::requests() {
    if (!m_scanner.enter()) return false;
    std::string key;
    while (m_scanner.nextKey(key)) {
        const auto* list =
            std::find_if(std::begin(lists), std::end(lists), [&](const auto& each) { return each.first == key; });
        const bool known = list != std::end(lists) && m_scanner.peek() == JsonScanner::Kind::list;
        if (!(known ? requestsOf(list->second) : m_scanner.skip())) return false;
    }
    return !m_scanner.stuck();
}

bool GuideLlmWalk::requestsOf(Status status) {
    if (!m_scanner.enter()) return false;
    while (m_scanner.nextElement())
        if (!request(status)) return false;
    return !m_scanner.stuck();
}

}  // namespace plumbline
