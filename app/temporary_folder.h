// A folder of our own in the temporary folder.
#pragma once

#include <memory>
#include <string>

#include "app/interruption.h"
#include "core/trace/result.h"

namespace plumbline {

/// Removed with all that is in it; one whose process died is removed by the next process that makes one.
class TemporaryFolder {
public:
    static Result<TemporaryFolder> make();
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    std::string file(const char* name) const;

private:
    explicit TemporaryFolder(std::string path);
    std::string m_path;  ///< empty: moved from
    int m_lock = -1;     ///< held as long as the process lives; -1: none
    std::unique_ptr<LeftBehind> m_leftBehind;
};

}  // namespace plumbline
