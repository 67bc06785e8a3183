// A decision list each way (TRACE_FORMAT §7).
#include <fmt/format.h>

#include <algorithm>

#include "core/report/json_parts.h"

namespace plumbline {
namespace {

constexpr std::string_view shape = "review/1";

std::string_view word(DecisionKind kind) {
    switch (kind) {
        case DecisionKind::exclude:
            return "exclude";
        case DecisionKind::note:
            return "note";
        case DecisionKind::keep:
            break;
    }
    return "keep";
}

std::optional<DecisionKind> parseKind(const Json& value) {
    for (const DecisionKind kind : {DecisionKind::keep, DecisionKind::exclude, DecisionKind::note})
        if (value.is_string() && value.get_ref<const std::string&>() == word(kind)) return kind;
    return std::nullopt;
}

Json decisionJson(const Decision& decision) {
    return {{"file_sha256", decision.fileSha256},
            {"record", decision.record},
            {"id", textJson(decision.id)},
            {"start_ns", isKnown(decision.start) ? Json(decision.start.count()) : Json(nullptr)},
            {"decision", word(decision.kind)},
            {"reason", decision.reason},
            {"note", decision.note},
            {"reviewer", decision.reviewer},
            {"at", decision.at},
            {"never_happened", decision.neverHappened}};
}

Unexpected badReview(std::string message) {
    return unexpected(ErrorKind::format, std::move(message), {},
                      R"(A review file is {"plumbline": "review/1", "decisions": [...]}.)");
}

std::string words(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<Decision> parseDecision(const Json& object, std::size_t position) {
    const auto refuse = [&](const char* what) {
        return badReview(fmt::format("Decision {} has no {}.", position + 1, what));
    };
    if (!object.is_object()) return refuse("object");
    const std::optional<DecisionKind> kind = parseKind(object.value("decision", Json()));
    if (!kind) return refuse("\"decision\" of keep, exclude or note");
    std::string sha256 = words(object, "file_sha256");
    std::transform(sha256.begin(), sha256.end(), sha256.begin(),
                   [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c; });
    Decision decision{std::move(sha256),
                      0,
                      words(object, "id"),
                      unknownTime,
                      *kind,
                      words(object, "reason"),
                      words(object, "note"),
                      words(object, "reviewer"),
                      words(object, "at")};
    const Json record = object.value("record", Json()), start = object.value("start_ns", Json());
    if (record.is_number_unsigned()) decision.record = record.get<std::uint64_t>();
    if (start.is_number_integer()) decision.start = Nanoseconds(start.get<std::int64_t>());
    const Json never = object.value("never_happened", Json(false));
    if (!never.is_boolean()) return refuse("\"never_happened\" of true or false");
    decision.neverHappened = never.get<bool>();
    if (decision.neverHappened && *kind != DecisionKind::exclude)
        return badReview(
            fmt::format("Decision {} says \"never_happened\", which only an excluded row can be.", position + 1));
    const bool byRecord = !decision.fileSha256.empty() && record.is_number_unsigned();
    if (!byRecord && decision.id.empty()) return refuse("\"file_sha256\" with \"record\", and no \"id\" either");
    if (!byRecord) decision.fileSha256.clear();
    return decision;
}

}  // namespace

std::string reviewJson(const std::vector<Decision>& decisions) {
    Json list = Json::array();
    for (const Decision& decision : decisions) list.push_back(decisionJson(decision));
    return dumpDocument({{"plumbline", shape}, {"decisions", list}});
}

Result<std::vector<Decision>> parseReviewJson(std::string_view json) {
    const Json document = Json::parse(json, nullptr, false);
    if (!document.is_object() || document.value("plumbline", Json()) != Json(shape))
        return badReview("This is no review file.");
    const Json list = document.value("decisions", Json());
    if (!list.is_array()) return badReview("The review file has no list of decisions.");
    std::vector<Decision> out;
    for (const Json& each : list) {
        Result<Decision> decision = parseDecision(each, out.size());
        if (!decision) return Unexpected{decision.error()};
        out.push_back(*std::move(decision));
    }
    return out;
}

}  // namespace plumbline
