// `plumbline analyze` for a person at a terminal, in 100 columns.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "core/judge/words.h"
#include "core/measure/setting_table.h"
#include "core/report/claims_text.h"
#include "core/report/comparison_text.h"
#include "core/report/configuration_text.h"
#include "core/report/dialect_text.h"
#include "core/report/format.h"
#include "core/report/limits_text.h"
#include "core/report/report.h"
#include "core/report/sensitivity_text.h"
#include "core/report/text_table.h"
#include "core/report/traffic_text.h"
#include "core/report/version.h"
#include "core/trace/ascii.h"
#include "core/trace/number_words.h"

namespace plumbline {
namespace {

constexpr std::size_t mostQueueLines = 10;
constexpr std::size_t mostSkipped = 10;
constexpr std::size_t mostFiles = 50;
constexpr std::size_t mostAlike = 3;
constexpr std::size_t mostRejections = 3;

/// Where one thing is found: findings that say the same of several places are one paragraph.
struct FoundAt {
    const Finding* first = nullptr;
    std::vector<std::string> places;
    std::vector<std::string> alike;  ///< configurations of which the same is said with other numbers
    std::size_t more = 0;            ///< places whose own sentence is left out
};

std::string placeText(const Finding& finding, bool several) {
    std::string out = several && finding.configuration ? configurationMark(*finding.configuration) : "";
    if (finding.load) out += (out.empty() ? "" : " ") + shortText(*finding.load);
    return out;
}

/// A sentence without its numbers: "still scaling, elasticity 0.76" and "..., elasticity 0.80" say the same.
std::string withoutNumbers(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool digit = isDigit(text[i]);
        const bool inside = (text[i] == '.' || text[i] == ',') && !out.empty() && out.back() == '#' &&
                            i + 1 < text.size() && isDigit(text[i + 1]);
        if (!digit && !inside)
            out += text[i];
        else if (out.empty() || out.back() != '#')
            out += '#';
    }
    return out;
}

/// In the order of the findings. The same at more than three loads of a configuration is told by its first; so are
/// notes on whole configurations that differ in their numbers alone.
std::vector<FoundAt> gathered(const ReportInput& input) {
    const bool several = input.figures.configurations.size() > 1;
    std::map<std::pair<std::string, std::optional<std::size_t>>, std::size_t> counts;
    for (const Finding& each : input.judgement.findings) ++counts[{each.id, each.configuration}];
    std::vector<FoundAt> out;
    for (const Finding& each : input.judgement.findings) {
        const bool many = counts[{each.id, each.configuration}] > mostAlike;
        const auto told = std::find_if(out.begin(), out.end(), [&](const FoundAt& at) {
            if (at.first->id != each.id) return false;
            const bool note = each.severity == Severity::note && !each.load && !at.first->load;
            const bool sameText = !each.load && (at.first->text == each.text ||
                                                 (note && withoutNumbers(at.first->text) == withoutNumbers(each.text)));
            return sameText || (many && at.first->configuration == each.configuration);
        });
        if (told == out.end())
            out.push_back({&each, {placeText(each, several)}, {}, 0});
        else if (told->first->text == each.text)
            told->places.push_back(placeText(each, several));
        else if (!each.load && each.configuration != told->first->configuration)
            told->alike.push_back(each.configuration ? configurationMark(*each.configuration) : "");
        else
            ++told->more;
    }
    return out;
}

std::string findingsText(const ReportInput& input) {
    std::string out;
    for (const FoundAt& found : gathered(input)) {
        std::string where = fmt::format("{}", fmt::join(found.places, ", "));
        if (found.more > 0) where += fmt::format(" and {} more loads", found.more);
        const std::string alike =
            found.alike.empty() ? "" : fmt::format(" Alike at {}, with other numbers.", fmt::join(found.alike, ", "));
        const Finding& finding = *found.first;
        out += wrapped(
            fmt::format("{}: {}{}: {}{}{}", name(finding.severity), finding.id, where.empty() ? "" : " at " + where,
                        finding.text, finding.offerText.empty() ? "" : " " + finding.offerText + ".", alike),
            4);
    }
    return out;
}

std::string suspiciousText(const ReportInput& input) {
    std::map<std::string, std::size_t> byRule;
    for (const Suspicious& each : input.judgement.suspicious) ++byRule[each.rule];
    std::string out;
    for (const auto& [rule, count] : byRule)
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", rule, formatCount(count, ","));
    if (out.empty()) return out;
    out = wrapped(out, 2);
    const auto& queue = input.judgement.queue;
    for (std::size_t i = 0; i < std::min(queue.size(), mostQueueLines); ++i) {
        const Load& load = input.figures.configurations[queue[i].configuration].levels[queue[i].level].load;
        std::string where =
            input.figures.configurations.size() > 1 ? configurationMark(queue[i].configuration) + " " : "";
        where += shortText(load);
        if (!queue[i].wholeRule) {
            const std::size_t row = at(input.judgement.suspicious[queue[i].flags.front()].row);
            where += fmt::format(", record {}", formatCount(input.data.rows.record[row], ","));
        }
        out += wrapped(fmt::format("  {}: {}", where, queue[i].text), 4);
    }
    if (queue.size() > mostQueueLines)
        out += fmt::format("  and {} more to review\n", formatCount(queue.size() - mostQueueLines, ","));
    return out;
}

/// The folder that all files share, with its slash; it is named once.
std::string commonFolder(const ImportReport& imports) {
    std::string common = imports.files.empty() ? "" : imports.files.front().path;
    for (const FileReport& file : imports.files) {
        const auto end = std::mismatch(common.begin(), common.end(), file.path.begin(), file.path.end());
        common.erase(end.first, common.end());
    }
    return common.substr(0, common.rfind('/') + 1);
}

std::string readText(const FileReport& file, const std::string& path) {
    std::string line = fmt::format("{} row{}", formatCount(file.rows, ","), file.rows == 1 ? "" : "s");
    if (file.rejected > 0)
        line +=
            fmt::format(", {} of {} records{} rejected", formatCount(file.rejected, ","),
                        formatCount(file.records + file.summaries, ","), file.summaries > 0 ? " and summaries" : "");
    if (file.summaries > 0)
        line += fmt::format(", {} {}", formatCount(file.summaries, ","), file.summaries == 1 ? "summary" : "summaries");
    std::string out = wrapped(fmt::format("{} ({}): {}", path, file.reader, line), 4);
    for (std::size_t i = 0; i < std::min(file.rejections.size(), mostRejections); ++i)
        out += wrapped(
            fmt::format("  record {}: {}", formatCount(file.rejections[i].record, ","), file.rejections[i].reason), 4);
    return out;
}

std::string fileText(const FileReport& file, std::size_t folder) {
    const std::string path = file.path.substr(folder);
    if (file.error) return wrapped(fmt::format("{}: not read: {}", path, file.error->text()), 4);
    if (file.aside) return wrapped(fmt::format("{}: {}", path, *file.skipped), 4);
    if (file.skipped) return wrapped(fmt::format("{}: skipped, {}", path, *file.skipped), 4);
    return readText(file, path);
}

/// One thing that readers noticed, in how many files and how often in all.
struct Noticed {
    std::string text, firstFile;
    std::size_t files = 0;
    std::uint64_t times = 0;
};

/// Once for all files that it was noticed in; a place within a file makes it that file's own. A count that the sentence
/// does not tell follows it.
std::string diagnosticsText(const ImportReport& imports, std::size_t folder) {
    std::vector<Noticed> all;
    std::unordered_map<std::string_view, std::size_t> placeOf;
    for (const FileReport& file : imports.files) {
        for (const Diagnostic& each : file.diagnostics) {
            const auto [place, isNew] = placeOf.try_emplace(each.text, all.size());
            if (isNew) all.push_back({each.text, file.path.substr(folder)});
            ++all[place->second].files;
            all[place->second].times += each.count;
        }
    }
    std::string out;
    for (const Noticed& each : all)
        out += wrapped(
            fmt::format(
                "{}: {}{}", each.files == 1 ? each.firstFile : fmt::format("{} files", formatCount(each.files, ",")),
                each.text, each.times > each.files ? fmt::format(" ({} times)", formatCount(each.times, ",")) : ""),
            4);
    return out;
}

/// The first files alone, where there are more than a person looks through: those with rejections or errors come to
/// standard error too, and the JSON has all.
std::string sourcesText(const ImportReport& imports) {
    const std::string folder = commonFolder(imports);
    std::string out = folder.empty() ? "" : wrapped("in " + folder, 4);
    std::size_t skipped = 0, read = 0;
    for (const FileReport& file : imports.files) {
        std::size_t& count = file.skipped ? skipped : read;
        if (++count <= (file.skipped ? mostSkipped : mostFiles)) out += fileText(file, folder.size());
    }
    if (read > mostFiles) out += fmt::format("and {} more files\n", formatCount(read - mostFiles, ","));
    if (skipped > mostSkipped)
        out += fmt::format("and {} more files skipped\n", formatCount(skipped - mostSkipped, ","));
    return out + diagnosticsText(imports, folder.size());
}

std::string settingsLine(const MeasureSettings& measure) {
    std::string out = "Cutoffs: ";
    for (const SettingEntry& entry : settingTable()) out += lineText(entry, measure);
    return wrapped(out, 2);
}

std::string whatIsHere(const ReportInput& input) {
    const std::size_t configurations = input.figures.configurations.size();
    if (configurations == 0 && !input.data.traffic.empty()) return "reference traffic only, no results";
    return fmt::format("{} row{}, {} configuration{}", formatCount(input.figures.totalRows, ","),
                       input.figures.totalRows == 1 ? "" : "s", configurations, configurations == 1 ? "" : "s");
}

}  // namespace

std::string analysisText(const ReportInput& input) {
    std::string out = wrapped(fmt::format("plumbline {}: {}", version(), whatIsHere(input)), 2);
    out += settingsLine(input.settings.measure) + limitsText(input) + "\n";
    for (std::size_t i = 0; i < input.figures.configurations.size(); ++i) out += configurationText(input, i);
    if (!input.figures.configurations.empty())
        out += "rate of: p post-first-content N / (end - first token), e end-to-end N / end, v visible tokens\n\n";
    const auto section = [&out](const char* title, const std::string& body) {
        if (!body.empty()) out += std::string(title) + "\n" + body + "\n";
    };
    section("CLAIMS ASKED", claimsAskedText(input));
    section("COMPARISONS", comparisonsText(input));
    section("PARETO FRONT", paretoText(input));
    section("FINDINGS", findingsText(input));
    section("SENSITIVITY TO THE CUTOFFS", sensitivityText(input));
    section("SUSPICIOUS ROWS", suspiciousText(input));
    section("NOT KNOWN", unknownsText(input));
    section("TRAFFIC", trafficText(input));
    section("REPORTED AGAINST RECOMPUTED", reportedText(input));
    if (input.dialect) section(dialectTitle(*input.dialect).c_str(), dialectText(input, *input.dialect));
    section("FILES", sourcesText(input.imports));
    if (out.ends_with("\n\n")) out.pop_back();
    return out;
}

}  // namespace plumbline
