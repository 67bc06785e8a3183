#include "core/ingest/context/context_file.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/ingest/bytes/byte_source.h"

namespace plumbline {
namespace {

/// Both are kept as facts, so that the window can show what was overruled.
void keepBoth(Context& context, const std::string& key, std::string stated, std::string edited) {
    if (stated == edited) return;
    context["note." + key] = Fact{std::move(stated), std::move(edited)};
}

void applyBoundary(SourceInfo& source, const TimingBoundary& facts) {
    using Word = std::pair<std::string_view, std::string TimingBoundary::*>;
    constexpr std::array<Word, 5> words{{{"start", &TimingBoundary::start},
                                         {"first", &TimingBoundary::first},
                                         {"end", &TimingBoundary::end},
                                         {"tokens", &TimingBoundary::tokens},
                                         {"clock", &TimingBoundary::clock}}};
    for (const auto& [key, member] : words) {
        const std::string& edit = facts.*member;
        std::string& own = source.boundary.*member;
        if (edit.empty()) continue;
        if (!own.empty())
            keepBoth(source.context, "timing_boundary." + std::string(key), plumbline::quoted(own),
                     plumbline::quoted(edit));
        own = edit;
    }
}

void applyReported(SourceInfo& source, RunInfo& run, const Reported& facts) {
    for (const auto& [key, value] : facts) {
        const auto [own, isNew] = run.reported.emplace(key, value);
        if (isNew || own->second == value) continue;
        keepBoth(source.context, "reported." + key, fmt::format("{}", own->second), fmt::format("{}", value));
        own->second = value;
    }
}

/// What a context says of "the run" is said of a file with one run. Of a file with several it can't be known which
/// run is meant: there only the number of requests is filled in, where the file does not say.
void applyRun(SourceInfo& source, RunInfo& run, const HeaderFacts& facts, bool only) {
    if (facts.declaredRequests && (only || !run.declaredRequests)) {
        if (run.declaredRequests)
            keepBoth(source.context, "run.requests", std::to_string(*run.declaredRequests),
                     std::to_string(*facts.declaredRequests));
        run.declaredRequests = facts.declaredRequests;
    }
    if (!only) return;
    if (facts.declaredDuration) {
        if (isKnown(run.declaredDuration))
            keepBoth(source.context, "run.duration_ns", std::to_string(run.declaredDuration.count()),
                     std::to_string(facts.declaredDuration->count()));
        run.declaredDuration = *facts.declaredDuration;
    }
    applyReported(source, run, facts.reported);
}

}  // namespace

std::optional<std::string> findContextFile(const std::string& resultPath, const std::string& root) {
    namespace fs = std::filesystem;
    const fs::path file = fs::path(resultPath).lexically_normal();
    // run.json.context.json, run.context.json; for run.trace.jsonl also run.trace.context.json.
    for (fs::path name = file;; name = name.parent_path() / name.stem()) {
        fs::path candidate = name;
        candidate += ".context.json";
        if (isFile(candidate)) return candidate.string();
        if (!name.has_extension()) break;
    }

    std::error_code ignored;
    const fs::path top = fs::absolute(fs::path(root), ignored).lexically_normal();
    const bool alone = root.empty() || top == fs::absolute(file, ignored).lexically_normal();
    constexpr int mostAbove = 4;
    fs::path folder = fs::absolute(file, ignored).lexically_normal().parent_path();
    const fs::path topFolder = top.has_filename() ? top : top.parent_path();
    for (int above = 0;; ++above) {
        if (isFile(folder / "context.json")) return (folder / "context.json").string();
        const bool last = alone ? above == mostAbove : folder == topFolder;
        if (last || folder == folder.parent_path()) return std::nullopt;
        folder = folder.parent_path();
    }
}

void applyContext(SourceInfo& source, const HeaderFacts& facts) {
    for (const auto& [key, fact] : facts.context) source.context[key].edited = fact.inForce();
    applyBoundary(source, facts.boundary);
    if (facts.warmupRemoved) source.warmupRemoved = *facts.warmupRemoved;
    const bool only = source.runs.size() == 1;
    for (RunInfo& run : source.runs) applyRun(source, run, facts, only);
}

}  // namespace plumbline
