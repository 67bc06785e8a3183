// Findings and suspicious rows (CLI §3).
#include "core/report/json_parts.h"

namespace plumbline {
namespace {

Json evidenceJson(const Finding& finding) {
    Json out = Json::object();
    for (const auto& [key, value] : finding.evidence) {
        if (const auto* number = std::get_if<double>(&value)) out[key] = numberJson(*number);
        if (const auto* words = std::get_if<std::string>(&value)) out[key] = *words;
        if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
            out[key] = Json::array();
            for (const double each : *numbers) out[key].push_back(numberJson(each));
        }
    }
    return out;
}

Json offerJson(const Finding& finding) {
    if (!finding.offer) return nullptr;
    Json out = {{"text", finding.offerText}};
    for (const SettingEntry* entry : {&settingOf(&MeasureSettings::minInterval),
                                      &settingOf(&MeasureSettings::minChunks), &settingOf(&MeasureSettings::warmup)})
        out[entry->reportKey] = reportedJson(*entry, *finding.offer);
    return out;
}

Json findingJson(const ReportInput& input, const Finding& finding) {
    const auto& all = input.figures.configurations;
    return {{"id", finding.id},
            {"severity", name(finding.severity)},
            {"configuration", finding.configuration ? Json(all[*finding.configuration].name) : Json(nullptr)},
            {"load", finding.load ? loadJson(*finding.load) : Json(nullptr)},
            {"text", finding.text},
            {"evidence", evidenceJson(finding)},
            {"rows", finding.rows.size()},
            {"changed_threshold", finding.changedThreshold ? numberJson(*finding.changedThreshold) : Json(nullptr)},
            {"offer", offerJson(finding)}};
}

Json flagJson(const Dataset& data, const Suspicious& flag) {
    const std::size_t row = at(flag.row);
    const DataFile& file = data.files[data.sources[data.runs[at(data.rows.run[row])].source].file];
    return {{"source", file.path},
            {"record", data.rows.record[row]},
            {"line", data.rows.line[row] == 0 ? Json(nullptr) : Json(data.rows.line[row])},
            {"id", textJson(data.strings[data.rows.id[row]])},
            {"rule", flag.rule},
            {"value", numberJson(flag.value)},
            {"threshold", numberJson(flag.threshold)},
            {"unit", flag.unit},
            {"text", flag.text}};
}

}  // namespace

Json findingsJson(const ReportInput& input) {
    Json out = Json::array();
    for (const Finding& finding : input.judgement.findings) out.push_back(findingJson(input, finding));
    return out;
}

Json suspiciousJson(const ReportInput& input) {
    Json out = Json::array();
    for (const Suspicious& flag : input.judgement.suspicious) out.push_back(flagJson(input.data, flag));
    return out;
}

}  // namespace plumbline
