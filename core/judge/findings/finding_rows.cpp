// Rows that are too many, too few, or failed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/judge/registry.h"
#include "core/judge/words.h"

namespace plumbline {
namespace {

/// What requests a level's runs declare, and how many rows are missing of them.
struct Declared {
    std::int64_t declared = 0, rows = 0, missing = 0;
};

/// Of a summary: its completed requests, and those of which it counts that they failed.
Declared declaredOf(const RunInfo& summary) {
    const auto failed = summary.reported.find("error_rate");
    const bool isCounted = summary.declaredRequests && summary.declaredCompleted && failed != summary.reported.end();
    if (!isCounted) return {};
    const auto asked = static_cast<double>(*summary.declaredRequests);
    Declared out{*summary.declaredRequests, *summary.declaredCompleted + std::llround(failed->second * asked), 0};
    out.missing = std::max<std::int64_t>(0, out.declared - out.rows);
    return out;
}

Declared declaredOf(const JudgeInput& input, LevelPlace place) {
    Declared out;
    for (const RunIndex index : input.runsOf(place)) {
        const Run& run = input.data.runs[at(index)];
        if (run.info.summaryOnly) return declaredOf(run.info);
        if (!run.info.declaredRequests) continue;
        out.declared += *run.info.declaredRequests;
        out.rows += run.rowCount;
        out.missing += std::max<std::int64_t>(0, *run.info.declaredRequests - run.rowCount);
    }
    return out;
}

/// "10 error, 3 completed with no token", leaving out what is none.
std::string failedText(const RowCounts& rows) {
    std::string out;
    const auto add = [&](std::size_t count, const char* what) {
        if (count > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", countText(count), what);
    };
    add(rows.of(Verdict::error), "with an error");
    add(rows.of(Verdict::empty), "completed with no token");
    add(rows.of(Verdict::incomplete), "incomplete");
    add(rows.of(Verdict::cancelled) - std::min(rows.of(Verdict::cancelled), rows.deliberatelyCancelled), "cancelled");
    return out;
}

bool failed(const JudgeInput& input, std::size_t row) {
    if ((*input.figures.places)[row] != Place::in) return false;
    const Verdict verdict = (*input.figures.verdicts)[row];
    if (verdict == Verdict::cancelled) return input.data.rows.deliberate[row] != 1;
    return verdict == Verdict::error || verdict == Verdict::incomplete || verdict == Verdict::empty;
}

/// The source's own word that most failed rows carry; empty when they carry none.
std::string commonestError(const Dataset& data, const std::vector<RowIndex>& rows) {
    std::map<std::uint32_t, std::size_t> counts;
    for (const RowIndex row : rows)
        if (data.rows.error[at(row)] != 0) ++counts[data.rows.error[at(row)]];
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? "" : data.strings[most->first].substr(0, 200);
}

/// As the harness counts them: all that there is of a summary.
Finding errorsOfSummary(const JudgeInput& input, LevelPlace place, double rate, const Findings& out) {
    const auto declared = input.data.runs[at(input.runsOf(place).front())].info.declaredRequests;
    const auto failed = static_cast<std::size_t>(std::llround(rate * static_cast<double>(declared.value_or(0))));
    const std::string share = declared ? shareText(failed, static_cast<std::size_t>(*declared), "requests")
                                       : percentText(rate) + " of the requests";
    Finding finding = out.at(input, place, fmt::format("{} gave no answer, as the harness counts them.", share));
    if (declared)
        finding.evidence = {{"failed", static_cast<double>(failed)}, {"sent", static_cast<double>(*declared)}};
    finding.evidence.emplace_back("error_rate", rate);
    return finding;
}

/// Summaries whose figures are those of another file to the last digit, by the level that shows them.
void findCopiedSummaries(const FindingInput& input, Findings& out) {
    const Dataset& data = input.data;
    const auto pathOf = [&](std::size_t run) -> const std::string& {
        return data.files[data.sources[data.runs[run].source].file].path;
    };
    std::map<std::size_t, std::vector<std::size_t>> copies;  // by the run of whose level they are said
    for (std::size_t run = 0; run < data.runs.size(); ++run)
        if (const Run& copy = data.runs[run]; copy.copyOf) copies[copy.superseded ? *copy.copyOf : run].push_back(run);
    if (copies.empty()) return;
    for (const LevelPlace place : input.levels())
        for (const RunIndex index : input.runsOf(place)) {
            const auto found = copies.find(at(index));
            if (found == copies.end()) continue;
            const std::size_t first = found->second.front(),
                              other = first == at(index) ? *data.runs[first].copyOf : first;
            const std::string more =
                found->second.size() > 1 ? fmt::format(" and {} more", found->second.size() - 1) : std::string();
            Finding finding =
                out.at(input, place,
                       fmt::format("{} holds the very figures of {}{}: one run, {}.", pathOf(other), pathOf(at(index)),
                                   more, data.runs[first].superseded ? "counted once" : "shown at both places"));
            finding.evidence = {{"files", static_cast<double>(found->second.size() + 1)}};
            out.push_back(std::move(finding));
        }
}

}  // namespace

void findDuplicates(const FindingInput& input, Findings& out) {
    findCopiedSummaries(input, out);
    std::map<LevelPlace, std::vector<RowIndex>> copies;
    for (const Suspicious& flag : input.suspicious)
        if (flag.rule == duplicateRule) copies[input.placeOf(flag.row)].push_back(flag.row);
    for (auto& [place, rows] : copies) {
        Finding finding = out.at(input, place,
                                 fmt::format("{} repeat an earlier row to the nanosecond, in all times and counts.",
                                             shareText(rows.size(), input.level(place).rows.total, "rows")));
        finding.evidence = {{"duplicates", static_cast<double>(rows.size())}};
        finding.rows = std::move(rows);
        out.push_back(std::move(finding));
    }
}

void findPlaceholderValue(const FindingInput& input, Findings& out) {
    std::map<LevelPlace, std::vector<RowIndex>> held;
    for (const Suspicious& flag : input.suspicious)
        if (flag.rule == placeholderRule) held[input.placeOf(flag.row)].push_back(flag.row);
    for (auto& [place, rows] : held) {
        Finding finding = out.at(input, place,
                                 fmt::format("{} have a TTFT that is equal to others' to the last digit: written "
                                             "in, not measured.",
                                             shareText(rows.size(), input.level(place).rows.total, "rows")));
        finding.evidence = {{"rows", static_cast<double>(rows.size())}};
        finding.rows = std::move(rows);
        out.push_back(std::move(finding));
    }
}

void findPopulationIncomplete(const FindingInput& input, Findings& out) {
    for (const LevelPlace place : input.levels()) {
        const Declared people = declaredOf(input, place);
        if (people.missing == 0) continue;
        Finding finding = out.at(
            input, place,
            fmt::format("{} {} of {} requests declared: {} are missing, and what they would have measured with them.",
                        countText(static_cast<std::uint64_t>(people.rows)),
                        input.level(place).summaryOnly ? "completed or failed" : "rows",
                        countText(static_cast<std::uint64_t>(people.declared)),
                        countText(static_cast<std::uint64_t>(people.missing))));
        finding.evidence = {{"rows", static_cast<double>(people.rows)},
                            {"declared", static_cast<double>(people.declared)},
                            {"missing", static_cast<double>(people.missing)}};
        out.push_back(std::move(finding));
    }
}

void findErrors(const FindingInput& input, Findings& out) {
    for (const LevelPlace place : input.levels()) {
        const LevelFigures& level = input.level(place);
        if (!level.errorRate || *level.errorRate <= out.threshold()) continue;
        if (level.summaryOnly) {
            out.push_back(errorsOfSummary(input, place, *level.errorRate, out));
            continue;
        }
        const std::size_t sent = level.rows.sent() - std::min(level.rows.sent(), level.rows.deliberatelyCancelled);
        Finding finding = out.at(
            input, place,
            fmt::format("{} failed: {}.", shareText(level.rows.failed(), sent, "requests"), failedText(level.rows)));
        input.forEachRow(place, [&](std::size_t row) {
            if (failed(input, row)) finding.rows.push_back(RowIndex(row));
        });
        finding.evidence = {{"failed", static_cast<double>(level.rows.failed())},
                            {"sent", static_cast<double>(sent)},
                            {"error_rate", *level.errorRate}};
        const std::string error = commonestError(input.data, finding.rows);
        if (!error.empty()) finding.evidence.emplace_back("commonest_error", error);
        out.push_back(std::move(finding));
    }
}

}  // namespace plumbline
