#include "app/verbs.h"
#include "core/report/report.h"

namespace plumbline {
namespace {

/// Typed groups say their bytes themselves; what only the catalog form knows has no place beside them.
Result<BoundInputs> typedInputs(const Request& request) {
    const CatalogBound& given = request.bound;
    for (const auto& [option, text] : {std::pair{"--model", &given.model},
                                       {"--accelerator", &given.accelerator},
                                       {"--weights", &given.weights},
                                       {"--kv-format", &given.kvFormat}})
        if (!text->empty())
            return unexpected(ErrorKind::options, std::string("--group and ") + option + " cannot be given together.",
                              {}, "Type the groups and the bandwidth, or name a model and its accelerators.");
    if (given.count)
        return unexpected(ErrorKind::options, "--group and --count cannot be given together.", {},
                          "Give the bandwidth of one copy.");
    BoundInputs inputs;
    inputs.groups = request.groups;
    inputs.bandwidth = given.bandwidth.value_or(0);
    inputs.batch = given.batch.value_or(1);
    inputs.kvBytesPerToken = given.kvBytesPerToken;
    inputs.context = given.context;
    inputs.replicas = given.replicas.value_or(1);
    inputs.accept = given.accept.value_or(1);
    inputs.measured = given.measured;
    inputs.draft = given.draft.value_or(0);
    inputs.rKv = given.rKv.value_or(1);
    inputs.rAttn = given.rAttn.value_or(1);
    inputs.draftBytes = given.draftBytes.value_or(0);
    inputs.math = given.math;
    inputs.practical = given.practical;
    return inputs;
}

/// Without a model it is the typed form that lacks its groups, unless something of the catalog is named.
bool isTyped(const Request& request) {
    const CatalogBound& given = request.bound;
    return !request.groups.empty() ||
           (given.model.empty() && given.accelerator.empty() && given.weights.empty() && !given.count);
}

}  // namespace

int runBound(const Request& request) {
    if (!request.paths.empty())
        return fail({ErrorKind::options, "The bound takes no file.", request.paths.front(),
                     "plumbline bound --help tells more."});
    const Result<BoundInputs> inputs =
        isTyped(request) ? typedInputs(request) : resolve(request.bound, catalog(), NamedAs::options);
    if (!inputs) return fail(inputs.error());
    const Result<Bound> worked = bound(*inputs);
    if (!worked) return fail(worked.error());
    return print(request.json ? boundReportJson(*worked) : boundReportText(*worked), 0);
}

}  // namespace plumbline
