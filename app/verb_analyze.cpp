#include <fmt/format.h>

#include "app/load.h"
#include "app/verbs.h"
#include "core/report/report.h"

namespace plumbline {

namespace {

void sayDecisions(std::size_t n, std::string_view one, std::string_view several) {
    if (n > 0)
        say(n == 1 ? fmt::format("1 review decision {}", one) : fmt::format("{} review decisions {}", n, several));
}

/// A review decision that changes nothing is said: a person believes the row is out.
void warnOfDecisions(const Figures& measured) {
    sayDecisions(measured.decisionsMissing, "finds no row here and has no effect.",
                 "find no row here and have no effect.");
    sayDecisions(measured.decisionsAmbiguous, "fits several rows and has no effect.",
                 "fit several rows and have no effect.");
}

/// The JSON says it among much else, and whoever runs it in a pipe sees the other stream.
void sayLimits(const ReportInput& input) {
    for (const LimitMet& met : limitsMet(input))
        if (isOfFigures(met.limit)) say(text(met));
}

}  // namespace

int runAnalyze(const Request& request) {
    const Result<Loaded> loaded = loadPaths(request);
    if (!loaded) return fail(loaded.error());
    const Figures measured = figures(*loaded->data, loaded->settings, interruption());
    const Judgement judgement = judge(*loaded->data, loaded->settings, measured, interruption());
    if (interruption().stop_requested()) return 2;  // what was stopped is not the whole
    warnOfDecisions(measured);
    const ClaimData claimData{*loaded->data, loaded->settings, measured, judgement};
    std::vector<ClaimAnswer> answers;
    for (const ClaimForm& claim : request.claims) answers.push_back(answerClaim(claimData, claim, interruption()));
    if (interruption().stop_requested()) return 2;
    const ReportInput input{*loaded->data,   loaded->settings, measured,          judgement,
                            loaded->imports, request.dialect,  std::move(answers)};
    if (request.json) sayLimits(input);
    const int printed = print(request.json ? analysisJson(input) : analysisText(input), 0);
    return printed != 0 ? printed : conclude(request, *loaded);
}

}  // namespace plumbline
