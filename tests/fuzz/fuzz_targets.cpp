#include "tests/fuzz/fuzz_targets.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/curve/figures.h"
#include "core/ingest/context/context_file.h"
#include "core/ingest/mapping/mapped_reader.h"
#include "core/ingest/mapping/mapping.h"
#include "core/ingest/mapping/mapping_proposal.h"
#include "core/ingest/read_file.h"
#include "core/ingest/text/csv.h"
#include "core/judge/claims/claim_form.h"
#include "core/judge/judge.h"
#include "core/report/report.h"
#include "core/store/workspace.h"
#include "tests/models/model_data.h"
#include "ui/models/row_filter.h"

namespace plumbline::fuzz {
namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "what must hold does not: %s\n", what);
    std::abort();
}

/// Counts what a reader yields, and looks at each of it.
struct CheckingSink final : RowSink {
    std::uint64_t rows = 0, rejected = 0;
    std::size_t lastSource = 0, lastRun = 0;
    void row(std::size_t source, std::size_t run, const Row& row) override {
        ++rows;
        lastSource = std::max(lastSource, source);
        lastRun = std::max(lastRun, run);
        require(row.gapsKnown || row.gaps.empty(), "gaps that are listed are known");
        for (const Nanoseconds gap : row.gaps) require(isKnown(gap), "each gap of a known list is known");
        for (const Count count : {row.outputTokens, row.promptTokens, row.chunks, row.turn})
            require(count >= unknownCount, "a count is no less than unknown");
    }
    void reject(const Rejection& rejection) override {
        ++rejected;
        require(!rejection.reason.empty(), "a rejection has a reason");
    }
};

void checkOutcome(const Result<ReadOutcome>& outcome, const CheckingSink& sink) {
    if (!outcome) return require(!outcome.error().text().empty(), "an error says something");
    require(outcome->rows == sink.rows && outcome->rejected == sink.rejected, "what is counted was handed out");
    require(outcome->records == sink.rows + sink.rejected, "each record is a row or a rejection");
    require(sink.rows == 0 || sink.lastSource < outcome->sources.size(), "a row is of a source");
    for (const SourceInfo& source : outcome->sources)
        for (const RunInfo& run : source.runs)
            for (const auto& [key, value] : run.reported) require(std::isfinite(value), "a reported figure is finite");
}

void readBy(const Reader& reader, const Scratch& scratch, std::string_view bytes) {
    const std::string path = scratch.write("input", bytes);
    std::string storage;
    const Result<Sample> sample = sampleFile(path, storage);
    if (!sample) return;
    CheckingSink sink;
    checkOutcome(readFile(reader, {path, {}, {}}, *sample, sink), sink);
}

/// As an import does: whatever reader claims it.
void readByProbe(const Scratch& scratch, std::string_view bytes) {
    const std::string path = scratch.write("input", bytes);
    std::string storage;
    const Result<Sample> sample = sampleFile(path, storage);
    if (!sample) return;
    const Result<const Reader*> reader = findReader(*sample);
    if (!reader) return require(!reader.error().text().empty(), "a refusal says why");
    CheckingSink sink;
    checkOutcome(readFile(**reader, {path, {}, {}}, *sample, sink), sink);
}

void readTable(const Scratch& scratch, std::string_view bytes) {
    const ReadInput input{scratch.write("input.csv", bytes), {}, {}};
    Result<ByteSource> source = ByteSource::open(input);
    if (!source) return;
    CsvReader table(std::move(*source));
    CsvRecord record;
    if (const Result<bool> header = table.header(record); !header || !*header) return;
    Diagnostics diagnostics;
    table.note(diagnostics);
    for (std::uint64_t line = record.line;;) {
        const Result<bool> more = table.next(record);
        if (!more || !*more) return;
        require(record.line > line, "each record begins on a later line");
        line = record.line;
    }
}

void readYaml(const Scratch& scratch, std::string_view bytes) {
    const ReadInput input{scratch.write("input.yaml", bytes), {}, {}};
    Result<ByteSource> source = ByteSource::open(input);
    while (source && !source->atEnd())
        if (!source->advance(source->window().size())) return;
}

/// A mapping, its two texts, and the bytes behind an empty line read by it.
void readMapped(const Scratch& scratch, std::string_view bytes) {
    const std::size_t end = std::min(bytes.find("\n\n"), bytes.size());
    const Result<Mapping> mapping = parseMapping(bytes.substr(0, end), "input");
    if (!mapping) return require(!mapping.error().text().empty(), "an error says something");
    const Result<Mapping> again = parseMapping(mappingText(*mapping), "again");
    require(again && *again == *mapping, "a mapping's text gives the mapping");
    const std::string path = scratch.write("input", bytes.substr(std::min(end + 2, bytes.size())));
    (void)previewMapping(path, *mapping, Settings{}, 100);
}

template <class Parse>
void parseAndSay(Parse parse, std::string_view bytes) {
    const auto parsed = parse(bytes);
    if (!parsed) return require(!parsed.error().text().empty(), "an error says something");
    const auto again = parse(text(*parsed));
    require(again && *again == *parsed, "what is said of it means the same");
}

/// The words of the filter box, over rows of every kind.
void filterRows(const Scratch&, std::string_view bytes) {
    static const auto snapshot = test::snapshotOf(test::twoConfigurations());
    const RowFilter filter(QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())));
    for (std::size_t row = 0; row < snapshot->size(); ++row) {
        const bool accepted = filter.accepts(*snapshot, RowIndex(row));
        require(accepted || !filter.isEmpty(), "no word lets every row pass");
    }
}

/// Files, figures, what is judged of them and the JSON, as `analyze` makes them.
void analyse(Workspace& workspace, const ImportReport& imports) {
    const auto data = workspace.load();
    const Result<Settings> settings = workspace.settings();
    if (!data || !settings) return;
    if ((*data)->rows.size() > 200) return;  // the resamples of more would be most of the time
    const Figures figured = figures(**data, *settings);
    const Judgement judged = judge(**data, *settings, figured);
    const ReportInput report{**data, *settings, figured, judged, imports};
    require(!analysisJson(report).empty() && !analysisText(report).empty(), "a report says something");
    (void)levelsCsv(report);
}

void removeWorkspace(const std::string& path) {
    std::error_code ignored;
    for (const char* const end : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(path + end, ignored);
}

void importAndAnalyse(const Scratch& scratch, std::string_view bytes) {
    const std::string file = scratch.write("input", bytes), path = file + ".plumb";
    removeWorkspace(path);
    Result<Workspace> workspace = Workspace::create(path);
    require(workspace.has_value(), "a workspace can be made");
    const ImportReport imports = workspace->import({file}, {});
    analyse(*workspace, imports);
}

void openWorkspace(const Scratch& scratch, std::string_view bytes) {
    removeWorkspace(scratch.write("input.plumb", {}));
    const std::string path = scratch.write("input.plumb", bytes);
    Result<Workspace> workspace = Workspace::open(path);
    if (!workspace) return require(!workspace.error().text().empty(), "an error says something");
    ImportReport imports;
    imports.files = workspace->imports();
    (void)workspace->log();
    analyse(*workspace, imports);
}

std::vector<Target> allTargets() {
    std::vector<Target> out;
    for (const Reader& reader : readers())
        out.push_back({std::string(reader.id),
                       [&reader](const Scratch& scratch, std::string_view bytes) { readBy(reader, scratch, bytes); }});
    out.push_back({"any", readByProbe});
    out.push_back({"csv", readTable});
    out.push_back({"yaml", readYaml});
    out.push_back({"mapping", readMapped});
    out.push_back({"context", [](const Scratch&, std::string_view bytes) {
                       for (const bool edited : {false, true}) (void)parseHeader(bytes, edited);
                   }});
    out.push_back({"review", [](const Scratch&, std::string_view bytes) {
                       const auto decisions = parseReviewJson(bytes);
                       if (decisions) require(parseReviewJson(reviewJson(*decisions)).has_value(), "its text is one");
                   }});
    out.push_back({"settings", [](const Scratch&, std::string_view bytes) {
                       const Result<Settings> settings = parseSettingsJson(bytes);
                       if (settings) require(parseSettingsJson(settingsJson(*settings)).has_value(), "its text is one");
                   }});
    out.push_back({"slo", [](const Scratch&, std::string_view bytes) { parseAndSay(parseSlo, bytes); }});
    out.push_back({"claim", [](const Scratch&, std::string_view bytes) { parseAndSay(parseClaim, bytes); }});
    out.push_back({"filter", filterRows});
    out.push_back({"analysis", importAndAnalyse});
    out.push_back({"workspace", openWorkspace});
    return out;
}

}  // namespace

Scratch::Scratch() {
    m_folder = (std::filesystem::temp_directory_path() / "plumbline-fuzz-XXXXXX").string();
    require(mkdtemp(m_folder.data()) != nullptr, "there is a folder for temporary files");
}

Scratch::~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::string Scratch::write(const std::string& name, std::string_view bytes) const {
    const std::string path = m_folder + "/" + name;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    require(!file.fail(), "the temporary file can be written");
    return path;
}

const std::vector<Target>& targets() {
    static const std::vector<Target> all = allTargets();
    return all;
}

}  // namespace plumbline::fuzz
