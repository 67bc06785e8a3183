// What a harness reports against what its own rows give.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/judge/registry.h"
#include "core/judge/reported/reported.h"
#include "core/judge/words.h"
#include "core/measure/recipe.h"
#include "core/trace/supersede.h"

namespace plumbline {
namespace {

/// Where rows are missing, the harness's own population is not here: that is population-differs.
bool differs(const ReportedFigure& figure, double threshold) {
    const auto apart = apartFromDialect(figure);
    return apart && std::abs(*apart) > threshold && figure.cause != Cause::rowsMissing;
}

void judgeRun(const JudgeInput& input, LevelPlace place, const ReportedRun& run, Findings& out) {
    const ReportedFigure* worst = nullptr;
    std::size_t count = 0;
    const double threshold = out.threshold();
    for (const ReportedFigure& figure : run.figures) {
        if (!differs(figure, threshold)) continue;
        ++count;
        if (!worst || std::abs(*apartFromDialect(figure)) > std::abs(*apartFromDialect(*worst))) worst = &figure;
    }
    if (!worst) return;
    const std::string others =
        count == 1 ? "" : fmt::format(" {} of its other figures differ{} too.", count - 1, count == 2 ? "s" : "");
    Finding finding =
        out.at(input, place,
               fmt::format("{} is reported as {}, and is {} by {}'s own rule over the rows, {} apart. {}{}",
                           figureName(worst->key), figureText(worst->key, worst->reported),
                           figureText(worst->key, *worst->dialect), entry(*run.dialect).title,
                           percentText(std::abs(*apartFromDialect(*worst))), worst->text, others));
    for (const ReportedFigure& figure : run.figures) {
        if (!differs(figure, threshold)) continue;
        finding.evidence.emplace_back("reported." + figure.key, figure.reported);
        finding.evidence.emplace_back("dialect." + figure.key, *figure.dialect);
        if (figure.ours) finding.evidence.emplace_back(figure.key, *figure.ours);
        finding.evidence.emplace_back("cause." + figure.key, std::string(name(figure.cause)));
    }
    out.push_back(std::move(finding));
}

struct Rows {
    std::size_t all = 0, measured = 0, empty = 0, failed = 0, excluded = 0, outside = 0;
};

Rows rowsOf(const JudgeInput& input, const Run& run) {
    Rows out;
    for (std::size_t row = run.firstRow; row < std::size_t{run.firstRow} + run.rowCount; ++row) {
        ++out.all;
        const Place place = (*input.figures.places)[row];
        const Verdict verdict = (*input.figures.verdicts)[row];
        const bool completed = input.data.rows.status[row] == Status::ok;
        if (isExcluded(place) && completed)
            ++out.excluded;
        else if (place != Place::in && completed)
            ++out.outside;
        else if (verdict == Verdict::empty)
            ++out.empty;
        else if (verdict >= Verdict::unobservable)
            ++out.measured;
        else
            ++out.failed;
    }
    return out;
}

void addPart(std::string& text, std::size_t count, const char* what) {
    if (count > 0) text += fmt::format("{} {} {}", text.empty() ? "" : ",", countText(count), what);
}

/// What a harness counts: requests that completed, or all that it sent.
struct Counted {
    std::int64_t requests = 0;
    bool failedToo = false;
};

std::optional<Counted> countedBy(const JudgeInput& input, const Run& run) {
    const auto dialect = dialectOf(input.data, run.source);
    const bool failedToo = dialect && recipeOf(*dialect, true).population == Population::everyRow;
    const auto& declared = failedToo ? run.info.declaredRequests : run.info.declaredCompleted;
    if (run.info.summaryOnly || run.info.reported.empty() || !declared) return std::nullopt;
    return Counted{*declared, failedToo};
}

std::string partsText(const Rows& rows, const Counted& counted) {
    std::string parts;
    addPart(parts, rows.empty, "completed without a token");
    if (counted.failedToo) addPart(parts, rows.failed, "failed");
    addPart(parts, rows.excluded, "excluded by review");
    addPart(parts, rows.outside, "before or after the window");
    const auto here = static_cast<std::int64_t>(rows.measured + rows.empty + rows.excluded + rows.outside +
                                                (counted.failedToo ? rows.failed : 0));
    if (here < counted.requests)
        addPart(parts, static_cast<std::size_t>(counted.requests - here), "not among the rows");
    if (here > counted.requests)
        addPart(parts, static_cast<std::size_t>(here - counted.requests), "more among the rows");
    return parts;
}

Finding populationFinding(const JudgeInput& input, LevelPlace place, const Rows& rows, const Counted& counted,
                          const Findings& out) {
    Finding finding = out.at(input, place,
                             fmt::format("The reported summary counts {} {}, the figures here {}:{}.",
                                         countText(static_cast<std::uint64_t>(counted.requests)),
                                         counted.failedToo ? "requests, failed ones too" : "completed requests",
                                         countText(rows.measured), partsText(rows, counted)));
    finding.evidence = {{"reported", static_cast<double>(counted.requests)},
                        {"measured", static_cast<double>(rows.measured)},
                        {"empty", static_cast<double>(rows.empty)},
                        {"rows", static_cast<double>(rows.all)}};
    return finding;
}

/// A file that sums up a whole run, against the stages that are here.
void judgeSums(const JudgeInput& input, const std::vector<const Run*>& sums, std::size_t configuration, Findings& out) {
    const auto& sources = input.figures.configurations[configuration].sources;
    if (sums.empty()) return;
    const auto isHere = [&](const Run& run) { return std::binary_search(sources.begin(), sources.end(), run.source); };
    std::int64_t requests = 0;
    std::size_t stages = 0;
    for (const Run& run : input.data.runs) {
        if (!isHere(run) || run.superseded) continue;
        ++stages;
        requests += run.info.declaredCompleted.value_or(run.rowCount);
    }
    for (const Run* run : sums) {
        const auto& counted = run->info.declaredCompleted;
        if (!isHere(*run) || !counted || *counted == requests) continue;
        const std::string& path = input.data.files[input.data.sources[run->source].file].path;
        Finding finding =
            out.of(configuration,
                   fmt::format("{} sums up the whole run, {} completed requests; the {} here have {}. Its figures are "
                               "reported beside them and are no level.",
                               path.substr(path.rfind('/') + 1), countText(static_cast<std::uint64_t>(*counted)),
                               stages == 1 ? "stage" : fmt::format("{} stages", stages),
                               countText(static_cast<std::uint64_t>(requests))));
        finding.evidence = {{"reported", static_cast<double>(*counted)},
                            {"measured", static_cast<double>(requests)},
                            {"stages", static_cast<double>(stages)}};
        out.push_back(std::move(finding));
    }
}

}  // namespace

void findReportedDiffers(const FindingInput& input, Findings& out) {
    for (const LevelPlace place : input.levels())
        for (const ReportedRun& run : input.reported[place.configuration][place.level])
            judgeRun(input, place, run, out);
}

void findPopulationDiffers(const FindingInput& input, Findings& out) {
    std::vector<const Run*> sums;
    for (const Run& run : input.data.runs)
        if (run.superseded && sumsUp(input.data.sources[run.source])) sums.push_back(&run);
    for (std::size_t c = 0; c < input.figures.configurations.size(); ++c) judgeSums(input, sums, c, out);
    for (const LevelPlace place : input.levels()) {
        for (const RunIndex index : input.runsOf(place)) {
            const Run& run = input.data.runs[at(index)];
            const auto counted = countedBy(input, run);
            if (!counted) continue;
            const Rows rows = rowsOf(input, run);
            if (static_cast<std::int64_t>(rows.measured) != counted->requests)
                out.push_back(populationFinding(input, place, rows, *counted, out));
        }
    }
}

}  // namespace plumbline
