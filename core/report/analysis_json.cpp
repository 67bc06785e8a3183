// The whole document of `plumbline analyze --json` (CLI §3).
#include <algorithm>

#include "core/curve/curve.h"
#include "core/report/json_parts.h"
#include "core/report/version.h"
#include "core/trace/supersede.h"

namespace plumbline {
namespace {

Json reportedValue(const CountSetting& count, const MeasureSettings& measure) { return measure.*count.member; }
Json reportedValue(const TimeSetting& time, const MeasureSettings& measure) { return seconds(measure.*time.member); }
Json reportedValue(const RateSetting& rate, const MeasureSettings& measure) { return numberJson(measure.*rate.member); }
Json reportedValue(const FlagSetting& flag, const MeasureSettings& measure) { return measure.*flag.member; }
Json reportedValue(const ChoiceSetting& choice, const MeasureSettings& measure) {
    return wordInForce(choice, measure).word;
}

/// A time that a rule finds is not the one that is set.
void addCutoff(const SettingEntry& entry, const MeasureSettings& measure, Json& out) {
    if (entry.reportKey.empty()) return;
    out[entry.reportKey] = reportedJson(entry, measure);
    const auto* time = std::get_if<TimeSetting>(&entry.kind);
    if (time == nullptr || time->rule == nullptr) return;
    const bool byRule = isByRule(*time, measure);
    if (byRule) out[entry.reportKey] = nullptr;
    out[time->rule->reportKey] = byRule ? time->rule->on : time->rule->off;
}

/// The limit as it was written: 40 s and 300 ms, not 0.3.
double writtenLimit(const Slo& slo) {
    if (slo.unit == "ms") return slo.limit * 1e3;
    return slo.unit == "us" ? slo.limit * 1e6 : slo.limit;
}

Json slosJson(const std::vector<Slo>& slos) {
    Json out = Json::array();
    for (const Slo& slo : slos)
        out.push_back({{"metric", entry(slo.metric).key},
                       {"statistic", text(slo.statistic)},
                       {"op", wordOf(slo.op)},
                       {"limit", numberJson(writtenLimit(slo))},
                       {"unit", slo.metric == RowMetric::rate ? "tokens/s" : slo.unit}});
    return out;
}

Json sourceJson(const FileReport& file) {
    Json rejections = Json::array();
    for (const Rejection& each : file.rejections)
        rejections.push_back({{"line", each.line == 0 ? Json(nullptr) : Json(each.line)},
                              {"record", each.record},
                              {"byte", each.byte},
                              {"reason", each.reason}});
    Json diagnostics = Json::array();
    for (const Diagnostic& each : file.diagnostics)
        diagnostics.push_back({{"id", each.id}, {"text", each.text}, {"count", each.count}});
    return {{"path", file.path},
            {"sha256", textJson(file.sha256)},
            {"reader", textJson(file.reader)},
            {"records", file.records},
            {"rows", file.rows},
            {"rejected", file.rejected},
            {"summaries", file.summaries},
            {"rejections", rejections},
            {"diagnostics", diagnostics},
            {"skipped", file.skipped ? Json(*file.skipped) : Json(nullptr)},
            {"error", file.error ? Json(file.error->text()) : Json(nullptr)}};
}

/// Facts in force, and beside them what a file stated where a context file or a person said otherwise.
void addContext(const Context& context, Json& out) {
    out["context"] = Json::object();
    Json edited = Json::object();
    for (const auto& [key, fact] : context) {
        if (!fact.stated && !fact.edited) continue;
        out["context"][key] = factJson(fact.inForce());
        if (fact.edited && fact.stated) edited[key] = {{"stated", factJson(*fact.stated)}};
    }
    if (!edited.empty()) out["context_edited"] = edited;
}

Json boundaryJson(const TimingBoundary& boundary) {
    return {{"start", textJson(boundary.start)},
            {"first", textJson(boundary.first)},
            {"end", textJson(boundary.end)},
            {"tokens", textJson(boundary.tokens)},
            {"clock", textJson(boundary.clock)}};
}

Json crossingJson(const ReportInput& input, const ConfigurationFigures& configuration, const Crossing& crossing,
                  const DecidedLoads& decided) {
    Json between = nullptr, withheld = Json::object();
    if (crossing.between)
        between = Json::array({wholeJson(crossing.between->first), wholeJson(crossing.between->second)});
    if (!decided.low) withheld["load_low"] = textJson(decided.noLow);
    if (!decided.high) withheld["load_high"] = textJson(decided.noHigh);
    return {{"slo", crossing.slo},
            {"state", name(crossing.state)},
            {"between", between},
            {"load", numberJson(crossing.load)},
            {"system_output_tokens_per_s", numberJson(crossing.systemOutputRate)},
            {"load_low", decided.low ? wholeJson(*decided.low) : Json(nullptr)},
            {"load_high", decided.high ? wholeJson(*decided.high) : Json(nullptr)},
            {"withheld", withheld},
            {"monotonic", crossing.monotonic},
            {"text", text(input.settings.slos[crossing.slo], configuration, crossing) + "; " + text(decided)}};
}

}  // namespace

Json reportedJson(const SettingEntry& entry, const MeasureSettings& measure) {
    return std::visit([&](const auto& kind) { return reportedValue(kind, measure); }, entry.kind);
}

Json settingsDocument(const ReportInput& input) {
    const auto& decisions = input.settings.decisions;
    Json out = Json::object();
    for (const SettingEntry& entry : settingTable()) addCutoff(entry, input.settings.measure, out);
    out["review_decisions"] = decisions ? decisions->size() : 0;
    out["excluded_rows"] = input.figures.excludedRows;
    out["decisions_without_row"] = input.figures.decisionsMissing;
    out["decisions_ambiguous"] = input.figures.decisionsAmbiguous;
    out["typed_loads"] = input.settings.grouping ? input.settings.grouping->typedLoads.size() : 0;
    return out;
}

Json dimensionsJson(const Dimensions& dimensions) {
    Json out = Json::object();
    for (const auto& [name, value] : dimensions) {
        Json& each = out[name];
        if (const auto* number = std::get_if<double>(&value)) each = *number;
        if (const auto* text = std::get_if<std::string>(&value)) each = *text;
    }
    return out;
}

/// What files that sum up several of the levels report of the whole run.
Json summedUpJson(const ReportInput& input, const ConfigurationFigures& configuration) {
    Json out = Json::array();
    for (const Run& run : input.data.runs) {
        const Source& source = input.data.sources[run.source];
        if (!run.superseded || !sumsUp(source)) continue;
        if (!std::binary_search(configuration.sources.begin(), configuration.sources.end(), run.source)) continue;
        Json figures = Json::object();
        for (const auto& [key, value] : run.info.reported) figures[key] = value;
        out.push_back({{"path", input.data.files[source.file].path},
                       {"requests", run.info.declaredRequests ? Json(*run.info.declaredRequests) : Json()},
                       {"completed", run.info.declaredCompleted ? Json(*run.info.declaredCompleted) : Json()},
                       {"figures", std::move(figures)}});
    }
    return out;
}

Json configurationJson(const ReportInput& input, std::size_t position) {
    const ConfigurationFigures& configuration = input.figures.configurations[position];
    Json out = {{"name", configuration.name}};
    addContext(configuration.context, out);
    out["timing_boundary"] = boundaryJson(configuration.boundary);
    out["levels"] = Json::array();
    const auto& suspicious = input.judgement.suspiciousPerLevel;
    for (std::size_t level = 0; level < configuration.levels.size(); ++level) {
        out["levels"].push_back(levelJson(configuration.levels[level], suspicious[position][level]));
        addIntervals(configuration.levels[level], input.judgement.intervals[position][level], out["levels"].back());
        addReported(input, position, level, out["levels"].back());
    }
    out["dimensions"] = dimensionsJson(configuration.dimensions);
    if (Json sums = summedUpJson(input, configuration); !sums.empty()) out["reported"] = std::move(sums);
    out["crossings"] = Json::array();
    for (std::size_t i = 0; i < configuration.crossings.size(); ++i)
        out["crossings"].push_back(
            crossingJson(input, configuration, configuration.crossings[i], input.judgement.crossings[position][i]));
    out["saturation"] = {
        {"elasticity", numberJson(configuration.saturation.elasticity)},
        {"still_scaling",
         configuration.saturation.elasticity ? Json(configuration.saturation.stillScaling) : Json(nullptr)}};
    return out;
}

std::string analysisJson(const ReportInput& input) {
    Json out = {
        {"plumbline", version()}, {"settings", settingsDocument(input)}, {"slos", slosJson(input.settings.slos)}};
    out["limits"] = limitsJson(input);
    out["sources"] = Json::array();
    for (const FileReport& file : input.imports.files) out["sources"].push_back(sourceJson(file));
    out["configurations"] = Json::array();
    for (std::size_t i = 0; i < input.figures.configurations.size(); ++i)
        out["configurations"].push_back(configurationJson(input, i));
    out["comparisons"] = comparisonsJson(input);
    out["claims_asked"] = claimsAskedJson(input);
    out["pareto"] = paretoJson(input);
    out["unknowns"] = unknownsJson(input);
    out["findings"] = findingsJson(input);
    out["suspicious"] = suspiciousJson(input);
    out["traffic"] = trafficJson(input);
    out["sensitivity"] = sensitivityJson(input);
    return dumpDocument(out);
}

}  // namespace plumbline
