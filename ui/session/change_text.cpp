#include "ui/session/change_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <optional>
#include <set>

#include "core/measure/setting_table.h"
#include "core/report/format.h"
#include "ui/session/lookup.h"
#include "ui/session/settings_edits.h"

namespace plumbline {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("plumbline::ChangeText", text); }

QString countWords(int number) { return qText(formatCount(static_cast<std::uint64_t>(number))); }

QString counted(int number, const QString& one, const QString& many) {
    return number == 1 ? one : many.arg(countWords(number));
}

QString secondsText(Nanoseconds time) { return QStringLiteral("%1 s").arg(QString::number(seconds(time), 'g', 6)); }

QString shownValue(const CountSetting& count, const MeasureSettings& of) { return countWords(of.*count.member); }
QString shownValue(const TimeSetting& time, const MeasureSettings& of) {
    return isByRule(time, of) ? qText(time.rule->words.shown) : secondsText(of.*time.member);
}
QString shownValue(const RateSetting& rate, const MeasureSettings& of) { return qText(formatNumber(of.*rate.member)); }
template <class Worded>
QString shownValue(const Worded& setting, const MeasureSettings& of) {
    return qText(wordInForce(setting, of).shown);
}

struct Turned {
    QStringList texts, keys;
};

Turned cutoffs(const MeasureSettings& a, const MeasureSettings& b) {
    Turned out;
    for (const SettingEntry& entry : settingTable()) {
        if (entry.label.empty()) continue;
        const auto shown = [&entry](const MeasureSettings& of) {
            return std::visit([&of](const auto& kind) { return shownValue(kind, of); }, entry.kind);
        };
        if (shown(a) == shown(b)) continue;
        out.keys << qText(entry.logName());
        out.texts << tr("%1 %2 \u2192 %3").arg(qText(entry.label), shown(a), shown(b));
    }
    return out;
}

QString sloChange(const std::vector<Slo>& a, const std::vector<Slo>& b) {
    const auto missing = [](const std::vector<Slo>& from, const std::vector<Slo>& in) {
        return std::ranges::find_if(from, [&](const Slo& slo) { return std::ranges::find(in, slo) == in.end(); });
    };
    const auto added = missing(b, a);
    const auto removed = missing(a, b);
    if (added != b.end() && removed != a.end()) return tr("change an SLO to %1").arg(qText(text(*added)));
    if (added != b.end()) return tr("add SLO %1").arg(qText(text(*added)));
    if (removed != a.end()) return tr("remove SLO %1").arg(qText(text(*removed)));
    return tr("reorder SLOs");
}

QString groupingChange(const Grouping& a, const Grouping& b) {
    if (a.typedLoads != b.typedLoads) return tr("type a load");
    if (b.configurations.size() < a.configurations.size()) return tr("merge configurations");
    if (b.configurations.size() > a.configurations.size()) return tr("split a configuration");
    for (std::size_t i = 0; i < a.configurations.size(); ++i)
        if (a.configurations[i].name != b.configurations[i].name) {
            const auto& name = b.configurations[i].name;
            return name ? tr("rename a configuration to %1").arg(qText(*name)) : tr("take a name back");
        }
    return tr("regroup sources");
}

/// "threshold of errors 0.01 \u2192 0.02"; of several, how many.
QString thresholdChange(const Settings& a, const Settings& b) {
    std::set<std::string> changed;
    const auto inForce = [](const Settings& settings, const std::string& id) {
        const auto own = settings.thresholds.find(id);
        return own != settings.thresholds.end() ? std::optional(own->second) : defaultThreshold(id);
    };
    for (const Settings* settings : {&a, &b})
        for (const auto& [id, threshold] : settings->thresholds)
            if (inForce(a, id) != inForce(b, id)) changed.insert(id);
    if (changed.size() != 1) return tr("%1 thresholds").arg(changed.size());
    const std::string& id = *changed.begin();
    const auto shown = [](const std::optional<double>& value) { return qText(formatNumber(value)); };
    return tr("threshold of %1 %2 \u2192 %3").arg(qText(id), shown(inForce(a, id)), shown(inForce(b, id)));
}

template <class Value>
int countOf(const Settings& settings, Value Decision::*member, Value value) {
    return settings.decisions ? static_cast<int>(std::ranges::count(*settings.decisions, value, member)) : 0;
}

QString decisionChange(const Settings& a, const Settings& b) {
    const auto difference = [&](auto member, auto value) {
        return countOf(b, member, value) - countOf(a, member, value);
    };
    const int excluded = difference(&Decision::kind, DecisionKind::exclude);
    const int kept = difference(&Decision::kind, DecisionKind::keep);
    const int never = difference(&Decision::neverHappened, true);
    if (never > 0)
        return counted(never, tr("exclude 1 row as never happened"), tr("exclude %1 rows as never happened"));
    if (excluded > 0) return counted(excluded, tr("exclude 1 row"), tr("exclude %1 rows"));
    if (kept > 0) return counted(kept, tr("keep 1 row"), tr("keep %1 rows"));
    if (excluded < 0) return counted(-excluded, tr("take 1 exclusion back"), tr("take %1 exclusions back"));
    if (never < 0) return counted(-never, tr("take 1 row as happened"), tr("take %1 rows as happened"));
    if (kept < 0) return counted(-kept, tr("take 1 keep back"), tr("take %1 keeps back"));
    return tr("note on a row");
}

bool sameDecisions(const Settings& a, const Settings& b) {
    if (a.decisions == b.decisions) return true;
    return a.decisions && b.decisions && *a.decisions == *b.decisions;
}

bool sameGrouping(const Settings& a, const Settings& b) {
    if (a.grouping == b.grouping) return true;
    return a.grouping && b.grouping && *a.grouping == *b.grouping;
}

}  // namespace

ChangeText changeText(const Settings& before, const Settings& after) {
    Turned turned = cutoffs(before.measure, after.measure);
    QStringList texts = turned.texts;
    if (before.slos != after.slos) texts << sloChange(before.slos, after.slos);
    if (!sameGrouping(before, after) && before.grouping && after.grouping)
        texts << groupingChange(*before.grouping, *after.grouping);
    if (!sameDecisions(before, after)) texts << decisionChange(before, after);
    if (before.thresholds != after.thresholds) texts << thresholdChange(before, after);
    if (before.edits != after.edits) texts << tr("edit the context");
    if (before.hidden != after.hidden)
        texts << (after.hidden.size() > before.hidden.size() ? tr("hide a configuration") : tr("show a configuration"));
    const bool one = texts.size() == 1 && turned.keys.size() == 1;
    return {texts.join(QStringLiteral("; ")), one ? turned.keys.front() : QString()};
}

}  // namespace plumbline
