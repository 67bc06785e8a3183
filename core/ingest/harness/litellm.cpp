// LiteLLM's logs, one call an object: the callback payload, or the database's spend log (FORMATS/litellm.md).
// Production traffic through a proxy, so its load is not stated; overhead and retries of the proxy are in the times.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <variant>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/json_rows.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/field_map.h"
#include "core/ingest/text/json_read.h"

namespace plumbline {
namespace {

using namespace doc;

struct Raw {
    Nanoseconds start = unknownTime, first = unknownTime, end = unknownTime;
    Count prompt = unknownCount, output = unknownCount;
    std::optional<bool> stream;
    std::string id, session, model, callType, status, error, cacheHit;
    bool hasStart = false, hasEnd = false;
};

bool isNumber(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789.eE+-") == text.npos; }

/// Epoch seconds, or a date and time, as the database writes it.
Nanoseconds stamp(JsonRead& json, JsonRead::Value& value) {
    const auto text = json.text(value);
    if (!text) return unknownTime;
    if (!isNumber(*text)) return parseIsoTime(*text);
    Nanoseconds time = unknownTime;
    return parseTime(*text, TimeUnit::seconds, time) == NumberKind::number && time > Nanoseconds(0) ? time
                                                                                                    : unknownTime;
}

/// Where a key's value goes.
using Place = std::variant<Nanoseconds Raw::*, Count Raw::*, std::string Raw::*, std::optional<bool> Raw::*>;
using Fields = FieldMap<Place>::Known;

const Fields& fields() {
    static const Fields map{{"startTime", &Raw::start},
                            {"endTime", &Raw::end},
                            {"completionStartTime", &Raw::first},
                            {"prompt_tokens", &Raw::prompt},
                            {"completion_tokens", &Raw::output},
                            {"stream", &Raw::stream},
                            {"cache_hit", &Raw::cacheHit},
                            {"id", &Raw::id},
                            {"request_id", &Raw::id},
                            {"trace_id", &Raw::session},
                            {"session_id", &Raw::session},
                            {"model", &Raw::model},
                            {"call_type", &Raw::callType},
                            {"status", &Raw::status},
                            {"error_str", &Raw::error}};
    return map;
}

/// Puts a value in its place.
struct Put {
    JsonRead& json;
    JsonRead::Value& value;
    Raw& raw;

    void operator()(Nanoseconds Raw::*place) const {
        raw.*place = stamp(json, value);
        raw.hasStart = raw.hasStart || place == &Raw::start;
        raw.hasEnd = raw.hasEnd || place == &Raw::end;
    }
    void operator()(Count Raw::*place) const { raw.*place = json.count(value); }
    void operator()(std::string Raw::*place) const { raw.*place = json.text(value).value_or(std::string_view()); }
    void operator()(std::optional<bool> Raw::*place) const { raw.*place = json.flag(value); }
};

/// "acompletion" is "completion", called asynchronously.
std::string kindOfCall(const std::string& type) {
    for (const char* name : {"acompletion", "atext_completion", "aresponses", "aembedding"})
        if (type == name) return type.substr(1);
    return type;
}

class LitellmLog {
public:
    LitellmLog(const ReadInput& input, RowSink& sink) : m_input(input), m_out(sink, m_outcome), m_json(m_diagnostics) {}

    Result<ReadOutcome> read() {
        RowsPlan plan;
        plan.row = [this](std::string_view text, std::uint64_t byte) { take(text, byte); };
        plan.broken = [this](const RowsBreak& at) { m_out.broken(at, m_diagnostics); };
        if (const auto walked = walkRows(m_input, plan); !walked) return Unexpected{walked.error()};
        if (m_outcome.sources.empty()) sourceOf({}, {});
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

private:
    void take(std::string_view text, std::uint64_t byte) {
        if (text.empty()) return m_out.reject("It is too long to be a row.", text, byte);
        m_raw = {};
        m_fields.restart();
        const bool whole = m_json.record(text, 0, [this](std::string_view key, JsonRead::Value& value) {
            if (const Place* const place = m_fields.find(key))
                std::visit(Put{m_json, value, m_raw}, *place);
            else
                m_json.walk(value);
        });
        // Excerpts are left out: what is logged holds prompts and keys.
        if (!whole) return m_out.reject(m_json.reason(), {}, byte);
        if (!m_raw.hasStart || !m_raw.hasEnd)
            return m_out.reject("It has no startTime and endTime, so it is no call that LiteLLM logged.", {}, byte);
        Row row;
        row.byte = byte;
        row.id = m_raw.id;
        row.session = m_raw.session;
        row.start = m_raw.start;
        row.end = between(m_raw.start, m_raw.end);
        row.promptTokens = m_raw.prompt;
        row.outputTokens = m_raw.output;
        status(row);
        firstToken(row);
        if (isKnown(row.outputTokens)) row.tokenSource = TokenSource::usage;
        noteCacheHit();
        m_out.row(sourceOf(m_raw.model, kindOfCall(m_raw.callType)), 0, row);
    }

    void status(Row& row) const {
        if (m_raw.status != "failure" && m_raw.error.empty()) return;
        row.status = Status::error;
        row.error = withoutKeys(m_raw.error);
        if (row.outputTokens == 0) row.outputTokens = unknownCount;
        if (row.promptTokens == 0) row.promptTokens = unknownCount;
    }

    /// The first chunk of any kind; where nothing stamped it, the end of the call stands in its place.
    void firstToken(Row& row) {
        const Nanoseconds first = between(m_raw.start, m_raw.first);
        if (m_raw.stream == false || !isKnown(first)) return;
        if (m_raw.first == m_raw.end) {
            if (m_raw.stream == true)
                m_diagnostics.note("ttft-is-end", 0, [] {
                    return std::string(
                        "completionStartTime equals endTime: nothing stamped the first chunk, so it is "
                        "unknown.");
                });
            return;
        }
        row.firstToken = first;
        row.firstTokenKind = FirstTokenKind::anyEvent;
    }

    void noteCacheHit() {
        if (m_raw.cacheHit == "true" || m_raw.cacheHit == "True")
            m_diagnostics.note("cache-hits", 0, [] {
                return std::string(
                    "Some calls were answered from LiteLLM's own cache, without the model: their times "
                    "are not the server's.");
            });
    }

    /// Calls of one log to different models are different configurations.
    std::size_t sourceOf(const std::string& model, const std::string& call) {
        const auto [place, isNew] = m_sources.try_emplace({model, call}, m_outcome.sources.size());
        if (!isNew) return place->second;
        SourceInfo source;
        stateFact(source.context, "model", model);
        stateFact(source.context, "call_type", call);
        stateFact(source.context, "note.harness", "LiteLLM");
        source.boundary = {"server", std::string(name(FirstTokenKind::anyEvent)), "closed",
                           std::string(name(TokenSource::usage)), "epoch"};
        source.runs.emplace_back();
        m_outcome.sources.push_back(std::move(source));
        return place->second;
    }

    const ReadInput& m_input;
    ReadOutcome m_outcome;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    std::map<std::pair<std::string, std::string>, std::size_t> m_sources;
    FieldMap<Place> m_fields{fields()};
    Raw m_raw;
};

int probeLitellm(const Sample& sample) {
    using Shape = Sample::Shape;
    const bool json = sample.shape == Shape::object || sample.shape == Shape::lines || sample.shape == Shape::array;
    const bool stamps = sample.has("startTime") && sample.has("endTime") && sample.has("completionStartTime");
    return json && stamps && sample.has("call_type") ? 95 : 0;
}

Result<ReadOutcome> readLitellm(const ReadInput& input, const Sample&, RowSink& sink) {
    return LitellmLog(input, sink).read();
}

}  // namespace

const Reader litellmReader{"litellm",
                           "LiteLLM logs",
                           "objects with call_type, startTime, completionStartTime and endTime",
                           {ReaderForm{probeLitellm, readLitellm}}};

}  // namespace plumbline
