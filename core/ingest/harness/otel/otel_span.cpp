#include "core/ingest/harness/otel/otel_span.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

/// OTLP's {"intValue": "8"}: 64-bit integers are texts.
Json plainValue(const Json& value) {
    if (!value.is_object()) return value;
    for (const char* key : {"stringValue", "doubleValue", "boolValue"})
        if (value.contains(key)) return value[key];
    if (const auto found = value.find("intValue"); found != value.end()) {
        const auto number = numberOf(*found);
        return number ? Json(std::llround(*number)) : Json();
    }
    Json out = Json::array();
    for (const Json& each : valueAt(value, {"arrayValue", "values"})) out.push_back(plainValue(each));
    return out;
}

/// The first of several spellings that is there; null else.
const Json& first(const Json& from, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (const Json& value = valueAt(from, {key}); !value.is_null()) return value;
    static const Json nothing;
    return nothing;
}

/// Epoch nanoseconds as a text or a number, or an ISO time; OTLP writes 0 for a time that was not set.
Nanoseconds timeOf(const Json& value) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.is_number() ? value.dump() : "";
    Nanoseconds time{};
    if (parseTime(text, TimeUnit::nanoseconds, time) == NumberKind::number)
        return time == Nanoseconds::zero() ? unknownTime : time;
    return parseIsoTime(text);
}

Nanoseconds secondsAt(const Json& attributes, const char* key) {
    const auto value = numberOf(valueAt(attributes, {key}));
    return value && *value >= 0 ? toTime(*value, TimeUnit::seconds) : unknownTime;
}

Count countOf(const Json& value) {
    const auto whole = wholeOf(value);
    return whole && *whole < (1LL << 31) ? static_cast<Count>(*whole) : unknownCount;
}

bool isRequest(const Json& attributes) {
    const std::string operation = stringOf(valueAt(attributes, {"gen_ai.operation.name"}));
    if (!operation.empty())
        return operation == "chat" || operation == "text_completion" || operation == "generate_content" ||
               operation == "completion";
    for (const char* key : {"gen_ai.latency.e2e", "gen_ai.latency.time_to_first_token", "gen_ai.request.id",
                            "gen_ai.usage.completion_tokens", "gen_ai.usage.output_tokens"})
        if (attributes.contains(key)) return true;
    return false;
}

void tokens(const Json& attributes, OtelSpan& span) {
    Row& row = span.row;
    row.promptTokens = countOf(first(attributes, {"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"}));
    row.outputTokens = countOf(first(attributes, {"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"}));
    row.cachedTokens =
        countOf(first(attributes, {"gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cached_tokens"}));
    row.reasoningTokens =
        countOf(first(attributes, {"gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_tokens"}));
    row.maxTokens = countOf(valueAt(attributes, {"gen_ai.request.max_tokens"}));
    span.usage = isKnown(row.outputTokens);
    if (span.usage) row.tokenSource = TokenSource::usage;
}

/// The engine's first token, or the client's first chunk of any kind. A server that answered in one piece writes the
/// whole time there: it is none (FORMATS/otel.md).
void firstToken(const Json& attributes, OtelSpan& span, Diagnostics& diagnostics) {
    Row& row = span.row;
    const Nanoseconds engine = secondsAt(attributes, "gen_ai.latency.time_to_first_token");
    const Nanoseconds whole = secondsAt(attributes, "gen_ai.latency.e2e");
    span.server = isKnown(engine) || isKnown(whole);
    row.queue = secondsAt(attributes, "gen_ai.latency.time_in_queue");
    if (isKnown(engine) && isKnown(whole) && whole - engine < 1ms && row.outputTokens > 1)
        return diagnostics.note("first-token-at-end", 0, [] {
            return "The first token of a request with several comes at its end: it was not streamed, and its first "
                   "token is taken as unknown.";
        });
    row.firstToken = engine;
    if (isKnown(engine)) row.firstTokenKind = FirstTokenKind::engine;
    if (isKnown(engine)) return;
    row.firstToken = secondsAt(attributes, "gen_ai.response.time_to_first_chunk");
    if (isKnown(row.firstToken)) row.firstTokenKind = FirstTokenKind::anyEvent;
}

void outcome(const Json& span, const Json& attributes, Row& row) {
    const Json& code = valueAt(span, {"status", "code"});
    const std::string type = stringOf(valueAt(attributes, {"error.type"}));
    if (code != 2 && code != "STATUS_CODE_ERROR" && code != "ERROR" && type.empty()) return;
    row.status = Status::error;
    row.error = type;
    const std::string message = stringOf(first(valueAt(span, {"status"}), {"message", "description"}));
    if (!message.empty()) row.error += (row.error.empty() ? "" : ": ") + withoutKeys(message);
}

void describe(const Json& attributes, const Json& resource, OtelSpan& span) {
    stateFirst(span.context, "model", first(attributes, {"gen_ai.request.model", "gen_ai.response.model"}));
    stateFirst(span.context, "backend", first(attributes, {"gen_ai.provider.name", "gen_ai.system"}));
    const Json service = otelAttributes(resource);
    stateFirst(span.context, "note.service", valueAt(service, {"service.name"}));
    stateFirst(span.context, "note.service_version", valueAt(service, {"service.version"}));
}

void identify(const Json& span, const Json& attributes, Row& row) {
    row.id = stringOf(first(attributes, {"gen_ai.request.id", "gen_ai.response.id"}));
    if (row.id.empty()) row.id = stringOf(first(span, {"spanId", "span_id"}));
    row.session = stringOf(first(attributes, {"gen_ai.conversation.id", "session.id"}));
    const Json& prompt = first(attributes, {"gen_ai.input.messages", "gen_ai.prompt"});
    if (!prompt.is_null()) row.promptKey = internKey(prompt.is_string() ? stringOf(prompt) : prompt.dump());
    const Json& reasons = first(attributes, {"gen_ai.response.finish_reasons", "gen_ai.response.finish_reason"});
    row.finish = stringOf(reasons.is_array() && !reasons.empty() ? reasons.front() : reasons);
}

}  // namespace

Json otelAttributes(const Json& from) {
    if (from.is_object()) return from;
    Json out = Json::object();
    for (const Json& each : from)
        if (const std::string key = stringOf(valueAt(each, {"key"})); !key.empty())
            out[key] = plainValue(valueAt(each, {"value"}));
    return out;
}

OtelSpan readOtelSpan(const Json& span, const Json& resource, Diagnostics& diagnostics) {
    OtelSpan out;
    const Json attributes = otelAttributes(valueAt(span, {"attributes"}));
    if (!isRequest(attributes)) return out;
    out.kind = SpanKind::request;
    Row& row = out.row;
    row.start = timeOf(first(span, {"startTimeUnixNano", "start_time_unix_nano", "start_time"}));
    const Nanoseconds end = timeOf(first(span, {"endTimeUnixNano", "end_time_unix_nano", "end_time"}));
    row.end = isKnown(end) ? between(row.start, end) : secondsAt(attributes, "gen_ai.latency.e2e");
    if (!isKnown(row.start)) {
        out.kind = SpanKind::broken;
        out.reason = "The span has no start time that can be read.";
        return out;
    }
    identify(span, attributes, row);
    tokens(attributes, out);
    firstToken(attributes, out, diagnostics);
    outcome(span, attributes, row);
    describe(attributes, resource, out);
    return out;
}

}  // namespace plumbline
