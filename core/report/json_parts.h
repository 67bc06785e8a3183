// Pieces of the documents that analyze writes. Private to this room: nlohmann/json stays out of public headers.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/measure/setting_table.h"
#include "core/report/report.h"

namespace plumbline {

using Json = nlohmann::ordered_json;

/// null for nothing, and for what strict JSON has no word for.
Json numberJson(const std::optional<double>& value);
/// 32 and not 32.0, for what is counted.
Json wholeJson(double value);
/// null for an empty text.
Json textJson(std::string_view text);
/// null for a kind that has no number.
Json loadJson(const Load& load);
/// A fact's JSON text as the value it says; a text that is no JSON comes out as a string.
Json factJson(const std::string& jsonText);
/// Strict UTF-8, two spaces a step, one newline at the end.
std::string dumpDocument(const Json& document);

/// A cutoff as reports have it: times in s, choices in words.
Json reportedJson(const SettingEntry& entry, const MeasureSettings& measure);
Json settingsDocument(const ReportInput& input);
Json limitsJson(const ReportInput& input);
Json levelJson(const LevelFigures& level, std::size_t suspicious);
/// "dialects" and "reported_differences" of a level.
void addReported(const ReportInput& input, std::size_t configuration, std::size_t level, Json& out);
/// "p99_low", "p99_high" and their like into a level's blocks.
void addIntervals(const LevelFigures& level, const LevelIntervals& intervals, Json& out);
Json comparisonsJson(const ReportInput& input);
Json claimsAskedJson(const ReportInput& input);
Json paretoJson(const ReportInput& input);
Json unknownsJson(const ReportInput& input);
Json boundSpeedsJson(const BoundSpeeds& speeds);
Json configurationJson(const ReportInput& input, std::size_t configuration);
Json findingsJson(const ReportInput& input);
Json suspiciousJson(const ReportInput& input);
Json trafficJson(const ReportInput& input);
/// null where it was not computed
Json sensitivityJson(const ReportInput& input);

}  // namespace plumbline
