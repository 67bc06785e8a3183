// The header of a trace, which is a context file too (TRACE_FORMAT §2): JSON into facts.
#include "core/ingest/context/context_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <system_error>

#include "core/ingest/context/context_types.h"
#include "core/ingest/text/json_document.h"
#include "core/measure/dialect.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;
using Words = std::span<const std::string_view>;

constexpr int deepest = 64;  // nesting of a header; deeper is no header, and would exhaust the stack when written

constexpr std::array<std::string_view, 3> startWords{"scheduled", "sent", "server"};
constexpr std::array<std::string_view, 4> endWords{"last-text", "end-marker", "closed", "retokenised"};
constexpr std::array<std::string_view, 3> clockWords{"epoch", "monotonic", "relative"};
constexpr std::array<std::string_view, 3> cacheWords{"cold", "warm", "mixed"};
constexpr std::array<std::string_view, 12> blocks{"plumbline", "clock",  "timing_boundary", "configuration",
                                                  "workload",  "note",   "notes",           "run",
                                                  "reported",  "edited", "warmup_removed",  "harness"};

constexpr std::string_view contextShape =
    R"(Write it as {"quantization": "fp8", "accelerator": "H100"}, or as {"configuration": {...}, "workload": {...}}.)";

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

/// " (did you mean 'accelerator'?)", or nothing.
std::string meantBy(std::string_view key) {
    const std::string meant = likelyContextKey(key);
    return meant.empty() ? meant : " (did you mean '" + meant + "'?)";
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

    /// A context that a person wrote may be flat, {"quantization": "fp8", "rack": "r7"}: then its plain values are the
    /// configuration. One that names a block, or our format, puts each thing in its place.
    void read(const Json& document) {
        for (const auto& [key, value] : document.items()) m_flat = m_flat || isConfigurationKey(key);
        for (const auto& [key, value] : document.items()) m_flat = m_flat && !among(blocks, key);
        m_configuration = document.value("configuration", Json::object());
        for (const auto& [key, value] : document.items())
            if (key != "clock") take(key, value);
        // Last, so that it is in force: the rows' own clock.
        if (const auto clock = document.find("clock"); clock != document.end()) take("clock", *clock);
    }

    void take(const std::string& key, const Json& value) {
        if (key == "plumbline") return;
        if (key == "configuration" && value.is_object()) return configuration(value);
        if (key == "workload" && value.is_object()) return takeFacts("workload", "workload.", value);
        if ((key == "note" || key == "notes") && value.is_object()) return takeFacts("note", "note.", value);
        if (key == "run" && value.is_object()) return run(value);
        if (key == "reported" && value.is_object()) return reported("", value);
        if (key == "timing_boundary" && value.is_object()) return boundary(value);
        if (key == "clock") return clock(value);
        if (key == "warmup_removed" && value.is_boolean()) {
            m_facts.warmupRemoved = value.get<bool>();
            return;
        }
        if (key == "edited" && value.is_object()) return edited(value);
        if (key == "harness") return harness(value);
        if (isBlock(key) && !value.is_null())
            m_facts.remarks.push_back("'" + key + "' is " + shown(value) + ", which is no " +
                                      (key == "warmup_removed" ? "true or false" : "object") +
                                      ": it is kept as a note");
        const bool isOwn = isConfigurationKey(key) || (m_flat && value.is_primitive());
        if (m_edited && isOwn && !isBlock(key) && !isPlaced(key)) return beside(key, value);
        // What stands beside the configuration is no part of its identity, unless its name says where it belongs.
        if (key.starts_with("workload."))
            noteOwn(m_free, key, value);
        else if (!isPlaced(key) && !isBlock(key) && key != "stated")
            noteOwn(m_noted, key, value);
        fact(isPlaced(key) ? key : "note." + key, value);
    }

    /// Of a context that a person wrote: keys that are none of ours, in one sentence for what becomes of them.
    void tellOwnKeys() {
        for (const auto& [what, keys] :
             {std::pair{"taken as free metadata: ", &m_free}, std::pair{"kept as a note: ", &m_noted}})
            if (!keys->empty()) m_facts.remarks.push_back(what + listed(*keys));
    }

private:
    void noteOwn(std::vector<std::string>& keys, const std::string& key, const Json& value) {
        if (!value.is_null() && !isContextKey(key)) keys.push_back(key);
    }
    static std::string listed(const std::vector<std::string>& keys) {
        constexpr std::size_t most = 20;
        std::string out;
        for (std::size_t i = 0; i < keys.size() && i < most; ++i)
            out += (i > 0 ? ", " : "") + shown(Json(keys[i])) + meantBy(keys[i]);
        return keys.size() > most ? out + " and " + std::to_string(keys.size() - most) + " more" : out;
    }
    static bool isBlock(std::string_view key) { return among(blocks, key) && key != "clock" && key != "plumbline"; }
    static bool isPlaced(std::string_view key) { return key.starts_with("workload.") || key.starts_with("note."); }
    /// A key of the configuration that stands beside it.
    void beside(const std::string& key, const Json& value) {
        if (!m_configuration.is_object() || !m_configuration.contains(key))
            return takeFacts("context", "", Json{{key, value}});
        m_facts.remarks.push_back("'" + key + "' stands in \"configuration\" and beside it: the one inside is used");
    }
    static std::string shown(const Json& value) {
        constexpr std::size_t longest = 40;
        const std::string text = value.is_string() ? "'" + value.get<std::string>() + "'" : value.dump();
        return text.size() > longest ? text.substr(0, longest) + "..." : text;
    }
    /// What a person changed, beside what the file said first.
    void edited(const Json& object) {
        HeaderReader reader(m_facts, true);
        for (const auto& [key, value] : object.items()) reader.take(key, value);
    }
    void fact(const std::string& key, const Json& value) {
        if (value.is_null()) return;
        Fact& fact = m_facts.context[key];
        (m_edited ? fact.edited : fact.stated) = value.dump();
    }
    /// By whose rules the reported figures are made, as --dialect names it; any other text is a note of the harness.
    void harness(const Json& value) {
        const bool isDialect = value.is_string() && parseDialect(value.get<std::string>()).has_value();
        fact(isDialect ? "note.dialect" : "note.harness", value);
    }
    /// What a person wrote by hand is held to each key's type; a program's own header stands as it is.
    void takeFacts(const std::string& block, const std::string& prefix, const Json& object) {
        for (const auto& [key, value] : object.items()) {
            if (block != "note") noteOwn(m_free, prefix + key, value);
            Json fitting = value;
            const auto why = m_edited ? fitContextValue(prefix + key, fitting) : std::nullopt;
            if (why)
                unknown(block + "." + key, value, *why + "; it is not taken");
            else
                fact(prefix + key, fitting);
        }
    }
    void configuration(const Json& object) {
        takeFacts("configuration", "", object);
        const auto cache = object.find("cache_state");
        if (m_edited || cache == object.end() || cache->is_null()) return;
        if (!cache->is_string() || !among(cacheWords, cache->get<std::string>()))
            unknown("configuration.cache_state", *cache);
    }
    void unknown(const std::string& path, const Json& value,
                 const std::string& why = "is no word of the trace format, so it is unknown") {
        m_facts.remarks.push_back(path + ": " + shown(value) + " " + why);
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
            else if (key == "completed" && number && *number >= 0 && *number < 9e15)
                m_facts.declaredCompleted = std::llround(*number);
            else if (key == "starts_coarse" && value.is_boolean())
                m_facts.startsCoarse = value.get<bool>();
            else if (unit != units.end())
                unknown("run." + key, value, "is no duration above 0, so it is unknown");
            else if (key == "requests" || key == "completed")
                unknown("run." + key, value, "is no count of 0 or more, so it is unknown");
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
                unknown("reported." + prefix + key, value, "is no number, so it is left out");
        }
    }

    HeaderFacts& m_facts;
    bool m_edited;
    bool m_flat = false;
    std::vector<std::string> m_free, m_noted;  ///< keys of a person's own, and what becomes of them
    Json m_configuration;                      ///< the block of that name
};

/// "line 3, column 7" of a byte, counted from 1 as the parser does.
std::string placeOf(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(before.size() - lineStart + 1);
}

/// `strict` is the text without a mark and without bare words.
Result<Json> parseStrict(const std::string& strict, const std::string& subject, ParseWatch& watch) {
    try {
        Json document = Json::parse(
            strict, [&watch](int depth, Json::parse_event_t event, Json& value) { return watch(depth, event, value); });
        if (watch.tooDeep) return unexpected(ErrorKind::format, subject + " is nested too deeply to be one.");
        if (!document.is_object())
            return unexpected(ErrorKind::format, subject + " is not a JSON object.", {}, std::string(contextShape));
        return document;
    } catch (const Json::parse_error& problem) {
        return unexpected(ErrorKind::format,
                          subject + " is not valid JSON: " + placeOf(strict, problem.byte) + " is where it breaks.");
    } catch (const Json::exception&) {
        return unexpected(ErrorKind::format, subject + " is not valid JSON.");
    }
}

/// A context file of other keys alone would change nothing, and nobody would notice.
bool saysAnything(const Json& document) {
    for (const auto& [key, value] : document.items())
        if (among(blocks, key) || key.starts_with("workload.") || key.starts_with("note.") || isConfigurationKey(key))
            return true;
    return document.empty();
}

/// "'gpu': did you mean 'accelerator'? ", for the first key that is near one of ours.
std::string meantByAny(const Json& document) {
    for (const auto& [key, value] : document.items())
        if (const std::string meant = likelyContextKey(key); !meant.empty())
            return "'" + key + "': did you mean '" + meant + "'? ";
    return {};
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
    const std::string subject = edited ? "The context file" : "The header";
    if (json.starts_with("\xEF\xBB\xBF")) json.remove_prefix(3);
    std::size_t bareWords = 0;
    const std::string strict = withoutBareWords(json, bareWords);
    ParseWatch watch;
    const Result<Json> document = parseStrict(strict, subject, watch);
    if (!document) return Unexpected{document.error()};
    if (const auto version = checkVersion(*document); !version) return Unexpected{version.error()};
    if (edited && !saysAnything(*document))
        return unexpected(ErrorKind::format, "The context file has none of the keys of a context.", {},
                          meantByAny(*document) + std::string(contextShape));

    HeaderFacts facts;
    HeaderReader reader(facts, edited);
    reader.read(*document);
    if (edited) reader.tellOwnKeys();
    for (const std::string& key : watch.repeated)
        facts.remarks.push_back("'" + key + "' is given twice: the last is used");
    if (bareWords > 0) facts.remarks.emplace_back("NaN or Infinity is no value of JSON: what it stands for is unknown");
    return facts;
}

}  // namespace plumbline
