// Text going to memory or to a file in large pieces, numbers written as decimals of whole numbers, and JSON members.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/request.h"

namespace plumbline::support {

class TextSink {
public:
    TextSink() = default;  ///< keeps everything for text()
    /// Writes to a file, whose folders are made; throws std::system_error when that fails.
    explicit TextSink(const std::filesystem::path& path);

    template <typename... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(fmt::appender(m_buffer), format, std::forward<Args>(args)...);
    }
    void put(std::string_view text) { m_buffer.append(text.data(), text.data() + text.size()); }
    void integer(std::int64_t value);
    /// value / 10^decimals as Python prints a float: 12.0, 0.0123, 1e-05.
    void decimal(std::int64_t value, int decimals);
    void seconds(Nanoseconds time) { decimal(time.count(), 9); }
    void millis(Nanoseconds time) { decimal(time.count(), 6); }
    void quoted(std::string_view text);

    /// Hands a large buffer to the file; to be called between records. Throws std::system_error.
    void spill();
    /// Writes the rest out and closes; throws std::system_error. A sink that is dropped unclosed loses its tail.
    void close();
    std::string text() const { return {m_buffer.data(), m_buffer.size()}; }

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    void writeOut();

    fmt::memory_buffer m_buffer;
    std::unique_ptr<std::FILE, CloseFile> m_file;
};

enum class JsonStyle : std::uint8_t { compact, spaced };  ///< as orjson and as Python's json write it

/// The members of one JSON object, opened by the constructor and closed by end(). What is unknown is left out.
class JsonMembers {
public:
    JsonMembers(TextSink& sink, JsonStyle style) : m_sink(sink), m_style(style) { m_sink.put("{"); }

    TextSink& key(std::string_view name);  ///< then write the value to the sink
    void number(std::string_view name, std::int64_t value) { key(name).integer(value); }
    void number(std::string_view name, MaybeCount value);
    void time(std::string_view name, MaybeTime value);
    void text(std::string_view name, std::string_view value);  ///< "" is unknown
    void raw(std::string_view name, std::string_view json);    ///< "" is unknown
    void flag(std::string_view name, std::optional<bool> value);
    void end() { m_sink.put("}"); }

private:
    TextSink& m_sink;
    JsonStyle m_style;
    bool m_first = true;
};

}  // namespace plumbline::support
