#include "core/measure/setting_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/measure/decimal.h"

namespace plumbline {
namespace {

using Measure = MeasureSettings;

/// A choice whose values count from 0, in the order of the words.
template <auto member>
constexpr ChoiceSetting choiceOf(std::span<const SettingWord> words, bool storedAsFlag = false) {
    using Value = std::remove_reference_t<decltype(Measure{}.*member)>;
    return {[](const Measure& measure) { return static_cast<std::size_t>(measure.*member); },
            [](Measure& measure, std::size_t value) { measure.*member = static_cast<Value>(value); }, words,
            storedAsFlag};
}

constexpr std::array shortOutputWords{SettingWord{"apart", "apart", ""},
                                      SettingWord{"as-buffered", "as buffered", " (as buffered)"}};
constexpr std::array intervalEndWords{SettingWord{"end", "end", ""},
                                      SettingWord{"last-text", "last text", "; intervals end at the last text"}};
constexpr std::array percentileWords{SettingWord{"linear", "linear", ""},
                                     SettingWord{"nearest", "nearest rank", "; nearest-rank percentiles"},
                                     SettingWord{"exclusive", "exclusive", "; exclusive percentiles"}};

constexpr TimeRule mserRule{&Measure::warmupAuto, {"auto", "by MSER-5", ""}, "warmup_rule", "mser-5", "by hand"};

constexpr std::array settingEntries{
    SettingEntry{
        .group = SettingGroup::guard,
        .storedKey = "min_chunks",
        .reportKey = "min_chunks",
        .option = "--min-chunks",
        .value = "N",
        .help = "fewer chunks than this: buffered; {} without this",
        .label = "chunks",
        .line = "at least {} chunks",
        .title = "chunks <",
        .name = "Fewest chunks of a stream",
        .tip = "Fewer chunks with text than this: buffered. A rule of thumb, not proof.",
        .kind = CountSetting{.member = &Measure::minChunks},
    },
    SettingEntry{
        .group = SettingGroup::guard,
        .storedKey = "min_interval_ns",
        .reportKey = "min_interval_s",
        .option = "--min-interval",
        .value = "S",
        .help = "first token to end shorter than this: buffered; {} without this",
        .label = "interval",
        .line = " and {}",
        .title = "interval <",
        .name = "Shortest interval of a stream",
        .tip = "A shorter time from the first token to the end than this: buffered. A rule of thumb, not proof.",
        .kind = TimeSetting{.member = &Measure::minInterval},
    },
    SettingEntry{
        .group = SettingGroup::guard,
        .storedKey = "short_tokens",
        .reportKey = "short_tokens",
        .option = "--short-tokens",
        .value = "N",
        .help = "fewer tokens than this: too short to judge; {} without this",
        .label = "short below",
        .line = "; short below {} tokens",
        .title = "short tokens <",
        .name = "Tokens below which an output is short",
        .tip = "Fewer output tokens than this: too few to judge buffering by.",
        .kind = CountSetting{.member = &Measure::shortTokens},
    },
    SettingEntry{
        .group = SettingGroup::rule,
        .storedKey = "short_as_buffered",
        .reportKey = "short_outputs",
        .option = "--short-outputs",
        .value = "HOW",
        .help = "short outputs apart, or judged as-buffered",
        .label = "short outputs",
        .title = "short outputs",
        .tip = "as buffered: the verdict \"short\" is off, which gives the plain guard",
        .kind = choiceOf<&Measure::shortAsBuffered>(shortOutputWords, true),
    },
    SettingEntry{
        .group = SettingGroup::rule,
        .storedKey = "interval_end",
        .reportKey = "interval_end",
        .option = "--interval-end",
        .value = "EVENT",
        .help = "the interval ends at the end, or at last-text",
        .label = "interval ends at",
        .title = "interval ends",
        .tip = "Where the interval of the guard ends: response complete, or last text",
        .kind = choiceOf<&Measure::intervalEnd>(intervalEndWords),
    },
    SettingEntry{
        .group = SettingGroup::rule,
        .storedKey = "max_rate",
        .reportKey = "max_rate",
        .option = "--max-rate",
        .value = "R",
        .help = "tokens/s above which a row is suspicious; {} without this",
        .label = "highest rate",
        .title = "highest rate",
        .tip = "A row above this is flagged as suspicious; it is never dropped by itself.",
        .kind = RateSetting{.member = &Measure::maxRate, .unit = "tokens/s", .boxStep = 1000},
    },
    SettingEntry{
        .group = SettingGroup::window,
        .storedKey = "warmup_ns",
        .reportKey = "warmup_s",
        .option = "--warmup",
        .value = "S|auto",
        .help = "seconds cut off from each run's first start; auto: by MSER-5 on TTFT",
        .label = "warm-up",
        .line = "; warm-up {}",
        .title = "warm-up",
        .name = "Warm-up",
        .tip = "Seconds from the first start of each run that do not count",
        .kind = TimeSetting{.member = &Measure::warmup, .rule = &mserRule},
    },
    SettingEntry{
        .group = SettingGroup::window,
        .storedKey = "warmup_auto",
        .name = "warm-up by &MSER-5",
        .tip = "Cuts each run's beginning where the TTFT, in order of start, settles: MSER-5, searched over the first "
               "half. A cut at its edge is not trusted, and then nothing is cut. The seconds above are not used.",
        .kind = FlagSetting{.member = &Measure::warmupAuto},
    },
    SettingEntry{
        .group = SettingGroup::window,
        .storedKey = "cooldown_ns",
        .reportKey = "cooldown_s",
        .option = "--cooldown",
        .value = "S",
        .help = "seconds taken off before the last end of each run",
        .label = "cool-down",
        .line = "; cool-down {}",
        .title = "cool-down",
        .name = "Cool-down",
        .tip = "Seconds before the last end of each run that do not count",
        .kind = TimeSetting{.member = &Measure::cooldown},
    },
    SettingEntry{
        .group = SettingGroup::statistic,
        .storedKey = "percentile",
        .reportKey = "percentile",
        .option = "--percentile",
        .value = "RULE",
        .help = "{}",
        .label = "percentiles",
        .title = "percentiles",
        .tip = "linear: Hyndman-Fan 7 (numpy); nearest rank: ceil(p n); exclusive: type 6, clamped to the extremes",
        .kind = choiceOf<&Measure::percentile>(percentileWords),
    },
    SettingEntry{
        .group = SettingGroup::statistic,
        .storedKey = "failed_as_infinite",
        .reportKey = "failed_as_infinite",
        .option = "--failed-as-infinite",
        .help = "failed requests are infinitely slow in latency percentiles",
        .label = "failed requests",
        .name = "&failed = infinitely slow",
        .tip = "Each failed request counts as infinitely slow in every percentile of a latency, by nearest rank. Past "
               "the share that succeeded a percentile is not attained, and there is no mean.",
        .kind = FlagSetting{.member = &Measure::failedAsInfinite,
                            .off = {"off", "left out", ""},
                            .on = {"on", "infinitely slow",
                                   "; failed requests count as infinitely slow, latencies by nearest rank"}},
    },
};

/// "linear, nearest or exclusive", with a remark behind the one that stands where none is given.
std::string wordsWithRemark(std::span<const SettingWord> words, std::string_view remark, std::size_t remarked) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
        out += words[i].word;
        if (i == remarked) out += remark;
    }
    return out;
}

std::string settingValue(const CountSetting& count, const Measure& measure) {
    return std::to_string(measure.*count.member);
}
std::string settingValue(const TimeSetting& time, const Measure& measure) {
    if (isByRule(time, measure)) return std::string(time.rule->words.word);
    return fmt::format("{} s", seconds(measure.*time.member));
}
std::string settingValue(const RateSetting& rate, const Measure& measure) {
    return fmt::format("{} {}", measure.*rate.member, rate.unit);
}
template <class Worded>
std::string settingValue(const Worded& setting, const Measure& measure) {
    return std::string(wordInForce(setting, measure).word);
}

Unexpected notRight(const std::string& text, std::string_view right) {
    return unexpected(ErrorKind::options, fmt::format("'{}' is not {}.", text, right));
}

Result<void> takeInto(const CountSetting& count, const std::string& text, Measure& into) {
    const auto value = parseNumber<int>(text);
    if (!value || *value < count.least || *value > count.most)
        return notRight(text, count.most == CountSetting{}.most
                                  ? fmt::format("a whole number of {} or more", count.least)
                                  : fmt::format("a whole number from {} to {}", count.least, count.most));
    into.*count.member = *value;
    return {};
}

Result<void> takeInto(const TimeSetting& time, const std::string& text, Measure& into) {
    const bool byRule = time.rule != nullptr && text == time.rule->words.word;
    const auto value = parseNumber<double>(text);
    if (!byRule && (!value || *value < 0 || *value > seconds(time.most)))
        return notRight(text, fmt::format("a number of seconds, such as 0.2{}",
                                          time.rule != nullptr ? fmt::format(", or {}", time.rule->words.word) : ""));
    if (time.rule != nullptr) into.*time.rule->member = byRule;
    if (!byRule) into.*time.member = fromSeconds(*value);
    return {};
}

Result<void> takeInto(const RateSetting& rate, const std::string& text, Measure& into) {
    const auto value = parseNumber<double>(text);
    if (!value || *value <= 0) return notRight(text, "a number above 0");
    into.*rate.member = *value;
    return {};
}

/// A switch has no value: that it is given says it.
Result<void> takeInto(const FlagSetting& flag, const std::string&, Measure& into) {
    into.*flag.member = true;
    return {};
}

Result<void> takeInto(const ChoiceSetting& choice, const std::string& text, Measure& into) {
    const auto found = std::ranges::find(choice.words, text, &SettingWord::word);
    if (found == choice.words.end()) return notRight(text, wordList(choice.words));
    choice.set(into, static_cast<std::size_t>(found - choice.words.begin()));
    return {};
}

}  // namespace

std::span<const SettingEntry> settingTable() { return settingEntries; }

bool isByRule(const TimeSetting& time, const Measure& measure) {
    return time.rule != nullptr && measure.*time.rule->member;
}

const SettingWord& wordInForce(const FlagSetting& flag, const Measure& measure) {
    return measure.*flag.member ? flag.on : flag.off;
}
const SettingWord& wordInForce(const ChoiceSetting& choice, const Measure& measure) {
    return choice.words[choice.get(measure)];
}

std::string wordList(std::span<const SettingWord> words) { return wordsWithRemark(words, {}, 0); }

void copySetting(const SettingEntry& entry, const MeasureSettings& from, MeasureSettings& to) {
    std::visit(
        [&](const auto& kind) {
            if constexpr (requires { kind.member; })
                to.*kind.member = from.*kind.member;
            else
                kind.set(to, kind.get(from));
        },
        entry.kind);
}

bool isSame(const SettingEntry& entry, const MeasureSettings& a, const MeasureSettings& b) {
    MeasureSettings copied = b;
    copySetting(entry, a, copied);
    return copied == b;
}

Result<void> takeSetting(const SettingEntry& entry, const std::string& text, MeasureSettings& into) {
    return std::visit([&](const auto& kind) { return takeInto(kind, text, into); }, entry.kind);
}

std::string optionHelp(const SettingEntry& entry) {
    const MeasureSettings standard;
    std::string value = valueText(entry, standard);
    if (const auto* rate = std::get_if<RateSetting>(&entry.kind)) value = fmt::format("{}", standard.*rate->member);
    if (const auto* choice = std::get_if<ChoiceSetting>(&entry.kind))
        value = wordsWithRemark(choice->words, " (as it is without this)", choice->get(standard));
    return fmt::format(fmt::runtime(entry.help), value);
}

std::string valueText(const SettingEntry& entry, const MeasureSettings& measure) {
    return std::visit([&](const auto& kind) { return settingValue(kind, measure); }, entry.kind);
}

std::string lineText(const SettingEntry& entry, const MeasureSettings& measure) {
    if (const auto* flag = std::get_if<FlagSetting>(&entry.kind)) return std::string(wordInForce(*flag, measure).line);
    if (const auto* choice = std::get_if<ChoiceSetting>(&entry.kind))
        return std::string(wordInForce(*choice, measure).line);
    std::string value = valueText(entry, measure);
    if (entry.group != SettingGroup::guard && value == valueText(entry, {})) return {};
    if (const auto* time = std::get_if<TimeSetting>(&entry.kind); time != nullptr && isByRule(*time, measure))
        value = time->rule->words.shown;
    return fmt::format(fmt::runtime(entry.line), value);
}

MeasureSettings withinLimits(MeasureSettings measure) {
    for (const SettingEntry& entry : settingEntries) {
        if (const auto* count = std::get_if<CountSetting>(&entry.kind))
            measure.*count->member = std::clamp(measure.*count->member, count->least, count->most);
        if (const auto* time = std::get_if<TimeSetting>(&entry.kind))
            measure.*time->member = std::clamp(measure.*time->member, Nanoseconds(0), time->most);
    }
    return measure;
}

}  // namespace plumbline
