// OpenTelemetry's GenAI spans: OTLP as JSON (one document or one a line), or spans laid flat by other exporters
// (FORMATS/otel.md).
#include <nlohmann/json.hpp>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/harness/otel/otel_span.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/json_scanner.h"
#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

using Json = nlohmann::json;

bool isSpan(std::string_view text) {
    const auto has = [&](std::string_view key) { return text.find(key) != std::string_view::npos; };
    return has("\"attributes\"") &&
           (has("\"startTimeUnixNano\"") || has("\"start_time\"") || has("\"start_time_unix_nano\""));
}

class OtelFile {
public:
    OtelFile(const ReadInput& input, RowSink& sink, ByteSource source)
        : m_input(input), m_out(sink, m_outcome), m_scanner(std::move(source)) {}

    Result<ReadOutcome> read() {
        using Kind = JsonScanner::Kind;
        for (Kind kind = m_scanner.peek(); kind != Kind::end; kind = m_scanner.peek()) {
            const bool followed = kind == Kind::list ? list() : kind == Kind::object ? document() : false;
            if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
            if (followed) continue;
            reject(m_scanner.offset(),
                   m_scanner.truncated() ? "Truncated: the file ends inside this record."
                   : m_scanner.stuck()   ? m_scanner.reason()
                                         : "Not a JSON object.",
                   {});
            if (!m_scanner.resync()) break;
        }
        if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
        if (m_outcome.records == 0)
            return unexpected(ErrorKind::refused, "It holds spans, but none of a request to a language model.",
                              m_input.path, "Give spans with attributes that begin with gen_ai.");
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

private:
    /// A list of spans, or of groups of them.
    bool list() {
        if (!m_scanner.enter()) return false;
        while (m_scanner.nextElement()) {
            const bool object = m_scanner.peek() == JsonScanner::Kind::object;
            if (object ? !document() : !m_scanner.skip()) return false;
        }
        return !m_scanner.stuck();
    }

    /// A group of spans is walked into, whatever its level; an object that is a span itself is read whole. Which of the
    /// two it is shows at its first keys, so that a group never needs to be held at once.
    bool document() {
        if (m_flat) return span();
        std::string key;
        bool group = false;
        Json keys = Json::object();  // of a span whose keys came one by one
        const std::uint64_t byte = m_scanner.offset();
        const Json outer = m_resource;
        if (!m_scanner.enter()) return false;
        while (m_scanner.nextKey(key)) {
            const bool groups = key == "resourceSpans" || key == "scopeSpans" || key == "resource_spans" ||
                                key == "scope_spans" || key == "instrumentationLibrarySpans";
            if (groups || key == "spans") {
                group = true;
                if (m_scanner.peek() != JsonScanner::Kind::list) {
                    if (!m_scanner.skip()) return false;
                    continue;
                }
                m_flat = key == "spans";
                const bool followed = list();
                m_flat = false;
                if (!followed) return false;
                continue;
            }
            std::string_view text;
            if (!m_scanner.value(text, largestDocument)) return false;
            Json value = Json::parse(text, nullptr, false);
            if (key == "resource") m_resource = valueAt(value, {"attributes"});
            keys[key] = std::move(value);
        }
        if (!group && !m_scanner.stuck()) take(keys, byte);
        m_resource = outer;
        return !m_scanner.stuck();
    }

    bool span() {
        const std::uint64_t byte = m_scanner.offset();
        std::string_view text;
        if (!m_scanner.value(text, largestDocument)) return false;
        const auto parsed = text.empty() ? unexpected(ErrorKind::format, "The span is too long to be read.")
                                         : parseDocument(text, m_input.path);
        if (parsed)
            take(*parsed, byte);
        else
            reject(byte, parsed.error().message, text);
        return true;
    }

    void take(const Json& json, std::uint64_t byte) {
        const Json& own = valueAt(json, {"resource_attributes"});
        OtelSpan span = readOtelSpan(json, own.is_null() ? m_resource : own, m_diagnostics);
        if (span.kind == SpanKind::broken) return reject(byte, span.reason, {});
        if (span.kind == SpanKind::other)
            return m_diagnostics.note("other-span", 0, [&] {
                return "The span '" + stringOf(valueAt(json, {"name"})) +
                       "' is no request to a language model: such spans are left out.";
            });
        span.row.byte = byte;
        m_out.row(sourceOf(span), 0, span.row);
    }

    /// What one model of one service answered is a source; where two spans differ in notes only, those are dropped.
    std::size_t sourceOf(OtelSpan& span) {
        TimingBoundary boundary{span.server ? "server" : "sent", std::string(name(span.row.firstTokenKind)), "closed",
                                span.usage ? std::string(name(TokenSource::usage)) : std::string(), "epoch"};
        if (span.row.firstTokenKind == FirstTokenKind::unknown) boundary.first.clear();
        for (std::size_t i = 0; i < m_outcome.sources.size(); ++i) {
            SourceInfo& known = m_outcome.sources[i];
            if (known.context != span.context || known.boundary.start != boundary.start) continue;
            if (known.boundary.first.empty()) known.boundary.first = boundary.first;
            if (known.boundary.tokens.empty()) known.boundary.tokens = boundary.tokens;
            return i;
        }
        SourceInfo source;
        source.context = std::move(span.context);
        source.boundary = std::move(boundary);
        source.runs.emplace_back();
        m_outcome.sources.push_back(std::move(source));
        return m_outcome.sources.size() - 1;
    }

    void reject(std::uint64_t byte, std::string reason, std::string_view text) {
        m_out.reject(std::move(reason), text, byte);
    }

    const ReadInput& m_input;
    RowOutput m_out;
    JsonScanner m_scanner;
    Diagnostics m_diagnostics;
    ReadOutcome m_outcome;
    Json m_resource;
    bool m_flat = false;  ///< the objects of the list are spans
};

int probe(const Sample& sample) {
    using Shape = Sample::Shape;
    if (sample.shape != Shape::object && sample.shape != Shape::lines && sample.shape != Shape::array) return 0;
    if (sample.has("resourceSpans") || sample.has("resource_spans")) return 95;
    if (sample.has("spans") || sample.has("scopeSpans")) return 90;
    const bool span = sample.has("attributes") && (sample.has("startTimeUnixNano") || sample.has("start_time"));
    return span && isSpan(sample.head) ? 85 : 0;
}

Result<ReadOutcome> read(const ReadInput& input, const Sample&, RowSink& sink) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return OtelFile(input, sink, std::move(*source)).read();
}

}  // namespace

const Reader otelReader{"otel",
                        "OpenTelemetry GenAI spans",
                        "OTLP JSON with resourceSpans, or flattened spans with attributes and times",
                        {ReaderForm{probe, read}}};

}  // namespace plumbline
