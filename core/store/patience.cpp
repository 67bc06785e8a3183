#include "core/store/patience.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <thread>
#include <utility>

namespace plumbline {
namespace {

constexpr std::chrono::milliseconds betweenTries{50};
constexpr std::chrono::seconds quietFor{1}, atMost{120};  // at most: as any connection waits

}  // namespace

Result<std::shared_ptr<Location>> waitForTurn(const std::string& path, const Turn& turn) {
    std::string said;
    while (true) {
        auto location = Location::of(path, OpenFor::import);
        if (!location) return location;
        const auto holder = (*location)->holder();
        if (!holder) return location;
        if (holder->what == LockedBy::window || !turn.waiting) return Unexpected{heldBy(path, *holder)};
        const std::string sentence =
            fmt::format("{}: {} is writing this workspace: waiting for its end.", path, holder->text());
        if (sentence != said) turn.waiting(sentence);
        said = sentence;
        if (turn.stop.stop_requested()) return unexpected(ErrorKind::cancelled, "Stopped.");
        std::this_thread::sleep_for(betweenTries);
    }
}

Patience::Patience(Connection& connection, std::string path, Turn turn)
    : m_database(connection.handle()), m_path(std::move(path)), m_turn(std::move(turn)) {
    sqlite3_busy_handler(m_database, &Patience::wait, this);
}

Patience::~Patience() { sqlite3_busy_handler(m_database, nullptr, nullptr); }

int Patience::wait(void* self, int count) { return static_cast<Patience*>(self)->goesOn(count) ? 1 : 0; }

bool Patience::goesOn(int count) {
    const auto now = std::chrono::steady_clock::now();
    if (count == 0) m_since = now;
    if (m_turn.stop.stop_requested() || now - m_since > atMost) return false;
    if (now - m_since > quietFor && !std::exchange(m_said, true))
        m_turn.waiting(fmt::format("{}: another program is writing this workspace: waiting for its end.", m_path));
    std::this_thread::sleep_for(betweenTries);
    return true;
}

}  // namespace plumbline
