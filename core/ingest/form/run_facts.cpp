#include "core/ingest/form/run_facts.h"

namespace plumbline {

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

}  // namespace plumbline
