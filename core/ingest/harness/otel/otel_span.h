// A span of a request to a language model, in any of the spellings of OpenTelemetry's GenAI conventions, into a row
// (FORMATS/otel.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/ingest/reader/diagnostics.h"
#include "core/trace/context.h"
#include "core/trace/row.h"

namespace plumbline {

enum class SpanKind : std::uint8_t {
    other,    ///< no request of a model: a tool, an agent, a step inside the server
    request,  ///< a row
    broken    ///< a request without times
};

struct OtelSpan {
    SpanKind kind = SpanKind::other;
    Row row;
    Context context;      ///< model and engine
    bool server = false;  ///< measured by the engine itself: from the request's arrival
    bool usage = false;
    std::string reason;  ///< why it is broken
};

/// `resource` holds the attributes of the resource that the span belongs to, in either form, or null. Texts of prompts
/// and replies are hashed, not kept.
OtelSpan readOtelSpan(const nlohmann::json& span, const nlohmann::json& resource, Diagnostics& diagnostics);

/// Attributes as one object of plain values, from OTLP's list of {key, value} or from an object.
nlohmann::json otelAttributes(const nlohmann::json& from);

}  // namespace plumbline
