#include "core/ingest/bytes/yaml_stage.h"

#include <fmt/format.h>
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <istream>
#include <limits>
#include <optional>
#include <streambuf>
#include <utility>
#include <vector>

#include "core/ingest/bytes/unpack.h"
#include "core/ingest/bytes/yaml_scalar.h"
#include "core/trace/context.h"

namespace plumbline {
namespace {

/// End the parse from inside of yaml-cpp, which knows exceptions only. Caught where the parser is called.
struct Stopped {
    Error error;
};
struct Enough {};

/// Keeps what has been read, so that it can be read once more from its beginning.
class ReplayStage final : public ByteStage {
public:
    explicit ReplayStage(StagePointer from) : m_from(std::move(from)) {}
    void rewind() { m_at = 0; }
    /// What is read from now on is not read again.
    void lastTime() { m_keeps = false; }

    Result<std::size_t> read(char* out, std::size_t size) override {
        if (m_at < m_kept.size()) {
            const std::size_t count = std::min(size, m_kept.size() - m_at);
            std::memcpy(out, m_kept.data() + m_at, count);
            m_at += count;
            return count;
        }
        auto got = m_from->read(out, size);
        if (!m_keeps || !got) return got;
        m_kept.append(out, *got);
        m_at = m_kept.size();
        return got;
    }

private:
    StagePointer m_from;
    std::string m_kept;
    std::size_t m_at = 0;
    bool m_keeps = true;
};

/// The stage before as the stream that yaml-cpp reads. An error there ends the stream and is kept.
class StageBuffer final : public std::streambuf {
public:
    StageBuffer(ByteStage& from, const std::string& path, std::size_t largest)
        : m_from(from), m_path(path), m_left(largest), m_largest(largest) {}
    const std::optional<Error>& failure() const { return m_failure; }

protected:
    int_type underflow() override {
        if (m_failure) return traits_type::eof();
        const auto got = m_from.read(m_bytes.data(), m_bytes.size());
        if (!got) m_failure = got.error();
        if (!got || *got == 0) return traits_type::eof();
        std::size_t size = std::min(*got, m_left);
        if (*got > m_left)
            fail(ErrorKind::refused,
                 fmt::format("It is YAML of more than {} KiB, which is too large to be converted.", m_largest >> 10),
                 "Let the harness write JSON, or convert the file to JSON.");
        // yaml-cpp takes byte 4 for the end of the file; YAML has no control characters.
        const auto control =
            std::find_if(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(size), isControl);
        if (control != m_bytes.begin() + static_cast<std::ptrdiff_t>(size)) {
            fail(ErrorKind::format, "It is no YAML: it holds a control character.", {});
            size = static_cast<std::size_t>(control - m_bytes.begin());
        }
        m_left -= size;
        if (size == 0) return traits_type::eof();
        setg(m_bytes.data(), m_bytes.data(), m_bytes.data() + size);
        return traits_type::to_int_type(m_bytes.front());
    }

private:
    static bool isControl(char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r'; }
    void fail(ErrorKind kind, std::string message, std::string hint) {
        m_failure = unexpected(kind, std::move(message), m_path, std::move(hint)).error;
    }

    ByteStage& m_from;
    const std::string& m_path;
    std::size_t m_left, m_largest;
    std::array<char, std::size_t{64} << 10> m_bytes{};
    std::optional<Error> m_failure;
};

/// Writes what yaml-cpp sees as JSON.
class JsonWriter final : public YAML::EventHandler {
public:
    /// Ends the parse with Enough once so many bytes are written.
    JsonWriter(const std::string& path, std::stop_token stop, std::size_t expansion, std::size_t enough)
        : m_path(path), m_stop(std::move(stop)), m_expansion(expansion), m_enough(enough) {}
    /// Where the text broke off, the last scalar may be half of what it was, and what was open has been closed: left
    /// out.
    std::string take(bool isWhole) {
        if (!isWhole) m_json.resize(m_sure);
        return std::move(m_json);
    }

    // yaml-cpp may give one broken place as document after document, without end.
    void OnDocumentStart(const YAML::Mark& mark) override {
        if (std::exchange(m_documentAt, mark.pos) == mark.pos)
            stop(ErrorKind::format, fmt::format("It is no YAML from line {} on.", mark.line + 1));
        m_anchors.clear();
        m_sure = m_json.size();
    }
    void OnDocumentEnd() override { m_json += '\n'; }
    void OnNull(const YAML::Mark&, YAML::anchor_t anchor) override { scalar("null", "", anchor); }
    void OnScalar(const YAML::Mark&, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override {
        scalar(yamlScalarAsJson(value, tag), value, anchor);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        if (anchor >= m_anchors.size() || m_anchors[anchor].second == 0)
            stop(ErrorKind::format,
                 fmt::format("Line {}: an alias stands inside of what it stands for.", mark.line + 1));
        const auto [begin, end] = m_anchors[anchor];
        if (m_expansion < end - begin)
            stop(ErrorKind::refused, "What its aliases stand for is too large to be written out.");
        m_expansion -= end - begin;
        const std::string text = m_json.substr(begin, end - begin);
        scalar(text, text, YAML::NullAnchor);
    }
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open('[', anchor, false);
    }
    void OnSequenceEnd() override { close(']'); }
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
        open('{', anchor, true);
    }
    void OnMapEnd() override { close('}'); }

private:
    struct Open {
        bool isMap = false, isKey = false;  ///< isKey: a key comes next
        bool any = false;
        YAML::anchor_t anchor = YAML::NullAnchor;
        std::size_t begin = 0;
    };

    [[noreturn]] void stop(ErrorKind kind, std::string message) const {
        throw Stopped{unexpected(kind, std::move(message), m_path).error};
    }

    /// What comes before a key or a value. True: it is a key.
    bool before() {
        if (m_stop.stop_requested()) stop(ErrorKind::cancelled, "Reading was cancelled.");
        m_sure = m_json.size();
        if (m_sure >= m_enough) throw Enough();
        if (m_open.empty()) return false;
        Open& open = m_open.back();
        if (open.any && (!open.isMap || open.isKey)) m_json += ',';
        if (open.isMap && !open.isKey) m_json += ':';
        open.any = true;
        return open.isMap && std::exchange(open.isKey, !open.isKey);
    }

    void scalar(const std::string& json, const std::string& text, YAML::anchor_t anchor) {
        const bool isKey = before();
        const std::size_t begin = m_json.size();
        m_json += !isKey || json.starts_with('"') ? json : plumbline::quoted(text);
        name(anchor, begin);
    }

    void open(char bracket, YAML::anchor_t anchor, bool isMap) {
        if (before())
            stop(ErrorKind::refused, "It is YAML with a list or an object for a key, which JSON does not know.");
        m_open.push_back({isMap, isMap, false, anchor, m_json.size()});
        m_json += bracket;
    }

    void close(char bracket) {
        m_json += bracket;
        name(m_open.back().anchor, m_open.back().begin);
        m_open.pop_back();
    }

    void name(YAML::anchor_t anchor, std::size_t begin) {
        if (anchor == YAML::NullAnchor) return;
        if (anchor >= m_anchors.size()) m_anchors.resize(anchor + 1);
        m_anchors[anchor] = {begin, m_json.size()};
    }

    const std::string& m_path;
    std::stop_token m_stop;
    std::size_t m_expansion, m_enough;
    std::string m_json;
    std::size_t m_sure = 0;  ///< what stands before the newest scalar, list or object
    int m_documentAt = -1;   ///< where the newest document began
    std::vector<Open> m_open;
    std::vector<std::pair<std::size_t, std::size_t>> m_anchors;  ///< in m_json; by anchor, ended ones only
};

/// Converted in two steps, as a document cannot be left in the middle and gone on with: the beginning alone, which is
/// all that a probe asks for, and, for who reads on, everything.
class YamlStage final : public ByteStage {
public:
    YamlStage(StagePointer from, std::string path, std::stop_token stop, std::size_t largest, std::size_t expansion)
        : m_from(std::move(from)),
          m_path(std::move(path)),
          m_stop(std::move(stop)),
          m_largest(largest),
          m_expansion(expansion) {}

    Result<std::size_t> read(char* out, std::size_t size) override {
        if (!std::exchange(m_begun, true)) convert(yamlBeginning);
        if (m_given == m_json.size() && m_isBeginning) convert(std::numeric_limits<std::size_t>::max());
        const std::size_t count = m_given < m_json.size() ? std::min(size, m_json.size() - m_given) : 0;
        if (count == 0 && m_failure) return Unexpected{*m_failure};
        std::memcpy(out, m_json.data() + m_given, count);
        m_given += count;
        return count;
    }

private:
    /// From the beginning, to at least so many bytes of JSON or to the end.
    void convert(std::size_t enough) {
        m_isBeginning = false;
        m_from.rewind();
        if (enough > yamlBeginning) m_from.lastTime();
        StageBuffer buffer(m_from, m_path, m_largest);
        JsonWriter writer(m_path, m_stop, m_expansion, enough);
        try {
            std::istream stream(&buffer);
            YAML::Parser parser(stream);
            while (parser.HandleNextDocument(writer)) {
            }
        } catch (const Enough&) {
            m_isBeginning = true;
        } catch (const Stopped& stopped) {
            m_failure = stopped.error;
        } catch (const YAML::Exception& broken) {
            m_failure =
                unexpected(ErrorKind::format,
                           fmt::format("It is no YAML from line {} on: {}.", broken.mark.line + 1, broken.msg), m_path)
                    .error;
        }
        // The text ended early: whatever the parser made of that is not the cause.
        if (buffer.failure() && !m_isBeginning) m_failure = buffer.failure();
        m_json = writer.take(!m_failure && !m_isBeginning);
    }

    ReplayStage m_from;  ///< stays open: what it comes from tells how far the file has been read
    std::string m_path;
    std::stop_token m_stop;
    std::size_t m_largest, m_expansion;
    bool m_begun = false, m_isBeginning = false;
    std::string m_json;
    std::size_t m_given = 0;
    std::optional<Error> m_failure;
};

bool hasYamlExtension(std::string_view path) {
    const std::string_view bare = withoutPackingSuffix(path);
    return bare.ends_with(".yaml") || bare.ends_with(".yml");
}

/// "key:" or "- " at the beginning of a line.
bool beginsYaml(std::string_view line) {
    if (line.starts_with("- ")) return true;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    const bool word = line.substr(0, colon).find_first_of(" \t,;") == std::string_view::npos;
    return word && (colon + 1 == line.size() || line[colon + 1] == ' ' || line[colon + 1] == '\r');
}

/// Prose may begin with "---" and keys as well, and is no result.
bool namesProse(std::string_view path) {
    const std::string_view bare = withoutPackingSuffix(path);
    return bare.ends_with(".md") || bare.ends_with(".markdown") || bare.ends_with(".txt") || bare.ends_with(".rst");
}

}  // namespace

bool looksLikeYaml(std::string_view head, std::string_view path) {
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || head[first] == '{' || head[first] == '[') return false;
    if (hasYamlExtension(path)) return true;
    if (head.starts_with("%YAML ")) return true;
    if (!head.starts_with("---\n") && !head.starts_with("---\r\n")) return false;
    const std::string_view rest = head.substr(head.find('\n') + 1);
    return !namesProse(path) && beginsYaml(rest.substr(0, rest.find('\n')));
}

StagePointer yamlAsJson(StagePointer from, std::string path, std::stop_token stop, std::size_t largest,
                        std::size_t expansion) {
    return std::make_unique<YamlStage>(std::move(from), std::move(path), std::move(stop), largest, expansion);
}

}  // namespace plumbline
