#include "core/bound/catalog_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/bound/numbers.h"

namespace plumbline {
namespace {

std::string joined(const std::vector<std::string>& words, const std::string& separator = ", ") {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : separator) + word;
    return out;
}

bool isWhole(double value) { return std::isfinite(value) && value > 0 && value == std::floor(value); }

struct NamedFormat {
    std::string group;
    FormatBytes format;
};

/// "routed=mxfp4,rest=bf16"; each group once, of those that the model has.
Result<std::vector<NamedFormat>> parseWeights(const CatalogBound& form, const Model& model, const Catalog& catalog) {
    std::vector<NamedFormat> out;
    std::vector<std::string> known = model.groups();
    known.emplace_back("rest");
    for (std::size_t begin = 0; begin < form.weights.size();) {
        const std::size_t end = std::min(form.weights.find(',', begin), form.weights.size());
        const std::string part = form.weights.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos)
            return unexpected(ErrorKind::options, fmt::format("'{}' is no GROUP=FORMAT.", part), {},
                              "For example routed=mxfp4,rest=bf16.");
        const std::string group = part.substr(0, equals);
        if (std::find(known.begin(), known.end(), group) == known.end())
            return unexpected(
                ErrorKind::options, fmt::format("{} has no weights named '{}'.", model.id, group), {},
                fmt::format("It has {}; rest stands for all that are not named.", joined(model.groups())));
        if (std::any_of(out.begin(), out.end(), [&group](const auto& each) { return each.group == group; }))
            return unexpected(ErrorKind::options, fmt::format("The format of '{}' is given twice.", group));
        const auto format = formatBytes(catalog, part.substr(equals + 1));
        if (!format) return Unexpected{format.error()};
        out.push_back({group, *format});
    }
    return out;
}

class Resolver {
public:
    Resolver(const CatalogBound& form, const Catalog& catalog, NamedAs namedAs)
        : m_form(form), m_catalog(catalog), m_namedAs(namedAs) {}

    Result<BoundInputs> run() {
        for (auto part : {&Resolver::find, &Resolver::weights, &Resolver::copies, &Resolver::speculation})
            if (Result<void> fine = (this->*part)(); !fine) return Unexpected{fine.error()};
        if (!m_missing.empty())
            return unexpected(ErrorKind::options, joined(m_missing, "; ") + ".", {},
                              fmt::format("Give {}.", joined(m_give)));
        takeNumbers();
        return takeCache();
    }

private:
    Result<void> find();
    Result<void> weights();
    void addGroups(const std::vector<NamedFormat>& formats);
    Result<void> copies();
    void bandwidthOf(const Accelerator& part, double devices);
    void math();
    Result<void> speculation();
    void takeNumbers();
    Result<BoundInputs> takeCache();

    void ask(std::string what, std::string_view option, std::string_view example = {}) {
        m_missing.push_back(std::move(what));
        std::string name(option);
        if (m_namedAs == NamedAs::options) std::replace(name.begin(), name.end(), '_', '-');
        name = m_namedAs == NamedAs::options ? "--" + name : '"' + name + '"';
        m_give.push_back(example.empty() ? name : fmt::format("{} ({})", name, example));
    }

    const CatalogBound& m_form;
    const Catalog& m_catalog;
    NamedAs m_namedAs;
    const Model* m_model = nullptr;
    const Accelerator* m_part = nullptr;
    BoundInputs m_out;
    std::vector<std::string> m_missing, m_give;
};

Result<void> Resolver::find() {
    if (m_form.model.empty()) {
        ask("model unknown", "model", "one of the catalog");
    } else {
        const auto model = m_catalog.model(m_form.model);
        if (!model) return Unexpected{model.error()};
        m_model = *model;
        m_out.origin.model = m_model->id;
        m_out.origin.lines.push_back(fmt::format("model: {} ({})", m_model->id, m_model->source));
    }
    if (m_form.accelerator.empty()) return {};
    const auto part = m_catalog.accelerator(m_form.accelerator);
    if (!part) return Unexpected{part.error()};
    m_part = *part;
    m_out.origin.accelerator = m_part->id;
    return {};
}

Result<void> Resolver::weights() {
    if (m_model == nullptr) return {};
    const auto formats = parseWeights(m_form, *m_model, m_catalog);
    if (!formats) return Unexpected{formats.error()};
    addGroups(*formats);
    return {};
}

void Resolver::addGroups(const std::vector<NamedFormat>& formats) {
    const auto named = [&formats](std::string_view group) -> const FormatBytes* {
        for (const NamedFormat& each : formats)
            if (each.group == group) return &each.format;
        return nullptr;
    };
    std::vector<std::string> unknown;
    const auto add = [&](const std::string& name, double params, std::optional<Experts> experts) {
        const FormatBytes* format = named(name);
        if (format == nullptr) format = named("rest");
        if (format == nullptr) return unknown.push_back(name);
        m_out.groups.push_back({name, params, format->bytes, experts, format->name});
    };
    if (const auto& routed = m_model->routed)
        add("routed", routed->layers * routed->params, Experts{routed->experts, routed->perToken});
    for (const auto& [name, params] : m_model->params) add(name, params, std::nullopt);
    if (!unknown.empty())
        ask("weight formats unknown: " + joined(unknown), "weights",
            m_model->released.empty() ? "such as rest=bf16" : "released as " + m_model->released);
}

/// The devices of one copy, and from them its bandwidth and its math, where these are not given.
Result<void> Resolver::copies() {
    if (!m_form.replicas) ask("replicas unknown", "replicas", "independent copies of the model, 1 if all share one");
    if (m_form.replicas && !isWhole(*m_form.replicas))
        return unexpected(ErrorKind::options, "Replicas must be a whole number of 1 or more.");
    if (m_form.count && !isWhole(*m_form.count))
        return unexpected(ErrorKind::options, "The count of accelerators must be a whole number of 1 or more.");
    m_out.origin.count = m_form.count;
    if (m_form.bandwidth) {
        m_out.bandwidth = *m_form.bandwidth;
        m_out.origin.bandwidthSource = "given";
    } else if (m_part == nullptr) {
        ask("accelerators unknown", "accelerator", "or the bandwidth of one copy, bytes/s");
    } else if (m_part->bandwidths.empty()) {
        ask(fmt::format("bandwidth of {} unknown", m_part->id),
            m_namedAs == NamedAs::options ? "bandwidth" : "bandwidth_bytes_per_s", "of one copy, bytes/s");
    } else if (!m_form.count) {
        ask("number of accelerators unknown", "count");
    }
    if (m_part == nullptr || !m_form.count || !m_form.replicas) return {};
    const double devices = *m_form.count / *m_form.replicas;
    if (!m_form.bandwidth && devices != std::floor(devices))
        return unexpected(ErrorKind::options,
                          fmt::format("{} accelerators cannot be {} equal copies.", paperTyped(*m_form.count),
                                      paperTyped(*m_form.replicas)),
                          {}, "Give the bandwidth of one copy, bytes/s.");
    if (!m_form.bandwidth && !m_part->bandwidths.empty()) bandwidthOf(*m_part, devices);
    return {};
}

void Resolver::bandwidthOf(const Accelerator& part, double devices) {
    const PublishedBandwidth& used = part.bandwidths.front();
    m_out.bandwidth = devices * used.bytesPerSecond;
    m_out.origin.bandwidthSource = used.source;
    std::string others;
    for (std::size_t i = 1; i < part.bandwidths.size(); ++i)
        others +=
            fmt::format("{}{}/s", i == 1 ? "; also published: " : ", ", paperBytes(part.bandwidths[i].bytesPerSecond));
    m_out.origin.lines.push_back(fmt::format("bandwidth of one copy: {} {} x {}/s = {}/s ({}{})", paperTyped(devices),
                                             part.id, paperBytes(used.bytesPerSecond), paperBytes(m_out.bandwidth),
                                             used.source, others));
}

Result<void> Resolver::speculation() {
    if (m_form.draft && *m_form.draft > 0 && !m_form.accept)
        ask("accepted tokens a step unknown", "accept", "drafted tokens accepted, plus one");
    if (m_form.accept && *m_form.accept > 1 && !m_form.draft)
        ask("drafted tokens a step unknown", "draft", "tokens that a step verifies besides its own");
    if (m_form.draft && *m_form.draft == 0 && m_form.accept && *m_form.accept > 1)
        return unexpected(ErrorKind::options, "Without drafted tokens a step yields one token.", {},
                          "Give the drafted tokens, or 1 accepted token.");
    return {};
}

/// The fastest rate listed, on all devices of a copy: an upper limit, as the bound is one.
void Resolver::math() {
    m_out.math = m_form.math;
    if (m_form.math) {
        m_out.origin.mathSource = "given";
        return;
    }
    if (m_part == nullptr || !m_form.count) return;
    const auto rate = m_part->fastestFlopRate();
    if (!rate) return;
    const double devices = *m_form.count / m_out.replicas;
    m_out.math = *rate * devices;
    m_out.origin.mathSource = "the fastest that is listed";
    m_out.origin.lines.push_back(fmt::format("math of one copy: {} x {}FLOP/s, {} = {}FLOP/s", paperTyped(devices),
                                             paperFlop(*rate), m_out.origin.mathSource, paperFlop(*m_out.math)));
}

void Resolver::takeNumbers() {
    m_out.replicas = *m_form.replicas;
    m_out.batch = m_form.batch.value_or(1);
    m_out.context = m_form.context;
    m_out.measured = m_form.measured;
    m_out.practical = m_form.practical;
    m_out.draft = m_form.draft.value_or(0);
    m_out.accept = m_form.accept.value_or(1);
    m_out.rKv = m_form.rKv.value_or(1);
    m_out.rAttn = m_form.rAttn.value_or(1);
    m_out.draftBytes = m_form.draftBytes.value_or(0);
    m_out.kvBytesPerToken = m_form.kvBytesPerToken;
    math();
}

Result<BoundInputs> Resolver::takeCache() {
    m_out.cache = m_model->cache;
    m_out.cacheKnownUpTo = m_model->unknownChunk;
    if (!m_form.kvFormat.empty()) {
        const auto format = formatBytes(m_catalog, m_form.kvFormat);
        if (!format) return Unexpected{format.error()};
        m_out.cacheElementBytes = format->bytes;
        m_out.origin.kvFormat = format->name.empty() ? m_form.kvFormat : format->name;
    }
    return std::move(m_out);
}

}  // namespace

Result<BoundInputs> resolve(const CatalogBound& form, const Catalog& catalog, NamedAs namedAs) {
    return Resolver(form, catalog, namedAs).run();
}

}  // namespace plumbline
