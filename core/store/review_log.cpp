#include "core/store/review_log.h"

#include <fmt/chrono.h>

#include <ctime>

namespace plumbline {

std::string nowInUtc() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

void writeLog(Connection& connection, const std::string& who, const std::string& text) {
    connection.prepare("INSERT INTO review_log (at, who, text) VALUES (?, ?, ?)").runWith(nowInUtc(), who, text);
}

}  // namespace plumbline
