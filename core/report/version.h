#pragma once

#include <string_view>

namespace plumbline {

std::string_view version();  ///< "0.1.0", from the project's CMakeLists.txt

}  // namespace plumbline
