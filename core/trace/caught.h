// What the library threw, as words: for the catch at the root of a thread.
#pragma once

#include <string>

namespace plumbline {

struct Caught {
    bool noMemory = false;
    std::string type;  ///< "std::out_of_range"
    std::string what;  ///< its own words, which may be empty
};

/// Of the exception that is being handled: call it within a catch.
Caught caught();

}  // namespace plumbline
