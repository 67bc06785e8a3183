// A small Dataset made in memory, and what the session would show of it.
#pragma once

#include "ui/models/rows_snapshot.h"

namespace plumbline::test {

/// Row kinds, at times that give every verdict by the defaults.
enum class Kind { streamed, burst, shortOutput, failed, unknownTokens };

inline Row rowOf(Kind kind, std::uint64_t record, int load) {
    using namespace std::chrono_literals;
    Row row;
    row.record = record;
    row.line = record + 2;
    row.id = "r-" + std::to_string(record);
    row.load = {LoadKind::concurrency, static_cast<double>(load)};
    row.start = std::chrono::seconds(10 * record);
    row.firstContent = 100ms;
    row.end = 2s + std::chrono::milliseconds(record);
    row.lastContent = row.end;
    row.chunks = 50;
    row.outputTokens = 100;
    row.promptTokens = 10;
    if (kind == Kind::burst) row.firstContent = row.end - 1ms;
    if (kind == Kind::shortOutput) row.outputTokens = 1;
    if (kind == Kind::unknownTokens) row.outputTokens = unknownCount;
    if (kind == Kind::failed) {
        row.status = Status::error;
        row.error = "Timeout on the upstream server";
    }
    return row;
}

/// Two files, A and B, of loads 1 and 8: at each a row of every kind, and a second streamed one. 24 rows.
inline std::shared_ptr<const Dataset> twoFiles() {
    DatasetBuilder builder;
    for (int i = 0; i < 2; ++i) {
        DataFile file;
        file.id = FileId{i + 1};
        file.path = i == 0 ? "runs/alpha.json" : "runs/beta.json";
        file.sha256 = i == 0 ? "aa" : "bb";
        file.reader = "trace";
        Source source;
        source.id = SourceId{i + 1};
        source.file = builder.addFile(file);
        source.context["name"].stated = quoted(i == 0 ? "A" : "B");
        source.context["engine"].stated = quoted(i == 0 ? "vllm" : "sglang");
        source.context["model"].stated = quoted("m");
        source.boundary = {"sent", "answer-text", "closed", "usage", "relative"};
        const std::size_t position = builder.addSource(source);
        std::uint64_t record = 0;
        for (const int load : {1, 8}) {
            RunInfo info;
            info.load = {LoadKind::concurrency, static_cast<double>(load)};
            info.number = load;
            const RunIndex run = builder.addRun(position, info);
            for (const Kind kind :
                 {Kind::streamed, Kind::burst, Kind::shortOutput, Kind::failed, Kind::unknownTokens, Kind::streamed})
                builder.addRow(run, rowOf(kind, record++, load));
        }
    }
    return builder.finish();
}

inline Settings twoConfigurations() {
    Settings settings;
    Grouping grouping;
    grouping.configurations = {{ConfigurationId{1}, "A", {SourceId{1}}}, {ConfigurationId{2}, "B", {SourceId{2}}}};
    settings.grouping = std::make_shared<const Grouping>(grouping);
    return settings;
}

inline Shown shownOf(std::shared_ptr<const Dataset> data, const Settings& settings) {
    Shown shown{std::move(data), settings, nullptr, std::make_shared<const DecisionIndex>(settings.decisions)};
    shown.figures = std::make_shared<const Figures>(figures(*shown.data, settings));
    return shown;
}

inline std::shared_ptr<const Judgement> judged(const Shown& shown) {
    return std::make_shared<const Judgement>(judge(*shown.data, shown.settings, *shown.figures));
}

inline std::shared_ptr<const RowsSnapshot> snapshotOf(const Settings& settings) {
    static const auto data = twoFiles();
    const Shown shown = shownOf(data, settings);
    return rowsSnapshot(shown, judged(shown));
}

}  // namespace plumbline::test
