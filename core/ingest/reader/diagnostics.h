// What a reader noticed in a file that it could still read: counted by id, with the first place and its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/diagnostic.h"

namespace plumbline {

class Diagnostics {
public:
    /// Counts one of `id`. `text` makes the sentence and is called for the first of its id only, so that a file with a
    /// million of them costs a million counts. Line 0: not a line format.
    template <class MakeText>
    void note(std::string_view id, std::uint64_t line, MakeText&& text) {
        if (!count(id)) add(id, line, text());
    }
    std::uint64_t counted(std::string_view id) const;
    /// In the order of their first place; empty when nothing was noticed. Leaves this empty.
    std::vector<Diagnostic> take();

private:
    bool count(std::string_view id);
    void add(std::string_view id, std::uint64_t line, std::string text);

    std::vector<Diagnostic> m_found;
};

}  // namespace plumbline
