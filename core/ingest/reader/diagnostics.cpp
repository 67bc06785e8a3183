#include "core/ingest/reader/diagnostics.h"

#include <algorithm>
#include <utility>

namespace plumbline {

std::uint64_t Diagnostics::counted(std::string_view id) const {
    const auto found =
        std::find_if(m_found.begin(), m_found.end(), [&](const Diagnostic& one) { return one.id == id; });
    return found == m_found.end() ? 0 : found->count;
}

std::vector<Diagnostic> Diagnostics::take() { return std::exchange(m_found, {}); }

bool Diagnostics::count(std::string_view id) {
    for (Diagnostic& one : m_found) {
        if (one.id != id) continue;
        ++one.count;
        return true;
    }
    return false;
}

void Diagnostics::add(std::string_view id, std::uint64_t line, std::string text) {
    m_found.push_back({std::string(id), std::move(text), 1, line});
}

}  // namespace plumbline
