// Reader of our own trace, JSON Lines (TRACE_FORMAT §1).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/ingest/context/context_file.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/reader/all_readers.h"
#include "core/ingest/text/records.h"
#include "core/ingest/trace/run_places.h"
#include "core/ingest/trace/trace_row.h"

namespace plumbline {
namespace {

/// One header with its rows, while they are read.
struct OpenSource {
    HeaderFacts facts;
    FirstTokenKind firstTokenKind = FirstTokenKind::unknown;  ///< of rows that do not say their own
    TokenSource tokenSource = TokenSource::unknown;
    std::vector<RunInfo> runs;
    RunPlaces places;

    explicit OpenSource(HeaderFacts header) : facts(std::move(header)) {
        firstTokenKind = parseFirstTokenKind(facts.boundary.first).value_or(FirstTokenKind::unknown);
        tokenSource = parseTokenSource(facts.boundary.tokens).value_or(TokenSource::unknown);
    }
};

class TraceJsonl {
public:
    TraceJsonl(const ReadInput& input, RowSink& sink) : m_input(input), m_out(sink, m_outcome), m_rows(m_diagnostics) {}

    Result<ReadOutcome> read();

private:
    void record(const Record& record);
    void row();
    void header(const Record& record);
    void reject(const Record& record, std::string reason);
    void begin(HeaderFacts facts);
    void close();
    void attach(RunInfo& run);
    void noteWhole(SourceInfo& source);

    const ReadInput& m_input;
    RowOutput m_out;
    Diagnostics m_diagnostics;
    TraceRowReader m_rows;
    OpenSource m_open{HeaderFacts{}};
    ReadOutcome m_outcome;
};

Result<ReadOutcome> TraceJsonl::read() {
    const auto read = forEachRecord(m_input, [this](const Record& next) { record(next); });
    if (!read) return Unexpected{read.error()};
    close();
    if (m_outcome.records == 0 && m_outcome.summaries == 0)
        return unexpected(ErrorKind::refused, "It holds a header and no requests.", m_input.path,
                          "A header alone is a context file: put it beside the results that it speaks of.");
    m_outcome.diagnostics = m_diagnostics.take();
    m_rows.tellUnknownKeys(m_outcome.diagnostics);
    return std::move(m_outcome);
}

void TraceJsonl::record(const Record& record) {
    if (record.tooLong) return reject(record, "The line is too long to be a record.");
    switch (m_rows.read(record)) {
        case TraceLine::row:
            return row();
        case TraceLine::header:
            return header(record);
        case TraceLine::broken:
            return reject(record, m_rows.reason());
    }
}

void TraceJsonl::row() {
    Row& row = m_rows.row();
    // The header speaks for rows that are silent, where there is something to speak of.
    if (isKnown(row.firstToken) && row.firstTokenKind == FirstTokenKind::unknown)
        row.firstTokenKind = m_open.firstTokenKind;
    if (isKnown(row.outputTokens) && row.tokenSource == TokenSource::unknown) row.tokenSource = m_open.tokenSource;
    const std::size_t run = m_open.places.of(row, m_open.runs);
    m_out.row(m_outcome.sources.size(), run, row);
}

void TraceJsonl::header(const Record& record) {
    auto facts = parseHeader(record.text, false);
    if (!facts) {
        reject(record, facts.error().message);
        return begin({});  // its rows belong to no header that was read before
    }
    for (const std::string& remark : facts->remarks)
        m_diagnostics.note("unknown-word", record.line,
                           [&] { return fmt::format("Line {}: {}.", record.line, remark); });
    begin(std::move(*facts));
}

void TraceJsonl::reject(const Record& record, std::string reason) {
    m_out.rejectLine(record, std::move(reason), m_diagnostics);
}

void TraceJsonl::begin(HeaderFacts facts) {
    close();
    m_open = OpenSource(std::move(facts));
}

/// A source without rows counts only where its header reports figures.
void TraceJsonl::close() {
    HeaderFacts& facts = m_open.facts;
    if (m_open.runs.empty()) {
        if (facts.reported.empty()) return;
        m_open.runs.emplace_back().summaryOnly = true;
        ++m_outcome.summaries;
    }
    SourceInfo source;
    source.context = std::move(facts.context);
    source.boundary = std::move(facts.boundary);
    source.warmupRemoved = facts.warmupRemoved.value_or(false);
    source.runs = std::move(m_open.runs);
    if (source.runs.size() == 1)
        attach(source.runs.front());
    else
        noteWhole(source);
    m_outcome.sources.push_back(std::move(source));
}

void TraceJsonl::attach(RunInfo& run) {
    run.declaredDuration = m_open.facts.declaredDuration.value_or(unknownTime);
    run.declaredRequests = m_open.facts.declaredRequests;
    run.declaredCompleted = m_open.facts.declaredCompleted;
    run.startsCoarse = m_open.facts.startsCoarse;
    run.reported = std::move(m_open.facts.reported);
}

/// What the header says of several runs together is no one's of them: kept to be seen, never compared with one.
void TraceJsonl::noteWhole(SourceInfo& source) {
    const HeaderFacts& facts = m_open.facts;
    if (facts.declaredDuration)
        source.context["note.run.duration_ns"].stated = std::to_string(facts.declaredDuration->count());
    if (facts.declaredRequests) source.context["note.run.requests"].stated = std::to_string(*facts.declaredRequests);
    for (const auto& [key, value] : facts.reported)
        source.context["note.reported." + key].stated = fmt::format("{}", value);
}

bool saysTrace(std::string_view head) {
    constexpr std::string_view key = "\"plumbline\"";
    const std::size_t at = head.find(key);
    if (at == std::string_view::npos) return false;
    const std::size_t value = head.find_first_not_of(" \t:", at + key.size());
    return value != std::string_view::npos && head.substr(value).starts_with("\"trace/");
}

int probeTrace(const Sample& sample) {
    if (sample.shape != Sample::Shape::object && sample.shape != Sample::Shape::lines) return 0;
    if (sample.has("plumbline")) return saysTrace(sample.head) ? 100 : 0;
    const auto known =
        std::count_if(sample.keys.begin(), sample.keys.end(), [](const auto& key) { return isTraceField(key); });
    return known >= 3 && 2 * static_cast<std::size_t>(known) > sample.keys.size() ? 40 : 0;
}

Result<ReadOutcome> readTrace(const ReadInput& input, const Sample&, RowSink& sink) {
    return TraceJsonl(input, sink).read();
}

}  // namespace

const Reader traceJsonlReader{"plumbline-trace",
                              "plumbline trace, JSON Lines",
                              "a line with \"plumbline\": \"trace/1\", or rows of its fields",
                              {ReaderForm{probeTrace, readTrace}}};

}  // namespace plumbline
