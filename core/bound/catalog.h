// What is known of accelerators, models and weight formats, each fact with its source (resources/README.md). Built in;
// a file of the user's own adds to it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bound/cache.h"
#include "core/trace/result.h"

namespace plumbline {

struct WeightFormat {
    std::string id;
    double bytes = 0;  ///< a parameter, its share of the scales included
    std::string detail, source;
};

struct PublishedBandwidth {
    double bytesPerSecond = 0;
    std::string source;
};

struct Accelerator {
    std::string id, name;
    std::vector<PublishedBandwidth> bandwidths;            ///< the first is used; the others disagree with it
    std::map<std::string, double, std::less<>> flopRates;  ///< dense, by format of the math; FLOP/s
    std::string note;
    std::optional<double> fastestFlopRate() const;
};

/// Routed experts: `params` are of one expert in one layer.
struct RoutedExperts {
    double experts = 0, perToken = 0, layers = 0, params = 0;
};

struct Model {
    std::string id;
    std::optional<RoutedExperts> routed;
    /// Always read: "shared", "attention", "dense", "latent", "router", "head". No input embedding: one row is
    /// gathered.
    std::vector<std::pair<std::string, double>> params;
    std::vector<CacheLayers> cache;
    std::optional<double> unknownChunk;  ///< some of the layers read only their chunk of this; which is not known
    std::string released;                ///< weight formats of the checkpoint, as --weights takes them
    std::string note, source;
    std::vector<std::string> groups() const;  ///< names of its weight groups, "routed" first
};

struct Catalog {
    std::vector<WeightFormat> formats;
    std::vector<Accelerator> accelerators;
    std::vector<Model> models;

    // By id, or by the beginning of one (of its part behind the slash, too), whatever the case. Errors: none, with what
    // there is; several, with the candidates.
    Result<const WeightFormat*> format(std::string_view id) const;
    Result<const Accelerator*> accelerator(std::string_view id) const;
    Result<const Model*> model(std::string_view id) const;
};

/// Bytes of a format: the catalog's, or a typed number. `name` is the full id, or empty for a number.
struct FormatBytes {
    std::string name;
    double bytes = 0;
};
Result<FormatBytes> formatBytes(const Catalog& catalog, std::string_view text);

/// The built-in facts and the user's. Not to be changed once threads read it.
const Catalog& catalog();
/// Adds a file's entries; one with an id that is there already takes its place. Errors: not readable, or not a catalog;
/// then nothing is changed. Called at the start of the program.
Result<void> extendCatalog(const std::string& path);

/// "plumbline": "catalog/1" with "formats", "accelerators" and "models", each of which may be left out.
Result<Catalog> parseCatalog(std::string_view json);
extern const std::string_view builtInCatalogJson;

}  // namespace plumbline
