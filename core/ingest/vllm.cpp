// vLLM's serving benchmark: `vllm bench serve`, formerly benchmark_serving.py (formats/a.md §1).
#include <fmt/format.h>

#include <algorithm>

#include "core/ingest/all_readers.h"
#include "core/ingest/vllm_rows.h"

namespace plumbline {
namespace {

constexpr std::size_t longestScalar = 64 << 10;

/// Texts and arrays that no row needs; failed_requests repeats rows of the arrays.
bool isIgnored(std::string_view key) {
    return key == "generated_texts" || key == "failed_requests" || key == "server_ttfts";
}

/// Facts and their keys go on to documents that must be UTF-8.
std::string asUtf8(std::string text) {
    if (!simdjson::validate_utf8(text))
        std::replace_if(
            text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }, '?');
    return text;
}

class VllmFile {
public:
    VllmFile(const ReadInput& input, RowSink& sink, ByteSource source)
        : m_input(input), m_sink(sink), m_scanner(std::move(source)), m_json(m_diagnostics) {}

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
    /// The sweep's summary.json: its runs, one after another.
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
        if (kind == Kind::object || kind == Kind::list) return m_scanner.skip();
        std::string_view text;
        if (!m_scanner.value(text, longestScalar)) return false;
        if (object.scalars.has(key)) m_json.repeatedKey(key);
        if (!text.empty()) object.scalars.set(asUtf8(key), strictScalar(key, text));
        return true;
    }

    /// Facts are JSON texts and go on as such: what is no JSON becomes null here, and is said.
    std::string strictScalar(std::string_view key, std::string_view text) {
        if (text.front() == '"') return plumbline::quoted(asUtf8(plainText(text)));
        if (text == "null" || text == "true" || text == "false") return std::string(text);
        if (key == "request_rate" && text == "Infinity") return "\"inf\"";
        double number = 0;
        const NumberKind kind = parseDouble(text, number);
        if (kind == NumberKind::number) return std::string(text);
        m_json.setKey(key);
        m_json.note(kind == NumberKind::malformed ? "wrong-type" : "bare-nan", "not a finite number, so it is unknown");
        return "null";
    }

    void take(const VllmObject& object) {
        const auto has = [&](std::string_view key) { return object.scalars.has(key); };
        const bool vllm = isVllmServing(has) || (!object.brokenBy.empty() && object.hasRows());
        if (!vllm)
            return reject(object.byte, object.brokenBy.empty()
                                           ? "No result of vLLM's serving benchmark: total_token_throughput is missing."
                                           : object.brokenBy);
        if (isVllmWarmup(object.scalars)) {
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
        const VllmEra era = vllmEra(object.scalars);
        RunInfo run = vllmRun(object.scalars);
        run.summaryOnly = !object.hasRows();
        const bool starts = object.columns.size(VllmColumn::startTimes) > 0 && object.hasRows();
        const std::size_t source = sourceOf(vllmContext(object.scalars), vllmBoundary(era, starts));
        const std::size_t ordinal = m_outcome.sources[source].runs.size();
        const Load load = run.load;
        if (run.summaryOnly) ++m_outcome.summaries;
        m_outcome.sources[source].runs.push_back(std::move(run));
        if (object.hasRows())
            m_stopped =
                !emitVllmRows(object, era, load, {m_sink, m_outcome, m_diagnostics, m_input.stop, source, ordinal});
    }

    /// Objects of one file are one source when they say the same of themselves; notes may differ (the date of each
    /// run).
    std::size_t sourceOf(Context context, TimingBoundary boundary) {
        for (std::size_t i = 0; i < m_outcome.sources.size(); ++i) {
            SourceInfo& known = m_outcome.sources[i];
            if (!sameIdentity(known.context, context) || !sameBoundary(known.boundary, boundary)) continue;
            if (known.boundary.clock.empty()) known.boundary.clock = boundary.clock;
            dropDifferingNotes(known.context, context);
            return i;
        }
        m_outcome.sources.push_back({std::move(context), std::move(boundary), {}, false});
        return m_outcome.sources.size() - 1;
    }
    static Context identity(const Context& context) {
        Context out = context;
        std::erase_if(out, [](const auto& each) { return each.first.starts_with("note."); });
        return out;
    }
    static bool sameIdentity(const Context& a, const Context& b) { return identity(a) == identity(b); }
    static bool sameBoundary(TimingBoundary a, const TimingBoundary& b) {
        if (a.clock.empty() || b.clock.empty()) a.clock = b.clock;  // summaries tell no clock
        return a == b;
    }
    static void dropDifferingNotes(Context& kept, const Context& added) {
        std::erase_if(kept, [&](const auto& each) {
            const auto other = added.find(each.first);
            return each.first.starts_with("note.") && (other == added.end() || other->second != each.second);
        });
    }

    void reject(std::uint64_t byte, std::string reason) {
        m_sink.reject({m_outcome.records++, 0, byte, std::move(reason), {}});
        ++m_outcome.rejected;
    }

    Result<ReadOutcome> finish() {
        if (m_warmups > 0 && m_outcome.records == 0 && m_outcome.summaries == 0)
            return unexpected(ErrorKind::refused, "This is the warm-up of a sweep, which measures nothing.",
                              m_input.path, "Open the run files beside it.");
        m_outcome.diagnostics = m_diagnostics.take();
        return std::move(m_outcome);
    }

    const ReadInput& m_input;
    RowSink& m_sink;
    JsonScanner m_scanner;
    Diagnostics m_diagnostics;
    JsonRead m_json;
    ReadOutcome m_outcome;
    int m_warmups = 0;
    bool m_stopped = false;
};

Result<ReadOutcome> readVllm(const ReadInput& input, RowSink& sink) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return VllmFile(input, sink, std::move(*source)).read();
}

int probeVllm(const Sample& sample) {
    using Shape = Sample::Shape;
    if (sample.shape != Shape::object && sample.shape != Shape::lines && sample.shape != Shape::array) return 0;
    if (!isVllmServing([&](std::string_view key) { return sample.has(key); })) return 0;
    const bool named = sample.has("model_id") || sample.has("tokenizer_id") || sample.has("num_prompts");
    return named && sample.has("duration") ? 95 : 60;
}

}  // namespace

const Reader vllmReader{
    "vllm", "vLLM serving benchmark (vllm bench serve)",
    "JSON objects, or a list of them, with total_token_throughput, and without keys of SGLang or TensorRT-LLM",
    probeVllm, readVllm};

std::string refusalOfVllmFile(const Sample& sample) {
    const auto has = [&](std::string_view key) { return sample.has(key); };
    if (sample.shape == Sample::Shape::array && has("benchmark") && has("metric") && has("model"))
        return "It is vLLM's copy of a result for the PyTorch dashboard, without requests: open the result beside it, "
               "whose name lacks "
               "'.pytorch'.";
    if (has("avg_latency") && (has("latencies") || has("percentiles")))
        return "It is the result of vllm bench latency, which serves no requests: open one of vllm bench serve.";
    if (has("elapsed_time") && has("requests_per_second") && !has("total_token_throughput"))
        return "It is the result of vllm bench throughput, which runs offline: open one of vllm bench serve.";
    if (has("error_type") && has("serve_overrides"))
        return "It is the note of a vLLM sweep on a run that failed: open the run files beside it.";
    return {};
}

}  // namespace plumbline
