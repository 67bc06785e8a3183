#include "core/report/json_parts.h"

#include <cmath>

#include "core/report/text_table.h"

namespace plumbline {

Json numberJson(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json wholeJson(double value) {
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    return whole ? Json(static_cast<std::int64_t>(value)) : numberJson(value);
}

Json textJson(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

Json loadJson(const Load& load) {
    const bool numbered = load.kind == LoadKind::concurrency || load.kind == LoadKind::requestRate;
    return {{"kind", name(load.kind)}, {"value", numbered ? wholeJson(load.value) : Json(nullptr)}};
}

Json factJson(const std::string& jsonText) {
    Json value = Json::parse(jsonText, nullptr, false);
    return value.is_discarded() ? Json(jsonText) : value;
}

std::string dumpDocument(const Json& document) {
    return jsonForTerminal(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace plumbline
