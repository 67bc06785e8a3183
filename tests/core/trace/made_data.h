// Small datasets by hand: one file, its sources and runs, rows in seconds.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/measure/settings.h"
#include "core/trace/dataset.h"

namespace plumbline::made {

inline Nanoseconds sec(double value) { return fromSeconds(value); }
inline Load concurrency(double value) { return {LoadKind::concurrency, value}; }
inline Load requestRate(double value) { return {LoadKind::requestRate, value}; }

/// A row that streams: `first` and `end` are offsets in s, `start` is on the clock.
inline Row streamed(double start, double first, double end, Count tokens, Count chunks) {
    Row row;
    row.start = sec(start);
    row.firstContent = sec(first);
    row.end = sec(end);
    row.lastContent = row.end;
    row.outputTokens = tokens;
    row.chunks = chunks;
    return row;
}

inline Row failed(double start, double end) {
    Row row;
    row.status = Status::error;
    row.error = "HTTP 500";
    row.start = sec(start);
    row.end = sec(end);
    return row;
}

/// Builds file by file; the newest source and run take what is added.
class Made {
public:
    Made() { file("a.json", "sha-a"); }

    Made& file(const std::string& path, const std::string& sha256) {
        m_file = m_builder.addFile({FileId(static_cast<std::int64_t>(++m_files)), path, sha256, "made", 0, 0, 0});
        m_record = 0;
        m_hasSource = false;
        return *this;
    }
    Made& source(Context context, TimingBoundary boundary = {}) {
        Source made;
        made.id = SourceId(static_cast<std::int64_t>(++m_sources));
        made.file = m_file;
        made.context = std::move(context);
        made.boundary = std::move(boundary);
        m_source = m_builder.addSource(std::move(made));
        m_hasSource = true;
        return *this;
    }
    /// In a source of its own where the file has none yet.
    Made& run(Load load, RunInfo info = {}) {
        if (!m_hasSource) source({});
        info.load = load;
        m_run = m_builder.addRun(m_source, std::move(info));
        return *this;
    }
    Made& summary(Load load, Reported reported, std::int32_t number = 0) {
        RunInfo info;
        info.summaryOnly = true;
        info.reported = std::move(reported);
        info.number = number;
        return run(load, std::move(info));
    }
    Made& row(Row row) {
        row.record = m_record++;
        m_builder.addRow(m_run, row, 0);
        return *this;
    }
    std::shared_ptr<const Dataset> done() { return m_builder.finish(); }

private:
    DatasetBuilder m_builder;
    std::size_t m_files = 0, m_sources = 0, m_file = 0, m_source = 0;
    bool m_hasSource = false;
    RunIndex m_run{};
    std::uint64_t m_record = 0;
};

/// All sources in one configuration.
inline std::shared_ptr<const Grouping> oneConfiguration(const Dataset& data) {
    auto grouping = std::make_shared<Grouping>();
    Grouping::Configuration configuration;
    configuration.id = ConfigurationId(1);
    for (const Source& source : data.sources) configuration.sources.push_back(source.id);
    grouping->configurations.push_back(std::move(configuration));
    return grouping;
}

inline Fact stated(std::string jsonText) { return {std::move(jsonText), std::nullopt}; }

}  // namespace plumbline::made
