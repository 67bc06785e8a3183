// Cuts JSON documents of any size into whole values: keys of an object, elements of a list. simdjson then parses
// bounded pieces (it refuses a document over 4 GiB), and memory does not grow with the file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/ingest/bytes/byte_source.h"

namespace plumbline {

/// A cursor over a file of one document or of several, one after another (by lines, pretty-printed, or with nothing in
/// between). What can't be followed makes it stuck: reason() and offset() say why and where, and resync() looks for the
/// next document. What stands inside a skipped value is not looked into.
class JsonScanner {
public:
    enum class Kind { end, object, list, text, scalar, broken };

    explicit JsonScanner(ByteSource source) : m_source(std::move(source)) {}

    /// What begins at the cursor. `end`: nothing follows.
    Kind peek();
    /// Into the object or list at the cursor.
    bool enter();
    /// To the value of the next key, unescaped. False: the object's end has been passed, or stuck.
    bool nextKey(std::string& key);
    /// To the next element. False: the list's end has been passed, or stuck.
    bool nextElement();
    /// Passes over the value at the cursor.
    bool skip();
    /// The value at the cursor as it is written, valid until the next call; windowPadding bytes after it are readable.
    /// A value longer than `limit` is passed over and comes back empty.
    bool value(std::string_view& text, std::size_t limit);
    /// After enter() into a list: a list of its next whole elements, "[a,b,c]", as many as the window holds and one at
    /// least; valid and padded as for value(). False: the list's end has been passed, or stuck.
    bool batch(std::string_view& list);

    /// To a line that begins a document, after what could not be followed. False: none follows.
    bool resync();
    bool stuck() const { return !m_reason.empty(); }
    /// The file ended inside a value.
    bool truncated() const { return m_truncated; }
    const std::string& reason() const { return m_reason; }
    /// The cursor's place in the unpacked file.
    std::uint64_t offset() const { return m_source.offset() + m_position; }
    /// io and cancelled: the file can't be read on.
    Result<void> status() const;

private:
    enum class Keep { no, yes };
    int look();
    bool more();
    bool fail(std::string reason);
    bool separator(char closing, bool& ended);
    std::optional<std::size_t> nestedEnd(Keep keep, std::size_t limit);
    std::optional<std::size_t> textEnd(Keep keep, std::size_t limit);
    std::optional<std::size_t> scalarEnd(Keep keep, std::size_t limit);
    std::optional<std::size_t> valueEnd(Keep keep, std::size_t limit);
    bool readOn(Keep& keep, std::size_t limit, std::size_t& at);

    ByteSource m_source;
    std::size_t m_position = 0;  ///< in the window
    bool m_afterValue = false;   ///< a comma or the closing bracket comes next
    bool m_truncated = false;
    std::string m_reason;
    std::string m_batch;
    std::optional<Error> m_error;
};

/// Cuts a list "[a,b,c]" into its elements, broken ones too; the elements are views into it.
void splitList(std::string_view list, const std::function<void(std::string_view element)>& visit);

}  // namespace plumbline
