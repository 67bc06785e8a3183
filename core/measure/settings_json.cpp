#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/measure/setting_table.h"

namespace plumbline {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view shape = "plumbline settings/1";

Json storedValue(const CountSetting& count, const MeasureSettings& measure) { return measure.*count.member; }
Json storedValue(const TimeSetting& time, const MeasureSettings& measure) { return (measure.*time.member).count(); }
Json storedValue(const RateSetting& rate, const MeasureSettings& measure) { return measure.*rate.member; }
Json storedValue(const FlagSetting& flag, const MeasureSettings& measure) { return measure.*flag.member; }
Json storedValue(const ChoiceSetting& choice, const MeasureSettings& measure) {
    return choice.storedAsFlag ? Json(choice.get(measure) == 1) : Json(wordInForce(choice, measure).word);
}

Json measureJson(const MeasureSettings& measure) {
    Json out = Json::object();
    for (const SettingEntry& entry : settingTable())
        out[entry.storedKey] = std::visit([&](const auto& kind) { return storedValue(kind, measure); }, entry.kind);
    return out;
}

/// Throws what is wrong with a value, as nlohmann/json does for the rest.
[[noreturn]] void refuseValue(const Json& value, const std::string& right) {
    const std::string what = value.is_string()   ? fmt::format("'{:.40}'", value.get<std::string>())
                             : value.is_number() ? value.dump()
                                                 : value.type_name();
    throw std::invalid_argument(fmt::format("{} where {} belongs", what, right));
}

/// 3 and 3.0 alike; nothing for 3.5 and for what 64 bits do not hold.
std::optional<std::int64_t> storedWhole(const Json& value) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) return {};
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (!value.is_number_float()) return {};
    const auto number = value.get<double>();
    return number == std::floor(number) && std::abs(number) < 0x1p63 ? std::optional(static_cast<std::int64_t>(number))
                                                                     : std::nullopt;
}

std::int64_t wholeWithin(const Json& value, std::int64_t least, std::int64_t most) {
    const auto whole = storedWhole(value);
    if (!whole || *whole < least || *whole > most)
        refuseValue(value, fmt::format("a whole number from {} to {}", least, most));
    return *whole;
}

bool storedFlag(const Json& value) {
    if (!value.is_boolean()) refuseValue(value, "true or false");
    return value.get<bool>();
}

void readStored(const CountSetting& count, const Json& value, MeasureSettings& into) {
    into.*count.member = static_cast<int>(wholeWithin(value, count.least, count.most));
}
void readStored(const TimeSetting& time, const Json& value, MeasureSettings& into) {
    into.*time.member = Nanoseconds(wholeWithin(value, 0, time.most.count()));
}
void readStored(const RateSetting& rate, const Json& value, MeasureSettings& into) {
    if (!value.is_number() || value.get<double>() <= 0) refuseValue(value, "a number above 0");
    into.*rate.member = value.get<double>();
}
void readStored(const FlagSetting& flag, const Json& value, MeasureSettings& into) {
    into.*flag.member = storedFlag(value);
}
void readStored(const ChoiceSetting& choice, const Json& value, MeasureSettings& into) {
    if (choice.storedAsFlag) return choice.set(into, storedFlag(value) ? 1 : 0);
    const auto found = std::ranges::find_if(choice.words, [&](const SettingWord& each) { return value == each.word; });
    if (found == choice.words.end()) refuseValue(value, wordList(choice.words));
    choice.set(into, static_cast<std::size_t>(found - choice.words.begin()));
}

// What a document does not say keeps its default: an older version knew fewer settings.
MeasureSettings parseMeasure(const Json& object) {
    if (!object.is_object()) throw std::invalid_argument("measure is no object");
    MeasureSettings measure;
    for (const SettingEntry& entry : settingTable()) {
        const auto found = object.find(entry.storedKey);
        if (found == object.end()) continue;
        try {
            std::visit([&](const auto& kind) { readStored(kind, *found, measure); }, entry.kind);
        } catch (const std::exception& failure) {
            throw std::invalid_argument(fmt::format("{}: {}", entry.storedKey, failure.what()));
        }
    }
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
