// The header of a trace, which is a context file too (trace-format.md): JSON into facts.
#include "core/ingest/context_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <system_error>

namespace plumbline {
namespace {

using Json = nlohmann::json;
using Words = std::span<const std::string_view>;

constexpr int deepest = 64;  // nesting of a header; deeper is no header, and would exhaust the stack when written

constexpr std::array<std::string_view, 3> startWords{"scheduled", "sent", "server"};
constexpr std::array<std::string_view, 4> endWords{"last-text", "end-marker", "closed", "retokenised"};
constexpr std::array<std::string_view, 3> clockWords{"epoch", "monotonic", "relative"};
constexpr std::array<std::string_view, 3> cacheWords{"cold", "warm", "mixed"};

bool among(Words words, std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); }
bool isStart(std::string_view word) { return among(startWords, word); }
bool isFirst(std::string_view word) { return parseFirstTokenKind(word).has_value(); }
bool isEnd(std::string_view word) { return among(endWords, word); }
bool isTokens(std::string_view word) { return parseTokenSource(word).has_value(); }
bool isClock(std::string_view word) { return among(clockWords, word); }

struct BoundaryWord {
    std::string_view key;
    std::string TimingBoundary::*member;
    bool (*known)(std::string_view);
};
constexpr std::array<BoundaryWord, 5> boundaryWords{{{"start", &TimingBoundary::start, isStart},
                                                     {"first", &TimingBoundary::first, isFirst},
                                                     {"end", &TimingBoundary::end, isEnd},
                                                     {"tokens", &TimingBoundary::tokens, isTokens},
                                                     {"clock", &TimingBoundary::clock, isClock}}};

/// Python writes bare NaN and Infinity, which JSON does not have: they mean "not known" and become null.
std::string withoutBareWords(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString && c == '\\' && i + 1 < text.size()) out += text[i++];
        if (c == '"') inString = !inString;
        std::size_t skip = 0;
        if (!inString)
            for (std::string_view word : {"NaN", "-Infinity", "Infinity"})
                if (skip == 0 && text.substr(i, word.size()) == word) skip = word.size();
        if (skip > 0) {
            out += "null";
            i += skip - 1;
        } else {
            out += text[i];
        }
    }
    return out;
}

/// A number, or a number written as text; nothing for anything else and for what is not finite.
std::optional<double> numberOf(const Json& value) {
    if (value.is_number()) return value.get<double>();
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size() && !text.empty();
    return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Watches the parse for what the document itself no longer shows: keys given twice, and nesting.
struct ParseWatch {
    std::vector<std::set<std::string>> open;
    std::vector<std::string> repeated;
    bool tooDeep = false;

    bool operator()(int depth, Json::parse_event_t event, Json& value) {
        if (depth > deepest) tooDeep = true;
        if (event == Json::parse_event_t::object_start) open.emplace_back();
        if (event == Json::parse_event_t::object_end && !open.empty()) open.pop_back();
        if (event == Json::parse_event_t::key && !open.empty()) {
            const auto& key = value.get_ref<const std::string&>();
            if (!open.back().insert(key).second) repeated.push_back(key);
        }
        return !tooDeep;
    }
};

class HeaderReader {
public:
    HeaderReader(HeaderFacts& facts, bool edited) : m_facts(facts), m_edited(edited) {}

    void take(const std::string& key, const Json& value) {
        if (key == "plumbline") return;
        if (key == "configuration" && value.is_object()) return configuration(value);
        if (key == "workload" && value.is_object()) return takeFacts("workload.", value);
        if ((key == "note" || key == "notes") && value.is_object()) return takeFacts("note.", value);
        if (key == "run" && value.is_object()) return run(value);
        if (key == "reported" && value.is_object()) return reported("", value);
        if (key == "timing_boundary" && value.is_object()) return boundary(value);
        if (key == "clock") return clock(value);
        // What stands beside the configuration is no part of its identity, unless its name says where it belongs.
        const bool placed = key.starts_with("workload.") || key.starts_with("note.");
        fact(placed ? key : "note." + key, value);
    }

private:
    void fact(const std::string& key, const Json& value) {
        if (value.is_null()) return;
        Fact& fact = m_facts.context[key];
        (m_edited ? fact.edited : fact.stated) = value.dump();
    }
    void takeFacts(const std::string& prefix, const Json& object) {
        for (const auto& [key, value] : object.items()) fact(prefix + key, value);
    }
    void configuration(const Json& object) {
        takeFacts("", object);
        const auto cache = object.find("cache_state");
        if (cache == object.end() || cache->is_null()) return;
        if (!cache->is_string() || !among(cacheWords, cache->get<std::string>()))
            unknown("configuration.cache_state", *cache);
    }
    void unknown(const std::string& path, const Json& value) {
        m_facts.unknownWords.push_back(path + ": " +
                                       (value.is_string() ? "'" + value.get<std::string>() + "'" : value.dump()));
    }
    void boundary(const Json& object) {
        for (const auto& [key, value] : object.items()) {
            if (value.is_null()) continue;
            const auto* word = std::find_if(boundaryWords.begin(), boundaryWords.end(),
                                            [&k = key](const BoundaryWord& each) { return each.key == k; });
            const bool known =
                word != boundaryWords.end() && value.is_string() && word->known(value.get<std::string>());
            if (known)
                m_facts.boundary.*(word->member) = value.get<std::string>();
            else
                unknown("timing_boundary." + key, value);
        }
    }
    /// The rows' times are on this clock, whatever the timing boundary says of it: taken last.
    void clock(const Json& value) {
        if (value.is_null()) return;
        if (value.is_string() && isClock(value.get<std::string>()))
            m_facts.boundary.clock = value.get<std::string>();
        else
            unknown("clock", value);
    }
    void run(const Json& object) {
        static constexpr std::array<std::pair<std::string_view, double>, 4> units{
            {{"duration_ns", 1}, {"duration_us", 1e3}, {"duration_ms", 1e6}, {"duration_s", 1e9}}};
        for (const auto& [key, value] : object.items()) {
            if (value.is_null()) continue;
            const auto number = numberOf(value);
            const auto* unit =
                std::find_if(units.begin(), units.end(), [&k = key](const auto& each) { return each.first == k; });
            if (unit != units.end() && number && *number > 0 && *number * unit->second < 9e18)
                m_facts.declaredDuration = Nanoseconds(std::llround(*number * unit->second));
            else if (key == "requests" && number && *number >= 0 && *number < 9e15)
                m_facts.declaredRequests = std::llround(*number);
            else if (unit != units.end() || key == "requests")
                unknown("run." + key, value);
            else
                fact("note.run." + key, value);
        }
    }
    /// Key paths, written flat ("ttft_s.p99") or nested ("ttft_s": {"p99": ...}).
    void reported(const std::string& prefix, const Json& object) {
        for (const auto& [key, value] : object.items()) {
            if (value.is_null()) continue;
            const auto number = numberOf(value);
            if (value.is_object())
                reported(prefix + key + ".", value);
            else if (number)
                m_facts.reported[prefix + key] = *number;
            else
                unknown("reported." + prefix + key, value);
        }
    }

    HeaderFacts& m_facts;
    bool m_edited;
};

Result<Json> parseDocument(std::string_view text, ParseWatch& watch) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::string strict = withoutBareWords(text);
    try {
        Json document = Json::parse(
            strict, [&watch](int depth, Json::parse_event_t event, Json& value) { return watch(depth, event, value); });
        if (watch.tooDeep) return unexpected(ErrorKind::format, "The header is nested too deeply to be one.");
        if (!document.is_object())
            return unexpected(ErrorKind::format, "The header is not a JSON object.", {},
                              "Write it as {\"configuration\": {...}}.");
        return document;
    } catch (const Json::exception& problem) {
        return unexpected(ErrorKind::format, std::string("The header is not valid JSON: ") + problem.what() + ".");
    }
}

/// A file of ours with another purpose (a mapping, a review), or of a version to come, is no header.
Result<void> checkVersion(const Json& document) {
    const auto stated = document.find("plumbline");
    if (stated == document.end()) return {};
    const std::string version = stated->is_string() ? stated->get<std::string>() : stated->dump();
    if (version == "trace/1" || version == "context/1") return {};
    const bool newer = version.starts_with("trace/") || version.starts_with("context/");
    return unexpected(ErrorKind::format, "The header says '" + version + "', not trace/1.", {},
                      newer ? "Open it with a newer Plumbline." : "Give the header of a trace.");
}

}  // namespace

Result<HeaderFacts> parseHeader(std::string_view json, bool edited) {
    ParseWatch watch;
    const Result<Json> document = parseDocument(json, watch);
    if (!document) return Unexpected{document.error()};
    if (const auto version = checkVersion(*document); !version) return Unexpected{version.error()};

    HeaderFacts facts;
    HeaderReader reader(facts, edited);
    for (const auto& [key, value] : document->items())
        if (key != "clock") reader.take(key, value);
    // Last, so that it is in force: the rows' own clock.
    if (const auto clock = document->find("clock"); clock != document->end()) reader.take("clock", *clock);
    for (const std::string& key : watch.repeated)
        facts.unknownWords.push_back("'" + key + "' is given twice: the last is used");
    return facts;
}

}  // namespace plumbline
