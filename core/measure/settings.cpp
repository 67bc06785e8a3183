#include "core/measure/settings.h"

#include <algorithm>

namespace plumbline {

namespace {

// No grouping and an empty one, no decisions and an empty list: the same to whoever looks at figures.
template <class T>
bool sameContent(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b) {
    if (a == b) return true;
    static const T nothing{};
    return (a ? *a : nothing) == (b ? *b : nothing);
}

}  // namespace

PercentileRule percentileRule(const MeasureSettings& settings, RowMetric metric) {
    return settings.failedAsInfinite && isLatency(metric) ? PercentileRule::nearest : settings.percentile;
}

bool Settings::isHidden(ConfigurationId id) const {
    return std::find(hidden.begin(), hidden.end(), id) != hidden.end();
}

bool operator==(const Settings& a, const Settings& b) {
    return a.measure == b.measure && a.slos == b.slos && a.edits == b.edits && a.hidden == b.hidden &&
           a.thresholds == b.thresholds && sameContent(a.grouping, b.grouping) && sameContent(a.decisions, b.decisions);
}

}  // namespace plumbline
