// A run with rows and a summary of its harness, and what is said of one of the summary's figures.
#pragma once

#include "core/judge/reported/reported.h"
#include "tests/core/judge/judged.h"

namespace plumbline {

/// A bench whose file is of a harness.
class ReportedBench : public Bench {
public:
    ReportedRun compare() {
        judge();
        const auto runs = judgement.reportedAt(0, 0);
        return runs.empty() ? ReportedRun{} : runs.front();
    }
};

/// Told by the note of its harness, as a trace of ours keeps it; "=vllm" names the dialect itself.
inline Context of(std::string harness) {
    Context context;
    const bool named = harness.starts_with('=');
    if (named) harness.erase(0, 1);
    context[named ? "note.dialect" : "note.harness"].stated = plumbline::quoted(harness);
    return context;
}

/// Twenty clean answers (TTFT 100.000 to 100.019 ms, 50 tokens, 20 ms apart, a second apart), and a summary.
struct Case {
    std::string harness = "vLLM";
    RunInfo info;
    std::vector<Row> rows;
    Case() {
        for (int i = 0; i < 20; ++i) {
            rows.push_back(streamedRow(i));
            rows.back().start += std::chrono::microseconds(i * 137);  // starts on whole seconds would be coarse
        }
        info.declaredCompleted = 20;
        info.declaredDuration = 21 * second;
    }
};
inline constexpr double ttftMean = 0.1000095;

inline void fill(ReportedBench& bench, const Case& given) {
    bench.m_context = of(given.harness);
    bench.addRun(1, given.info);
    for (const Row& row : given.rows) bench.addRow(row);
}

/// One figure of the summary; a figure without a key where it is not compared.
inline ReportedFigure compared(Case given, const std::string& key, double reported) {
    ReportedBench bench;
    given.info.reported[key] = reported;
    fill(bench, given);
    for (const ReportedFigure& figure : bench.compare().figures)
        if (figure.key == key) return figure;
    return {};
}

}  // namespace plumbline
