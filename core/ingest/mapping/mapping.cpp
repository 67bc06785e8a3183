#include "core/ingest/mapping/mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/trace/row_fields.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// A constant as a cell would hold it.
std::string cellText(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// And back: numbers and truth values as such.
Json constantJson(const std::string& cell) {
    const Json parsed = Json::parse(cell, nullptr, false);
    const bool bare = (parsed.is_number() || parsed.is_boolean()) && parsed.dump() == cell;
    return bare ? parsed : Json(cell);
}

class Parser {
public:
    explicit Parser(const std::string& where) : m_where(where) {}

    Result<Mapping> parse(std::string_view text) {
        const Json json = Json::parse(text, nullptr, false);
        if (json.is_discarded()) return unexpected(ErrorKind::format, "The mapping is no JSON.", m_where);
        if (!json.is_object() || word(json, "plumbline") != "mapping/1")
            return fail("It is no mapping: \"plumbline\": \"mapping/1\" is missing.");
        Mapping mapping;
        mapping.name = word(json, "name");
        if (json.contains("rows")) mapping.rows = word(json, "rows");
        if (!rowsPath(mapping.rows))
            return fail(fmt::format("The rows '{}' are neither \"$\" nor like \"$.results[*]\".", mapping.rows));
        const Json columns = json.value("when_columns", Json::array());
        if (!columns.is_array()) return fail("\"when_columns\" is no list.");
        for (const Json& column : columns) mapping.whenColumns.push_back(cellText(column));
        if (const std::string kind = word(json, "first_token_kind"); !kind.empty()) {
            const auto known = parseFirstTokenKind(kind);
            if (!known) return fail(fmt::format("The first token kind '{}' is not known.", kind));
            mapping.firstTokenKind = *known;
        }
        return fields(json.value("fields", Json::object()), std::move(mapping));
    }

private:
    Unexpected fail(std::string message) const {
        return unexpected(ErrorKind::options, std::move(message), m_where, "The README shows a mapping.");
    }

    static std::string word(const Json& object, const char* key) {
        const auto found = object.find(key);
        return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
    }

    Result<Mapping> fields(const Json& json, Mapping mapping) const {
        if (!json.is_object() || json.empty()) return fail("It maps no field.");
        for (const auto& [name, value] : json.items()) {
            auto read = field(name, value);
            if (!read) return Unexpected{read.error()};
            mapping.fields.emplace(name, std::move(*read));
        }
        return mapping;
    }

    Result<MappedField> field(const std::string& name, const Json& json) const {
        const auto& known = mappableFields();
        if (std::none_of(known.begin(), known.end(), [&](const MappableField& one) { return one.name == name; }))
            return fail(fmt::format("'{}' is no field of a request.", name));
        if (!json.is_object()) return fail(fmt::format("'{}' is no object with a column or a constant.", name));
        MappedField out;
        out.column = word(json, "column");
        out.clock = word(json, "clock");
        if (json.contains("constant")) out.constant = cellText(json["constant"]);
        if (json.contains("ok_when")) out.okWhen = cellText(json["ok_when"]);
        if (out.column.empty() == !out.constant)
            return fail(fmt::format("'{}' needs a column or a constant, one of them.", name));
        if (out.okWhen && name != "status")
            return fail(fmt::format("'{}' has \"ok_when\", which only a status has.", name));
        if (const auto timed = time(name, json, out); !timed) return Unexpected{timed.error()};
        return out;
    }

    Result<void> time(const std::string& name, const Json& json, MappedField& out) const {
        const std::string unit = word(json, "unit"), as = word(json, "as");
        if (!unit.empty()) {
            const auto found = std::find(unitNames.begin(), unitNames.end(), unit);
            if (found == unitNames.end())
                return fail(fmt::format("The unit '{}' of '{}' is none of ns, us, ms, s.", unit, name));
            out.unit = static_cast<TimeUnit>(found - unitNames.begin());
        }
        if (!as.empty() && as != "offset" && as != "absolute")
            return fail(fmt::format("'{}' is '{}', and neither offset nor absolute.", name, as));
        if (!as.empty()) out.as = as == "offset" ? TimeBasis::offset : TimeBasis::absolute;
        if (!isTimeField(name) && (out.unit || out.as))
            return fail(fmt::format("'{}' is no time: it has no unit.", name));
        if (isTimeField(name) && !out.unit && basisOf(name, out) == TimeBasis::offset)
            return fail(fmt::format("The time '{}' has no unit.", name));
        return {};
    }

    const std::string& m_where;
};

Json fieldJson(const MappedField& field) {
    Json json;
    if (!field.column.empty()) json["column"] = field.column;
    if (field.constant) json["constant"] = constantJson(*field.constant);
    if (field.unit) json["unit"] = unitNames[static_cast<std::size_t>(*field.unit)];
    if (field.as) json["as"] = *field.as == TimeBasis::offset ? "offset" : "absolute";
    if (!field.clock.empty()) json["clock"] = field.clock;
    if (field.okWhen) json["ok_when"] = *field.okWhen;
    return json;
}

}  // namespace

const std::vector<MappableField>& mappableFields() {
    static const std::vector<MappableField> fields = [] {
        std::vector<MappableField> out;
        forEachRowField([&](const auto& field) {
            if (field.name == "first_token_kind") return;  // one for all rows: Mapping::firstTokenKind
            out.push_back({field.name, isTime(fieldKind<decltype(field)>)});
            if (field.name == "id")
                for (const char* load : {"load.concurrency", "load.request_rate", "load.unbounded"})
                    out.push_back({load});
            if (field.name == "chunks") out.push_back({"gaps", true});
        });
        return out;
    }();
    return fields;
}

bool isTimeField(std::string_view name) {
    const auto& known = mappableFields();
    return std::any_of(known.begin(), known.end(),
                       [&](const MappableField& one) { return one.isTime && one.name == name; });
}

TimeBasis basisOf(std::string_view name, const MappedField& field) {
    return field.as.value_or(name == "start" || name == "scheduled" ? TimeBasis::absolute : TimeBasis::offset);
}

std::optional<std::vector<std::string>> rowsPath(std::string_view rows) {
    if (!rows.starts_with('$')) return std::nullopt;
    rows.remove_prefix(1);
    if (rows.ends_with("[*]")) rows.remove_suffix(3);
    std::vector<std::string> keys;
    while (!rows.empty()) {
        if (rows.front() != '.') return std::nullopt;
        const std::size_t end = std::min(rows.find('.', 1), rows.size());
        if (end == 1 || rows.substr(1, end - 1).find_first_of("[]*") != std::string_view::npos) return std::nullopt;
        keys.emplace_back(rows.substr(1, end - 1));
        rows.remove_prefix(end);
    }
    return keys;
}

Result<Mapping> parseMapping(std::string_view json, const std::string& where) { return Parser(where).parse(json); }

std::string mappingText(const Mapping& mapping) {
    Json json{{"plumbline", "mapping/1"},
              {"name", mapping.name},
              {"when_columns", mapping.whenColumns},
              {"rows", mapping.rows},
              {"fields", Json::object()}};
    for (const auto& [name, field] : mapping.fields) json["fields"][name] = fieldJson(field);
    if (mapping.firstTokenKind != FirstTokenKind::unknown) json["first_token_kind"] = name(mapping.firstTokenKind);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool fitsColumns(const Mapping& mapping, const std::vector<std::string>& columns) {
    const auto has = [&](const std::string& column) {
        return std::find(columns.begin(), columns.end(), column) != columns.end();
    };
    if (!mapping.whenColumns.empty()) return std::all_of(mapping.whenColumns.begin(), mapping.whenColumns.end(), has);
    bool any = false;
    for (const auto& [name, field] : mapping.fields) {
        if (!field.column.empty() && !has(field.column)) return false;
        any = any || !field.column.empty();
    }
    return any;
}

}  // namespace plumbline
