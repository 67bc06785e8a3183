// `plumbline analyze` for a person at a terminal, in 100 columns.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/judge/words.h"
#include "core/report/configuration_text.h"
#include "core/report/format.h"
#include "core/report/report.h"
#include "core/report/text_table.h"
#include "core/report/version.h"

namespace plumbline {
namespace {

constexpr std::size_t mostQueueLines = 10;
constexpr std::size_t mostSkipped = 10;
constexpr std::size_t mostAlike = 3;
constexpr std::size_t mostRejections = 3;

/// Where one thing is found: findings that say the same of several places are one paragraph.
struct FoundAt {
    const Finding* first = nullptr;
    std::vector<std::string> places;
    std::size_t more = 0;  ///< places whose own sentence is left out
};

std::string placeText(const Finding& finding, bool several) {
    std::string out = several && finding.configuration ? configurationMark(*finding.configuration) : "";
    if (finding.load) out += (out.empty() ? "" : " ") + shortText(*finding.load);
    return out;
}

/// In the order of the findings. The same at more than three loads of a configuration is told by its first.
std::vector<FoundAt> gathered(const ReportInput& input) {
    const bool several = input.figures.configurations.size() > 1;
    std::map<std::pair<std::string, std::optional<std::size_t>>, std::size_t> counts;
    for (const Finding& each : input.judgement.findings) ++counts[{each.id, each.configuration}];
    std::vector<FoundAt> out;
    for (const Finding& each : input.judgement.findings) {
        const bool many = counts[{each.id, each.configuration}] > mostAlike;
        const auto told = std::find_if(out.begin(), out.end(), [&](const FoundAt& at) {
            const bool sameText = at.first->text == each.text && !each.load;
            return at.first->id == each.id && (sameText || (many && at.first->configuration == each.configuration));
        });
        if (told == out.end())
            out.push_back({&each, {placeText(each, several)}, 0});
        else if (told->first->text == each.text)
            told->places.push_back(placeText(each, several));
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
        const Finding& finding = *found.first;
        out += wrapped(
            fmt::format("{}: {}{}: {}{}", name(finding.severity), finding.id, where.empty() ? "" : " at " + where,
                        finding.text, finding.offerText.empty() ? "" : " " + finding.offerText + "."),
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
    std::string line = fmt::format("{} rows", formatCount(file.rows, ","));
    if (file.rejected > 0)
        line +=
            fmt::format(", {} of {} records rejected", formatCount(file.rejected, ","), formatCount(file.records, ","));
    if (file.summaries > 0) line += fmt::format(", {} summaries", formatCount(file.summaries, ","));
    std::string out = wrapped(fmt::format("{} ({}): {}", path, file.reader, line), 4);
    for (std::size_t i = 0; i < std::min(file.rejections.size(), mostRejections); ++i)
        out += wrapped(
            fmt::format("  record {}: {}", formatCount(file.rejections[i].record, ","), file.rejections[i].reason), 4);
    return out;
}

std::string fileText(const FileReport& file, std::size_t folder) {
    const std::string path = file.path.substr(folder);
    if (file.error) return wrapped(fmt::format("{}: not read: {}", path, file.error->text()), 4);
    if (file.skipped) return wrapped(fmt::format("{}: skipped, {}", path, *file.skipped), 4);
    return readText(file, path);
}

/// What readers noticed, once with the number of files; a place within a file makes it that file's own.
std::string diagnosticsText(const ImportReport& imports, std::size_t folder) {
    std::vector<std::pair<const Diagnostic*, std::vector<std::string>>> all;
    for (const FileReport& file : imports.files) {
        for (const Diagnostic& each : file.diagnostics) {
            const auto same =
                std::find_if(all.begin(), all.end(), [&](const auto& known) { return known.first->text == each.text; });
            if (same == all.end())
                all.push_back({&each, {file.path.substr(folder)}});
            else
                same->second.push_back(file.path.substr(folder));
        }
    }
    std::string out;
    for (const auto& [diagnostic, files] : all)
        out += wrapped(fmt::format("{}: {}", files.size() == 1 ? files.front() : fmt::format("{} files", files.size()),
                                   diagnostic->text),
                       4);
    return out;
}

std::string sourcesText(const ImportReport& imports) {
    const std::string folder = commonFolder(imports);
    std::string out = folder.empty() ? "" : wrapped("in " + folder, 4);
    std::size_t skipped = 0;
    for (const FileReport& file : imports.files)
        if (!file.skipped || ++skipped <= mostSkipped) out += fileText(file, folder.size());
    if (skipped > mostSkipped)
        out += fmt::format("and {} more files skipped\n", formatCount(skipped - mostSkipped, ","));
    return out + diagnosticsText(imports, folder.size());
}

std::string settingsLine(const MeasureSettings& measure) {
    std::string out = fmt::format("Cutoffs: at least {} chunks and {}; short below {} tokens", measure.minChunks,
                                  settingText(measure.minInterval), measure.shortTokens);
    if (measure.shortAsBuffered) out += " (as buffered)";
    if (measure.intervalEnd == IntervalEnd::lastText) out += "; intervals end at the last text";
    if (measure.warmup > Nanoseconds{0}) out += "; warm-up " + settingText(measure.warmup);
    if (measure.cooldown > Nanoseconds{0}) out += "; cool-down " + settingText(measure.cooldown);
    if (measure.percentile == PercentileRule::nearest) out += "; nearest-rank percentiles";
    if (measure.percentile == PercentileRule::exclusive) out += "; exclusive percentiles";
    return wrapped(out, 2);
}

}  // namespace

std::string analysisText(const ReportInput& input) {
    std::string out = wrapped(
        fmt::format("plumbline {}: {} rows, {} configuration{}", version(), formatCount(input.figures.totalRows, ","),
                    input.figures.configurations.size(), input.figures.configurations.size() == 1 ? "" : "s"),
        2);
    out += settingsLine(input.settings.measure) + "\n";
    for (std::size_t i = 0; i < input.figures.configurations.size(); ++i) out += configurationText(input, i);
    out += "rate of: p post-first-content N / (end - first token), e end-to-end N / end, v visible tokens\n\n";
    const auto section = [&out](const char* title, const std::string& body) {
        if (!body.empty()) out += std::string(title) + "\n" + body + "\n";
    };
    section("FINDINGS", findingsText(input));
    section("SUSPICIOUS ROWS", suspiciousText(input));
    section("FILES", sourcesText(input.imports));
    if (out.ends_with("\n\n")) out.pop_back();
    return out;
}

}  // namespace plumbline
