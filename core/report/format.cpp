#include "core/report/format.h"

#include "core/judge/words.h"
#include "core/report/version.h"

namespace plumbline {

std::string_view version() { return PLUMBLINE_VERSION; }

std::string formatNumber(double value, const char* separator) { return numberText(value, separator); }

std::string formatNumber(const std::optional<double>& value, const char* separator) {
    return value ? numberText(*value, separator) : emDash;
}

std::string formatCount(std::uint64_t value, const char* separator) { return countText(value, separator); }

}  // namespace plumbline
