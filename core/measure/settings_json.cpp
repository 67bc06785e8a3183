#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "core/measure/settings.h"

namespace plumbline {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view shape = "plumbline settings/1";

std::string_view wordOf(PercentileRule rule) {
    switch (rule) {
        case PercentileRule::nearest:
            return "nearest";
        case PercentileRule::exclusive:
            return "exclusive";
        case PercentileRule::linear:
            break;
    }
    return "linear";
}

PercentileRule percentileRule(const std::string& word) {
    for (const auto rule : {PercentileRule::linear, PercentileRule::nearest, PercentileRule::exclusive})
        if (wordOf(rule) == word) return rule;
    throw std::invalid_argument("percentile: '" + word + "'");
}

IntervalEnd intervalEnd(const std::string& word) {
    if (word == "end") return IntervalEnd::end;
    if (word == "last-text") return IntervalEnd::lastText;
    throw std::invalid_argument("interval_end: '" + word + "'");
}

Json measureJson(const MeasureSettings& measure) {
    return {{"min_chunks", measure.minChunks},
            {"min_interval_ns", measure.minInterval.count()},
            {"short_tokens", measure.shortTokens},
            {"short_as_buffered", measure.shortAsBuffered},
            {"interval_end", measure.intervalEnd == IntervalEnd::end ? "end" : "last-text"},
            {"max_rate", measure.maxRate},
            {"warmup_ns", measure.warmup.count()},
            {"warmup_auto", measure.warmupAuto},
            {"cooldown_ns", measure.cooldown.count()},
            {"percentile", wordOf(measure.percentile)},
            {"failed_as_infinite", measure.failedAsInfinite}};
}

// What a document does not say keeps its default: an older version knew fewer settings.
template <class T>
void take(const Json& object, const char* key, T& value) {
    if (const auto found = object.find(key); found != object.end()) value = found->get<T>();
}

void takeTime(const Json& object, const char* key, Nanoseconds& value) {
    std::int64_t count = value.count();
    take(object, key, count);
    value = Nanoseconds(count);
}

MeasureSettings parseMeasure(const Json& object) {
    MeasureSettings measure;
    take(object, "min_chunks", measure.minChunks);
    takeTime(object, "min_interval_ns", measure.minInterval);
    take(object, "short_tokens", measure.shortTokens);
    take(object, "short_as_buffered", measure.shortAsBuffered);
    take(object, "max_rate", measure.maxRate);
    takeTime(object, "warmup_ns", measure.warmup);
    take(object, "warmup_auto", measure.warmupAuto);
    takeTime(object, "cooldown_ns", measure.cooldown);
    take(object, "failed_as_infinite", measure.failedAsInfinite);
    measure.intervalEnd = intervalEnd(object.value("interval_end", "end"));
    measure.percentile = percentileRule(object.value("percentile", "linear"));
    return measure;
}

Json editsJson(const ContextEdits& edits) {
    Json out = Json::object();
    for (const auto& [configuration, facts] : edits) {
        Json object = Json::object();
        for (const auto& [key, jsonText] : facts) object[key] = jsonText;
        out[fmt::format("{}", static_cast<std::int64_t>(configuration))] = object;
    }
    return out;
}

ConfigurationId configurationId(const std::string& text) {
    std::int64_t id = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (failure != std::errc() || end != text.data() + text.size())
        throw std::invalid_argument("edits: '" + text + "' is no configuration");
    return ConfigurationId(id);
}

ContextEdits parseEdits(const Json& object) {
    ContextEdits edits;
    for (const auto& [key, facts] : object.items()) {
        auto& target = edits[configurationId(key)];
        for (const auto& [fact, jsonText] : facts.items()) target[fact] = jsonText.get<std::string>();
    }
    return edits;
}

std::vector<Slo> parseSlos(const Json& list) {
    std::vector<Slo> slos;
    for (const Json& each : list) {
        const auto slo = parseSlo(each.get<std::string>());
        if (!slo) throw std::invalid_argument("slos: " + slo.error().message);
        slos.push_back(*slo);
    }
    return slos;
}

Settings parseDocument(const Json& document) {
    if (!document.is_object()) throw std::invalid_argument("it is no object");
    Settings settings;
    if (document.contains("measure")) settings.measure = parseMeasure(document["measure"]);
    if (document.contains("slos")) settings.slos = parseSlos(document["slos"]);
    if (document.contains("edits")) settings.edits = parseEdits(document["edits"]);
    if (document.contains("hidden"))
        for (const Json& id : document["hidden"]) settings.hidden.push_back(ConfigurationId(id.get<std::int64_t>()));
    if (document.contains("thresholds"))
        for (const auto& [id, value] : document["thresholds"].items()) settings.thresholds[id] = value.get<double>();
    return settings;
}

}  // namespace

std::string settingsJson(const Settings& settings) {
    Json slos = Json::array();
    for (const Slo& slo : settings.slos) slos.push_back(text(slo));
    Json hidden = Json::array();
    for (const ConfigurationId id : settings.hidden) hidden.push_back(static_cast<std::int64_t>(id));
    const Json document = {{"shape", shape},   {"measure", measureJson(settings.measure)},
                           {"slos", slos},     {"edits", editsJson(settings.edits)},
                           {"hidden", hidden}, {"thresholds", settings.thresholds}};
    return document.dump();
}

// nlohmann/json throws; this room's callers get an Error.
Result<Settings> parseSettingsJson(std::string_view json) {
    try {
        return parseDocument(Json::parse(json));
    } catch (const std::exception& failure) {
        return unexpected(ErrorKind::format, fmt::format("The settings cannot be read: {}.", failure.what()));
    }
}

}  // namespace plumbline
