// What can be read of a damaged workspace, in a new one.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/store/workspace.h"

namespace plumbline {

/// A new workspace and what it lacks of the damaged one.
struct Recovered {
    Workspace workspace;
    std::vector<std::string> missing;
};

/// Copies all that can be read of the workspace at `from` into a new one: at `to`, or an untitled one where that is
/// empty. Missing is what is left out or not known any more, a sentence each without full stop. Sources that belong to
/// no configuration any more are grouped anew. `from` is only read. Errors: cancelled; workspace, where nothing of it
/// can be read, where it is of a newer version, where nothing is wrong with it, or where the new one can't be written.
Result<Recovered> recoverWorkspace(const std::string& from, const std::string& to, const std::stop_token& stop);

/// What is said of a recovery, and of faults that a check has found in a workspace that opens: the first twenty.
std::string recoveredText(const std::string& path, const std::vector<std::string>& missing);
std::string faultsText(const std::string& path, const std::vector<std::string>& faults);

/// All that is wrong with a workspace (soundness.h), where no check of this very state of the file has come to its end
/// before, in this process or another one. Nothing too where it cannot be opened.
std::vector<std::string> checkOnce(const std::string& path, const std::stop_token& stop);

}  // namespace plumbline
