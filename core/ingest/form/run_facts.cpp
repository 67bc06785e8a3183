#include "core/ingest/form/run_facts.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace plumbline {

namespace {

/// The number that follows `word` in a folder's name: "...-concurrency64", "tp4_sweep_conc16".
std::optional<double> numberAfter(const std::string& name, std::string_view word) {
    const std::size_t found = name.rfind(word);
    if (found == std::string::npos) return std::nullopt;
    std::size_t from = found + word.size();
    while (from < name.size() && (name[from] == '_' || name[from] == '-' || name[from] == '=')) ++from;
    const std::size_t end = std::min(name.find_first_not_of("0123456789.", from), name.size());
    double number = 0;
    const auto [last, error] = std::from_chars(name.data() + from, name.data() + end, number);
    return error == std::errc() && number > 0 ? std::optional(number) : std::nullopt;
}

}  // namespace

Load loadInForce(const Load& asked, std::optional<double> cap, const RunInfo& run) {
    constexpr double atOnce = 0.01;
    const auto& requests = run.declaredRequests ? run.declaredRequests : run.declaredCompleted;
    const bool known = requests && *requests > 0 && isKnown(run.declaredDuration) && run.declaredDuration.count() > 0;
    if (asked.kind != LoadKind::requestRate || asked.value <= 0 || !known) return asked;
    const double due = static_cast<double>(*requests) / asked.value;
    if (due >= atOnce * seconds(run.declaredDuration)) return asked;
    return cap && *cap > 0 ? Load{LoadKind::concurrency, *cap} : Load{LoadKind::unbounded, 0};
}

void makeSummary(RunInfo& run, std::optional<std::int64_t> failed) {
    run.summaryOnly = true;
    if (!run.declaredRequests && run.declaredCompleted && failed)
        run.declaredRequests = *run.declaredCompleted + *failed;
    if (!run.declaredRequests || *run.declaredRequests <= 0) return;
    if (!failed && run.declaredCompleted && *run.declaredCompleted <= *run.declaredRequests)
        failed = *run.declaredRequests - *run.declaredCompleted;
    if (failed && *failed >= 0 && *failed <= *run.declaredRequests)
        run.reported.emplace("error_rate", static_cast<double>(*failed) / static_cast<double>(*run.declaredRequests));
}

Load loadOfFolder(const std::string& path) {
    // The run's own folder, and two above it for the folders of repeated runs.
    std::filesystem::path folder = std::filesystem::path(path).parent_path();
    for (int level = 0; level < 3 && folder.has_filename(); ++level, folder = folder.parent_path()) {
        const std::string name = folder.filename().string();
        if (const auto rate = numberAfter(name, "request_rate")) return {LoadKind::requestRate, *rate};
        for (const std::string_view word : {"concurrency", "conc"})
            if (const auto value = numberAfter(name, word)) return {LoadKind::concurrency, *value};
    }
    return {};
}

}  // namespace plumbline
