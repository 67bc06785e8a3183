// `plumbline [FILE|FOLDER|WORKSPACE]...`: the window.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// Makes the QApplication, shows the window, opens the paths in it; returns the program's exit code when it is closed.
int runWindow(int argc, char** argv, const std::vector<std::string>& paths);

}  // namespace plumbline
