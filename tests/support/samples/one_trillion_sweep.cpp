// The sweep of METRICS §8 as it was published: a summary table, two runs that disagree at load 32.
#include "tests/support/samples/parts.h"

namespace plumbline::support {

void writeOneTrillionSweep(const std::filesystem::path& folder) {
    RunDescription run;
    run.configuration = "1T model on eight accelerators";
    run.model = "example/moe-1t";
    run.accelerator = "b300-sxm-288gb";
    run.acceleratorCount = 8;
    run.bound = "{" + std::string(oneTrillionGroups) + "}";
    run.workload = "sweep of 2026";
    writeContextFile(folder, run);
    // One table, so that both runs are of one configuration without anyone having to say so.
    writeText(folder / "sweep.csv",
              "load.concurrency,system_output_tokens_per_s,e2e_mean_s,run\n"
              "1,61.3,,1\n"
              "32,799.9,20.38,1\n"
              "32,464,35.2,2\n"
              "48,657,37.4,2\n"
              "64,803,40.8,2\n"
              "96,1017,48.2,2\n"
              "128,1238,52.8,2\n");
}

}  // namespace plumbline::support
