// The options, each with its verbs, its help and what it does (CLI §2).
#include <fmt/format.h>

#include <array>
#include <deque>

#include "app/options.h"
#include "core/measure/decimal.h"

namespace plumbline {
namespace {

constexpr unsigned of(Verb verb) { return static_cast<unsigned>(verb); }
constexpr unsigned measuring = of(Verb::analyze) | of(Verb::exportFile) | of(Verb::picture);
constexpr unsigned importing = measuring | of(Verb::import);
constexpr unsigned writing = of(Verb::import) | of(Verb::exportFile) | of(Verb::picture);
constexpr unsigned all = importing | of(Verb::window) | of(Verb::bound) | of(Verb::readers);

Unexpected wrong(const std::string& value, std::string_view right) {
    return unexpected(ErrorKind::options, fmt::format("'{}' is not {}.", value, right));
}

template <class Number>
Result<void> takePositive(const std::string& text, Number& into) {
    const std::optional<double> value = parseNumber<double>(text);
    if (!value || *value <= 0) return wrong(text, "a number above 0");
    into = *value;
    return {};
}

Result<void> takeZeroOrMore(const std::string& text, std::optional<double>& into) {
    const std::optional<double> value = parseNumber<double>(text);
    if (!value || *value < 0) return wrong(text, "a number of 0 or more");
    into = *value;
    return {};
}

Result<void> takeText(const std::string& text, std::string& into) {
    if (text.empty()) return unexpected(ErrorKind::options, "An empty value is given.");
    into = text;
    return {};
}

Result<void> takeSlo(Request& request, const std::string& value) {
    Result<Slo> slo = parseSlo(value);
    if (!slo) return Unexpected{slo.error()};
    request.settings.slos.push_back(*std::move(slo));
    return {};
}

Result<void> takeClaim(Request& request, const std::string& value) {
    Result<ClaimForm> claim = parseClaim(value);
    if (!claim) return Unexpected{claim.error()};
    request.claims.push_back(*std::move(claim));
    return {};
}

Result<void> takeLimits(Request& request, const std::string& value) {
    Result<GivenLimits> given = parseSizeLimits(value);
    if (!given) return Unexpected{given.error()};
    request.limits.insert(request.limits.end(), given->begin(), given->end());
    return {};
}

Result<void> takeDialect(Request& request, const std::string& value) {
    request.dialect = parseDialect(value);
    if (request.dialect) return {};
    std::string names;
    for (std::size_t i = 0; i < dialects().size(); ++i)
        names += (i == 0 ? "" : i + 1 == dialects().size() ? " or " : ", ") + std::string(dialects()[i].name);
    return wrong(value, names);
}

Result<void> takeView(Request& request, const std::string& value) {
    for (const std::string_view view : {"curve", "load", "bound", "distribution", "time", "sensitivity", "window"})
        if (value == view) return takeText(value, request.view);
    return wrong(value, "curve, load, bound, distribution, time, sensitivity or window");
}

Result<void> takeTheme(Request& request, const std::string& value) {
    if (value != "light" && value != "dark") return wrong(value, "light or dark");
    return takeText(value, request.theme);
}

Result<void> takeSize(Request& request, const std::string& value) {
    const std::size_t by = value.find('x');
    const auto width = parseNumber<int>(std::string_view(value).substr(0, by));
    const auto height =
        by == std::string::npos ? std::nullopt : parseNumber<int>(std::string_view(value).substr(by + 1));
    const auto sensible = [](std::optional<int> side) { return side && *side >= 100 && *side <= 16'000; };
    if (!sensible(width) || !sensible(height)) return wrong(value, "a size such as 1280x720, each side 100 to 16000");
    request.width = *width;
    request.height = *height;
    return {};
}

Result<void> takeScale(Request& request, const std::string& value) {
    const std::optional<double> scale = parseNumber<double>(value);
    if (!scale || *scale < 0.5 || *scale > 8) return wrong(value, "a scale from 0.5 to 8");
    request.scale = *scale;
    return {};
}

Result<void> takeGroup(Request& request, const std::string& value) {
    Result<WeightGroup> group = parseWeightGroup(value);
    if (!group) return Unexpected{group.error()};
    request.groups.push_back(*std::move(group));
    return {};
}

constexpr std::array outputs{
    Option{"--json", "", "", of(Verb::analyze) | of(Verb::bound), "write one JSON document instead of text",
           [](Request& r, const std::string&) -> Result<void> { return r.json = true, Result<void>(); }},
    Option{"--output", "-o", "FILE", writing, "the file to write",
           [](Request& r, const std::string& v) { return takeText(v, r.output); }},
    Option{"--view", "", "VIEW", of(Verb::picture), "curve, load, bound, distribution, time, sensitivity or window",
           takeView},
    Option{"--theme", "", "THEME", of(Verb::picture), "light (as it is without this) or dark", takeTheme},
    Option{"--size", "", "WxH", of(Verb::picture), "size in pixels at scale 1; 1280x720 without this", takeSize},
    Option{"--scale", "", "F", of(Verb::picture), "pixels of a PNG per pixel of the size; 1 without this", takeScale},
};

constexpr std::array questions{
    Option{"--slo", "", "LIMIT", measuring, "'METRIC STAT OP LIMIT', such as 'e2e mean < 40s'; may be given again",
           takeSlo, true},
    Option{"--claim", "", "TEXT", of(Verb::analyze),
           "is it supported? '64 meets 40s', 'B has a lower ttft p95'; may repeat", takeClaim},
};

constexpr std::array others{
    Option{"--dialect", "", "NAME", of(Verb::analyze), "also by a harness's own rules: vllm, evalscope, ...; all below",
           takeDialect},
    Option{"--context", "", "FILE", importing, "what the result files don't say of themselves, as a JSON object",
           [](Request& r, const std::string& v) { return takeText(v, r.contextFile); }},
    Option{"--mapping", "", "FILE", importing | of(Verb::readers),
           "a mapping of columns for files no reader knows, or its saved name",
           [](Request& r, const std::string& v) { return takeText(v, r.mapping); }},
    Option{"--keep-both", "", "", of(Verb::import), "keep a file that has changed since in both versions",
           [](Request& r, const std::string&) -> Result<void> { return r.keepBoth = true, Result<void>(); }},
    Option{"--review", "", "FILE", measuring, "a list of decisions on rows, as Plumbline writes it",
           [](Request& r, const std::string& v) { return takeText(v, r.reviewFile); }},
    Option{"--group", "", "G", of(Verb::bound), "NAME:PARAMETERS:BYTES_EACH, read once a step; may be given again",
           takeGroup},
    Option{"--model", "", "ID", of(Verb::bound), "a model of the catalog; the beginning of an id will do",
           [](Request& r, const std::string& v) { return takeText(v, r.bound.model); }},
    Option{"--weights", "", "LIST", of(Verb::bound),
           "G=FORMAT,...; G: routed shared attention dense latent router head rest",
           [](Request& r, const std::string& v) { return takeText(v, r.bound.weights); }},
    Option{"--kv-format", "", "FORMAT", of(Verb::bound), "format of the KV cache; formats are ids or bytes",
           [](Request& r, const std::string& v) { return takeText(v, r.bound.kvFormat); }},
    Option{"--accelerator", "", "ID", of(Verb::bound), "an accelerator of the catalog",
           [](Request& r, const std::string& v) { return takeText(v, r.bound.accelerator); }},
    Option{"--count", "", "N", of(Verb::bound), "accelerators, over all copies of the model",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.count); }},
    Option{"--replicas", "", "R", of(Verb::bound), "copies of the model; of typed groups 1 without this",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.replicas); }},
    Option{"--bandwidth", "", "B", of(Verb::bound), "memory bandwidth of one copy of the model, bytes/s",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.bandwidth); }},
    Option{"--math", "", "F", of(Verb::bound), "FLOP/s of one copy; the fastest of the catalog without this",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.math); }},
    Option{"--batch", "", "N", of(Verb::bound), "sequences that decode together, over all copies; 1 without this",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.batch); }},
    Option{"--context", "", "S", of(Verb::bound), "tokens in the cache of each sequence; weights only without this",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.context); }},
    Option{"--kv-bytes-per-token", "", "K", of(Verb::bound), "bytes of the KV cache per token and sequence",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.kvBytesPerToken); }},
    Option{"--r-kv", "", "X", of(Verb::bound), "times that a copy reads each sequence's cache; 1 without this",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.rKv); }},
    Option{"--r-attn", "", "X", of(Verb::bound), "times that a copy reads its attention weights; 1 without this",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.rAttn); }},
    Option{"--draft", "", "N", of(Verb::bound), "drafted tokens that a step verifies; 0 without this",
           [](Request& r, const std::string& v) { return takeZeroOrMore(v, r.bound.draft); }},
    Option{"--accept", "", "A", of(Verb::bound), "tokens a step yields: drafted ones accepted, plus one",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.accept); }},
    Option{"--draft-bytes", "", "N", of(Verb::bound), "bytes of the draft model, read once a step",
           [](Request& r, const std::string& v) { return takeZeroOrMore(v, r.bound.draftBytes); }},
    Option{"--practical", "", "SHARE", of(Verb::bound), "a second line, at this share of the bandwidth, such as 0.8",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.practical); }},
    Option{"--measured", "", "T", of(Verb::bound), "measured tokens/s per user, as a share of the bound",
           [](Request& r, const std::string& v) { return takePositive(v, r.bound.measured); }},
    Option{"--check", "", "FOLDER", of(Verb::readers), "the files of a folder and what becomes of each",
           [](Request& r, const std::string& v) { return takeText(v, r.checkFolder); }},
    Option{"--limit", "", "LIST", all, "NAME=N,...: from where on the rest is left out, and said; all below",
           takeLimits},
    Option{"--help", "-h", "", all, "this text",
           [](Request& r, const std::string&) -> Result<void> { return r.help = true, Result<void>(); }},
    Option{"--version", "", "", of(Verb::window), "the version",
           [](Request& r, const std::string&) -> Result<void> { return r.version = true, Result<void>(); }},
};

constexpr std::array verbTable{
    VerbEntry{Verb::window, "", "[FILE|FOLDER|WORKSPACE]...", "open the window"},
    VerbEntry{Verb::analyze, "analyze", "PATH...", "metrics, curves, crossings and findings, as text or JSON"},
    VerbEntry{Verb::import, "import", "-o W.plumb PATH...", "read into a workspace, made or added to"},
    VerbEntry{Verb::exportFile, "export", "-o OUT PATH...", "the rows as .trace.jsonl, or the level tables as .csv"},
    VerbEntry{Verb::picture, "picture", "-o P.png --view VIEW PATH...",
              "a chart or the window as .png, a chart as .svg"},
    VerbEntry{Verb::bound, "bound", "--group G... --bandwidth B | --model ID --accelerator ID ...",
              "the memory-bandwidth bound, worked in steps"},
    VerbEntry{Verb::readers, "readers", "[--check FOLDER]", "the formats that are read, and how they are told"},
};

/// The cutoffs of one group, whose help is composed and kept here.
void addCutoffs(SettingGroup group, std::vector<Option>& out) {
    static std::deque<std::string> helps;
    for (const SettingEntry& entry : settingTable())
        if (entry.group == group && !entry.option.empty())
            out.push_back({entry.option, "", entry.value, measuring, helps.emplace_back(optionHelp(entry)), nullptr,
                           true, &entry});
}

std::vector<Option> allOptions() {
    std::vector<Option> out(outputs.begin(), outputs.end());
    for (const auto group : {SettingGroup::guard, SettingGroup::rule, SettingGroup::window}) addCutoffs(group, out);
    out.insert(out.end(), questions.begin(), questions.end());
    addCutoffs(SettingGroup::statistic, out);
    out.insert(out.end(), others.begin(), others.end());
    return out;
}

}  // namespace

Result<void> Option::apply(Request& request, const std::string& text) const {
    return cutoff != nullptr ? takeSetting(*cutoff, text, request.settings.measure) : take(request, text);
}

std::span<const Option> options() {
    static const std::vector<Option> all = allOptions();
    return all;
}
std::span<const VerbEntry> verbs() { return verbTable; }

}  // namespace plumbline
