#include "core/judge/sensitivity/sensitivity.h"
#include "core/measure/setting_table.h"

namespace plumbline {

const SettingEntry& entryOf(CutoffKind kind) {
    return kind == CutoffKind::interval ? settingOf(&MeasureSettings::minInterval)
                                        : settingOf(&MeasureSettings::minChunks);
}

double inUnit(CutoffKind kind, std::int64_t cutoff) {
    return kind == CutoffKind::interval ? static_cast<double>(cutoff) / 1e9 : static_cast<double>(cutoff);
}

std::int64_t cutoffOf(CutoffKind kind, const MeasureSettings& settings) {
    return kind == CutoffKind::interval ? settings.minInterval.count() : settings.minChunks;
}

MeasureSettings withCutoff(MeasureSettings settings, CutoffKind kind, std::int64_t cutoff) {
    if (kind == CutoffKind::interval)
        settings.minInterval = Nanoseconds(cutoff);
    else
        settings.minChunks = static_cast<int>(cutoff);
    return settings;
}

}  // namespace plumbline
