// The results of other people's runs, which stand beside this tree in ../shared/traces. A test function that reads them
// is skipped where they are not there, and a program that read some says at its end how many: packaging/test counts
// both.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::support {

bool realFilesAreHere();

/// The full path of a file of ../shared/traces, or of a folder there that the caller reads whole. What stands there
/// counts as read; of what does not, the path is returned all the same, so that whoever opens it fails.
std::string realPath(std::string_view path);

/// The full paths of the files in a folder of ../shared/traces, however deep, in order; only those that `wanted` takes
/// are returned and count as read.
std::vector<std::string> realFiles(std::string_view folder, const std::function<bool(const std::string&)>& wanted);

}  // namespace plumbline::support

/// First in a test function, or in the one that makes its data.
#define PLUMBLINE_NEEDS_REAL_FILES()                                                        \
    do {                                                                                    \
        if (!plumbline::support::realFilesAreHere()) QSKIP("../shared/traces is not here"); \
    } while (false)
