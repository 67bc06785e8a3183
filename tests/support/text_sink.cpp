#include "tests/support/text_sink.h"

#include <cerrno>
#include <system_error>

namespace plumbline::support {

namespace {

constexpr std::size_t spillSize = std::size_t{1} << 22;

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

std::string_view withoutZeros(std::string_view digits) {
    while (!digits.empty() && digits.back() == '0') digits.remove_suffix(1);
    return digits;
}

}  // namespace

TextSink::TextSink(const std::filesystem::path& path) {
    std::filesystem::create_directories(path.parent_path().empty() ? "." : path.parent_path());
    m_file.reset(std::fopen(path.c_str(), "wb"));
    if (!m_file) fail(path.string());
}

void TextSink::integer(std::int64_t value) {
    const fmt::format_int digits(value);
    put({digits.data(), digits.size()});
}

void TextSink::decimal(std::int64_t value, int decimals) {
    if (value < 0) put("-");
    const fmt::format_int formatted(value < 0 ? 0 - static_cast<std::uint64_t>(value)
                                              : static_cast<std::uint64_t>(value));
    const std::string_view digits(formatted.data(), formatted.size());
    const int exponent = static_cast<int>(digits.size()) - 1 - decimals;  // of the first digit
    if (value != 0 && exponent < -4) {
        put(digits.substr(0, 1));
        const auto rest = withoutZeros(digits.substr(1));
        if (!rest.empty()) put(".");
        put(rest);
        print("e-{:02}", -exponent);
        return;
    }
    const std::size_t whole = exponent < 0 ? 0 : static_cast<std::size_t>(exponent) + 1;
    put(whole == 0 ? "0" : digits.substr(0, whole));
    put(".");
    const auto fraction = withoutZeros(digits.substr(whole));
    if (fraction.empty()) return put("0");
    for (auto zeros = static_cast<std::size_t>(decimals); zeros > digits.size(); --zeros) put("0");
    put(fraction);
}

void TextSink::quoted(std::string_view text) {
    put("\"");
    for (const char character : text) {
        if (character == '"' || character == '\\') put("\\");
        if (static_cast<unsigned char>(character) < 0x20) {
            print("\\u{:04x}", static_cast<int>(character));
        } else {
            m_buffer.push_back(character);
        }
    }
    put("\"");
}

void TextSink::writeOut() {
    if (std::fwrite(m_buffer.data(), 1, m_buffer.size(), m_file.get()) != m_buffer.size()) fail("write");
    m_buffer.clear();
}

void TextSink::spill() {
    if (m_file && m_buffer.size() >= spillSize) writeOut();
}

void TextSink::close() {
    if (!m_file) return;
    writeOut();
    if (std::fclose(m_file.release()) != 0) fail("close");
}

TextSink& JsonMembers::key(std::string_view name) {
    const bool spaced = m_style == JsonStyle::spaced;
    if (!m_first) m_sink.put(spaced ? ", " : ",");
    m_first = false;
    m_sink.put("\"");
    m_sink.put(name);
    m_sink.put(spaced ? "\": " : "\":");
    return m_sink;
}

void JsonMembers::number(std::string_view name, MaybeCount value) {
    if (value) key(name).integer(*value);
}

void JsonMembers::time(std::string_view name, MaybeTime value) {
    if (value) key(name).integer(value->count());
}

void JsonMembers::text(std::string_view name, std::string_view value) {
    if (!value.empty()) key(name).quoted(value);
}

void JsonMembers::raw(std::string_view name, std::string_view json) {
    if (!json.empty()) key(name).put(json);
}

void JsonMembers::flag(std::string_view name, std::optional<bool> value) {
    if (value) key(name).put(*value ? "true" : "false");
}

}  // namespace plumbline::support
