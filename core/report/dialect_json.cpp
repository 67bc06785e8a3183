// A level's figures under dialects, and its reported figures beside ours (CLI §3.3).
#include <set>

#include "core/judge/reported/reported.h"
#include "core/report/json_parts.h"

namespace plumbline {
namespace {

Json differenceJson(const ReportedRun& run, std::size_t number, const ReportedFigure& figure) {
    return {{"run", number},
            {"metric", figure.key},
            {"reported", numberJson(figure.reported)},
            {"ours", numberJson(figure.ours)},
            {"dialect", run.dialect ? Json(entry(*run.dialect).name) : Json(nullptr)},
            {"by_dialect", numberJson(figure.dialect)},
            {"difference", numberJson(figure.difference)},
            {"rounded_to", numberJson(figure.step)},
            {"cause", textJson(name(figure.cause))},
            {"text", textJson(figure.text)}};
}

/// From 1, among the runs of the level.
std::size_t numberOf(const LevelFigures& level, RunIndex run) {
    for (std::size_t i = 0; i < level.runs.size(); ++i)
        if (level.runs[i].run == run) return i + 1;
    return 0;
}

}  // namespace

void addReported(const ReportInput& input, std::size_t configuration, std::size_t level, Json& out) {
    const LevelFigures& of = input.figures.configurations[configuration].levels[level];
    std::set<Dialect> wanted;
    if (input.dialect) wanted.insert(*input.dialect);
    Json differences = Json::array();
    for (const ReportedRun& run : input.judgement.reportedAt(configuration, level)) {
        if (run.dialect) wanted.insert(*run.dialect);
        for (const ReportedFigure& figure : run.figures)
            differences.push_back(differenceJson(run, numberOf(of, run.run), figure));
    }
    Json figures = Json::object();
    for (const Dialect dialect : wanted) {
        Json each = Json::object();
        for (const auto& [key, value] :
             dialectAtLevel(input.data, input.settings, input.figures, configuration, level, dialect))
            if (value) each[key] = numberJson(value);  // what the rows cannot tell is no key
        if (!each.empty()) figures[std::string(entry(dialect).name)] = std::move(each);
    }
    out["dialects"] = std::move(figures);
    out["reported_differences"] = std::move(differences);
}

}  // namespace plumbline
