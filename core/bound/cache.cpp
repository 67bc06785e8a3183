#include "core/bound/cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/bound/numbers.h"

namespace plumbline {
namespace {

double elementsPerToken(const CacheLayers& layers) {
    return layers.kind == CacheKind::heads ? 2 * layers.kvHeads * layers.headDim : layers.latentDim + layers.ropeDim;
}

std::string layersText(const CacheLayers& layers) {
    return fmt::format("{} layer{}", paperTyped(layers.layers), layers.layers == 1 ? "" : "s");
}

std::string entryText(const CacheLayers& layers) {
    if (layers.kind == CacheKind::latent)
        return fmt::format("({} + {}) elements", paperTyped(layers.latentDim), paperTyped(layers.ropeDim));
    return fmt::format("2 x {} x {} elements", paperTyped(layers.kvHeads), paperTyped(layers.headDim));
}

const char* whichTokens(const CacheLayers& layers) {
    if (layers.window) return " of the window";
    if (layers.chunk) return " of the chunk";
    return layers.top ? " that the indexer picks" : "";
}

}  // namespace

double tokensRead(const CacheLayers& layers, double context) {
    double tokens = context;
    if (layers.window) tokens = std::min(tokens, *layers.window);
    if (layers.chunk && tokens > 0) tokens -= *layers.chunk * (std::ceil(tokens / *layers.chunk) - 1);
    if (layers.top) tokens = std::min(tokens, *layers.top);
    return tokens;
}

double elementsRead(const CacheLayers& layers, double context) {
    if (layers.kind == CacheKind::recurrent) return 2 * layers.layers * layers.state;
    const double index = layers.top ? layers.indexDim * context : 0;
    return layers.layers * (elementsPerToken(layers) * tokensRead(layers, context) + index);
}

// BOUND §4: scores and values of each head; of a latent cache in absorbed form.
double attentionFlop(const CacheLayers& layers, double context) {
    const double tokens = layers.layers * tokensRead(layers, context);
    if (layers.kind == CacheKind::heads) return 4 * layers.heads * layers.headDim * tokens;
    if (layers.kind == CacheKind::latent) return 2 * layers.heads * (2 * layers.latentDim + layers.ropeDim) * tokens;
    return 0;
}

std::string cacheText(const CacheLayers& layers, double context) {
    const std::string count = layersText(layers);
    if (layers.kind == CacheKind::recurrent)
        return fmt::format("{} x {} elements of state, read and written", count, paperTyped(layers.state));
    std::string out = fmt::format("{} x {} x {} tokens{}", count, entryText(layers),
                                  paperTyped(tokensRead(layers, context)), whichTokens(layers));
    if (layers.top)
        out += fmt::format(", and {} x {} elements of index x {} tokens", count, paperTyped(layers.indexDim),
                           paperTyped(context));
    return out;
}

}  // namespace plumbline
