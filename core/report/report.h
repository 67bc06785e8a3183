// Figures and Judgement as JSON, as text for a terminal, as tables and as our own trace (CLI §3).
#pragma once

#include <optional>
#include <ostream>
#include <stop_token>
#include <string>
#include <vector>

#include "core/curve/figures.h"
#include "core/judge/claims/claim_answer.h"
#include "core/judge/judge.h"
#include "core/measure/dialect.h"
#include "core/store/workspace.h"

namespace plumbline {

/// All that a report speaks of; nothing is computed here.
struct ReportInput {
    const Dataset& data;
    const Settings& settings;
    const Figures& figures;
    const Judgement& judgement;
    const ImportReport& imports;
    std::optional<Dialect> dialect = {};   ///< asked for besides each source's own
    std::vector<ClaimAnswer> claims = {};  ///< to the claims that were asked, in their order
};

/// What a trace is written from. Of the figures it takes which configuration a source is in, and its name.
struct TraceInput {
    const Dataset& data;
    const Settings& settings;
    const Figures& figures;
};

/// The whole of the analyze JSON of CLI §3, strict, unrounded; ends with a newline.
std::string analysisJson(const ReportInput& input);
/// A table that a person reads in 100 columns.
std::string analysisText(const ReportInput& input);
/// The level tables as CSV, one row a configuration and level.
std::string levelsCsv(const ReportInput& input);
/// The limits that were met: what is not read, not applied, without figures, or not compared (CLI §5).
std::vector<LimitMet> limitsMet(const ReportInput& input);
/// What a trace of this does not hold, a sentence each: to be said where one is written.
std::vector<std::string> leftOutOfTrace(const TraceInput& input);
/// The rows as our trace format; no field of METRICS §1 is lost.
Result<void> writeTrace(const TraceInput& input, std::ostream& out, std::stop_token stop = {});
std::string boundReportJson(const Bound& bound);
std::string boundReportText(const Bound& bound);
/// A decision list each way (TRACE_FORMAT §7).
std::string reviewJson(const std::vector<Decision>& decisions);
Result<std::vector<Decision>> parseReviewJson(std::string_view json);

}  // namespace plumbline
