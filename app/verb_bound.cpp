#include "app/verbs.h"
#include "core/report/report.h"

namespace plumbline {

int runBound(const Request& request) {
    if (!request.paths.empty())
        return fail({ErrorKind::options, "The bound takes no file.", request.paths.front(),
                     "plumbline bound --help tells more."});
    const Result<Bound> worked = bound(request.bound);
    if (!worked) return fail(worked.error());
    return print(request.json ? boundReportJson(*worked) : boundReportText(*worked), 0);
}

}  // namespace plumbline
