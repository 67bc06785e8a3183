// A file that takes its place only when it is whole. What was there stays until then: everything that the program
// writes goes through here, whatever becomes of the program or the disk meanwhile.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "core/trace/result.h"

namespace plumbline {

/// Written beside its place under a name that nobody else uses, synced, then renamed. A link is followed, and the mode
/// of what is replaced is kept. What a killed process has left half-written in the same folder is removed by the next.
class NewFile {
public:
    /// Errors, here and later: io, with what the system says.
    static Result<NewFile> at(const std::string& path);
    NewFile(NewFile&& other) noexcept;
    NewFile& operator=(NewFile&&) = delete;
    ~NewFile();  ///< removes what has not come to its place

    /// Where it is written for now, for what writes by name; it must have been closed before commit().
    const std::string& temporary() const;
    /// A failure to write sticks, and commit() gives it.
    std::ostream& stream();
    /// The error of what has been written so far.
    Result<void> written();
    /// Synced and in its place; the folder is synced too, where the system can.
    Result<void> commit();

private:
    struct State;
    explicit NewFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// The whole of a file at once.
Result<void> writeFile(const std::string& path, std::string_view bytes);

/// Makes what a folder has taken in, or lost, last; a system that cannot is not asked twice.
void syncFolderOf(const std::string& path);

}  // namespace plumbline
