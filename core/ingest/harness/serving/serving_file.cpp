#include "core/ingest/harness/serving/serving_file.h"

#include <algorithm>
#include <cmath>

#include "core/ingest/bytes/byte_source.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/source_join.h"
#include "core/ingest/redact/raw_text.h"
#include "core/trace/source_facts.h"

namespace plumbline {
namespace {

constexpr std::size_t longestScalar = 64 << 10;

/// Texts and arrays that no row needs; failed_requests repeats rows of the arrays.
bool isIgnored(std::string_view key) {
    return key == "generated_texts" || key == "failed_requests" || key == "server_ttfts" ||
           key == "cached_tokens_details";
}

/// Facts and their keys go on to documents that must be UTF-8.
std::string asUtf8(std::string text) {
    if (!simdjson::validate_utf8(text))
        std::replace_if(
            text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }, '?');
    return text;
}

/// The harnesses write an empty series as 0: left out, and said.
void explainZeros(const VllmScalars& scalars, const RunInfo& run, Context& context) {
    constexpr std::pair<std::string_view, std::string_view> series[]{{"_ttft_ms", "ttft_s"},
                                                                     {"_tpot_ms", "tpot_s"},
                                                                     {"_itl_ms", "itl_s"},
                                                                     {"_e2el_ms", "e2e_s"},
                                                                     {"_e2e_latency_ms", "e2e_s"}};
    const char* const why = run.declaredCompleted == 0 ? "no request completed: the file's zeros stand for nothing"
                                                       : "0 in every statistic: nothing was measured";
    for (const auto& [key, json] : scalars.all())
        for (const auto& [suffix, metric] : series) {
            if (!key.ends_with(suffix) || scalars.number(key) != 0) continue;
            const auto first = run.reported.lower_bound(metric);
            if (first == run.reported.end() || !first->first.starts_with(metric)) leaveOut(context, metric, why);
        }
}

class ServingFile {
public:
    ServingFile(const ReadInput& input, RowSink& sink, const ServingHarness& harness, ByteSource source)
        : m_input(input),
          m_sink(sink),
          m_out(sink, m_outcome),
          m_harness(harness),
          m_scanner(std::move(source)),
          m_json(m_diagnostics) {}

    Result<ReadOutcome> read() {
        using Kind = JsonScanner::Kind;
        for (Kind kind = m_scanner.peek(); kind != Kind::end; kind = m_scanner.peek()) {
            const bool followed = kind == Kind::list ? list() : kind == Kind::object ? document() : false;
            if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
            if (m_stopped) return unexpected(ErrorKind::cancelled, "Reading was cancelled.", m_input.path);
            if (followed) continue;
            if (kind != Kind::list && kind != Kind::object) reject(m_scanner.offset(), "Not a JSON object.");
            if (!m_scanner.resync()) break;
        }
        if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
        return finish();
    }

private:
    /// A sweep's summary.json: its runs, one after another.
    bool list() {
        if (!m_scanner.enter()) return false;
        while (m_scanner.nextElement()) {
            if (m_scanner.peek() == JsonScanner::Kind::object) {
                if (!document()) return false;
            } else {
                reject(m_scanner.offset(), "An entry of the list is no object.");
                if (!m_scanner.skip()) return false;
            }
        }
        if (m_scanner.stuck() && m_scanner.status()) reject(m_scanner.offset(), m_scanner.reason());
        return !m_scanner.stuck();
    }

    /// One result object. False: it could not be followed to its end; what it held until then has been taken.
    bool document() {
        VllmObject object;
        object.byte = m_scanner.offset();
        const bool followed = m_scanner.enter() && fields(object) && !m_scanner.stuck();
        if (!m_scanner.status()) return false;
        if (!followed) object.brokenBy = m_scanner.reason();
        take(object);
        return followed;
    }

    bool fields(VllmObject& object) {
        std::string key;
        while (m_scanner.nextKey(key)) {
            const auto column = vllmColumn(key);
            const bool ignored = isIgnored(key);
            if (column    ? !object.columns.read(*column, m_scanner, m_json)
                : ignored ? !m_scanner.skip()
                          : !scalar(key, object))
                return false;
        }
        return true;
    }

    bool scalar(const std::string& key, VllmObject& object) {
        using Kind = JsonScanner::Kind;
        const Kind kind = m_scanner.peek();
        if (kind == Kind::object && m_harness.isDescription(key)) return description(key, object);
        const bool isPrivate = kind == Kind::text && isPrivateField(key);  // not kept, not even in memory
        if (kind == Kind::object || kind == Kind::list || isPrivate) return m_scanner.skip();
        std::string_view text;
        if (!m_scanner.value(text, longestScalar)) return false;
        if (object.scalars.has(key)) m_json.repeatedKey(key);
        if (!text.empty()) object.scalars.set(asUtf8(key), strictScalar(key, text));
        return true;
    }

    bool description(const std::string& of, VllmObject& object) {
        if (!m_scanner.enter()) return false;
        std::string key;
        while (m_scanner.nextKey(key))
            if (!scalar(of + '.' + key, object)) return false;
        return !m_scanner.stuck();
    }

    /// Facts are JSON texts and go on as such: what is no JSON becomes null here, and is said.
    std::string strictScalar(std::string_view key, std::string_view text) {
        if (text.front() == '"') return plumbline::quoted(asUtf8(plainText(text)));
        if (text == "null" || text == "true" || text == "false") return std::string(text);
        if (key == "request_rate" && isInfinity(text)) return "\"inf\"";
        double number = 0;
        const NumberKind kind = parseDouble(text, number);
        if (kind == NumberKind::number) return std::string(text);
        m_json.setKey(key);
        m_json.note(kind == NumberKind::malformed ? "wrong-type" : "bare-nan", "not a finite number, so it is unknown");
        return "null";
    }

    void take(const VllmObject& object) {
        const bool claimed = m_harness.claims(object.scalars) || (!object.brokenBy.empty() && object.hasRows());
        if (!claimed) return reject(object.byte, object.brokenBy.empty() ? m_harness.notClaimed() : object.brokenBy);
        if (m_harness.isWarmup(object.scalars)) {
            ++m_warmups;
            return m_diagnostics.note("sweep-warmup", 0,
                                      [] { return std::string("The sweep's warm-up run is left out."); });
        }
        if (!object.hasRows() && !object.brokenBy.empty()) return reject(object.byte, object.brokenBy);
        if (!object.brokenBy.empty())
            m_diagnostics.note("truncated", 0,
                               [&] { return object.brokenBy + " What had been read of its rows is kept."; });
        add(object);
    }

    void add(const VllmObject& object) {
        ServingRun described = m_harness.describe(object, m_diagnostics);
        if (!object.hasRows()) {
            makeSummary(described.run);
            explainZeros(object.scalars, described.run, described.context);
        }
        const std::size_t source = m_joiner.join(std::move(described.context), std::move(described.boundary),
                                                 lengthsOf(object, described.run));
        const std::size_t ordinal = m_outcome.sources[source].runs.size();
        const Load load = described.run.load;
        if (described.run.summaryOnly) ++m_outcome.summaries;
        m_outcome.sources[source].runs.push_back(std::move(described.run));
        if (!object.hasRows()) return;
        m_stopped = !m_harness.emit(object, load, {m_sink, m_outcome, m_diagnostics, m_input.stop, source, ordinal});
    }

    static WorkloadLengths lengthsOf(const VllmObject& object, const RunInfo& run) {
        if (run.summaryOnly) return lengthsOfSummary(run);
        std::vector<Count> prompts, outputs;
        for (std::size_t i = 0; i < object.columns.longest(); ++i) {
            if (!object.columns.error(i).empty()) continue;
            if (const Count prompt = object.columns.count(VllmColumn::inputLens, i); isKnown(prompt))
                prompts.push_back(prompt);
            if (const Count output = object.columns.count(VllmColumn::outputLens, i); output > 0)
                outputs.push_back(output);
        }
        return lengthsOfRows(prompts, outputs);
    }

    void reject(std::uint64_t byte, std::string reason) { m_out.reject(std::move(reason), {}, byte); }

    Result<ReadOutcome> finish() {
        if (m_warmups > 0 && m_outcome.records == 0 && m_outcome.summaries == 0)
            return unexpected(ErrorKind::refused, "This is the warm-up of a sweep, which measures nothing.",
                              m_input.path, "Open the run files beside it.");
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

    const ReadInput& m_input;
    RowSink& m_sink;
    RowOutput m_out;
    const ServingHarness& m_harness;
    JsonScanner m_scanner;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    ReadOutcome m_outcome;
    SourceJoiner m_joiner{m_outcome.sources};
    int m_warmups = 0;
    bool m_stopped = false;
};

}  // namespace

Result<ReadOutcome> readServingFile(const ReadInput& input, RowSink& sink, const ServingHarness& harness) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return ServingFile(input, sink, harness, std::move(*source)).read();
}

void fillFromArrays(const VllmColumns& columns, std::size_t i, Row& row) {
    row.error = columns.error(i);
    row.status = row.error.empty() ? Status::ok : Status::error;
    row.promptTokens = columns.count(VllmColumn::inputLens, i);
    row.cachedTokens = columns.count(VllmColumn::cachedTokens, i);
    row.outputTokens = columns.count(VllmColumn::outputLens, i);
    // The harnesses write 0 for every failed request, though some got tokens before they failed.
    if (row.status == Status::error && row.outputTokens == 0) row.outputTokens = unknownCount;
    row.firstToken = measured(columns.time(VllmColumn::ttfts, i));
    row.gapsKnown = columns.gaps(i, row.gaps);
}

std::optional<std::int64_t> wholeNumber(std::optional<double> value) {
    return value && *value >= 0 && *value < 9e15 ? std::optional(static_cast<std::int64_t>(std::llround(*value)))
                                                 : std::nullopt;
}

}  // namespace plumbline
