#include "tests/core/store/fake_reader.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "core/store/workspace_files.h"

namespace plumbline::fake {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

Row makeRow(std::uint64_t record, int lasted, int tokens) {
    Row row;
    row.record = record;
    row.line = record + 2;
    row.id = "r" + std::to_string(record);
    row.start = std::chrono::seconds(record);
    row.firstContent = milliseconds(lasted / 2);
    row.end = milliseconds(lasted);
    row.outputTokens = tokens;
    row.promptTokens = 10;
    row.chunks = 3;
    row.gapsKnown = true;
    row.gaps = {milliseconds(1), milliseconds(lasted / 4)};
    return row;
}

class Script {
public:
    Script(const ReadInput& input, RowSink& sink) : m_input(input), m_sink(sink) {}

    Result<ReadOutcome> run() {
        std::ifstream file(m_input.path);
        std::string line;
        std::uint64_t done = 0;
        for (std::getline(file, line); std::getline(file, line);) {
            done += line.size() + 1;
            if (m_input.progress) m_input.progress(done);
            if (auto stepped = step(line); !stepped) return Unexpected{stepped.error()};
            if (m_input.stop.stop_requested()) return unexpected(ErrorKind::cancelled, "stopped.");
        }
        m_outcome.records = m_outcome.rows + m_outcome.rejected;
        return m_outcome;
    }

private:
    Result<void> step(const std::string& line) {
        std::istringstream words(line);
        std::string verb;
        words >> verb;
        if (verb == "row")
            addRow(words);
        else if (verb == "bad")
            reject(line);
        else if (verb == "sibling")
            m_outcome.siblings.push_back(siblingPath(line));
        else if (verb == "wait")
            wait(words);
        else if (verb == "throw")
            throw std::runtime_error("thrown by the test");
        else if (verb == "broken")
            return unexpected(ErrorKind::format, "broken by the test.", m_input.path);
        else
            describe(verb, words);
        return {};
    }

    void addRow(std::istringstream& words) {
        std::size_t source = 0, run = 0;
        int lasted = 0, tokens = 0;
        words >> source >> run >> lasted >> tokens;
        runOf(source, run);
        m_sink.row(source, run, makeRow(m_outcome.rows + m_outcome.rejected, lasted, tokens));
        ++m_outcome.rows;
    }

    void reject(const std::string& line) {
        const std::uint64_t record = m_outcome.rows + m_outcome.rejected;
        m_sink.reject({record, record + 2, 7, line.substr(4), "ex"});
        ++m_outcome.rejected;
    }

    void describe(const std::string& verb, std::istringstream& words) {
        std::size_t source = 0, run = 0;
        std::string value;
        if (verb == "model") {
            words >> source >> value;
            runOf(source, 0);
            m_outcome.sources[source].context["model"].stated = plumbline::quoted(value);
        } else if (verb == "load") {
            words >> source >> run >> value;
            runOf(source, run).load = {LoadKind::concurrency, std::stod(value)};
        } else if (verb == "summary") {
            words >> source >> run;
            runOf(source, run).summaryOnly = true;
            ++m_outcome.summaries;
        }
    }

    RunInfo& runOf(std::size_t source, std::size_t run) {
        if (m_outcome.sources.size() <= source) m_outcome.sources.resize(source + 1);
        auto& runs = m_outcome.sources[source].runs;
        if (runs.size() <= run) runs.resize(run + 1);
        return runs[run];
    }

    std::string siblingPath(const std::string& line) const {
        return (fs::path(m_input.path).parent_path() / line.substr(8)).string();
    }

    void wait(std::istringstream& words) const {
        int time = 0;
        words >> time;
        const auto until = std::chrono::steady_clock::now() + milliseconds(time);
        while (std::chrono::steady_clock::now() < until && !m_input.stop.stop_requested())
            std::this_thread::sleep_for(milliseconds(5));
    }

    const ReadInput& m_input;
    RowSink& m_sink;
    ReadOutcome m_outcome;
};

Result<ReadOutcome> readScript(const ReadInput& input, const Sample&, RowSink& sink) {
    return Script(input, sink).run();
}

Result<ReadOutcome> readSet(const ReadInput&, const Sample&, RowSink& sink) {
    const SetRows& set = setRows();
    for (std::size_t row = 0; row < set.rows.size(); ++row) sink.row(0, set.runs[row], set.rows[row]);
    ReadOutcome outcome;
    outcome.records = outcome.rows = set.rows.size();
    outcome.sources.resize(1);
    outcome.sources[0].runs.resize(set.runCount);
    return outcome;
}

const Reader scriptReader{"fake", "test script", "begins with fake", {ReaderForm{nullptr, readScript}}};
const Reader setReader{"set", "rows of a test", "begins with set", {ReaderForm{nullptr, readSet}}};

}  // namespace

const Reader& reader() { return scriptReader; }

SetRows& setRows() {
    static SetRows rows;
    return rows;
}

Result<const Reader*> choose(const Sample& sample) {
    std::ifstream file(sample.path);
    std::string word;
    file >> word;
    if (word == "fake") return &scriptReader;
    if (word == "set") return &setReader;
    return unexpected(ErrorKind::notRecognised, "not recognised: begins with '" + word + "'.", sample.path);
}

ImportReport import(const std::string& workspace, const std::vector<std::string>& paths, ImportOptions options) {
    auto connection = openWorkspaceFile(workspace);
    if (!connection) throw std::runtime_error(connection.error().text());
    return Importer(*connection, options, choose).run(paths);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
    const std::string file = path(name);
    fs::create_directories(fs::path(file).parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

std::string oneRun(int rows, const std::string& model, int concurrency) {
    std::string text = "fake\nmodel 0 " + model + "\nload 0 0 " + std::to_string(concurrency) + "\n";
    for (int row = 0; row < rows; ++row) text += "row 0 0 " + std::to_string(100 + row) + " 20\n";
    return text;
}

}  // namespace plumbline::fake
