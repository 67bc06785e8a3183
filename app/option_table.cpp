// The options, each with its verbs, its help and what it does (cli.md).
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "app/options.h"

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
std::optional<Number> parseWhole(std::string_view text) {
    Number value{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> parseDouble(std::string_view text) {
    const std::optional<double> value = parseWhole<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

Result<void> takeCount(const std::string& text, int& into) {
    const std::optional<int> value = parseWhole<int>(text);
    if (!value || *value < 0) return wrong(text, "a whole number of 0 or more");
    into = *value;
    return {};
}

/// Ten years is longer than any run, and far from the end of what nanoseconds can count.
Result<void> takeSeconds(const std::string& text, Nanoseconds& into) {
    const std::optional<double> value = parseDouble(text);
    if (!value || *value < 0 || *value > 3.2e8) return wrong(text, "a number of seconds, such as 0.2");
    into = fromSeconds(*value);
    return {};
}

template <class Number>
Result<void> takePositive(const std::string& text, Number& into) {
    const std::optional<double> value = parseDouble(text);
    if (!value || *value <= 0) return wrong(text, "a number above 0");
    into = *value;
    return {};
}

Result<void> takeZeroOrMore(const std::string& text, std::optional<double>& into) {
    const std::optional<double> value = parseDouble(text);
    if (!value || *value < 0) return wrong(text, "a number of 0 or more");
    into = *value;
    return {};
}

Result<void> takeText(const std::string& text, std::string& into) {
    if (text.empty()) return unexpected(ErrorKind::options, "An empty value is given.");
    into = text;
    return {};
}

Result<void> takeShortOutputs(Request& request, const std::string& value) {
    if (value != "apart" && value != "as-buffered") return wrong(value, "apart or as-buffered");
    request.settings.measure.shortAsBuffered = value == "as-buffered";
    return {};
}

Result<void> takeIntervalEnd(Request& request, const std::string& value) {
    if (value != "end" && value != "last-text") return wrong(value, "end or last-text");
    request.settings.measure.intervalEnd = value == "end" ? IntervalEnd::end : IntervalEnd::lastText;
    return {};
}

Result<void> takeWarmup(Request& request, const std::string& value) {
    MeasureSettings& measure = request.settings.measure;
    measure.warmupAuto = value == "auto";
    if (measure.warmupAuto) return {};
    if (const Result<void> taken = takeSeconds(value, measure.warmup); !taken)
        return wrong(value, "a number of seconds, such as 0.2, or auto");
    return {};
}

Result<void> takePercentile(Request& request, const std::string& value) {
    PercentileRule& rule = request.settings.measure.percentile;
    if (value == "linear")
        rule = PercentileRule::linear;
    else if (value == "nearest")
        rule = PercentileRule::nearest;
    else if (value == "exclusive")
        rule = PercentileRule::exclusive;
    else
        return wrong(value, "linear, nearest or exclusive");
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
    const auto width = parseWhole<int>(std::string_view(value).substr(0, by));
    const auto height =
        by == std::string::npos ? std::nullopt : parseWhole<int>(std::string_view(value).substr(by + 1));
    const auto sensible = [](std::optional<int> side) { return side && *side >= 100 && *side <= 16'000; };
    if (!sensible(width) || !sensible(height)) return wrong(value, "a size such as 1280x720, each side 100 to 16000");
    request.width = *width;
    request.height = *height;
    return {};
}

Result<void> takeScale(Request& request, const std::string& value) {
    const std::optional<double> scale = parseDouble(value);
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

constexpr std::array table{
    Option{"--json", "", "", of(Verb::analyze) | of(Verb::bound), "write one JSON document instead of text",
           [](Request& r, const std::string&) -> Result<void> { return r.json = true, Result<void>(); }},
    Option{"--output", "-o", "FILE", writing, "the file to write",
           [](Request& r, const std::string& v) { return takeText(v, r.output); }},
    Option{"--view", "", "VIEW", of(Verb::picture), "curve, load, bound, distribution, time, sensitivity or window",
           takeView},
    Option{"--theme", "", "THEME", of(Verb::picture), "light (as it is without this) or dark", takeTheme},
    Option{"--size", "", "WxH", of(Verb::picture), "size in pixels at scale 1; 1280x720 without this", takeSize},
    Option{"--scale", "", "F", of(Verb::picture), "pixels of a PNG per pixel of the size; 1 without this", takeScale},
    Option{"--min-chunks", "", "N", measuring, "fewer chunks than this: buffered; 3 without this",
           [](Request& r, const std::string& v) { return takeCount(v, r.settings.measure.minChunks); }, true},
    Option{"--min-interval", "", "S", measuring, "first token to end shorter than this: buffered; 0.2 s without this",
           [](Request& r, const std::string& v) { return takeSeconds(v, r.settings.measure.minInterval); }, true},
    Option{"--short-tokens", "", "N", measuring, "fewer tokens than this: too short to judge; 3 without this",
           [](Request& r, const std::string& v) { return takeCount(v, r.settings.measure.shortTokens); }, true},
    Option{"--short-outputs", "", "HOW", measuring, "short outputs apart, or judged as-buffered", takeShortOutputs,
           true},
    Option{"--interval-end", "", "EVENT", measuring, "the interval ends at the end, or at last-text", takeIntervalEnd,
           true},
    Option{"--max-rate", "", "R", measuring, "tokens/s above which a row is suspicious; 10000 without this",
           [](Request& r, const std::string& v) { return takePositive(v, r.settings.measure.maxRate); }, true},
    Option{"--warmup", "", "S|auto", measuring, "seconds cut off from each run's first start; auto: by MSER-5 on TTFT",
           takeWarmup, true},
    Option{"--cooldown", "", "S", measuring, "seconds taken off before the last end of each run",
           [](Request& r, const std::string& v) { return takeSeconds(v, r.settings.measure.cooldown); }, true},
    Option{"--slo", "", "LIMIT", measuring, "'METRIC STAT OP LIMIT', such as 'e2e mean < 40s'; may be given again",
           takeSlo, true},
    Option{"--claim", "", "TEXT", of(Verb::analyze),
           "is it supported? '64 meets 40s', 'B has a lower ttft p95'; may repeat", takeClaim},
    Option{"--percentile", "", "RULE", measuring, "linear (as it is without this), nearest or exclusive",
           takePercentile, true},
    Option{"--failed-as-infinite", "", "", measuring, "failed requests are infinitely slow in latency percentiles",
           [](Request& r, const std::string&) -> Result<void> {
               return r.settings.measure.failedAsInfinite = true, Result<void>();
           },
           true},
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

}  // namespace

std::span<const Option> options() { return table; }
std::span<const VerbEntry> verbs() { return verbTable; }

}  // namespace plumbline
