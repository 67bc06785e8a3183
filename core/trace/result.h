// What cannot go on is an Error; a function that may fail returns Result<T>. Member names are those of std::expected.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace plumbline {

enum class ErrorKind { io, format, notRecognised, refused, workspace, options, cancelled };

struct Error {
    ErrorKind kind = ErrorKind::io;
    std::string message;  ///< what went wrong, one sentence
    std::string where;    ///< file and record, line or byte; may be empty
    std::string hint;     ///< what to do; may be empty

    /// "where: message hint", leaving out what is empty.
    std::string text() const {
        std::string out = where.empty() ? message : where + ": " + message;
        if (!hint.empty()) out += " " + hint;
        return out;
    }
};

/// Marks a value as the error of a Result, as std::unexpected does.
struct Unexpected {
    Error error;
};
inline Unexpected unexpected(ErrorKind kind, std::string message, std::string where = {}, std::string hint = {}) {
    return {{kind, std::move(message), std::move(where), std::move(hint)}};
}

template <class T>
class [[nodiscard]] Result {
public:
    // NOLINTBEGIN(google-explicit-constructor): a function returns its value, or what went wrong, as it is
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Unexpected failure) : m_state(std::in_place_index<1>, std::move(failure.error)) {}
    // NOLINTEND(google-explicit-constructor)

    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }
    T& value() & {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    const T& value() const& {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    T&& value() && {
        assert(has_value());
        return std::move(*std::get_if<0>(&m_state));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const {
        assert(!has_value());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    // NOLINTNEXTLINE(google-explicit-constructor)
    Result(Unexpected failure) : m_error(std::move(failure.error)), m_ok(false) {}

    bool has_value() const { return m_ok; }
    explicit operator bool() const { return m_ok; }
    const Error& error() const {
        assert(!m_ok);
        return m_error;
    }

private:
    Error m_error;
    bool m_ok = true;
};

}  // namespace plumbline
