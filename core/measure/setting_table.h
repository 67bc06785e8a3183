// The table of the cutoffs: one entry a member of MeasureSettings, from which the settings' document, the options of
// the command line, the sentences of the log, the text and JSON of a report and the rows of the panel all follow.
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "core/measure/settings.h"
#include "core/trace/result.h"

namespace plumbline {

/// A value of a choice, or one of the two of a flag.
struct SettingWord {
    std::string_view word;   ///< in documents, options and the log: "last-text"
    std::string_view shown;  ///< in the window: "last text"
    std::string_view line;   ///< in the line of a text report; empty: nothing is said there
};

/// A rule that may find a time instead of a person.
struct TimeRule {
    bool MeasureSettings::*member;        ///< the flag that has it in force
    SettingWord words;                    ///< in place of seconds
    std::string_view reportKey, on, off;  ///< beside the time, which is null in a report while the rule is in force
};

// The kinds. Documents and options are held to least and most; what begins with box is what the panel's box offers.

struct CountSetting {
    int MeasureSettings::*member = nullptr;
    int least = 0, most = std::numeric_limits<int>::max();
    int boxMost = 100'000;
};
/// From 0 on. In s on the command line and in reports, in ns in the settings' document.
struct TimeSetting {
    Nanoseconds MeasureSettings::*member = nullptr;
    Nanoseconds most{320'000'000'000'000'000};  ///< ten years: longer than any run, and nanoseconds count much further
    double boxMost = 1e6;                       ///< s
    const TimeRule* rule = nullptr;
};
/// Any number above 0.
struct RateSetting {
    double MeasureSettings::*member = nullptr;
    std::string_view unit = {};
    double boxLeast = 1, boxMost = 1e9, boxStep = 1;
};
struct FlagSetting {
    bool MeasureSettings::*member = nullptr;
    SettingWord off = {}, on = {};
};
struct ChoiceSetting {
    std::size_t (*get)(const MeasureSettings&) = nullptr;  ///< a position in `words`
    void (*set)(MeasureSettings&, std::size_t) = nullptr;
    std::span<const SettingWord> words = {};
    bool storedAsFlag = false;  ///< false or true in the settings' document
};
using SettingKind = std::variant<CountSetting, TimeSetting, RateSetting, FlagSetting, ChoiceSetting>;

/// Which stand together, in the panel and in --help.
enum class SettingGroup : std::uint8_t { guard, rule, window, statistic };

struct SettingEntry {
    SettingGroup group;
    std::string_view storedKey;       ///< in the settings' document
    std::string_view reportKey = {};  ///< in `analyze --json`
    /// "--min-chunks". Empty, as reportKey and label are, for the flag of a TimeRule: what is said of the time says it.
    std::string_view option = {};
    std::string_view value = {};  ///< what the option's value is called in --help; empty: a switch
    std::string_view help = {};   ///< {} is the default, of a choice its words
    std::string_view label = {};  ///< in the list of changes
    std::string_view line = {};   ///< of a text report, where {} is the value; flags and choices have it in their words
    std::string_view title = {};  ///< of the panel's row; empty for a check box
    std::string_view name = {};   ///< of the panel's editor: what is read aloud, or a check box's text; empty: title
    std::string_view tip = {};
    SettingKind kind;
    std::string_view logName() const { return option.substr(option.empty() ? 0 : 2); }
};
/// In the order of MeasureSettings.
std::span<const SettingEntry> settingTable();

template <class T>
const SettingEntry& settingOf(T MeasureSettings::*member) {
    for (const SettingEntry& entry : settingTable()) {
        const bool found = std::visit(
            [member](const auto& kind) {
                if constexpr (requires { kind.member; })
                    if constexpr (std::is_same_v<std::remove_cv_t<decltype(kind.member)>, T MeasureSettings::*>)
                        return kind.member == member;
                return false;
            },
            entry.kind);
        if (found) return entry;
    }
    assert(false && "a member that is in no entry, or a choice");
    return settingTable().front();
}

const SettingWord& wordInForce(const FlagSetting& flag, const MeasureSettings& measure);
const SettingWord& wordInForce(const ChoiceSetting& choice, const MeasureSettings& measure);
bool isByRule(const TimeSetting& time, const MeasureSettings& measure);
bool isSame(const SettingEntry& entry, const MeasureSettings& a, const MeasureSettings& b);
void copySetting(const SettingEntry& entry, const MeasureSettings& from, MeasureSettings& to);

/// Takes what was typed for the option. The error says what a right value is.
Result<void> takeSetting(const SettingEntry& entry, const std::string& text, MeasureSettings& into);
std::string optionHelp(const SettingEntry& entry);

/// "3", "0.2 s", "auto", "10000 tokens/s", "last-text", "on": as the log says it.
std::string valueText(const SettingEntry& entry, const MeasureSettings& measure);
/// What the line of cutoffs in a text report says: of guards always, of others where it is not the default.
std::string lineText(const SettingEntry& entry, const MeasureSettings& measure);

/// "linear, nearest or exclusive"
std::string wordList(std::span<const SettingWord> words);

/// Numbers that are too small or too large become the nearest that documents may hold.
MeasureSettings withinLimits(MeasureSettings measure);

}  // namespace plumbline
