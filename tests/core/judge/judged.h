// A small bench for judge: rows by hand, figures by core, and what is said of them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/judge/judge.h"

namespace plumbline {

inline constexpr Nanoseconds second{1'000'000'000};
inline constexpr Nanoseconds millisecond{1'000'000};

/// A clean streamed answer: first content after 100 ms + `number` us, 50 tokens in 50 chunks, 20 ms apart.
inline Row streamedRow(int number) {
    Row row;
    row.record = static_cast<std::uint64_t>(number);
    row.id = "r-" + std::to_string(number);
    row.start = 1000 * second + number * second;
    row.firstContent = 100 * millisecond + std::chrono::microseconds(number);
    row.gaps.assign(49, 20 * millisecond);
    row.gapsKnown = true;
    row.gapBasis = GapBasis::chunk;
    row.end = row.firstContent + 49 * 20 * millisecond;
    row.chunks = 50;
    row.promptTokens = 100;
    row.outputTokens = 50;
    return row;
}

/// Even gaps over `interval`; chunks and tokens as given.
inline Row evenRow(int number, Nanoseconds interval, Count chunks) {
    Row row = streamedRow(number);
    row.gaps.assign(static_cast<std::size_t>(chunks - 1), interval / (chunks - 1));
    row.end = row.firstContent + interval;
    row.chunks = chunks;
    row.outputTokens = chunks;
    return row;
}

class Bench {
public:
    /// Files are sources of one configuration; apart: of one of their own. Without any, rows are of a.jsonl.
    void addFile(const std::string& path, bool apart = false) {
        const auto number = static_cast<std::int64_t>(m_files + 1);
        DataFile file{FileId(number), path, "sha-" + path, "plumbline-trace"};
        m_file = m_builder.addFile(file);
        Source source;
        source.id = SourceId(number);
        source.file = m_file;
        source.context = m_context;
        source.warmupRemoved = m_warmupRemoved;
        source.boundary = m_boundary;
        m_source = m_builder.addSource(source);
        if (apart || m_grouping.configurations.empty())
            m_grouping.configurations.push_back({ConfigurationId(number), std::nullopt, {}});
        m_grouping.configurations.back().sources.push_back(SourceId(number));
        ++m_files;
    }
    RunIndex addRun(double concurrency, RunInfo info = {}) {
        info.load = {LoadKind::concurrency, concurrency};
        return addRunAt(std::move(info));
    }
    /// At whatever load the run says.
    RunIndex addRunAt(RunInfo info) {
        if (m_files == 0) addFile("a.jsonl");
        return m_run = m_builder.addRun(m_source, std::move(info));
    }
    void addRow(const Row& row) { m_builder.addRow(m_run, row); }
    /// Clean rows, so that a level is not all made of what is looked for.
    void addClean(int count, int from = 1000) {
        for (int i = 0; i < count; ++i) addRow(streamedRow(from + i));
    }
    void addTraffic(TrafficSet set) { m_builder.addTraffic(std::move(set)); }
    void addSummary(double concurrency, Reported reported) {
        RunInfo info;
        info.summaryOnly = true;
        info.reported = std::move(reported);
        addRun(concurrency, info);
    }

    const Judgement& judge(std::stop_token stop = {}, const std::function<void(double)>& progress = {}) {
        if (!data) data = m_builder.finish();
        settings.grouping = std::make_shared<const Grouping>(m_grouping);
        measured = figures(*data, settings);
        judgement = plumbline::judge(*data, settings, measured, stop, {progress, {}});
        return judgement;
    }
    std::vector<Suspicious> flags(std::string_view rule) const {
        std::vector<Suspicious> out;
        for (const Suspicious& each : judgement.suspicious)
            if (each.rule == rule) out.push_back(each);
        return out;
    }
    std::vector<Finding> findings(std::string_view id) const {
        std::vector<Finding> out;
        for (const Finding& each : judgement.findings)
            if (each.id == id) out.push_back(each);
        return out;
    }

    Settings settings;
    std::shared_ptr<const Dataset> data;
    Figures measured;
    Judgement judgement;
    Context m_context;             ///< of the next file
    TimingBoundary m_boundary;     ///< of the next file
    bool m_warmupRemoved = false;  ///< of the next file

private:
    DatasetBuilder m_builder;
    Grouping m_grouping;
    std::size_t m_files = 0, m_file = 0, m_source = 0;
    RunIndex m_run{};
};

inline double evidence(const Finding& finding, std::string_view key) {
    for (const auto& [name, value] : finding.evidence)
        if (name == key) return std::get<double>(value);
    return -1;
}
inline bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace plumbline
