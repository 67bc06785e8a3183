#include "core/store/import_file.h"

#include <atomic>
#include <cassert>
#include <chrono>
#include <exception>
#include <filesystem>
#include <future>
#include <thread>

#include "core/ingest/read_file.h"
#include "core/store/batches.h"
#include "core/store/digest.h"

namespace plumbline {
namespace {

using namespace std::chrono_literals;
constexpr auto lookEvery = 40ms;  // between two looks at progress and stop
constexpr std::size_t keptRejections = 1000;

Unexpected cancelled(const std::string& path) {
    return unexpected(ErrorKind::cancelled, "the import was cancelled.", path);
}

/// Size and time of a file, to tell whether somebody wrote to it meanwhile.
struct FileState {
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type time;
    static FileState of(const std::string& path) {
        std::error_code gone;
        FileState state{std::filesystem::file_size(path, gone), {}};
        state.time = std::filesystem::last_write_time(path, gone);
        return state;
    }
    bool operator==(const FileState&) const = default;
};

/// Everything of one file's reading that runs beside the inserting thread.
class Reading {
public:
    explicit Reading(const FileImport& file)
        : m_file(file), m_passStop(file.stop, [this] { stop(); }), m_thread([this] { read(); }) {
        if (file.identity.sha256.empty())
            m_digest = std::async(std::launch::async, sha256OfFile, file.identity.path, m_stop.get_token());
    }
    ~Reading() { stop(); }

    Belt& belt() { return m_belt; }
    std::uint64_t bytes() const { return m_bytes.load(std::memory_order_relaxed); }
    void stop() {
        m_stop.request_stop();
        m_belt.close();
    }
    Result<ReadOutcome> outcome() {
        m_thread.join();
        return std::move(*m_outcome);
    }
    Result<std::string> sha256() { return m_digest.valid() ? m_digest.get() : m_file.identity.sha256; }

private:
    // A reader's own failures are Results; what the library throws (no memory) must not end the program.
    void read() {
        BeltSink sink(m_belt);
        ReadInput input{m_file.identity.path, [this](std::uint64_t done) { m_bytes = done; }, m_stop.get_token()};
        input.mapping = m_file.mapping;
        try {
            m_outcome = readFile(*m_file.reader, input, *m_file.sample, sink);
        } catch (const std::exception& failure) {
            m_outcome = Result<ReadOutcome>(unexpected(
                ErrorKind::io, std::string("reading failed: ") + failure.what() + ".", m_file.identity.path));
        }
        sink.finish();
    }

    const FileImport& m_file;
    std::stop_source m_stop;
    Belt m_belt;
    std::atomic<std::uint64_t> m_bytes = 0;
    std::optional<Result<ReadOutcome>> m_outcome;
    std::future<Result<std::string>> m_digest;
    std::stop_callback<std::function<void()>> m_passStop;
    std::jthread m_thread;  ///< last: it uses all of the above
};

void keepRejections(const Batch& batch, FileReport& report) {
    for (const Rejection& each : batch.rejections) {
        if (report.rejections.size() >= keptRejections) return;
        report.rejections.push_back(each);
    }
}

/// Inserts batch by batch until the reader has ended. Errors: workspace, cancelled.
Result<void> insertAll(Connection& connection, const FileImport& file, Reading& reading, FileWriter& writer,
                       FileReport& report) {
    std::unique_ptr<Batch> batch;
    for (;;) {
        const Belt::Got got = reading.belt().pop(batch, lookEvery, file.stop);
        if (file.stop.stop_requested()) return cancelled(file.identity.path);
        if (file.progress) file.progress(reading.bytes());
        if (got == Belt::Got::end) return {};
        if (got == Belt::Got::nothingYet) continue;
        writer.write(*batch);
        keepRejections(*batch, report);
        reading.belt().giveBack(std::move(batch));
        if (auto written = connection.check(); !written) return written;
    }
}

void fillReport(const ReadOutcome& outcome, const FileWriter& writer, const std::string& sha256, FileReport& report) {
    assert(outcome.rows == writer.rows() && outcome.rejected == writer.rejected());
    assert(outcome.records == outcome.rows + outcome.rejected);
    report.id = writer.id();
    report.sha256 = sha256;
    report.records = outcome.records;
    report.rows = writer.rows();
    report.rejected = writer.rejected();
    report.summaries = outcome.summaries;
    report.diagnostics = outcome.diagnostics;
}

}  // namespace

Result<FileImported> importFile(Connection& connection, const FileImport& file, FileReport& report) {
    report.reader = file.reader->id;
    FileWriter writer(connection, file.identity);
    if (auto begun = connection.check(); !begun) return Unexpected{begun.error()};
    const FileState before = FileState::of(file.identity.path);
    Reading reading(file);
    if (auto inserted = insertAll(connection, file, reading, writer, report); !inserted)
        return Unexpected{inserted.error()};
    auto outcome = reading.outcome();
    if (!outcome) return Unexpected{outcome.error()};
    const auto sha256 = reading.sha256();
    if (!sha256) return Unexpected{sha256.error()};
    if (FileState::of(file.identity.path) != before)
        outcome->diagnostics.push_back({"changed-while-read",
                                        "The file changed while it was read: import it again when whatever writes it "
                                        "has finished."});
    if (file.addContext) {
        file.addContext(*outcome);
        blotPrivate(*outcome);
    }
    writer.holdClocks(*outcome);
    FileImported imported{writer.finish(*outcome, *sha256), std::move(outcome->siblings)};
    if (auto written = connection.check(); !written) return Unexpected{written.error()};
    fillReport(*outcome, writer, *sha256, report);
    return imported;
}

}  // namespace plumbline
