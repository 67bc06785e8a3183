// One reader a format. A reader claims a file by its content, streams its rows into a sink, and ends with what the
// file says of itself. Rows and diagnostics are values; nothing here knows the workspace.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/context.h"
#include "core/trace/diagnostic.h"
#include "core/trace/result.h"
#include "core/trace/row.h"

namespace plumbline {

struct Mapping;
struct RecordForm;

/// What the probes see: the first 256 KiB, unpacked, and what a scan of them tells.
struct Sample {
    std::string path;
    std::string_view head;  ///< without BOM
    bool whole = false;     ///< head is the whole file
    enum class Shape { empty, object, array, lines, table, other } shape = Shape::other;
    /// Top-level keys of the first object (of an array's first element; of a table, its columns), in file order. When
    /// the first object is larger than the head, a scan over the file's top level completes them.
    std::vector<std::string> keys;
    std::string firstLine;
    bool has(std::string_view key) const;
    bool holds(std::string_view text) const { return head.find(text) != std::string_view::npos; }
    /// One JSON object, or one a line.
    bool isObjects() const { return shape == Shape::object || shape == Shape::lines; }
    /// The same, or a list of them.
    bool isJson() const { return isObjects() || shape == Shape::array; }
};

/// Progress in bytes of the file as it lies on disk.
using ByteProgress = std::function<void(std::uint64_t done)>;

struct ReadInput {
    std::string path;
    ByteProgress progress;  ///< may be empty; called at least every 4 MiB
    std::stop_token stop;   ///< asked at least every few MiB or 50 ms; a stopped read returns ErrorKind::cancelled
    /// Told of a damaged packing, once, and the file then ends where the damage begins, so that what is good is kept.
    /// Empty: the read fails with that error.
    std::function<void(const Error& damage)> damaged = {};
    const Mapping* mapping = nullptr;  ///< of mappedReader (mapped_reader.h): which columns are which fields
};

/// Takes what a reader yields, in file order. Source and run are ordinals within the file, from 0; what they are comes
/// with ReadOutcome at the end.
class RowSink {
public:
    virtual ~RowSink() = default;
    virtual void row(std::size_t source, std::size_t run, const Row& row) = 0;
    virtual void reject(const Rejection& rejection) = 0;
};

/// records = rows + rejected always holds; runs of summaries are no records' rows: a summary object counts one record
/// and lands in summaries.
struct ReadOutcome {
    std::uint64_t records = 0;
    std::uint64_t rows = 0;
    std::uint64_t rejected = 0;
    std::uint64_t summaries = 0;  ///< summary-only points; records counts rows and rejections only
    std::vector<SourceInfo> sources;
    std::vector<Diagnostic> diagnostics;
    std::vector<std::string> siblings;  ///< files beside it that were read for load or context: no result of their own
};

/// One physical form of a harness's files: its requests, or a summary of them.
struct ReaderForm {
    int (*probe)(const Sample&) = nullptr;  ///< 0 no, 100 certain
    /// The sample is the one that the probes saw.
    Result<ReadOutcome> (*read)(const ReadInput&, const Sample&, RowSink&) = nullptr;
    const RecordForm* records = nullptr;  ///< form/record_form.h, which says it all; `read` is then null
};

struct Reader {
    std::string_view id;              ///< "vllm"
    std::string_view title;           ///< "vLLM serving benchmark (vllm bench serve)"
    std::string_view tells;           ///< how it tells: one line for `plumbline readers`
    std::array<ReaderForm, 2> forms;  ///< the second may be empty

    /// Of the form that is surest; the highest wins, ties by registry order.
    int probe(const Sample& sample) const;
    /// By the form that is surest: of equals the second, where none is sure the first.
    Result<ReadOutcome> read(const ReadInput& input, const Sample& sample, RowSink& sink) const;
};

/// In the order of the registry.
std::span<const Reader> readers();

/// Reads the head of a file and what the probes need; `storage` holds the head. Errors: io, cancelled.
Result<Sample> sampleFile(const std::string& path, std::string& storage, std::stop_token stop = {});

/// The reader of a file, or an error of kind notRecognised that names the keys found and the readers tried, or of kind
/// refused with what it is and what to give instead.
Result<const Reader*> findReader(const Sample& sample);

}  // namespace plumbline
