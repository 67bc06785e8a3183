#include "core/ingest/form/summary_documents.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/row_output.h"
#include "core/ingest/form/run_facts.h"
#include "core/ingest/form/source_join.h"
#include "core/ingest/text/json_document.h"
#include "core/ingest/text/json_scanner.h"
#include "core/ingest/text/records.h"

namespace plumbline {
namespace {

class SummaryFile {
public:
    SummaryFile(const ReadInput& input, RowSink& sink, const TakeSummary& take, ByteSource source)
        : m_input(input), m_out(sink, m_outcome), m_take(take), m_scanner(std::move(source)) {}

    Result<ReadOutcome> read() {
        using Kind = JsonScanner::Kind;
        for (Kind kind = m_scanner.peek(); kind != Kind::end; kind = m_scanner.peek()) {
            const bool followed = kind == Kind::list ? list() : document();
            if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
            if (!followed && !m_scanner.resync()) break;
        }
        if (const auto status = m_scanner.status(); !status) return Unexpected{status.error()};
        if (m_outcome.summaries == 0 && m_outcome.records == 0)
            return unexpected(ErrorKind::refused, "It holds no summary of a run.", m_input.path);
        return std::move(m_outcome);
    }

private:
    bool list() {
        if (!m_scanner.enter()) return false;
        while (m_scanner.nextElement())
            if (!document()) return false;
        if (m_scanner.stuck()) reject(m_scanner.offset(), m_scanner.reason(), {});
        return !m_scanner.stuck();
    }

    /// False: what stands there can't be followed to its end.
    bool document() {
        const std::uint64_t byte = m_scanner.offset();
        std::string_view text;
        if (!m_scanner.value(text, largestDocument)) {
            if (m_scanner.status()) reject(byte, m_scanner.reason(), {});
            return false;
        }
        const auto parsed = text.empty() ? unexpected(ErrorKind::format, "It is too large to be a summary.")
                                         : parseDocument(text, m_input.path);
        if (!parsed)
            reject(byte, parsed.error().message, text);
        else if (!parsed->is_object())
            reject(byte, "Not a JSON object.", text);
        else
            take(*parsed, byte, text);
        return true;
    }

    void take(const nlohmann::json& document, std::uint64_t byte, std::string_view text) {
        SourceInfo source;
        RunInfo run;
        std::string why = m_take(document, source, run);
        makeSummary(run);
        if (why.empty() && run.reported.empty()) why = "It holds no figure.";
        if (!why.empty()) return reject(byte, std::move(why), text);
        ++m_outcome.summaries;
        const std::size_t at =
            m_joiner.join(std::move(source.context), std::move(source.boundary), lengthsOfSummary(run));
        m_outcome.sources[at].warmupRemoved = m_outcome.sources[at].warmupRemoved || source.warmupRemoved;
        m_outcome.sources[at].runs.push_back(std::move(run));
    }

    void reject(std::uint64_t byte, std::string reason, std::string_view text) {
        m_out.reject(std::move(reason), text, byte);
    }

    const ReadInput& m_input;
    RowOutput m_out;
    const TakeSummary& m_take;
    JsonScanner m_scanner;
    ReadOutcome m_outcome;
    SourceJoiner m_joiner{m_outcome.sources};
};

}  // namespace

Result<ReadOutcome> readSummaryDocuments(const ReadInput& input, RowSink& sink, const TakeSummary& take) {
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    return SummaryFile(input, sink, take, std::move(*source)).read();
}

ReadOutcome oneSummary(SourceInfo source, RunInfo run) {
    ReadOutcome outcome;
    outcome.summaries = 1;
    makeSummary(run);
    source.runs.push_back(std::move(run));
    outcome.sources.push_back(std::move(source));
    return outcome;
}

nlohmann::json siblingDocument(const std::string& path, std::vector<std::string>& siblings, Diagnostics& diagnostics) {
    nlohmann::json document;
    std::string problem;
    if (readBeside(path, document, problem)) siblings.push_back(path);
    if (!problem.empty()) diagnostics.note("sibling", 0, [&] { return "A file beside it cannot be read: " + problem; });
    return document;
}

Result<ReadOutcome> summaryAlone(ReadOutcome summary, const std::string& path, std::vector<std::string> siblings,
                                 Diagnostics& diagnostics, const std::string& without, const std::string& instead) {
    if (summary.sources.front().runs.front().reported.empty())
        return unexpected(ErrorKind::format, without, path, instead);
    summary.siblings = std::move(siblings);
    summary.diagnostics = diagnostics.take();
    return summary;
}

}  // namespace plumbline
