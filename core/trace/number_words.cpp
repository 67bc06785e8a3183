#include "core/trace/number_words.h"

namespace plumbline {

std::string withCommas(std::uint64_t number) {
    std::string out = std::to_string(number);
    for (std::size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, ",");
    return out;
}

std::string counted(std::uint64_t number, std::string_view one) {
    return withCommas(number).append(" ").append(one).append(number == 1 ? "" : "s");
}

}  // namespace plumbline
