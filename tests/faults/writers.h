// The nine things that write, each with what was there before, what it does, and what is right afterwards.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace plumbline::faults {

/// What is found after a fault: the state from before, the state that was to be made, neither, or one that is no good.
enum class Found { before, after, lost, broken };

struct Writer {
    std::string name;
    std::function<void(const std::string& folder)> prepare;
    /// In a process of its own; true where it says that it is done.
    std::function<bool(const std::string& folder)> act;
    /// The arguments of the program that does the same; empty where none does.
    std::function<std::vector<std::string>(const std::string& folder)> arguments;
    std::function<Found(const std::string& folder, std::string& why)> look;
};

std::vector<Writer> allWriters();

}  // namespace plumbline::faults
