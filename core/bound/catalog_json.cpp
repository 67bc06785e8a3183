// The catalog's file, strictly: a fact that is misspelt is an error, not a fact less.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/bound/catalog.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// Thrown within this file only: a fault ends the parse, wherever it is.
struct Fault {
    std::string message;
};

const Json& member(const Json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) throw Fault{fmt::format("\"{}\" is missing.", key)};
    return *found;
}

double positive(const Json& value, const std::string& key) {
    if (!value.is_number() || !std::isfinite(value.get<double>()) || value.get<double>() <= 0)
        throw Fault{fmt::format("\"{}\" is no number above 0.", key)};
    return value.get<double>();
}
double positive(const Json& object, const char* key) { return positive(member(object, key), std::string(key)); }
std::optional<double> positiveOr(const Json& object, const char* key) {
    return object.contains(key) ? std::optional(positive(object, key)) : std::nullopt;
}

std::string text(const Json& object, const char* key, bool needed = true) {
    if (!needed && !object.contains(key)) return {};
    const Json& value = member(object, key);
    if (!value.is_string() || (needed && value.get_ref<const std::string&>().empty()))
        throw Fault{fmt::format("\"{}\" is no text.", key)};
    return value.get<std::string>();
}

void knowsOnly(const Json& object, std::initializer_list<std::string_view> keys) {
    if (!object.is_object()) throw Fault{"This is no object."};
    for (const auto& [key, value] : object.items())
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            throw Fault{fmt::format("\"{}\" is not known here.", key)};
}

WeightFormat readFormat(const Json& object) {
    knowsOnly(object, {"id", "bytes", "detail", "source"});
    return {text(object, "id"), positive(object, "bytes"), text(object, "detail", false), text(object, "source")};
}

Accelerator readAccelerator(const Json& object) {
    knowsOnly(object, {"id", "name", "bandwidth", "source", "flop_per_s", "note"});
    Accelerator out{text(object, "id"), text(object, "name"), {}, {}, text(object, "note", false)};
    for (const Json& each : member(object, "bandwidth")) {
        knowsOnly(each, {"bytes_per_s", "source"});
        out.bandwidths.push_back({positive(each, "bytes_per_s"), text(each, "source")});
    }
    if (object.contains("flop_per_s"))
        for (const auto& [format, rate] : object["flop_per_s"].items()) out.flopRates[format] = positive(rate, format);
    return out;
}

CacheKind readKind(const Json& object) {
    const std::string kind = text(object, "kind");
    if (kind == "multi-head" || kind == "grouped") return CacheKind::heads;
    if (kind == "latent") return CacheKind::latent;
    if (kind == "recurrent") return CacheKind::recurrent;
    throw Fault{fmt::format("'{}' is no kind of cache: multi-head, grouped, latent or recurrent.", kind)};
}

CacheLayers readHeads(const Json& object) {
    knowsOnly(object, {"layers", "kind", "heads", "kv_heads", "head_dim", "window", "chunk", "chunked_layers"});
    CacheLayers out;
    out.heads = positive(object, "heads");
    out.kvHeads = object["kind"] == "multi-head" ? out.heads : positive(object, "kv_heads");
    out.headDim = positive(object, "head_dim");
    out.window = positiveOr(object, "window");
    return out;
}

CacheLayers readLatent(const Json& object) {
    knowsOnly(object, {"layers", "kind", "heads", "latent_dim", "rope_dim", "top", "index_dim"});
    CacheLayers out;
    out.heads = positive(object, "heads");
    out.latentDim = positive(object, "latent_dim");
    out.ropeDim = positive(object, "rope_dim");
    out.top = positiveOr(object, "top");
    if (out.top) out.indexDim = positive(object, "index_dim");
    return out;
}

CacheLayers readState(const Json& object) {
    knowsOnly(object, {"layers", "kind", "state"});
    CacheLayers out;
    out.state = positive(object, "state");
    return out;
}

/// "chunk" with how many of the layers read only theirs; null: that is not known.
void readChunks(const Json& object, CacheLayers layers, Model& model) {
    const double chunk = positive(object, "chunk");
    const Json& count = member(object, "chunked_layers");
    if (count.is_null()) {
        model.unknownChunk = chunk;
        return model.cache.push_back(layers);
    }
    const double chunked = positive(object, "chunked_layers");
    if (chunked > layers.layers) throw Fault{"\"chunked_layers\" are more than the layers."};
    if (chunked < layers.layers) {
        model.cache.push_back(layers);
        model.cache.back().layers -= chunked;
    }
    layers.layers = chunked;
    layers.chunk = chunk;
    model.cache.push_back(layers);
}

void readCache(const Json& object, Model& model) {
    if (!object.is_object()) throw Fault{"\"cache\" is no list of objects."};
    const CacheKind kind = readKind(object);
    CacheLayers layers = kind == CacheKind::heads    ? readHeads(object)
                         : kind == CacheKind::latent ? readLatent(object)
                                                     : readState(object);
    layers.kind = kind;
    layers.layers = positive(object, "layers");
    object.contains("chunk") ? readChunks(object, layers, model) : model.cache.push_back(layers);
}

RoutedExperts readRouted(const Json& object) {
    knowsOnly(object, {"experts", "per_token", "layers", "params"});
    const RoutedExperts out{positive(object, "experts"), positive(object, "per_token"), positive(object, "layers"),
                            positive(object, "params")};
    if (out.perToken > out.experts) throw Fault{"\"per_token\" is more than \"experts\"."};
    return out;
}

Model readModel(const Json& object) {
    knowsOnly(object, {"id", "routed", "params", "cache", "released", "note", "source"});
    Model out;
    out.id = text(object, "id");
    if (object.contains("routed")) out.routed = readRouted(object["routed"]);
    const Json& params = member(object, "params");
    knowsOnly(params, {"shared", "attention", "dense", "latent", "router", "head"});
    for (const auto& [name, count] : params.items()) out.params.emplace_back(name, positive(count, name));
    for (const Json& layers : member(object, "cache")) readCache(layers, out);
    out.released = text(object, "released", false);
    out.note = text(object, "note", false);
    out.source = text(object, "source");
    return out;
}

template <class Entry>
void readList(const Json& document, const char* key, Entry (*read)(const Json&), std::vector<Entry>& into) {
    const auto list = document.find(key);
    if (list == document.end()) return;
    if (!list->is_array()) throw Fault{fmt::format("\"{}\" is no list.", key)};
    for (const Json& object : *list) {
        const bool named = object.is_object() && object.contains("id") && object["id"].is_string();
        const std::string where = named ? object["id"].get<std::string>() : fmt::format("{} {}", key, into.size() + 1);
        try {
            into.push_back(read(object));
        } catch (const Fault& fault) {
            throw Fault{where + ": " + fault.message};
        }
    }
}

}  // namespace

Result<Catalog> parseCatalog(std::string_view json) {
    const auto refuse = [](std::string message) {
        return unexpected(ErrorKind::format, std::move(message), {},
                          "resources/README.md describes the file; the built-in one is resources/catalog.json.");
    };
    const Json document = Json::parse(json, nullptr, false);
    if (!document.is_object() || !document.contains("plumbline") || document["plumbline"] != "catalog/1")
        return refuse("This is no catalog: \"plumbline\": \"catalog/1\" is missing.");
    Catalog out;
    try {
        knowsOnly(document, {"plumbline", "formats", "accelerators", "models"});
        readList(document, "formats", readFormat, out.formats);
        readList(document, "accelerators", readAccelerator, out.accelerators);
        readList(document, "models", readModel, out.models);
    } catch (const Fault& fault) {
        return refuse(fault.message);
    }
    return out;
}

}  // namespace plumbline
