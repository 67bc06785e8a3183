// MLCommons Endpoints: events.jsonl, from which a request is put together, or result_summary.json alone
// (FORMATS/endpoints.md).
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/form/summary_documents.h"
#include "core/ingest/form/summary_facts.h"
#include "core/ingest/harness/endpoints/endpoints_summary.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/json_read.h"
#include "core/ingest/text/records.h"
#include "core/ingest/trace/trace_row.h"

namespace plumbline {
namespace {

/// What one line tells. `data` holds prompt and reply, of which nothing is kept but why it ended and what went wrong.
struct Event {
    std::string type, uuid, conversation, error, finish;
    Nanoseconds time = unknownTime;
    Count turn = unknownCount;
};

/// A request whose reply is still coming.
struct Open {
    Row row;
    Nanoseconds first = unknownTime, last = unknownTime;
    bool further = false;  ///< a chunk after the first was told
    std::uint64_t order = 0;
};

class EndpointsEvents {
public:
    EndpointsEvents(const ReadInput& input, RowSink& sink)
        : m_input(input), m_out(sink, m_outcome), m_json(m_diagnostics) {}
    Result<ReadOutcome> read();

private:
    void readSummary();
    void line(const Record& record);
    void data(std::string_view key, JsonRead::Value& value, Event& event);
    void take(const Event& event, const Record& record);
    void issued(const Event& event, const Record& record);
    void received(const Event& event, const Record& record, bool first);
    void ended(const Event& event, const Record& record);
    void emit(Open& open);
    void give(Row& row);
    void giveEarly(Phase phase);
    void rest();
    Phase phase() const;
    void reject(const Record& record, std::string reason);

    const ReadInput& m_input;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    ReadOutcome m_outcome;
    SourceInfo m_source;
    RunInfo m_run;
    std::unordered_map<std::string, Open> m_open;
    std::uint64_t m_issued = 0;
    std::vector<Row> m_early;  ///< done before tracking began: warm-up, if it ever does
    bool m_tracking = false, m_trackingSeen = false, m_allChunks = false;
};

void EndpointsEvents::readSummary() {
    m_source.boundary = {"sent", std::string(name(FirstTokenKind::anyText)), "closed", {}, "monotonic"};
    stateFirst(m_source.context, "note.harness", "MLCommons Endpoints");
    const auto path = endpointsSummaryOf(m_input.path);
    if (!path) return;
    m_outcome.siblings.push_back(*path);
    const auto text = readSmallFile(*path);
    const auto document = text ? parseDocument(*text, *path) : Result<nlohmann::json>(Unexpected{text.error()});
    if (document) return takeEndpointsSummary(*document, m_source, m_run);
    m_diagnostics.note("sibling", 0,
                       [&] { return "The summary beside it cannot be read: " + document.error().text(); });
}

Result<ReadOutcome> EndpointsEvents::read() {
    readSummary();
    m_source.warmupRemoved = false;
    const auto read = forEachRecord(m_input, [this](const Record& next) { line(next); });
    if (!read) return Unexpected{read.error()};
    rest();
    m_source.runs.push_back(std::move(m_run));
    m_outcome.sources.push_back(std::move(m_source));
    m_outcome.diagnostics = m_diagnostics.take();
    return std::move(m_outcome);
}

void EndpointsEvents::line(const Record& record) {
    if (record.tooLong) return reject(record, "The line is too long to be an event.");
    Event event;
    const bool whole = m_json.record(record.text, record.line, [&](std::string_view key, JsonRead::Value& value) {
        if (key == "event_type")
            event.type = m_json.text(value).value_or(std::string_view());
        else if (key == "sample_uuid")
            event.uuid = m_json.text(value).value_or(std::string_view());
        else if (key == "conversation_id")
            event.conversation = m_json.text(value).value_or(std::string_view());
        else if (key == "timestamp_ns")
            event.time = m_json.time(value, TimeUnit::nanoseconds);
        else if (key == "turn")
            event.turn = m_json.count(value);
        else
            data(key, value, event);
    });
    if (!whole) {
        const bool cut = record.last && isUnclosed(record.text);
        return reject(record, cut ? "Truncated: the file ends inside this record." : m_json.reason());
    }
    take(event, record);
}

void EndpointsEvents::data(std::string_view key, JsonRead::Value& value, Event& event) {
    simdjson::ondemand::json_type type{};
    const bool object = key == "data" && !value.type().get(type) && type == simdjson::ondemand::json_type::object;
    const bool failed = event.type.starts_with("error.");
    if (!object) {
        if (key == "data" && (failed || event.type.empty()) && !m_json.isNull(value))
            event.error = m_json.text(value).value_or(std::string_view());
        else
            m_json.walk(value);
        return;
    }
    m_json.fields(value, [&](std::string_view name, JsonRead::Value& inner) {
        const bool kind = name == "kind" || name == "error_type" || name == "type";
        const bool message = name == "message" || name == "error_message";
        if (name == "finish_reason")
            event.finish = m_json.text(inner).value_or(std::string_view());
        else if (kind || message) {
            const std::string text(m_json.text(inner).value_or(std::string_view()));
            if (!text.empty()) event.error += (event.error.empty() ? "" : ": ") + text;
        } else {
            m_json.walk(inner);
        }
    });
}

Phase EndpointsEvents::phase() const {
    if (m_tracking) return Phase::measured;
    return m_trackingSeen ? Phase::cooldown : Phase::warmup;
}

void EndpointsEvents::take(const Event& event, const Record& record) {
    if (event.type.empty()) return reject(record, "It has no event_type, so it is no event.");
    if (event.type == "session.started") m_run.declaredStart = event.time;
    if (event.type == "session.ended") m_run.declaredEnd = event.time;
    if (event.type == "session.start_performance_tracking") {
        m_tracking = m_trackingSeen = true;
        giveEarly(Phase::warmup);
    }
    if (event.type == "session.stop_performance_tracking") m_tracking = false;
    if (event.type == "sample.issued") return issued(event, record);
    if (event.type == "sample.recv_first") return received(event, record, true);
    if (event.type == "sample.recv_non_first") return received(event, record, false);
    if (event.type == "sample.complete") return ended(event, record);
    if (!event.type.starts_with("error.")) return;
    const auto found = m_open.find(event.uuid);
    if (found == m_open.end())
        return m_diagnostics.note("harness-error", record.line, [&] {
            return fmt::format("The harness reports an error of no request: {}.",
                               event.error.empty() ? event.type : event.error);
        });
    Row& row = found->second.row;
    row.status = Status::error;
    row.error = event.error.empty() ? event.type : withoutKeys(event.error);
    row.end = between(row.start, event.time);
}

void EndpointsEvents::issued(const Event& event, const Record& record) {
    if (event.uuid.empty()) return reject(record, "It has no sample_uuid, so it is no request.");
    if (const auto before = m_open.find(event.uuid); before != m_open.end()) emit(before->second);
    Open open;
    open.row.line = record.line;
    open.row.byte = record.byte;
    open.row.id = event.uuid;
    open.row.start = event.time;
    open.row.session = event.conversation;
    open.row.turn = event.turn;
    open.row.phase = phase();
    open.row.load = m_run.load;
    open.order = m_issued++;
    m_open.insert_or_assign(event.uuid, std::move(open));
}

void EndpointsEvents::received(const Event& event, const Record& record, bool first) {
    const auto found = m_open.find(event.uuid);
    if (found == m_open.end())
        return m_diagnostics.note("unknown-request", record.line, [] {
            return "A chunk belongs to no request that was issued in this file: it is left out.";
        });
    Open& open = found->second;
    if (first) open.first = event.time;
    if (!first) {
        m_allChunks = open.further = true;
        open.row.gaps.push_back(between(open.last, event.time));
    }
    open.last = event.time;
}

void EndpointsEvents::ended(const Event& event, const Record& record) {
    const auto found = m_open.find(event.uuid);
    if (found == m_open.end()) return reject(record, "It completes a request that was not issued in this file.");
    Open& open = found->second;
    open.row.end = between(open.row.start, event.time);
    open.row.finish = event.finish;
    emit(open);
    m_open.erase(found);
}

/// Chunks after the first may be suppressed: a request without them then has an unknown number of chunks, not one.
void EndpointsEvents::emit(Open& open) {
    Row& row = open.row;
    row.firstToken = between(row.start, open.first);
    if (isKnown(row.firstToken)) row.firstTokenKind = FirstTokenKind::anyText;
    const bool known = isKnown(open.first) && (open.further || m_allChunks) &&
                       std::find(row.gaps.begin(), row.gaps.end(), unknownTime) == row.gaps.end();
    if (known) {
        row.gapsKnown = true;
        row.gapBasis = GapBasis::chunk;
        row.chunks = static_cast<Count>(row.gaps.size()) + 1;
        row.lastContent = between(row.start, open.last);
    } else {
        row.gaps.clear();
    }
    if (!isKnown(row.end) && row.status == Status::ok) row.status = Status::incomplete;
    if (m_trackingSeen)
        give(row);
    else
        m_early.push_back(std::move(row));
}

void EndpointsEvents::give(Row& row) { m_out.row(0, 0, row); }

void EndpointsEvents::giveEarly(Phase phase) {
    for (Row& row : m_early) {
        row.phase = phase;
        give(row);
    }
    m_early.clear();
}

/// Requests without an end, in the order in which they were issued. A file that tracks nothing measures everything.
void EndpointsEvents::rest() {
    std::vector<Open*> open;
    for (auto& [uuid, each] : m_open) open.push_back(&each);
    std::sort(open.begin(), open.end(), [](const Open* a, const Open* b) { return a->order < b->order; });
    for (Open* each : open) emit(*each);
    m_open.clear();
    giveEarly(Phase::measured);
}

void EndpointsEvents::reject(const Record& record, std::string reason) { m_out.reject(record, std::move(reason)); }

int probeEvents(const Sample& sample) {
    return sample.isObjects() && sample.has("event_type") && sample.has("timestamp_ns") ? 95 : 0;
}

Result<ReadOutcome> readEvents(const ReadInput& input, const Sample&, RowSink& sink) {
    return EndpointsEvents(input, sink).read();
}

int probeSummary(const Sample& sample) { return isEndpointsSummary(sample) ? 100 : 0; }

Result<ReadOutcome> readSummary(const ReadInput& input, const Sample&, RowSink& sink) {
    return readSummaryDocuments(input, sink, [](const nlohmann::json& document, SourceInfo& source, RunInfo& run) {
        source.boundary = {"sent", std::string(name(FirstTokenKind::anyText)), "closed",
                           std::string(name(TokenSource::tokenizer)), "monotonic"};
        takeEndpointsSummary(document, source, run);
        return std::string();
    });
}

}  // namespace

const Reader endpointsReader{"endpoints",
                             "MLCommons Endpoints",
                             "lines with event_type and timestamp_ns; or a summary with n_samples_issued",
                             {ReaderForm{probeEvents, readEvents}, ReaderForm{probeSummary, readSummary}}};

}  // namespace plumbline
